//! Entities: actors whose state is made of stored events.

mod answer;
mod cell;
mod codec;
mod command;
mod decision;
mod doubt;
mod id;
mod inflight;
mod outage;
mod persist;
mod persistent;
mod recovery;
mod rejection;
mod remembered;
mod revival;
mod snapshots;
mod step;
mod storage;
mod stored;
mod task;

pub use answer::{Command, Storable, StoredAnswer};
pub(crate) use cell::Cell;
pub use codec::{
    DecodeError, Event, MAX_EVENT_BYTES, Payload, UnitError, decode, decode_state, encode, encode_state, is_named,
};
pub(crate) use command::Hand;
pub use decision::{AppliedBy, Decision};
pub use id::{EntityHandle, EntityId};
pub use persist::{Decide, Decided, Persist, Stores, nothing, persist};
pub use persistent::{
    After, EventMeta, FactoryError, PersistDispatch, PersistHandler, PersistHandlerAsync, Persistent, Recover,
    SnapshotShape, Unexpected,
};
pub(crate) use recovery::Factory;
pub use recovery::{RecoveryError, SnapshotError};
pub use rejection::Rejection;
pub use step::{Step, Verdict, Work};
pub(crate) use storage::Storage;
pub use stored::{PassivateAfter, SnapshotOf, Stored};

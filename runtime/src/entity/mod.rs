//! Entities: actors whose state is made of stored events.

mod answer;
mod cell;
mod codec;
mod command;
mod decision;
mod doubt;
mod erase;
mod id;
mod inflight;
mod outage;
mod passivate;
mod permits;
mod persist;
mod persistent;
mod recovery;
mod register;
mod rejection;
mod remembered;
mod revival;
mod seats;
mod snapshots;
mod step;
mod storage;
mod stored;
mod task;

pub use crate::settings::PassivateAfter;
pub use answer::{Command, Storable, StoredAnswer};
pub(crate) use cell::Cell;
pub use codec::{
    DecodeError, Event, MAX_EVENT_BYTES, Payload, UnitError, decode, decode_state, encode, encode_state, is_named,
};
pub(crate) use command::Hand;
pub use decision::{AppliedBy, Decision};
pub use erase::EraseError;
pub(crate) use erase::{Purge, delete_events, purge};
pub use id::{EntityHandle, EntityId};
pub(crate) use passivate::Rest;
pub use persist::{Decide, Decided, Persist, Stores, nothing, persist};
pub use persistent::{
    After, EventMeta, FactoryError, PersistDispatch, PersistHandler, PersistHandlerAsync, Persistent, Recover,
    SnapshotShape, Unexpected,
};
pub(crate) use recovery::{Factory, dry_run};
pub use recovery::{RecoveryError, SnapshotError};
pub(crate) use register::Register;
pub use rejection::Rejection;
pub(crate) use seats::Seats;
pub use step::{Step, Verdict, Work};
pub(crate) use storage::Storage;
pub use stored::{SnapshotOf, Stored};

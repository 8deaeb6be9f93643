//! Entities: actors whose state is made of stored events.

mod cell;
mod codec;
mod command;
mod decision;
mod id;
mod inflight;
mod persist;
mod persistent;
mod recovery;
mod step;
mod stored;

pub(crate) use cell::Cell;
pub use codec::{DecodeError, Event, MAX_EVENT_BYTES, Payload, UnitError, decode, encode, is_named};
pub use decision::{AppliedBy, Decision};
pub use id::{EntityHandle, EntityId};
pub use persist::{Decide, Decided, Persist, Stores, nothing, persist};
pub use persistent::{
    After, FactoryError, PersistDispatch, PersistHandler, PersistHandlerAsync, Persistent, Recover, Unexpected,
};
pub(crate) use recovery::Factory;
pub use recovery::RecoveryError;
pub use step::{Rejection, Step, Verdict, Work};
pub use stored::{PassivateAfter, Stored};

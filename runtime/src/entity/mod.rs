//! Entities: actors whose state is made of stored events.
//!
//! A command reads the state and decides. What it decides is encoded, applied to the state in memory, and written as one unit; following
//! commands are decided on the state as it is then, and everything that could tell the world of it, replies, refusals, answers and effects,
//! waits in order until it is durable. Each command is kept until then: after a failure of the store, or a panic, the entity is recovered, and
//! what is found to be stored is answered while the rest is run again.
//!
//! # What other systems have and this one does not
//!
//! The rules of event sourcing are numbered in this project (`E6`, `T20`, ..), and tests carry the numbers. These are about things that do
//! not exist here:
//!
//! | rules | there | here |
//! |---|---|---|
//! | E6, E10 | `persistAsync`: go on before the write is done | every sync command is decided ahead of the disk; what leaves waits |
//! | E7–E9 | `defer`: run something after pending writes | [`nothing`]`().then(..)`, which waits its turn |
//! | E11 | `persist` inside a persist handler | [`and`](Persist::and): a decision is one value, and its events are one unit |
//! | E15, E16 | `persist` while replaying, or when recovery is completed | only commands decide; the hook for recovery cannot |
//! | E17, E19, E37 | stop on a failed write, a null id | the entity recovers and goes on; an id is valid by its type |
//! | E21, E22 | an exception after `persist`, or in its handler | a decision is returned whole or not at all, and applied before it is written |
//! | E25, E30–E33 | the stash of a persisting actor, and its overflow | commands stay in the mailbox, which is bounded |
//! | E26 | answers to an earlier incarnation | the cell waits for all of them before there is a new one |
//! | E29 | a circuit breaker for each plug-in | one outage that the entities of a system share |
//! | E35, E36, E70 | volatile timers and receive timeouts of a persistent actor | there are none: its timers are stored |
//! | E50–E52 | recovery up to a number, or none at all | an entity that decides knows all of its events; to look at old ones, read the store |
//! | E62–E64 | a replay filter that repairs what two writers have written | a unit is refused unless its number and epoch are current |
//! | E74, E75, E78 | selection criteria and a store of their own for snapshots | the newest that fits, kept beside the events |
//! | T20 | a journal that rejects what it cannot serialise | encoding comes first: the store never sees it |
//! | T21, T23 | manifests, senders and adapters of a record | a stable name and a version; the sender is not stored |
//! | – | `resume` after a failure | state that may be wrong is never used again |

mod answer;
mod carry_out;
mod cell;
mod codec;
mod command;
mod decision;
mod doubt;
mod erase;
mod failure;
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
pub use failure::{RecoveryError, SnapshotError};
pub use id::{EntityHandle, EntityId};
pub(crate) use passivate::Rest;
pub use persist::{Decide, Decided, Persist, Stores, nothing, persist};
pub use persistent::{
    After, EventMeta, FactoryError, PersistDispatch, PersistHandler, PersistHandlerAsync, Persistent, Recover,
    SnapshotShape, Unexpected,
};
pub(crate) use recovery::{Factory, dry_run};
pub(crate) use register::Register;
pub use rejection::Rejection;
pub(crate) use seats::Seats;
pub use step::{Step, Verdict, Work};
pub(crate) use storage::Storage;
pub use stored::{SnapshotOf, Stored};

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
//! | E80–E86 | a state-change event beside the domain's; timeouts of states that begin anew after a crash | a machine's event is its transition, and nothing else is stored; a timeout is stored with the time at which it is due (F74) |
//! | E87, E88 | event adapters, looked up at run time | `#[event(alias, from(1 = Old))]` and `removed(..)`, checked while compiling; one old event becomes one new event or none |
//! | E89 | the tags of a unit | each type of event has tags of its own; they are stored when there are feeds that ask for them |
//! | T20 | a journal that rejects what it cannot serialise | encoding comes first: the store never sees it |
//! | T21, T23 | manifests, senders and adapters of a record | a stable name and a version; the sender is not stored |
//! | V11 | payloads under a key for each subject, which is thrown away | [`erase`](crate::journal::erase): the bytes themselves are thrown away, and no key has to be kept for those that stay |
//! | P10–P14 | a receiver that drops duplicates, in a package of its own | every hosted entity is one: what it has taken is stored in the unit of what that caused (D36) |
//! | – | `resume` after a failure | state that may be wrong is never used again |
//! | – | a shard region in front of entities | [`System::entity`](crate::system::System::entity) gives the one live copy, and starts it |
//!
//! # What is shown in another way
//!
//! | rules | shown by |
//! |---|---|
//! | G2, G5, G9–G11 | the compiler: user code has no ids to mix up, a timer's key is a field of its type, and what is delivered is a message that its destination takes; `tests/ui` has what does not compile |
//! | W11, W12 on generated actors | `tests/ui/persistent/options_of_the_other_kind.rs`: they cannot choose to start over in place; and there is no message that confirms |
//! | V5 | `from(1 = Old)` reads a type of its own for each version |
//! | V10 | `tests/ui/derive/rigid_shape.rs` |
//! | V12 | V7: a program that is too old stops, says so, and harms nothing |
//! | V13, V15, V16 | there is one codec, which writes names, and a checksum over every record (T58, T66) |

mod answer;
mod beside;
mod carry_out;
mod cell;
mod codec;
mod command;
mod contract;
mod deadlines;
mod decision;
mod doubt;
mod erase;
mod errand;
mod failure;
mod id;
mod inflight;
mod instruct;
mod intention;
mod outage;
mod passivate;
mod past;
mod permits;
mod persist;
mod persistent;
mod post;
mod postponed;
mod recovery;
mod register;
mod rejection;
mod remembered;
mod revival;
mod schedule;
mod seats;
mod shown;
mod snapshots;
mod split;
mod step;
mod storage;
mod stored;
mod task;
mod timed;
#[cfg(feature = "testing")]
mod trial;
mod trouble;
mod turned_down;
mod under_way;
mod unfit;

pub use crate::settings::PassivateAfter;
pub use answer::{Command, Storable, StoredAnswer};
pub(crate) use cell::{Cell, now};
pub use codec::{
    DecodeError, Event, MAX_EVENT_BYTES, Payload, UnitError, decode, decode_state, encode, encode_state, is_named,
};
pub(crate) use command::Hand;
pub use contract::{Contract, Contracted, Earlier, Field, Shape, ShapeKind, Taken, TakenKind};
pub use decision::{Answers, AppliedBy, Decision};
pub use erase::EraseError;
pub(crate) use erase::{Purge, delete_events, purge};
pub use failure::{RecoveryError, SnapshotError};
pub use id::{EntityHandle, EntityId};
pub use instruct::InstructError;
pub(crate) use instruct::{Instruction, give_up, passivate};
pub(crate) use intention::Intention;
pub(crate) use passivate::Rest;
pub(crate) use past::{Beginning, as_today, debug_words, state_after};
pub use past::{MAX_DEBUG_BYTES, StateAfter};
pub use persist::{Decide, Decided, Persist, Stores, Unsaid, nothing, persist};
pub use persistent::{
    After, EventMeta, FactoryError, PersistDispatch, PersistHandler, PersistHandlerAsync, Persistent, Recover,
    SnapshotShape, Unexpected,
};
pub(crate) use recovery::{Factory, dry_run};
pub(crate) use register::{Glance, Register};
pub use rejection::{Rejection, TooLarge};
pub use schedule::ScheduleError;
pub(crate) use schedule::{Schedule, schedule};
pub(crate) use seats::Seats;
pub(crate) use shown::Shown;
pub use shown::in_words;
#[cfg(feature = "testing")]
pub(crate) use shown::json;
pub(crate) use split::decode_every;
pub use split::{Parts, Split, split};
pub use step::{Step, Verdict, Work};
pub(crate) use storage::Storage;
pub use stored::{SnapshotOf, Stored};
pub use timed::AT_ONCE_IN_A_ROW;
#[cfg(feature = "testing")]
pub(crate) use trial::{Trial, apply, recovered, take, take_fired};
pub use trouble::{Trouble, TroubleKind};
pub(crate) use unfit::Unfit;

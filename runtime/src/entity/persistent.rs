//! What makes an actor persistent: persist handlers, and recovery.

use super::codec::{DecodeError, UnitError};
use super::failure::{RecoveryError, SnapshotError};
use super::id::EntityId;
use super::rejection::Rejection;
use super::step::{Step, Verdict, Work};
use crate::actor::{Actor, Context, Declared, Handle};
use crate::call::Message;
use crate::delivery::{Arrival, Arrived};
use crate::fsm::{Actions, Table, Target};
use crate::journal::{CommandId, NewEvent, Record};
use crate::settings::PassivateAfter;
use crate::timer::{Firing, Timetable};
use std::error::Error;
use std::future::Future;
use std::time::SystemTime;

/// What the factory of a hosted type may fail with.
pub type FactoryError = Box<dyn Error + Send + Sync>;

/// The state of a persistent actor after a command: for a machine, [`Machine`](crate::fsm::Machine).
pub type After<A> = <A as Persistent>::State;

/// An actor whose state is made of stored events. Written by `#[handlers]` for structs with `#[actor(persistent = ..)]`, by
/// `#[derive(States)]` for machines.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a persistent actor",
    note = "an actor is persistent with `#[actor(persistent = \"..\")]`, a machine when its rows have events: `#[on(Command => Event => State)]`"
)]
pub trait Persistent: Actor<Id = EntityId<Self>> {
    /// The name of the type in stores. It never changes, whatever becomes of the Rust type.
    const KIND: &'static str;
    /// What events change.
    type State: Send + Sync + 'static;
    /// A snapshot is taken after so many events; never if it is `None`.
    const SNAPSHOT_EVERY: Option<u64> = None;
    /// When an entity that nobody uses is taken out of memory; `None` where the [`Settings`](crate::settings::Settings) of the system say.
    const PASSIVATE_AFTER: Option<PassivateAfter> = None;
}

/// What is stored beside an event, and known where it is applied. The same live and in recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EventMeta {
    /// The number of the event within its entity, from 1.
    pub seq: u64,
    /// When the command was decided, to the microsecond.
    pub at: SystemTime,
    /// The command that caused the event.
    pub command: CommandId,
}

impl EventMeta {
    /// What a test, or whoever else applies events by hand, gives them.
    pub const fn new(seq: u64, at: SystemTime, command: CommandId) -> Self {
        Self { seq, at, command }
    }
}

/// What a stored state is, so far as it is known without decoding it.
///
/// The version is raised whenever the stored form of the state changes, and whenever `apply` changes what it makes of the same events: a
/// snapshot of another version is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnapshotShape {
    /// The stable name of the state's type.
    pub name: &'static str,
    /// The version of its shape, from 1.
    pub version: u32,
}

/// How a persistent actor gets its state back: the same [`apply`](Recover::apply) that changes it while it lives.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be recovered from stored events")]
pub trait Recover: Persistent {
    /// Any of the actor's events: an enum with a variant for each.
    type Event: Send + 'static;

    /// The state before the first event, of a value that the factory made.
    fn start(self) -> Self::State;

    /// Encodes an event under its stored name.
    ///
    /// # Errors
    ///
    /// It cannot be encoded, or it is too large.
    fn encode(event: &Self::Event) -> Result<NewEvent, UnitError>;

    /// Decodes a record by its stored name.
    ///
    /// # Errors
    ///
    /// The name is unknown, the version newer, or the payload does not fit. [`DecodeError::Split`] is no failure: it is what
    /// [`decode`](super::decode) gives for an event that is none or several of today's, and those are decoded in its place.
    fn decode(record: &Record) -> Result<Self::Event, DecodeError>;

    /// Whether events of this stored name mean nothing any more: recovery counts them and does not decode them.
    fn is_removed(_name: &str) -> bool {
        false
    }

    /// Changes the state by one event. Pure: it runs once live and again in every recovery.
    ///
    /// # Errors
    ///
    /// The state has no row for the event.
    fn apply(state: Self::State, event: &Self::Event, meta: &EventMeta) -> Result<Self::State, Unexpected>;

    /// Where `event` leads from `state`, asked before it is applied. What is no machine stays.
    fn leads(_state: &Self::State, _event: &Self::Event) -> Target {
        Target::Stay
    }

    /// The name of the state, of a machine; `None` of an actor, which has no states with names.
    fn state_name(_state: &Self::State) -> Option<&'static str> {
        None
    }

    /// The table, of a machine; `None` of an actor. For those who look.
    const TABLE: Option<Table> = None;

    /// The state for people to read, as its `Debug` writes it. `None` of a type without one, which is all the same to everybody but those who
    /// look.
    fn describe(_state: &Self::State) -> Option<String> {
        None
    }

    /// What snapshots of the state are stored as; `None` for a type without snapshots, whose two methods below are never called.
    const SNAPSHOT: Option<SnapshotShape> = None;

    /// Encodes the state, as [`encode_state`](super::encode_state) does.
    ///
    /// # Errors
    ///
    /// It cannot be encoded. The entity goes on without the snapshot.
    fn snapshot(_state: &Self::State) -> Result<Vec<u8>, UnitError> {
        Ok(Vec::new())
    }

    /// The state of a snapshot, with what is not stored from a value that the factory made. Name and version are those of
    /// [`SNAPSHOT`](Recover::SNAPSHOT).
    ///
    /// # Errors
    ///
    /// It cannot be decoded: the whole history is read instead, if it is still there.
    fn restore(self, _snapshot: &[u8]) -> Result<Self::State, DecodeError> {
        Err(DecodeError::Unknown)
    }

    /// Runs when the state is there, before the first command: also when nothing was stored. A panic is a failed recovery.
    fn recovered(_state: &Self::State, _cx: &mut Context<Self>) {}

    /// Runs when the state could not be had. Whoever sent a command is told the same.
    fn recovery_failed(_id: &EntityId<Self>, _why: &RecoveryError) {}

    /// Runs when a snapshot was not saved, or a stored one is not used. The entity lives all the same.
    fn snapshot_failed(_id: &EntityId<Self>, _why: &SnapshotError) {}
}

/// Mailbox dispatch of a persistent actor: which persist handler a message belongs to.
pub trait PersistDispatch: Recover<Handle: Handle<Self>, Message: Send> + Declared {
    /// Those messages whose handlers are async. They can be put back: an async handler waits until what it reads is durable.
    type Later: Into<Self::Message> + Send;

    /// Lets the persist handler of `message` decide, or gives the message back where that handler is async.
    fn dispatch(state: &Self::State, message: Self::Message, cx: &mut Context<Self>) -> Work<Self>;

    /// Lets the async persist handler of `message` decide.
    fn dispatch_later(
        state: &Self::State,
        message: Self::Later,
        cx: &mut Context<Self>,
    ) -> impl Future<Output = Verdict<Self>> + Send;

    /// What the states of a machine have to do with time; `None` where none has a deadline or a timer of its own.
    const TIMETABLE: Option<Timetable<Self::State>> = None;

    /// Reads what has come by way of a delivery, if the actor takes it: the message, and whether it is confirmed by hand. An actor that does
    /// not say takes none.
    fn arrive(_arrival: &Arrival<'_>) -> Arrived<Self::Message> {
        None
    }

    /// Whether a delivery that brings `message` is run as often as it comes, and confirmed each time: then nothing is stored of its having been
    /// taken.
    fn is_idempotent(_message: &Self::Message) -> bool {
        false
    }

    /// The message that a stored timer stands for, by its name.
    ///
    /// # Errors
    ///
    /// No timer of the actor is called that, or it cannot be read. It stays stored, and is tried again later.
    fn fire(_timer: &Firing<'_>) -> Result<Self::Message, DecodeError> {
        Err(DecodeError::Unknown)
    }

    /// What is done when `state` is left, asked before the event that leaves it is applied. Never in recovery.
    fn exit(_state: &After<Self>, _actions: &mut Actions<Self>) {}

    /// What is done when `state` has been entered: by an event, or as the first state, with the first event. Never in recovery.
    fn enter(_state: &After<Self>, _actions: &mut Actions<Self>) {}

    /// The name of the state, if a machine ends in it. One that has ended leaves the memory at once.
    fn end(_state: &After<Self>) -> Option<&'static str> {
        None
    }

    /// Whether a machine that has ended has an answer to `message` other than that: then it is recovered for it.
    fn is_for_end(_message: &Self::Message) -> bool {
        true
    }

    /// Answers `message`, which is not going to be handled.
    fn reject(message: Self::Message, why: &Rejection);
}

/// The state that has no row for an event, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unexpected {
    /// The state's name.
    pub state: &'static str,
}

/// The persist handler of one command: reads the state and decides what to store and what to answer.
pub trait PersistHandler<C: Message>: Recover {
    /// Decides. Nothing is changed here: what is decided is encoded, applied and stored, then the answer leaves.
    fn persist(state: &Self::State, command: C, cx: &mut Context<Self>) -> Step<Self, C>;
}

/// The persist handler of a command that has to wait for something while it decides.
pub trait PersistHandlerAsync<C: Message>: Recover {
    /// Decides, as [`PersistHandler::persist`] does.
    fn persist(state: &Self::State, command: C, cx: &mut Context<Self>) -> impl Future<Output = Step<Self, C>> + Send;
}

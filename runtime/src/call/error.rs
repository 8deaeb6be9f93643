//! Why a call has no reply.

use super::cycle::Path;
use crate::mailbox::Refusal;

/// Why an ask was not answered with a reply.
///
/// A refusal by the domain, a handler that failed and an actor that is gone are three different things here. Causes that come from a store are boxed:
/// they are large and rare.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallError<E> {
    /// The handler said no. The actor lives, and its state is as the handler left it.
    #[error(transparent)]
    Refused(E),
    /// The time that the caller gave is over. Of a command whose decision is with the store by then, it is [`Unknown`](CallError::Unknown) instead.
    #[error("no answer in time; the message {}", if *.enqueued { "is with the actor" } else { "found no room in the mailbox" })]
    Timeout {
        /// Whether the actor has the message, so that it was, is being or will be handled.
        enqueued: bool,
    },
    /// The actor is gone, or is on its way; the message was not handled.
    #[error("the actor has stopped")]
    Stopped,
    /// The machine's state has no row for this command. Nothing was stored.
    #[error("a machine in state `{state}` does not take this command")]
    Unhandled {
        /// The name of the state.
        state: &'static str,
    },
    /// The machine is at its end, in a state that nothing leaves, and has no row for this command. Nothing was stored.
    #[error("the machine has ended, in state `{state}`")]
    Finished {
        /// The name of the state.
        state: &'static str,
    },
    /// The machine's state takes this command and drops it, as its row says. Nothing was stored.
    #[error("a machine in state `{state}` discards this command")]
    Discarded {
        /// The name of the state.
        state: &'static str,
    },
    /// The machine's state postpones this command, and as many commands as may wait for another state already; 1 024
    /// unless `Settings::stash` says otherwise.
    #[error("too many commands wait for another state")]
    Full,
    /// The call would never end: the actors wait for each other in a circle. The message was not sent.
    #[error("actors wait for each other in a circle: {path}")]
    Cycle {
        /// The circle, the asker first and last.
        path: Path,
    },
    /// The handler ended without giving a reply.
    #[error("the handler gave no reply")]
    NoReply,
    /// The handler panicked. A persistent actor runs the message again, see `Quarantined`.
    #[error("the handler failed")]
    Failed,
    /// The actor's store is out, and as many messages wait for it as may: this one was not accepted. Try again later.
    #[error("the store is out, and the mailbox is full")]
    Busy,
    /// The command panicked as often as it was run, and is not run again. Nothing was stored; the actor goes on with the next one.
    #[cfg(feature = "persistence")]
    #[error("the command panicked again and again: {cause}")]
    Quarantined {
        /// The words of the last panic.
        cause: std::sync::Arc<str>,
    },
    /// The actor's state could not be read from the store.
    #[cfg(feature = "persistence")]
    #[error(transparent)]
    Recovery(Box<crate::entity::RecoveryError>),
    /// What the command wants to store cannot be stored. Nothing was stored.
    #[cfg(feature = "persistence")]
    #[error(transparent)]
    Unit(Box<crate::entity::UnitError>),
    /// The store does not take what the command wants to store. Nothing was stored.
    #[cfg(feature = "persistence")]
    #[error("nothing was stored: {0}")]
    Store(Box<crate::journal::AppendError>),
    /// What the command wants to store is larger than a store takes. Nothing was stored.
    #[cfg(feature = "persistence")]
    #[error("nothing was stored: {0}")]
    TooLarge(Box<crate::entity::TooLarge>),
    /// The command was carried out before, for a caller with the same id; but the answer of then cannot be read any more.
    #[cfg(feature = "persistence")]
    #[error("the answer that this id was given before cannot be read: {cause}")]
    Unreadable {
        /// Why.
        cause: Box<crate::entity::DecodeError>,
    },
    /// The time that the caller gave is over, the system ends, or the entity cannot be recovered, before it was found out whether what the
    /// command decided is stored.
    #[cfg(feature = "persistence")]
    #[error("whether command {command} is stored is unknown")]
    Unknown {
        /// The command; it is stored with the events that it caused.
        command: crate::journal::CommandId,
    },
}

// An actor in memory answers with the same type, and is not to pay for what only storage can do to a call: those causes are boxed.
const _: () = assert!(size_of::<CallError<()>>() <= 3 * size_of::<usize>());

/// Why a message was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TellError {
    /// The mailbox is full.
    #[error("the mailbox is full")]
    Full,
    /// The mailbox is full, and the actor waits for its store, which is out.
    #[error("the store is out, and the mailbox is full")]
    Busy,
    /// The actor is gone, or is on its way.
    #[error("the actor has stopped")]
    Stopped,
    /// The mailbox would never have room: the actors wait for each other in a circle. Only of a message that waits for room.
    #[error("actors wait for each other in a circle: {path}")]
    Cycle {
        /// The circle, the sender first and last.
        path: Path,
    },
}

impl From<Refusal> for TellError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Full => Self::Full,
            Refusal::Busy => Self::Busy,
            Refusal::Closed => Self::Stopped,
        }
    }
}

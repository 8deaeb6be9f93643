//! What goes between senders and receivers.

use super::address::Destination;
use super::bytes::Bytes;
use super::flow::Turn;
use super::work::Ticket;
use crate::call::CallError;
use crate::journal::EntityKey;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A message on its way to its receiver: one of the copies.
#[derive(Clone, Debug)]
pub(crate) struct Parcel {
    /// Who has decided to send it.
    pub(crate) sender: EntityKey,
    /// The sender's outbox, at random.
    pub(crate) stream: u64,
    /// The delivery, among all of the sender.
    pub(crate) id: u64,
    /// The delivery, among those of the sender to this destination.
    pub(crate) number: u64,
    /// The lowest number for this destination that was not confirmed when this copy left: none below it will ever be sent again.
    pub(crate) lowest: u64,
    /// The stored name of the message.
    pub(crate) name: Arc<str>,
    pub(crate) version: u32,
    pub(crate) payload: Arc<[u8]>,
    /// Where the command came from that has decided to send it.
    pub(crate) trace: Option<Arc<str>>,
    pub(crate) turn: Turn,
    /// Of one that a pool has given to a worker.
    pub(super) ticket: Option<Arc<Ticket>>,
}

impl Parcel {
    /// Whether both are copies of one delivery, and not the same copy.
    pub(crate) fn is_copy_of(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        !Arc::ptr_eq(self, other)
            && (self.stream, self.number) == (other.stream, other.number)
            && self.sender == other.sender
    }
}

/// What a receiver says of a delivery once that is durable.
#[derive(Clone, Debug)]
pub(crate) struct Receipt {
    pub(crate) stream: u64,
    pub(crate) id: u64,
    pub(crate) outcome: Outcome,
}

/// What became of a delivery. It is stored with the receiver where it is a no: a second copy gets the same answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Outcome {
    Confirmed,
    /// The receiver said no; its error, encoded.
    Refused(#[serde(with = "error")] Arc<[u8]>),
    /// The state of the receiver, a machine, has no row for the message, or is its end.
    Unhandled(Box<str>),
    /// The receiver panicked as often as it was run, at last with these words; or what it decided cannot be stored, for this reason.
    Quarantined(Box<str>),
    /// The sender has sent it as often as it may.
    GivenUp(u32),
}

mod error {
    use super::{Arc, Bytes, Deserialize, Serialize};

    pub(super) fn serialize<S: serde::Serializer>(error: &Arc<[u8]>, to: S) -> Result<S::Ok, S::Error> {
        Bytes(error.clone()).serialize(to)
    }

    pub(super) fn deserialize<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Arc<[u8]>, D::Error> {
        Bytes::deserialize(from).map(|bytes| bytes.0)
    }
}

impl Outcome {
    /// What the answer of a handler means for the delivery that it handled; `None` where it says nothing, so that the message is sent
    /// again. `encode` writes the receiver's error.
    pub(crate) fn of<E, X>(
        answer: &CallError<E>,
        encode: impl FnOnce(&E) -> Result<Vec<u8>, X>,
    ) -> Option<Result<Self, X>> {
        Some(Ok(match answer {
            CallError::Refused(why) => return Some(encode(why).map(|why| Self::Refused(why.into()))),
            CallError::Unhandled { state } | CallError::Finished { state } => Self::Unhandled((*state).into()),
            CallError::Quarantined { cause } => Self::Quarantined((**cause).into()),
            // It was taken, and dropped as the machine's row says.
            CallError::Discarded { .. } => Self::Confirmed,
            _ => return None,
        }))
    }
}

/// What comes to an actor by way of deliveries.
#[derive(Clone, Debug)]
pub(crate) enum Mail {
    Parcel(Arc<Parcel>),
    Receipt(Receipt),
    /// The entity has something to send.
    Wake,
}

impl Mail {
    /// What names the span of the command that has decided to send it.
    pub(crate) fn trace(&self) -> Option<&Arc<str>> {
        match self {
            Self::Parcel(parcel) => parcel.trace.as_ref(),
            Self::Receipt(_) | Self::Wake => None,
        }
    }
}

/// Who knows where everybody lives: the system.
pub(crate) trait Mailroom: Send + Sync {
    /// Puts `mail` into the mailbox of whoever it is for. A parcel that finds nobody, or no room, is lost: it will be sent again.
    fn post(&self, to: &Destination, mail: Mail);
}

impl fmt::Debug for dyn Mailroom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Mailroom")
    }
}

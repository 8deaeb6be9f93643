//! The queue in front of an actor.

mod capacity;
#[cfg(test)]
mod model;
#[cfg(feature = "persistence")]
mod phase;
mod queue;
mod receiver;
mod sender;
mod waiting;

pub use capacity::Capacity;
#[cfg(feature = "persistence")]
pub use phase::Phase;
#[cfg(feature = "persistence")]
pub(crate) use queue::lasting_mailbox;
pub(crate) use queue::{Next, Refusal, Signal, mailbox};
pub(crate) use receiver::Receiver;
pub(crate) use sender::{Sender, WeakSender};
pub(crate) use waiting::Ticket;

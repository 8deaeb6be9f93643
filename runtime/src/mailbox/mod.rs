//! The queue in front of an actor.

mod capacity;
mod queue;
mod receiver;
mod sender;

pub use capacity::Capacity;
#[cfg(feature = "persistence")]
pub(crate) use queue::lasting_mailbox;
pub(crate) use queue::{Next, Refused, Signal, mailbox};
pub(crate) use receiver::Receiver;
pub(crate) use sender::{Sender, WeakSender};

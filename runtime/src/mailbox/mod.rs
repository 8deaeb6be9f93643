//! The queue in front of an actor.

mod capacity;
mod queue;

pub use capacity::Capacity;
pub(crate) use queue::{Next, Receiver, Refused, Sender, Signal, WeakSender, mailbox};

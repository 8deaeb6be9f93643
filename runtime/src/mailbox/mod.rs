//! The queue in front of an actor.

mod queue;

pub use queue::Capacity;
pub(crate) use queue::{Receiver, Refused, Sender, WeakSender, mailbox};

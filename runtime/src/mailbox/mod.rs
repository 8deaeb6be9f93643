//! The queue in front of an actor.

mod capacity;
#[cfg(test)]
mod model;
mod queue;
mod receiver;
mod sender;
mod waiting;

pub use capacity::Capacity;
pub(crate) use queue::{Closed, Next, Refusal, Signal, mailbox};
pub(crate) use receiver::Receiver;
pub(crate) use sender::{Sender, WeakSender};
pub(crate) use waiting::Ticket;

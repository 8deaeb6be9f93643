//! What a caller holds: the call, its future, its errors; and where the answer goes.

mod ask;
mod cycle;
mod enqueue;
mod error;
mod group;
#[cfg(test)]
mod model;
mod recipient;
mod reply;
mod request;
mod slot;

pub use ask::{Ask, Call, Send};
pub use cycle::Path;
pub(crate) use cycle::{Node, Wait, as_actor};
pub use error::{CallError, TellError};
pub use group::{Broadcast, Group, Membership};
pub use recipient::Recipient;
pub(crate) use recipient::{Sending, Take};
pub use reply::{Port, ReplyTo};
#[cfg(feature = "persistence")]
pub use request::WithId;
pub use request::{Accepts, Message, Request, Typed};
pub(crate) use slot::idle_slot;

//! An actor that delivers one message.

mod actor;
mod delivery;
mod handle;
mod outcome;

pub use delivery::GuaranteedDelivery;
pub use handle::GuaranteedDeliveryRef;
pub use outcome::{Ack, Acknowledged, Delivered, DeliveryFailed, DeliveryOutcome, FailureCause};

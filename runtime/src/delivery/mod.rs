//! Delivery that is repeated until it is confirmed.
#![doc = include_str!("promises.md")]

#[cfg(feature = "persistence")]
mod at_least_once;
mod guaranteed;

#[cfg(feature = "persistence")]
pub use at_least_once::{
    AtLeastOnceDelivery, Deliveries, Delivery, DeliveryId, DeliverySettings, DeliverySnapshot,
    MaxUnconfirmedMessagesExceeded, Redelivery, RedeliveryTick, UnconfirmedDelivery, UnconfirmedWarning,
};
pub use guaranteed::{
    Ack, Acknowledged, Delivered, DeliveryFailed, DeliveryOutcome, FailureCause, GuaranteedDelivery,
    GuaranteedDeliveryRef,
};

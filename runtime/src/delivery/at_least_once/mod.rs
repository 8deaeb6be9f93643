//! At-least-once delivery for actors that store their events by hand.

mod actor;
mod deliveries;
mod entry;
mod settings;
mod snapshot;
#[cfg(test)]
mod tests;

pub use actor::{AtLeastOnceDelivery, RedeliveryTick};
pub use deliveries::{Deliveries, MaxUnconfirmedMessagesExceeded, Redelivery};
pub use entry::{Delivery, DeliveryId, UnconfirmedDelivery, UnconfirmedWarning};
pub use settings::DeliverySettings;
pub use snapshot::DeliverySnapshot;

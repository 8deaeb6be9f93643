//! Delivery that is repeated until it is confirmed.
//!
//! # What an entity has decided to send
//!
//! [`Persist::deliver`](crate::entity::Persist::deliver) stores the message in the same atomic unit as the events of the decision. It is sent
//! when that unit is durable, and sent again until its receiver has confirmed it: through crashes of either side, and restarts of both. A
//! hosted entity that receives it stores that it has in the unit of what the message caused, so that a second copy is confirmed and not run.
//!
//! | what | how |
//! |---|---|
//! | order | copies may overtake each other: a message that is sent again comes after later ones; with [`ordered`] they are taken in order |
//! | loss | none, once the decision is durable |
//! | doubling | none at a hosted entity; an actor in memory may run a message again after a restart |
//! | a refusal | is an outcome: it reaches the sender as [`Undelivered`], if the sender takes that message |
//!
//! ```
//! use mainstay::prelude::*;
//! use serde::{Deserialize, Serialize};
//!
//! #[actor(persistent = "purse")]
//! #[derive(Default)]
//! struct Purse {
//!     coins: u64,
//! }
//!
//! #[derive(Event, Serialize, Deserialize)]
//! #[event(name = "purse.given")]
//! struct Given(u64);
//!
//! #[derive(Event, Serialize, Deserialize)]
//! #[event(name = "purse.taken")]
//! struct Taken(u64);
//!
//! #[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
//! #[confirmable(name = "purse.coins")]
//! struct Coins(u64);
//!
//! #[handlers]
//! impl Purse {
//!     #[command]
//!     fn give(&self, to: EntityId<Purse>, coins: u64) -> Persist<Self, Given> {
//!         persist(Given(coins)).deliver(to, Coins(coins))
//!     }
//!
//!     #[command(message)]
//!     fn take(&self, Coins(coins): Coins) -> Persist<Self, Taken> {
//!         persist(Taken(coins))
//!     }
//!
//!     #[query]
//!     fn coins(&self) -> u64 {
//!         self.coins
//!     }
//!
//!     #[apply]
//!     fn given(&mut self, event: &Given) {
//!         self.coins = self.coins.saturating_sub(event.0);
//!     }
//!
//!     #[apply]
//!     fn taken(&mut self, event: &Taken) {
//!         self.coins += event.0;
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let system = System::volatile().host::<Purse>().start().await?;
//! let (alice, bob) = (system.entity::<Purse>("alice")?, system.entity::<Purse>("bob")?);
//! alice.give(bob.id().clone(), 3).await?; // durable: the coins are on their way
//! while bob.coins().await? == 0 {
//!     tokio::task::yield_now().await;
//! }
//! assert_eq!(bob.coins().await?, 3);
//! # Ok(())
//! # }
//! ```
//!
//! # What other systems have and this one does not
//!
//! The rules of deliveries are numbered in this project (`D1`, `D36`, ..), and tests carry the numbers. These are about things that do not exist here:
//!
//! | rules | there | here |
//! |---|---|---|
//! | D21 | events that are deleted by the id of a delivery, which is another number | nobody deletes events by hand, and a delivery's id is no number of an event |
//! | D45, D47 | large messages in pieces | a message is as large as a record may be, and a larger one is refused before anything is stored |
#![doc = include_str!("promises.md")]

#[cfg(feature = "persistence")]
mod address;
#[cfg(feature = "persistence")]
mod arrival;
#[cfg(feature = "persistence")]
mod at_least_once;
#[cfg(feature = "persistence")]
mod bytes;
#[cfg(feature = "persistence")]
mod confirmable;
#[cfg(feature = "persistence")]
mod flow;
mod guaranteed;
#[cfg(feature = "persistence")]
mod outbox;
#[cfg(feature = "persistence")]
mod outcome;
#[cfg(feature = "persistence")]
mod parcel;
#[cfg(feature = "persistence")]
mod ring;
#[cfg(feature = "persistence")]
mod window;
#[cfg(feature = "persistence")]
mod work;

#[cfg(feature = "persistence")]
pub use address::{ByHand, DeliverTo, Destination, Named, by_hand, entity, named};
#[cfg(feature = "persistence")]
pub(crate) use arrival::What;
#[cfg(feature = "persistence")]
pub use arrival::{Arrival, Arrived, Arrives};
#[cfg(feature = "persistence")]
pub use at_least_once::{
    AtLeastOnceDelivery, Deliveries, Delivery, DeliveryId, DeliverySettings, DeliverySnapshot,
    MaxUnconfirmedMessagesExceeded, Redelivery, RedeliveryTick, UnconfirmedDelivery, UnconfirmedWarning,
};
#[cfg(feature = "persistence")]
pub use confirmable::{Confirmable, DeliveryHeader};
#[cfg(feature = "persistence")]
pub(crate) use flow::Turn;
#[cfg(feature = "persistence")]
pub use flow::{Ordered, ordered};
pub use guaranteed::{
    Ack, Acknowledged, Delivered, DeliveryFailed, DeliveryOutcome, FailureCause, GuaranteedDelivery,
    GuaranteedDeliveryRef,
};
#[cfg(feature = "persistence")]
pub use outbox::PendingDelivery;
#[cfg(feature = "persistence")]
pub(crate) use outbox::{Draft, Ended, Outbox, Stored, pending};
#[cfg(feature = "persistence")]
pub use outcome::{Cause, Confirmed, Unconfirmed, UnconfirmedDeliveries, Undelivered};
#[cfg(feature = "persistence")]
pub(crate) use parcel::{Mail, Mailroom, Outcome, Parcel, Receipt};
#[cfg(feature = "persistence")]
pub(crate) use ring::{Ring, arrived};
#[cfg(feature = "persistence")]
pub(crate) use window::{Window, Windows, before};
#[cfg(feature = "persistence")]
pub(crate) use work::{Desk, Worker};

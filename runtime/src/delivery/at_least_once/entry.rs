//! One delivery, as it is sent and as it is told of.

use crate::call::Message;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::fmt;

/// Names a delivery among all of its sender, to whomever they go. The first is 1, and there are no gaps.
///
/// It travels in the message and comes back in the confirmation. It says nothing about the number of an event in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DeliveryId(pub u64);

/// A message that is to be sent now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery<D, M> {
    /// Its id.
    pub id: DeliveryId,
    /// To whom.
    pub to: D,
    /// What.
    pub message: M,
}

/// A delivery that nobody has confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnconfirmedDelivery<D, M> {
    /// Its id.
    pub id: DeliveryId,
    /// To whom it goes.
    pub to: D,
    /// What is sent.
    pub message: M,
    /// The id of the sender's own, if it has [one](super::Deliveries::correlate).
    #[serde(default)]
    pub correlation: Option<String>,
}

/// Tells a sender of deliveries that were sent again and again. They are sent further, unless it confirms them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnconfirmedWarning<D, M> {
    /// All that have come to the number of attempts at this time, in the order of their ids.
    pub deliveries: Vec<UnconfirmedDelivery<D, M>>,
}

impl<D: Send + 'static, M: Send + 'static> Message for UnconfirmedWarning<D, M> {
    type Reply = ();
    type Error = Infallible;
    type Decision<P> = P;

    fn decided<P>(decision: P) -> Result<P, Infallible> {
        Ok(decision)
    }
}

impl fmt::Display for DeliveryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

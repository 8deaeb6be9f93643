//! What callers hold of a delivery.

use super::actor::Inbox;
use super::delivery::GuaranteedDelivery;
use super::outcome::Acknowledged;
use crate::actor::{ActorRef, Handle};
use crate::call::{Call, Port, Request};
use std::convert::Infallible;
use std::fmt;

/// Handle to a running [`GuaranteedDelivery`]: to be watched, stopped, and asked how far it is.
pub struct GuaranteedDeliveryRef<M: Acknowledged>(ActorRef<GuaranteedDelivery<M>>);

/// Asks how often the message was sent.
struct Attempts;

impl<M: Acknowledged> GuaranteedDeliveryRef<M> {
    /// How often the message was sent so far. To ask does not put off the timeout.
    pub fn attempts(
        &self,
    ) -> Call<'_, GuaranteedDelivery<M>, impl Request<GuaranteedDelivery<M>, Reply = u64, Error = Infallible> + use<M>>
    {
        self.0.call(Attempts)
    }
}

impl<M: Acknowledged> Request<GuaranteedDelivery<M>> for Attempts {
    type Reply = u64;
    type Error = Infallible;

    fn into_message(self, port: Port<u64, Infallible>) -> Inbox<M> {
        Inbox::attempts(port)
    }
}

impl<M: Acknowledged> Handle<GuaranteedDelivery<M>> for GuaranteedDeliveryRef<M> {
    fn from_ref(actor: ActorRef<GuaranteedDelivery<M>>) -> Self {
        Self(actor)
    }

    fn actor_ref(&self) -> &ActorRef<GuaranteedDelivery<M>> {
        &self.0
    }
}

impl<M: Acknowledged> Clone for GuaranteedDeliveryRef<M> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<M: Acknowledged> fmt::Debug for GuaranteedDeliveryRef<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GuaranteedDeliveryRef").field(&self.0).finish()
    }
}

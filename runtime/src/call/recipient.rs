//! Anyone who takes a certain message.

use super::error::TellError;
use super::reply::Port;
use super::request::{Accepts, Message, Typed};
use crate::actor::{ActorRef, Item};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// A handle to some actor that takes the message `M`, whatever else it is.
pub struct Recipient<M: Message>(Arc<dyn Take<M>>);

/// The way to someone who takes `M`.
pub(crate) trait Take<M: Message>: Send + Sync {
    /// Puts the message into the mailbox, and the way back along with it.
    fn take(&self, message: M, port: Port<M::Reply, M::Error>) -> Result<(), TellError>;
    fn send(&self, message: M) -> Sending<'_>;
    fn is_closed(&self) -> bool;
}

pub(crate) type Sending<'a> = Pin<Box<dyn Future<Output = Result<(), TellError>> + Send + 'a>>;

impl<A: Accepts<M, Message: Send>, M: Message> Take<M> for ActorRef<A> {
    fn take(&self, message: M, port: Port<M::Reply, M::Error>) -> Result<(), TellError> {
        Ok(self.sender().send(Item::Message(A::accept(message, port)))?)
    }

    fn send(&self, message: M) -> Sending<'_> {
        Box::pin(self.call(Typed(message)).send())
    }

    fn is_closed(&self) -> bool {
        self.sender().is_closed()
    }
}

impl<M: Message> Recipient<M> {
    pub(crate) fn new<A: Accepts<M, Message: Send>>(actor: ActorRef<A>) -> Self {
        Self::of(actor)
    }

    pub(crate) fn of(way: impl Take<M> + 'static) -> Self {
        Self(Arc::new(way))
    }

    /// As [`tell`](Self::tell), with the way back for an answer.
    pub(crate) fn take(&self, message: M, port: Port<M::Reply, M::Error>) -> Result<(), TellError> {
        self.0.take(message, port)
    }

    /// Puts `message` into the actor's mailbox and waits for nothing.
    ///
    /// # Errors
    ///
    /// The mailbox is full, or the actor is gone.
    pub fn tell(&self, message: M) -> Result<(), TellError> {
        self.0.take(message, Port::none())
    }

    /// Puts `message` into the actor's mailbox, and waits for room if there is none: back-pressure.
    ///
    /// # Errors
    ///
    /// The actor is gone, or it and the sender would wait for each other in a circle.
    ///
    /// # Cancel safety
    ///
    /// Dropped before the message is in the mailbox, nothing happens.
    pub async fn send(&self, message: M) -> Result<(), TellError> {
        self.0.send(message).await
    }

    /// Whether the actor takes no more messages.
    pub fn is_closed(&self) -> bool {
        self.0.is_closed()
    }
}

impl<M: Message> Clone for Recipient<M> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<M: Message> fmt::Debug for Recipient<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Recipient").field(&std::any::type_name::<M>()).finish()
    }
}

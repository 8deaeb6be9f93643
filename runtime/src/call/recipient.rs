//! Anyone who takes a certain message.

use super::error::TellError;
use super::request::{Accepts, Message, Typed};
use crate::actor::ActorRef;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// A handle to some actor that takes the message `M`, whatever else it is.
pub struct Recipient<M: Message>(Arc<dyn Take<M>>);

trait Take<M>: Send + Sync {
    fn take(&self, message: M) -> Result<(), TellError>;
    fn send(&self, message: M) -> Sending<'_>;
    fn is_closed(&self) -> bool;
}

type Sending<'a> = Pin<Box<dyn Future<Output = Result<(), TellError>> + Send + 'a>>;

impl<A: Accepts<M, Message: Send>, M: Message> Take<M> for ActorRef<A> {
    fn take(&self, message: M) -> Result<(), TellError> {
        self.call(Typed(message)).tell()
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
        Self(Arc::new(actor))
    }

    /// Puts `message` into the actor's mailbox and waits for nothing.
    ///
    /// # Errors
    ///
    /// The mailbox is full, or the actor is gone.
    pub fn tell(&self, message: M) -> Result<(), TellError> {
        self.0.take(message)
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

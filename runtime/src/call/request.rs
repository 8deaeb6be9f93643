//! What can be sent to an actor.

use super::reply::Port;
#[cfg(feature = "persistence")]
use crate::actor::Other;
use crate::actor::{Actor, Item};
use std::sync::Arc;

/// A type that is sent as a message of its own, to any actor that accepts it. Made by `#[derive(Message)]`.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a message", note = "add `#[derive(Message)]` to `{Self}`")]
pub trait Message: Send + Sized + 'static {
    /// What the caller gets.
    type Reply: Send + 'static;
    /// Why the actor may say no; `Infallible` where it may not.
    type Error: Send + 'static;
    /// What a handler that decides `P` returns: `P` itself where the message has no error, else `Result<P, Self::Error>`.
    type Decision<P>;

    /// The same for all messages: a decision, or a refusal.
    ///
    /// # Errors
    ///
    /// The refusal.
    fn decided<P>(decision: Self::Decision<P>) -> Result<P, Self::Error>;
}

/// Actors that take the message `M`. Written by the macros, one for each typed message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not take the message `{M}`",
    note = "an actor takes it with a `#[handle(message)]` method, a persistent one with `#[command(message)]`, a machine with a row on its states"
)]
pub trait Accepts<M: Message>: Actor {
    /// The message as the actor's mailbox holds it.
    fn accept(message: M, port: Port<M::Reply, M::Error>) -> Self::Message;
}

/// The arguments of one call to the actor `A`. Written by the macros, one for each handler.
pub trait Request<A: Actor>: Send + 'static {
    /// What the caller gets.
    type Reply: Send + 'static;
    /// Why the handler may say no; `Infallible` where it may not.
    type Error: Send + 'static;

    /// The call as the actor's mailbox holds it.
    fn into_message(self, port: Port<Self::Reply, Self::Error>) -> A::Message;

    /// The caller's own id, taken out: see [`Call::id`](super::Call::id).
    fn take_id(&mut self) -> Option<Arc<str>> {
        None
    }
}

/// A call with the caller's own id.
#[cfg(feature = "persistence")]
#[derive(Debug)]
pub struct WithId<P> {
    pub(super) request: P,
    pub(super) id: Option<Arc<str>>,
}

#[cfg(feature = "persistence")]
impl<A: Actor, P: Request<A>> Request<A> for WithId<P> {
    type Reply = P::Reply;
    type Error = P::Error;

    fn into_message(self, port: Port<P::Reply, P::Error>) -> A::Message {
        self.request.into_message(port)
    }

    fn take_id(&mut self) -> Option<Arc<str>> {
        self.id.take()
    }
}

/// The call as an item of the mailbox.
#[inline]
pub(super) fn into_item<A: Actor, P: Request<A>>(mut request: P, port: Port<P::Reply, P::Error>) -> Item<A> {
    #[cfg(feature = "persistence")]
    if let Some(id) = request.take_id() {
        return Other::Keyed { id, message: request.into_message(port) }.into();
    }
    #[cfg(not(feature = "persistence"))]
    drop(request.take_id());
    Item::Message(request.into_message(port))
}

/// A typed message as the arguments of a call.
#[derive(Debug)]
pub struct Typed<M>(pub M);

impl<A: Accepts<M>, M: Message> Request<A> for Typed<M> {
    type Reply = M::Reply;
    type Error = M::Error;

    fn into_message(self, port: Port<M::Reply, M::Error>) -> A::Message {
        A::accept(self.0, port)
    }
}

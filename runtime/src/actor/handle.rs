//! What callers hold of an actor.

use super::dispatch::{Actor, Dispatch};
use super::exit::Exit;
use super::item::Item;
use crate::call::{Accepts, Call, Message, Node, Recipient, Request, TellError, Typed};
use crate::mailbox::{Sender, Signal, WeakSender};
use std::fmt;
use std::future::Future;
use std::sync::Arc;

/// The one thing inside every handle: the way into an actor's mailbox.
pub struct ActorRef<A: Actor> {
    sender: Sender<Item<A>>,
    id: A::Id,
}

impl<A: Actor> ActorRef<A> {
    pub(crate) fn new(sender: Sender<Item<A>>, id: A::Id) -> Self {
        Self { sender, id }
    }

    /// A call with the arguments `request`.
    pub fn call<P: Request<A>>(&self, request: P) -> Call<'_, A, P> {
        Call::new(self, request)
    }

    pub(crate) fn sender(&self) -> &Sender<Item<A>> {
        &self.sender
    }

    pub(crate) fn node(&self) -> Arc<Node> {
        self.sender.node(std::any::type_name::<A>())
    }

    pub(crate) fn downgrade(&self) -> WeakSender<Item<A>> {
        self.sender.downgrade()
    }

    #[cfg(feature = "persistence")]
    pub(crate) fn id(&self) -> &A::Id {
        &self.id
    }
}

impl<A: Actor> Clone for ActorRef<A> {
    fn clone(&self) -> Self {
        Self { sender: self.sender.clone(), id: self.id.clone() }
    }
}

impl<A: Actor> fmt::Debug for ActorRef<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = std::any::type_name::<A>();
        f.debug_struct("ActorRef")
            .field("actor", &kind)
            .field("closed", &self.sender.is_closed())
            .finish_non_exhaustive()
    }
}

/// What every handle can do. A handle's own methods are its actor's handlers and nothing else; these come with the prelude.
///
/// The actor is the trait's argument and not an associated type, so that a private actor may have a handle that is more visible: the macro
/// that writes the handle does not see how visible the actor is.
pub trait Handle<A: Actor>: Clone + Send + Sync + 'static {
    /// Makes the handle of an actor.
    fn from_ref(actor: ActorRef<A>) -> Self;

    /// What is inside the handle.
    fn actor_ref(&self) -> &ActorRef<A>;

    /// A call with a typed message: await it for the reply.
    fn ask<M: Message>(&self, message: M) -> Call<'_, A, Typed<M>>
    where
        A: Accepts<M>,
    {
        self.actor_ref().call(Typed(message))
    }

    /// Puts a typed message into the mailbox and waits for nothing.
    ///
    /// # Errors
    ///
    /// The mailbox is full, or the actor is gone.
    fn tell<M: Message>(&self, message: M) -> Result<(), TellError>
    where
        A: Accepts<M>,
    {
        self.ask(message).tell()
    }

    /// This actor as someone who takes `M`.
    fn recipient<M: Message>(&self) -> Recipient<M>
    where
        A: Accepts<M, Message: Send>,
    {
        Recipient::new(self.actor_ref().clone())
    }

    /// Lets the actor end when it has handled what it accepted so far.
    fn stop(&self)
    where
        A: Dispatch,
    {
        self.actor_ref().sender().close();
    }

    /// Ends the actor at once: a handler that waits for something is dropped, and what was accepted becomes dead letters.
    fn kill(&self)
    where
        A: Dispatch,
    {
        self.actor_ref().sender().signal(Signal::Kill);
    }

    /// Waits until the actor is gone, and says how it went.
    ///
    /// # Cancel safety
    ///
    /// It only waits: dropping it changes nothing.
    fn stopped(&self) -> impl Future<Output = Exit> + Send
    where
        A::Message: Send,
    {
        self.actor_ref().sender().ended()
    }
}

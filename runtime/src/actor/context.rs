//! What a handler can do besides changing its actor.

use super::dispatch::{Actor, Dispatch};
use super::handle::{ActorRef, Handle};
#[cfg(feature = "persistence")]
use crate::journal::CommandId;
use crate::mailbox::WeakSender;
use std::fmt;

/// A handler's view of the actor that it belongs to.
pub struct Context<A: Actor> {
    own: WeakSender<A::Message>,
    id: A::Id,
    #[cfg(feature = "persistence")]
    pub(crate) command: CommandId,
}

impl<A: Actor> Context<A> {
    pub(crate) fn new(own: WeakSender<A::Message>, id: A::Id) -> Self {
        Self {
            own,
            id,
            #[cfg(feature = "persistence")]
            command: CommandId { epoch: 0, number: 0 },
        }
    }

    /// The actor's own handle, or `None` when nobody else holds one any more, so that the actor is about to end.
    ///
    /// A handle that the actor keeps would keep the actor alive for ever: ask for it when it is needed.
    pub fn handle(&self) -> Option<A::Handle>
    where
        A::Handle: Handle<A>,
    {
        self.own.upgrade().map(|sender| Handle::from_ref(ActorRef::new(sender, self.id.clone())))
    }

    /// What names the actor.
    pub fn id(&self) -> &A::Id {
        &self.id
    }
}

impl<A: Dispatch> Context<A> {
    /// Lets the actor end when it has handled what is in its mailbox now. Nothing further is accepted.
    pub fn stop(&mut self) {
        self.own.close();
    }
}

impl<A: Actor> fmt::Debug for Context<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Context").field(&std::any::type_name::<A>()).finish()
    }
}

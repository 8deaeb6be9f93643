//! What lies in an actor's mailbox.

use super::context::Context;
use super::dispatch::Actor;

pub(crate) enum Item<A: Actor> {
    /// From a handle.
    Message(A::Message),
    /// From a supervisor, which keeps what it was made of: it is no dead letter. Boxed, since it is rare.
    #[cfg(feature = "persistence")]
    Kept(Box<A::Message>),
    /// From the handle of an entity, with the caller's own id.
    #[cfg(feature = "persistence")]
    Keyed(Box<Keyed<A>>),
    /// From the system: all that is stored of the entity is to be deleted.
    #[cfg(feature = "persistence")]
    Purge(crate::entity::Purge),
    /// From the runtime. Boxed, so that messages from handles, which are most, take no more room than they need.
    Tick(Box<Tick<A>>),
    /// The rest of some work that the actor has left to a task.
    Work(Work<A>),
    /// In place of a message that an actor has sent itself once too often: why it has failed.
    Endless(std::sync::Arc<str>),
}

/// A message with the caller's own id.
#[cfg(feature = "persistence")]
pub(crate) struct Keyed<A: Actor> {
    pub(crate) id: std::sync::Arc<str>,
    pub(crate) message: A::Message,
}

pub(crate) type Work<A> = Box<dyn FnOnce(&mut A, &mut Context<A>) + Send>;

/// A tick, or the end of a watched actor. It does not count as activity.
pub(crate) struct Tick<A: Actor> {
    /// The timer, watch or receive timeout that made it. A tick of one that is not the current one is stale.
    pub(super) id: u64,
    pub(crate) message: A::Message,
}

impl<A: Actor> Item<A> {
    pub(super) fn tick(id: u64, message: A::Message) -> Self {
        Self::Tick(Box::new(Tick { id, message }))
    }
}

//! What lies in an actor's mailbox.

use super::context::Context;
use super::dispatch::Actor;

/// Two variants and no more, whatever is built in: the way of a message is the same for all actors, and costs none of them what others get.
pub(crate) enum Item<A: Actor> {
    /// From a handle.
    Message(A::Message),
    /// All that is rare. Boxed, so that messages from handles take no more room than they need.
    Other(Box<Other<A>>),
}

/// What is no message from a handle.
pub(crate) enum Other<A: Actor> {
    /// From the runtime: a tick, or the end of a watched actor. It does not count as activity.
    Tick {
        /// The timer, watch or receive timeout that made it. A tick of one that is not the current one is stale.
        id: u64,
        message: A::Message,
    },
    /// From a stream that the actor has attached. It does not count as activity: nobody has sent it.
    Streamed(A::Message),
    /// The rest of some work that the actor has left to a task.
    Work(Work<A>),
    /// From a supervisor, which keeps what it was made of: it is no dead letter.
    #[cfg(feature = "persistence")]
    Kept(A::Message),
    /// From the handle of an entity, with the caller's own id.
    #[cfg(feature = "persistence")]
    Keyed { id: std::sync::Arc<str>, message: A::Message },
    /// From the system: all that is stored of the entity is to be deleted.
    #[cfg(feature = "persistence")]
    Purge(crate::entity::Purge),
    /// By way of a delivery.
    #[cfg(feature = "persistence")]
    Mail(crate::delivery::Mail),
    /// From the scheduler: a timer of the entity is due.
    #[cfg(feature = "persistence")]
    Fire(Box<crate::timer::Fire>),
    /// From the handle of an entity: a timer is to be set or cancelled.
    #[cfg(feature = "persistence")]
    Schedule(Box<crate::entity::Schedule>),
    /// From the handle of an entity: a message is to be delivered to it.
    #[cfg(feature = "persistence")]
    Intend(Box<crate::entity::Intention>),
    /// From those who look: what the entity is to do beside its commands.
    #[cfg(feature = "persistence")]
    Instruct(crate::entity::Instruction),
    /// In place of a message that an actor has sent itself once too often: why it has failed.
    Endless(std::sync::Arc<str>),
}

pub(crate) type Work<A> = Box<dyn FnOnce(&mut A, &mut Context<A>) + Send>;

impl<A: Actor> Item<A> {
    pub(super) fn tick(id: u64, message: A::Message) -> Self {
        Other::Tick { id, message }.into()
    }

    pub(crate) fn work(work: impl FnOnce(&mut A, &mut Context<A>) + Send + 'static) -> Self {
        Other::Work(Box::new(work)).into()
    }
}

impl<A: Actor> From<Other<A>> for Item<A> {
    #[cold]
    fn from(other: Other<A>) -> Self {
        Self::Other(Box::new(other))
    }
}

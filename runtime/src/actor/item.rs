//! What lies in an actor's mailbox.

use super::context::Context;
use super::dispatch::Actor;

pub(crate) enum Item<A: Actor> {
    /// From a handle.
    Message(A::Message),
    /// From the runtime: a tick, or the end of a watched actor. It does not count as activity.
    Tick {
        /// What made it: a timer, a watch, the receive timeout. If that is not a current one of the actor, the tick is stale.
        id: u64,
        message: A::Message,
    },
    /// The rest of some work that the actor has left to a task.
    Work(Work<A>),
}

pub(crate) type Work<A> = Box<dyn FnOnce(&mut A, &mut Context<A>) + Send>;

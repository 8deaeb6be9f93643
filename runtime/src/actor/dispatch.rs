//! What makes a type an actor.

use super::context::Context;
use super::handle::Handle;
use crate::mailbox::Capacity;
use std::future::Future;

/// What stands in `#[actor(..)]` or `#[fsm(..)]` on the struct.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not declared as an actor",
    note = "put `#[actor]` on the struct `{Self}`"
)]
pub trait Declared: Sized + Send + 'static {
    /// How many messages may wait. The default is 1 024.
    const MAILBOX: Capacity = Capacity::DEFAULT;
}

/// An actor as its callers see it. Written by `#[handlers]` for actors in memory, by `#[derive(States)]` for machines.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handlers",
    note = "put `#[handlers]` on the `impl` block of `{Self}` that holds its `#[handle]` methods"
)]
///
/// It does not ask for [`Declared`]: only what runs an actor does, so that a forgotten `#[actor]` is one error. Nor does it ask that the
/// handle is a [`Handle`] and that messages can be sent, which a command without `#[derive(Message)]` would be blamed for everywhere.
pub trait Actor: Sized + Send + 'static {
    /// What callers hold, a [`Handle`]: a type of its own with a method for each handler.
    type Handle;
    /// Everything that the actor can be sent: an enum with a variant for each handler.
    type Message: 'static;
    /// What names the actor: nothing for one in memory, its [`EntityId`](crate::entity::EntityId) for one that is stored.
    type Id: Clone + Send + Sync + 'static;
}

/// Mailbox dispatch of an actor in memory. Written by `#[handlers]`.
pub trait Dispatch: Actor<Id = (), Handle: Handle<Self>, Message: Send> + Declared {
    /// Those messages whose handlers are async.
    type Later: Send;

    /// Runs the handler of `message`, or gives the message back where that handler is async: only those make a future.
    fn dispatch(&mut self, message: Self::Message, cx: &mut Context<Self>) -> Option<Self::Later>;

    /// Runs the async handler of `message`.
    fn dispatch_later(&mut self, message: Self::Later, cx: &mut Context<Self>) -> impl Future<Output = ()> + Send;
}

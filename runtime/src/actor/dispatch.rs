//! What makes a type an actor.

use super::context::Context;
use super::handle::Handle;
use super::policy::{Backoff, Intensity, OnFailure, Strategy};
use crate::mailbox::Capacity;
#[cfg(feature = "persistence")]
use crate::settings::DeliveryOptions;
use std::future::{Future, ready};
use std::sync::Arc;

/// What stands in `#[actor(..)]` or `#[fsm(..)]` on the struct. What is `None` is left to the [`Settings`](crate::settings::Settings) of the system.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not declared as an actor",
    note = "put `#[actor]` on the struct `{Self}`"
)]
pub trait Declared: Sized + Send + 'static {
    /// How many messages may wait.
    const MAILBOX: Option<Capacity> = None;
    /// How many messages may be stashed.
    const STASH: Option<Capacity> = None;
    /// What becomes of the actor when it fails.
    const ON_FAILURE: OnFailure = OnFailure::Restart;
    /// How long it waits before it starts over.
    const BACKOFF: Option<Backoff> = None;
    /// Which of its children start over when one does.
    const STRATEGY: Strategy = Strategy::OneForOne;
    /// How many restarts of its children it bears; of an actor without a parent, how many of its own are borne.
    const INTENSITY: Option<Intensity> = None;
    /// How the deliveries of an entity are repeated.
    #[cfg(feature = "persistence")]
    const DELIVERIES: DeliveryOptions = DeliveryOptions::UNSET;
}

/// An actor as its callers see it. Written by `#[handlers]` for actors in memory, by `#[derive(States)]` for machines.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handlers",
    note = "put `#[handlers]` on the `impl` block of `{Self}` that holds its `#[handle]` or `#[command]` methods"
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

    /// The name of the message's handler, for those who watch.
    fn name(message: &Self::Message) -> &'static str;
}

/// Why an actor did not start. Made of any error by `?`.
pub type StartFailure = Box<dyn std::error::Error + Send + Sync>;

/// Mailbox dispatch of an actor in memory. Written by `#[handlers]`.
#[diagnostic::on_unimplemented(
    message = "only an actor in memory can do this, and `{Self}` is none",
    label = "for actors in memory",
    note = "what is stored does not stop and is not spawned: it comes to life with `system.entity::<{Self}>(id)` and leaves memory when nobody uses it (`passivate_after`); a machine ends in a `#[terminal]` state",
    note = "children, timers, the stash and tasks are those of an actor in memory, which may call the stored one"
)]
pub trait Dispatch: Actor<Id = (), Handle: Handle<Self>, Message: Send> + Declared {
    /// Those messages whose handlers are async, or block.
    type Later: Send;
    /// The state that a machine is in, which each incarnation begins anew; `()` of an actor that is none.
    type State: Send;

    /// Makes the state of a new incarnation, before its first hook.
    fn initial(&mut self, cx: &mut Context<Self>) -> Self::State;

    /// Runs the handler of `message`, or gives the message back where that handler is async or blocks: only those make a future.
    fn dispatch(
        &mut self,
        state: &mut Self::State,
        message: Self::Message,
        cx: &mut Context<Self>,
    ) -> Option<Self::Later>;

    /// Runs the async handler of `message`; of one that [`blocks`](Dispatch::blocks), on a thread that it may block.
    fn dispatch_later(
        &mut self,
        state: &mut Self::State,
        message: Self::Later,
        cx: &mut Context<Self>,
    ) -> impl Future<Output = ()> + Send;

    /// Whether `message` counts as activity, which puts off the receive timeout.
    fn influences(_message: &Self::Message) -> bool {
        true
    }

    /// Whether the handler of `message` may block its thread: then it is run on a thread for that, and the actor goes along.
    fn blocks(_message: &Self::Later) -> bool {
        false
    }

    /// Reads what has come by way of a delivery, if the actor takes it: the message, and whether it is confirmed by hand. An actor that does
    /// not say takes none.
    #[cfg(feature = "persistence")]
    fn arrive(_arrival: &crate::delivery::Arrival<'_>) -> crate::delivery::Arrived<Self::Message> {
        None
    }

    /// Runs before the first message: the method with `#[started]`.
    fn started(&mut self, _cx: &mut Context<Self>) -> impl Future<Output = Result<(), StartFailure>> + Send {
        ready(Ok(()))
    }

    /// Runs instead of [`started`](Dispatch::started) in a new incarnation, which is told how the last one failed: the method with
    /// `#[restarted]`. Without one, `started` runs.
    fn restarted(
        &mut self,
        _why: Arc<str>,
        cx: &mut Context<Self>,
    ) -> impl Future<Output = Result<(), StartFailure>> + Send {
        self.started(cx)
    }

    /// Runs after the last message, when the children have ended: the method with `#[stopping]`. Not after a kill or a failure.
    fn stopping(&mut self, _state: &mut Self::State, _cx: &mut Context<Self>) -> impl Future<Output = ()> + Send {
        ready(())
    }
}

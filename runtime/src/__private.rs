//! What generated code names and people do not. Not part of the public interface: it changes without notice.

use crate::actor::{Actor, Context, StartFailure};
use crate::call::{Node, as_actor};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;

/// Reads a `Result`, whatever it is called.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is called `Result` but is not one",
    note = "return `::core::result::Result`, or give the type another name"
)]
pub trait ResultLike {
    /// The reply.
    type Ok;
    /// The refusal.
    type Err;

    /// The `Result`.
    fn into_result(self) -> Result<Self::Ok, Self::Err>;
}

impl<T, E> ResultLike for Result<T, E> {
    type Ok = T;
    type Err = E;

    fn into_result(self) -> Self {
        self
    }
}

/// A type called `Result` that may turn out not to be one. The lifetime keeps the compiler from checking the bound before it is used, so that
/// a stranger is reported once, where it is named.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is called `Result` but is not one",
    note = "return `::core::result::Result`, or give the type another name"
)]
pub trait ResultOf<'a>: ResultLike<Ok: Send + 'static, Err: Send + 'static> {}

impl<R: ResultLike<Ok: Send + 'static, Err: Send + 'static>> ResultOf<'_> for R {}

/// Asks for a `Result`, where a handler says that it returns one.
pub const fn is_result<R: ResultLike>() {}

/// A message that may turn out not to be one. The lifetime keeps the compiler from checking the bound before it is used, so that a type
/// without `#[derive(Message)]` is reported once, where it is named.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a message", note = "add `#[derive(Message)]` to `{Self}`")]
pub trait MessageOf<'a>: crate::call::Message {}

impl<M: crate::call::Message> MessageOf<'_> for M {}

/// A command that may turn out not to be one; see [`MessageOf`].
#[cfg(feature = "persistence")]
pub trait CommandOf<'a>: MessageOf<'a> + crate::entity::Command {}

#[cfg(feature = "persistence")]
impl<C: crate::entity::Command> CommandOf<'_> for C {}

/// Asks for a command, where a machine or an actor names it.
#[cfg(feature = "persistence")]
pub const fn is_command<C: crate::entity::Command>() {}

/// A query that may turn out not to be one; see [`MessageOf`].
pub trait QueryOf<'a>: MessageOf<'a> + Clone {}

impl<Q: crate::call::Message + Clone> QueryOf<'_> for Q {}

/// An event that may turn out not to be one; see [`MessageOf`].
#[cfg(feature = "persistence")]
pub trait EventOf<'a>: crate::entity::Event {}

#[cfg(feature = "persistence")]
impl<E: crate::entity::Event> EventOf<'_> for E {}

/// The way back to the caller of a message, while the message waits.
pub type PortOf<M> = crate::call::Port<<M as crate::call::Message>::Reply, <M as crate::call::Message>::Error>;

/// Whether the stored name at `at` is none of those before it.
pub const fn is_new(names: &[&str], at: usize) -> bool {
    let mut earlier = 0;
    while earlier < at {
        if equal(names[earlier].as_bytes(), names[at].as_bytes()) {
            return false;
        }
        earlier += 1;
    }
    true
}

/// `==` of slices, which is not const.
const fn equal(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// What `#[handlers]` says to `#[actor]`: that it is there.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handlers",
    note = "put `#[handlers]` on the `impl` block of `{Self}` that holds its `#[handle]` methods"
)]
pub trait HasHandlers {}

/// Asks for the other half of the pair: `#[actor]` calls it, and without `#[handlers]` it does not compile.
pub const fn has_handlers<A: HasHandlers>() {}

/// A future that may move to another thread, said where the handler's name stands.
///
/// What it returns can be sent whatever becomes of the argument, so that one that cannot is one error.
pub fn sendable<F: Future + Send>(future: F) -> impl Future<Output = F::Output> + Send {
    future
}

/// What a `#[started]` hook returned.
///
/// # Errors
///
/// Its own.
pub fn started<R: ResultLike<Ok = (), Err: Reason>>(returned: R) -> Result<(), StartFailure> {
    returned.into_result().map_err(Into::into)
}

/// Why an actor did not start.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot say why an actor did not start",
    note = "implement `std::error::Error` for `{Self}`, or return a `String`"
)]
pub trait Reason: Into<StartFailure> {}

impl<E: Into<StartFailure>> Reason for E {}

/// An actor whose hook may ask others: so that a circle of asks through it is found.
#[derive(Debug)]
pub struct Asker(Arc<Node>);

impl Asker {
    /// The actor that the context belongs to.
    pub fn of<A: Actor>(cx: &Context<A>) -> Self {
        Self(cx.node())
    }

    /// Runs a hook as the actor.
    pub async fn run<F: Future>(&self, hook: F) -> F::Output {
        let mut hook = pin!(hook);
        poll_fn(|task| as_actor(&self.0, || hook.as_mut().poll(task))).await
    }
}

/// The call of a handler with a mistake in it: it takes the place of its request, and is never made.
#[derive(Debug)]
pub struct Unsound(std::convert::Infallible);

impl<A: Actor> crate::call::Request<A> for Unsound {
    type Reply = ();
    type Error = std::convert::Infallible;

    fn into_message(self, _: crate::call::Port<(), std::convert::Infallible>) -> A::Message {
        match self.0 {}
    }
}

//! What generated code names and people do not. Not part of the public interface: it changes without notice.

use crate::actor::{Actor, ActorRef, Context, StartFailure};
use crate::call::{Call, Node, Typed, as_actor};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;

#[cfg(rust_analyzer)]
pub use crate::ide::keys;

#[cfg(feature = "macros")]
pub use mainstay_macros::__states_picture as states_picture;

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

/// A call with a message that may turn out to be none: whoever makes it is told so, and not the handle too.
pub fn typed<A: Actor, M>(to: &ActorRef<A>, message: M) -> Call<'_, A, Typed<M>> {
    Call::new(to, Typed(message))
}

/// A command that may turn out not to be one; see [`MessageOf`].
#[cfg(feature = "persistence")]
pub trait CommandOf<'a>: MessageOf<'a> + crate::entity::Command {}

#[cfg(feature = "persistence")]
impl<C: crate::entity::Command> CommandOf<'_> for C {}

/// A timer that may turn out not to be one; see [`MessageOf`].
#[cfg(feature = "persistence")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a timer",
    note = "add `#[derive(Timer, Clone, Serialize, Deserialize)]` to `{Self}`"
)]
pub trait TimerOf<'a>: crate::entity::Command + crate::timer::Timer {}

#[cfg(feature = "persistence")]
impl<T: crate::entity::Command + crate::timer::Timer> TimerOf<'_> for T {}

/// A query that may turn out not to be one; see [`MessageOf`].
pub trait QueryOf<'a>: MessageOf<'a> + Clone {}

impl<Q: crate::call::Message + Clone> QueryOf<'_> for Q {}

/// An event that may turn out not to be one; see [`MessageOf`].
#[cfg(feature = "persistence")]
pub trait EventOf<'a>: crate::entity::Event {}

#[cfg(feature = "persistence")]
impl<E: crate::entity::Event> EventOf<'_> for E {}

/// What a command of a persistent type carries: the cell keeps it until what it decides is durable, and it may one day come from another
/// process.
#[cfg(feature = "persistence")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be carried by a command of a persistent actor",
    note = "it must be `Clone + Serialize + DeserializeOwned`: add `#[derive(Clone, Serialize, Deserialize)]` to `{Self}`"
)]
pub trait Argument: Clone + serde::Serialize + serde::de::DeserializeOwned + Send + 'static {}

#[cfg(feature = "persistence")]
#[diagnostic::do_not_recommend]
impl<T: Clone + serde::Serialize + serde::de::DeserializeOwned + Send + 'static> Argument for T {}

/// The future of a method whose row is async.
#[diagnostic::on_unimplemented(
    message = "the row is async, and its method is not",
    label = "this is not awaited",
    note = "write `async fn`, or take the `async` out of the row: `#[on(Command => ..)]`"
)]
pub trait AsyncRow: Future {}

#[diagnostic::do_not_recommend]
impl<F: Future> AsyncRow for F {}

/// What a command returns under another name and that may turn out to be no decision; see [`MessageOf`].
#[cfg(feature = "persistence")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no decision of `{A}`, which is what a `#[command]` returns",
    note = "return `Persist<Self, Event, Reply>`, or `Decided<Self, Event, Reply, Refusal>` if it may be refused; what only reads is a `#[query]`"
)]
pub trait DecisionOf<'a, A: crate::entity::Recover>:
    crate::entity::Decision<Actor = A, Event: crate::entity::AppliedBy<A>, Reply: Send + 'static, Refusal: Send + 'static>
{
}

#[cfg(feature = "persistence")]
impl<A: crate::entity::Recover, D> DecisionOf<'_, A> for D where
    D: crate::entity::Decision<
            Actor = A,
            Event: crate::entity::AppliedBy<A>,
            Reply: Send + 'static,
            Refusal: Send + 'static,
        >
{
}

/// As [`Step::returned`](crate::entity::Step::returned), for what is returned under another name.
#[cfg(feature = "persistence")]
pub fn decided<'a, A, C, D>(decision: D) -> crate::entity::Step<A, C>
where
    A: crate::entity::Recover,
    C: crate::call::Message,
    D: DecisionOf<'a, A> + crate::entity::Decision<Reply = C::Reply, Refusal = C::Error>,
{
    crate::entity::Step::returned::<D::Event>(decision)
}

/// Copies an argument, where a command says of which type it is.
#[cfg(feature = "persistence")]
pub fn argument<T: Argument>(argument: &T) -> T {
    argument.clone()
}

/// What a query of a persistent actor carries: it is put back where the state has to be recovered first.
#[cfg(feature = "persistence")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be carried by a query of a persistent actor",
    note = "it must be `Clone`: add `#[derive(Clone)]` to `{Self}`"
)]
pub trait QueryArgument: Clone + Send + 'static {}

#[cfg(feature = "persistence")]
#[diagnostic::do_not_recommend]
impl<T: Clone + Send + 'static> QueryArgument for T {}

/// Copies an argument, where a query says of which type it is.
#[cfg(feature = "persistence")]
pub fn query_argument<T: QueryArgument>(argument: &T) -> T {
    argument.clone()
}

/// An actor that may turn out not to be declared; see [`MessageOf`].
pub trait DeclaredOf<'a>: crate::actor::Declared {}

impl<A: crate::actor::Declared> DeclaredOf<'_> for A {}

/// Asks for a message that can be kept and answered again, where a command names it: `Kept::<Pay>::asked()`.
#[cfg(feature = "persistence")]
#[derive(Debug)]
pub struct Kept<M>(std::marker::PhantomData<M>);

#[cfg(feature = "persistence")]
impl<M: crate::call::Message> Kept<M> {
    /// Asks.
    pub fn asked()
    where
        M: Argument,
        M::Decision<()>: crate::entity::StoredAnswer<M::Reply, M::Error>,
    {
    }

    /// Asks, but for what it carries.
    pub fn answer_asked()
    where
        M: Clone,
        M::Decision<()>: crate::entity::StoredAnswer<M::Reply, M::Error>,
    {
    }
}

/// In place of [`Kept`]'s own, for what is no message: that is reported elsewhere.
#[cfg(feature = "persistence")]
pub trait NotAsked {
    /// Asks for nothing.
    fn asked() {}

    /// Asks for nothing.
    fn answer_asked() {}
}

#[cfg(feature = "persistence")]
impl<M> NotAsked for Kept<M> {}

/// Asks whether a message may come by way of a delivery, where an actor takes it: `Arriving::<Pay>::taken_by::<Ledger>(arrival)`.
#[cfg(feature = "persistence")]
#[derive(Debug)]
pub struct Arriving<M>(std::marker::PhantomData<M>);

#[cfg(feature = "persistence")]
impl<M: crate::delivery::Arrives> Arriving<M> {
    /// What has come, if it is an `M`, as the mailbox of `A` holds it, and whether it is confirmed by hand.
    pub fn taken_by<A: crate::call::Accepts<M>>(
        arrival: &crate::delivery::Arrival<'_>,
    ) -> crate::delivery::Arrived<A::Message> {
        let message = M::arrive(arrival)?;
        Some((message.map(|message| A::accept(message, M::port(arrival))), M::BY_HAND))
    }
}

/// In place of [`Arriving`]'s own, for what does not come by way of deliveries.
#[cfg(feature = "persistence")]
pub trait NeverArrives {
    /// Nothing ever does.
    fn taken_by<A: Actor>(_: &crate::delivery::Arrival<'_>) -> crate::delivery::Arrived<A::Message> {
        None
    }
}

#[cfg(feature = "persistence")]
impl<M> NeverArrives for Arriving<M> {}

/// Asks whether a state has a `Debug`: `Described::<Ledger>::describe(state)`.
#[cfg(feature = "persistence")]
#[derive(Debug)]
pub struct Described<S>(std::marker::PhantomData<S>);

#[cfg(feature = "persistence")]
impl<S: std::fmt::Debug> Described<S> {
    /// The state as its `Debug` writes it.
    pub fn describe(state: &S) -> Option<String> {
        Some(crate::entity::debug_words(state))
    }
}

/// In place of [`Described`]'s own, for a state without a `Debug`.
#[cfg(feature = "persistence")]
pub trait NotDescribed {
    /// Nothing.
    fn describe<S>(_: &S) -> Option<String> {
        None
    }
}

#[cfg(feature = "persistence")]
impl<S> NotDescribed for Described<S> {}

/// Asks what is stored of something that an actor takes: `Promised::<Pay>::MESSAGE`.
#[cfg(feature = "persistence")]
#[derive(Debug)]
pub struct Promised<M>(std::marker::PhantomData<M>);

#[cfg(feature = "persistence")]
impl<M: crate::delivery::Confirmable> Promised<M> {
    /// What is stored of a message that may be delivered.
    pub const MESSAGE: Option<crate::entity::Shape> = Some(crate::entity::Shape::message::<M>());
}

#[cfg(feature = "persistence")]
impl<M: crate::timer::Timer> Promised<M> {
    /// What is stored of a timer.
    pub const TIMER: Option<crate::entity::Shape> = Some(crate::entity::Shape::timer::<M>());
}

/// In place of [`Promised`]'s own, for what is never stored.
#[cfg(feature = "persistence")]
pub trait NotPromised {
    /// It is not delivered.
    const MESSAGE: Option<crate::entity::Shape> = None;
    /// It is no timer.
    const TIMER: Option<crate::entity::Shape> = None;
}

#[cfg(feature = "persistence")]
impl<M> NotPromised for Promised<M> {}

/// What has come, as the first of these that knows it takes it.
#[cfg(feature = "persistence")]
pub fn arrived<M>(
    arrival: &crate::delivery::Arrival<'_>,
    takers: &[fn(&crate::delivery::Arrival<'_>) -> crate::delivery::Arrived<M>],
) -> crate::delivery::Arrived<M> {
    takers.iter().find_map(|taken| taken(arrival))
}

/// A field that may turn out to be one that cannot be stored; see [`MessageOf`].
#[cfg(feature = "persistence")]
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be in a snapshot",
    note = "add `#[derive(Serialize, Deserialize)]` to `{Self}`, or put `#[volatile]` on the field: the factory of `host_with` then fills it"
)]
pub trait KeptField<'a>: serde::Serialize + serde::de::DeserializeOwned {}

#[cfg(feature = "persistence")]
#[diagnostic::do_not_recommend]
impl<T: serde::Serialize + serde::de::DeserializeOwned> KeptField<'_> for T {}

/// What derives of serde in generated code name.
#[cfg(feature = "persistence")]
pub use serde;

/// The way back to the caller of a message, while the message waits.
pub type PortOf<M> = crate::call::Port<<M as crate::call::Message>::Reply, <M as crate::call::Message>::Error>;

/// The way back to the caller of a message, while an async row handles it.
pub type WayBack<M> = crate::call::ReplyTo<<M as crate::call::Message>::Reply, <M as crate::call::Message>::Error>;

/// Whether the last of the events has no name that one before it has; each comes as its stored name and those that it had before.
pub const fn is_new_event(events: &[(&str, &[&str])]) -> bool {
    let [before @ .., last] = events else { return true };
    let mut at = 0;
    while at < before.len() {
        if share_a_name(before[at], *last) {
            return false;
        }
        at += 1;
    }
    true
}

const fn share_a_name(a: (&str, &[&str]), b: (&str, &[&str])) -> bool {
    let mut at = 0;
    while at <= a.1.len() {
        let name = if at == 0 { a.0 } else { a.1[at - 1] };
        if equal(name.as_bytes(), b.0.as_bytes()) || contains(b.1, name) {
            return true;
        }
        at += 1;
    }
    false
}

const fn contains(names: &[&str], name: &str) -> bool {
    let mut at = 0;
    while at < names.len() {
        if equal(names[at].as_bytes(), name.as_bytes()) {
            return true;
        }
        at += 1;
    }
    false
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
    note = "put `#[handlers]` on the `impl` block of `{Self}` that holds its `#[handle]` or `#[command]` methods"
)]
pub trait HasHandlers {}

/// Asks for the other half of the pair: `#[actor]` calls it, and without `#[handlers]` it does not compile.
pub const fn has_handlers<A: HasHandlers>() {}

/// What `#[handlers]` says to `#[actor(persistent = ..)]`: that it is there, and of the same kind.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no commands and no queries",
    note = "put `#[handlers]` on the `impl` block of `{Self}` with its `#[command]`, `#[query]` and `#[apply]` methods; a persistent actor has no `#[handle]` ones"
)]
pub trait HasCommands {}

/// As [`has_handlers`], for a persistent actor.
pub const fn has_commands<A: HasCommands>() {}

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

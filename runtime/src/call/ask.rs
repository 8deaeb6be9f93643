//! A call that is being made.

use super::cycle::Wait;
use super::enqueue::Enqueue;
use super::error::{CallError, TellError};
use super::reply::Port;
#[cfg(feature = "persistence")]
use super::request::WithId;
use super::request::{Request, into_item};
use crate::actor::{Actor, ActorRef};
use crate::clock::{self, Sleep};
use crate::executor;
use crate::mailbox::Refused;
use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::oneshot;

/// A call to an actor that has not been made yet: await it to ask, or [`tell`](Call::tell) it.
#[must_use = "a call does nothing until it is awaited or told"]
pub struct Call<'a, A: Actor, P> {
    to: &'a ActorRef<A>,
    request: P,
    timeout: Option<Duration>,
}

impl<'a, A: Actor, P: Request<A>> Call<'a, A, P> {
    pub(crate) fn new(to: &'a ActorRef<A>, request: P) -> Self {
        Self { to, request, timeout: None }
    }

    /// Puts the message into the mailbox and waits for nothing.
    ///
    /// A refusal by the handler is then seen by nobody: ask where it matters.
    ///
    /// # Errors
    ///
    /// The mailbox is full, also because the actor waits for its store, or the actor is gone.
    pub fn tell(self) -> Result<(), TellError> {
        match self.to.sender().send(into_item(self.request, Port::none())) {
            Ok(()) => Ok(()),
            Err(Refused::Full(_)) => Err(TellError::Full),
            Err(Refused::Busy(_)) => Err(TellError::Busy),
            Err(Refused::Closed(_)) => Err(TellError::Stopped),
        }
    }

    /// Puts the message into the mailbox, and waits for room if there is none: back-pressure.
    ///
    /// # Errors
    ///
    /// The actor is gone, or there was no room in the time that [`timeout`](Call::timeout) gives.
    pub fn send(self) -> Send<'a, A> {
        let item = into_item(self.request, Port::none());
        Send { enqueue: Enqueue::new(self.to, item), deadline: Deadline::after(self.timeout) }
    }

    /// Tells the message after `delay`, in a task of its own that does not keep the actor alive. Errors then are seen by nobody.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    pub fn after(self, delay: Duration)
    where
        A::Message: std::marker::Send,
    {
        let actor = self.to.downgrade();
        let item = into_item(self.request, Port::none());
        executor::spawn(async move {
            clock::sleep(delay).await;
            // Like a timer's tick it is owed, so a full mailbox does not refuse it. An actor that has ended has no use for it.
            let _ = actor.push(item);
        });
    }

    /// Waits at most so long for the answer, and for room in the mailbox before that. Without it the caller waits as long as it takes.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout: Some(timeout), ..self }
    }
}

#[cfg(feature = "persistence")]
impl<'a, A: crate::entity::Persistent, P: Request<A>> Call<'a, A, P> {
    /// Gives the call an id of the caller's own, 1 to 255 bytes, so that it can be repeated: a command with an id that the entity has seen is
    /// not carried out again, and its caller gets the answer that the first one got. That holds while the first one is still being carried
    /// out, after a restart, and for as long as the entity remembers: the newest 1 024 ids, or as many as
    /// [`Settings::remembered_ids`](crate::settings::Settings::remembered_ids) says.
    ///
    /// The answer is stored with what the command has decided. A plain refusal stores nothing, and neither does a failure: repeated, the
    /// command is decided again. So is a query. An id is for one command: give another command the id, and it gets an answer that is not
    /// its own, or [`CallError::Unreadable`].
    ///
    /// ```
    /// use mainstay::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(Message, Clone, Serialize, Deserialize)]
    /// #[message(reply = u64)]
    /// struct Deposit(u64);
    ///
    /// #[derive(Event, Serialize, Deserialize)]
    /// #[event(name = "purse.deposited")]
    /// struct Deposited(u64);
    ///
    /// #[fsm(states = PurseState)]
    /// #[derive(Default)]
    /// struct Purse(u64);
    ///
    /// #[derive(States)]
    /// #[states(Purse, name = "purse")]
    /// enum PurseState {
    ///     #[initial]
    ///     #[on(Deposit => Deposited => stay)]
    ///     Only,
    /// }
    ///
    /// impl PurseFlow for Purse {
    ///     fn only_deposit(&self, Deposit(sum): Deposit, _: &mut Context<Self>) -> Decide<Self, Deposit, Deposited> {
    ///         persist(Deposited(sum)).reply_with(|after: &After<Self>| after.data.0)
    ///     }
    ///
    ///     fn only_deposited(&mut self, event: &Deposited) {
    ///         self.0 += event.0;
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let system = System::volatile().host::<Purse>().start().await?;
    /// let purse = system.entity::<Purse>("alice")?;
    /// assert_eq!(purse.ask(Deposit(5)).id("transfer-7").await, Ok(5));
    /// assert_eq!(purse.ask(Deposit(5)).id("transfer-7").await, Ok(5), "the same one");
    /// assert_eq!(purse.ask(Deposit(5)).id("transfer-8").await, Ok(10));
    /// # Ok(())
    /// # }
    /// ```
    pub fn id(self, id: impl Into<std::sync::Arc<str>>) -> Call<'a, A, WithId<P>> {
        Call { to: self.to, request: WithId { request: self.request, id: Some(id.into()) }, timeout: self.timeout }
    }
}

impl<'a, A: Actor, P: Request<A>> IntoFuture for Call<'a, A, P> {
    type Output = Result<P::Reply, CallError<P::Error>>;
    type IntoFuture = Ask<'a, A, P::Reply, P::Error>;

    fn into_future(self) -> Self::IntoFuture {
        let (sender, answer) = oneshot::channel();
        let item = into_item(self.request, Port::to(sender));
        Ask { enqueue: Enqueue::new(self.to, item), answer, deadline: Deadline::after(self.timeout), wait: None }
    }
}

impl<A: Actor, P> fmt::Debug for Call<'_, A, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("timeout", &self.timeout).finish_non_exhaustive()
    }
}

/// The future of a call: waits for room in the mailbox, then for the answer.
///
/// # Cancel safety
///
/// Dropped before the message is in the mailbox, nothing happens. Dropped later, the message is handled and its answer is seen by nobody.
pub struct Ask<'a, A: Actor, R, E> {
    enqueue: Enqueue<'a, A>,
    answer: oneshot::Receiver<Result<R, CallError<E>>>,
    deadline: Deadline,
    /// Of an actor's handler that waits for another actor.
    wait: Option<Wait>,
}

// No field is ever pinned in place: what must stay put is boxed.
impl<A: Actor, R, E> Unpin for Ask<'_, A, R, E> {}

impl<A: Actor, R, E> Future for Ask<'_, A, R, E> {
    type Output = Result<R, CallError<E>>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        if this.wait.is_none() && !this.enqueue.done() {
            match Wait::start(|| this.enqueue.to().node()) {
                Ok(wait) => this.wait = wait,
                Err(path) => return Poll::Ready(Err(CallError::Cycle { path })),
            }
        }
        let sent = this.enqueue.poll(cx);
        if let Poll::Ready(Err(TellError::Busy)) = sent {
            return Poll::Ready(Err(CallError::Busy));
        }
        // A message that is refused drops its port, so there is an answer in any case. Only a port is ever dropped without one.
        if sent.is_ready()
            && let Poll::Ready(answer) = Pin::new(&mut this.answer).poll(cx)
        {
            // The future may be kept longer than it is waited for.
            this.wait = None;
            return Poll::Ready(answer.unwrap_or(Err(CallError::Stopped)));
        }
        let enqueued = this.enqueue.done();
        this.deadline.poll(cx).map(|()| Err(CallError::Timeout { enqueued }))
    }
}

/// The future of a message that waits for room in the mailbox and for nothing else.
///
/// # Cancel safety
///
/// Dropped before the message is in the mailbox, nothing happens.
pub struct Send<'a, A: Actor> {
    enqueue: Enqueue<'a, A>,
    deadline: Deadline,
}

impl<A: Actor> Unpin for Send<'_, A> {}

impl<A: Actor> Future for Send<'_, A> {
    type Output = Result<(), TellError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        if let Poll::Ready(outcome) = this.enqueue.poll(cx) {
            return Poll::Ready(outcome);
        }
        this.deadline.poll(cx).map(|()| Err(TellError::Full))
    }
}

/// The time that a caller gives. Boxed, for it is large and rare.
struct Deadline(Option<Sleep>);

impl Deadline {
    fn after(timeout: Option<Duration>) -> Self {
        Self(timeout.map(clock::sleep))
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        match &mut self.0 {
            Some(sleep) => sleep.as_mut().poll(cx),
            None => Poll::Pending,
        }
    }
}

impl<A: Actor, R, E> fmt::Debug for Ask<'_, A, R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask").field("enqueued", &self.enqueue.done()).finish_non_exhaustive()
    }
}

impl<A: Actor> fmt::Debug for Send<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Send").field("enqueued", &self.enqueue.done()).finish_non_exhaustive()
    }
}

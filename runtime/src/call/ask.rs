//! A call that is being made.

use super::cycle::Wait;
use super::enqueue::Enqueue;
use super::error::{CallError, TellError};
use super::reply::Port;
#[cfg(feature = "persistence")]
use super::request::WithId;
use super::request::{Request, into_item};
use super::slot::{Answer, slot};
use crate::actor::{Actor, ActorRef, Item};
use crate::clock::{self, Sleep};
use crate::executor;
use crate::mailbox::Refusal;
use crate::observe::{Cause, Stamp};
use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

/// A call to an actor that has not been made yet: await it to ask, or [`tell`](Call::tell) it.
#[must_use = "a call does nothing until it is awaited or told"]
pub struct Call<'a, A: Actor, P> {
    to: &'a ActorRef<A>,
    request: P,
    timeout: Option<Duration>,
}

impl<'a, A: Actor, P> Call<'a, A, P> {
    pub(crate) fn new(to: &'a ActorRef<A>, request: P) -> Self {
        Self { to, request, timeout: None }
    }
}

impl<'a, A: Actor, P: Request<A>> Call<'a, A, P> {
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
            Err(refusal) => Err(refusal.into()),
        }
    }

    /// Puts the message into the mailbox, and waits for room if there is none: back-pressure.
    ///
    /// # Errors
    ///
    /// The actor is gone, there was no room in the time that [`timeout`](Call::timeout) gives, or there never would be: of two handlers that
    /// wait for room in each other's mailboxes, one is told of the circle.
    pub fn send(self) -> Send<'a, A> {
        let item = into_item(self.request, Port::none());
        Send { enqueue: Enqueue::sending(self.to, item), deadline: Deadline::after(self.timeout) }
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
        // An entity that nobody holds leaves the memory, and with it goes its mailbox: not before this has come.
        let kept = self.to.sender().is_lasting().then(|| self.to.sender().clone());
        let item = into_item(self.request, Port::none());
        let cause = Cause::here();
        executor::spawn(async move {
            clock::sleep(delay).await;
            // Like a timer's tick it is owed, so a full mailbox does not refuse it. An actor that has ended has no use for it.
            let _ = actor.push(item, Stamp::of(cause));
            drop(kept);
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
    type IntoFuture = Ask<'a, A, P>;

    fn into_future(self) -> Self::IntoFuture {
        Ask { to: self.to, stage: Stage::New(Some(self.request)), deadline: Deadline::after(self.timeout), wait: None }
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
pub struct Ask<'a, A: Actor, P: Request<A>> {
    to: &'a ActorRef<A>,
    stage: Stage<'a, A, P>,
    deadline: Deadline,
    /// Of an actor's handler that waits for another actor.
    wait: Option<Wait>,
}

type Reply<A, P> = Result<<P as Request<A>>::Reply, CallError<<P as Request<A>>::Error>>;

/// A message that waits for room, and where its answer will be.
type Unsent<'a, A, P> = (Enqueue<'a, A>, Answer<Reply<A, P>>);

/// How far an ask has come.
enum Stage<'a, A: Actor, P: Request<A>> {
    /// Not polled yet. Nothing is left of it after the first poll.
    New(Option<P>),
    /// The mailbox was full. Boxed, for that is rare.
    Full(Box<Unsent<'a, A, P>>),
    Sent(Answer<Reply<A, P>>),
}

// No field is ever pinned in place: what must stay put is boxed.
impl<A: Actor, P: Request<A>> Unpin for Ask<'_, A, P> {}

impl<A: Actor, P: Request<A>> Future for Ask<'_, A, P> {
    type Output = Reply<A, P>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        let answer = match &mut this.stage {
            Stage::Sent(answer) => Pin::new(answer).poll(cx),
            Stage::New(request) => match request.take() {
                Some(request) => this.start(request, cx),
                None => Poll::Ready(None),
            },
            Stage::Full(_) => this.poll_full(cx),
        };
        match answer {
            Poll::Ready(answer) => {
                // The future may be kept longer than it is waited for.
                this.wait = None;
                // Only a port is ever dropped without an answer.
                Poll::Ready(answer.unwrap_or(Err(CallError::Stopped)))
            }
            Poll::Pending => {
                std::task::ready!(this.deadline.poll(cx));
                Poll::Ready(this.late())
            }
        }
    }
}

impl<A: Actor, P: Request<A>> Ask<'_, A, P> {
    /// Sends the message.
    fn start(&mut self, request: P, cx: &Context<'_>) -> Poll<Option<Reply<A, P>>> {
        let (giver, answer) = slot(cx);
        match Wait::start(|| self.to.node(), || answer.open()) {
            Ok(wait) => self.wait = wait,
            Err(path) => return Poll::Ready(Some(Err(CallError::Cycle { path }))),
        }
        let mut ticket = None;
        match self.to.sender().poll_send(into_item(request, Port::to(giver)), &mut ticket, cx) {
            Ok(None) => self.stage = Stage::Sent(answer),
            Ok(Some(item)) => self.stage = Stage::Full(Box::new((Enqueue::asking(self.to, item, ticket), answer))),
            Err(Refusal::Busy) => return Poll::Ready(Some(Err(CallError::Busy))),
            Err(_) => return Poll::Ready(None),
        }
        Poll::Pending
    }

    /// Waits for room, then for the answer.
    fn poll_full(&mut self, cx: &mut Context<'_>) -> Poll<Option<Reply<A, P>>> {
        let Stage::Full(full) = &mut self.stage else { return Poll::Ready(None) };
        let (enqueue, answer) = &mut **full;
        if let Err(TellError::Busy) = std::task::ready!(enqueue.poll(cx)) {
            return Poll::Ready(Some(Err(CallError::Busy)));
        }
        // Where the actor has ended, the message is dropped, and with it the port: that is an answer, too.
        Pin::new(answer).poll(cx)
    }

    /// What a caller gets that waits no longer.
    fn late(&mut self) -> Reply<A, P> {
        let enqueued = self.enqueued();
        #[cfg(feature = "persistence")]
        if let Stage::Sent(answer) = &mut self.stage
            && let Some(meanwhile) = answer.give_up()
        {
            return meanwhile;
        }
        Err(CallError::Timeout { enqueued })
    }

    fn enqueued(&self) -> bool {
        match &self.stage {
            Stage::New(_) => false,
            Stage::Full(full) => full.0.done(),
            Stage::Sent(_) => true,
        }
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

impl<'a, A: Actor> Send<'a, A> {
    pub(crate) fn new(to: &'a ActorRef<A>, message: A::Message) -> Self {
        Self::item(to, Item::Message(message))
    }

    pub(crate) fn item(to: &'a ActorRef<A>, item: Item<A>) -> Self {
        Self { enqueue: Enqueue::sending(to, item), deadline: Deadline(None) }
    }
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

impl<A: Actor, P: Request<A>> fmt::Debug for Ask<'_, A, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask").field("enqueued", &self.enqueued()).finish_non_exhaustive()
    }
}

impl<A: Actor> fmt::Debug for Send<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Send").field("enqueued", &self.enqueue.done()).finish_non_exhaustive()
    }
}

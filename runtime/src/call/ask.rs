//! A call that is being made.

use super::error::{CallError, TellError};
use super::reply::Port;
use super::request::Request;
use crate::actor::{Actor, ActorRef};
use crate::mailbox::Refused;
use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::futures::Notified;
use tokio::sync::oneshot;
use tokio::time::Sleep;

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
    /// The mailbox is full, or the actor is gone.
    pub fn tell(self) -> Result<(), TellError> {
        match self.to.sender().send(self.request.into_message(Port::none())) {
            Ok(()) => Ok(()),
            Err(Refused::Full(_)) => Err(TellError::Full),
            Err(Refused::Closed(_)) => Err(TellError::Stopped),
        }
    }

    /// Waits at most so long for the answer, and for room in the mailbox before that. Without it the caller waits as long as it takes.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout: Some(timeout), ..self }
    }
}

impl<'a, A: Actor, P: Request<A>> IntoFuture for Call<'a, A, P> {
    type Output = Result<P::Reply, CallError<P::Error>>;
    type IntoFuture = Ask<'a, A, P::Reply, P::Error>;

    fn into_future(self) -> Self::IntoFuture {
        let (sender, answer) = oneshot::channel();
        Ask {
            to: self.to,
            unsent: Some(self.request.into_message(Port::to(sender))),
            room: None,
            answer,
            deadline: self.timeout.map(|timeout| Box::pin(tokio::time::sleep(timeout))),
        }
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
    to: &'a ActorRef<A>,
    unsent: Option<A::Message>,
    // Boxed, for both are rare and large: a mailbox that is full, and a caller in a hurry.
    room: Option<Pin<Box<Notified<'a>>>>,
    deadline: Option<Pin<Box<Sleep>>>,
    answer: oneshot::Receiver<Result<R, CallError<E>>>,
}

// No field is ever pinned in place: what must stay put is boxed.
impl<A: Actor, R, E> Unpin for Ask<'_, A, R, E> {}

impl<A: Actor, R, E> Ask<'_, A, R, E> {
    /// Ready when the message has been handed over, or never can be.
    fn send(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        while let Some(message) = self.unsent.take() {
            if let Some(room) = &mut self.room {
                if room.as_mut().poll(cx).is_pending() {
                    self.unsent = Some(message);
                    return Poll::Pending;
                }
                self.room = None;
            }
            // Made before the attempt, so that room which comes between the attempt and the wait is not missed.
            let changed = self.to.sender().changed();
            match self.to.sender().send(message) {
                Ok(()) => {}
                Err(Refused::Full(message)) => {
                    self.unsent = Some(message);
                    self.room = Some(Box::pin(changed));
                }
                // Dropping it answers the call with `Stopped`.
                Err(Refused::Closed(message)) => drop(message),
            }
        }
        Poll::Ready(())
    }
}

impl<A: Actor, R, E> Future for Ask<'_, A, R, E> {
    type Output = Result<R, CallError<E>>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        if this.send(cx).is_ready()
            && let Poll::Ready(answer) = Pin::new(&mut this.answer).poll(cx)
        {
            // Whoever holds the other end answers when it drops it, so there always is an answer.
            return Poll::Ready(answer.unwrap_or(Err(CallError::NoReply)));
        }
        if let Some(deadline) = &mut this.deadline
            && deadline.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(Err(CallError::Timeout { enqueued: this.unsent.is_none() }));
        }
        Poll::Pending
    }
}

impl<A: Actor, R, E> fmt::Debug for Ask<'_, A, R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask").field("enqueued", &self.unsent.is_none()).finish_non_exhaustive()
    }
}

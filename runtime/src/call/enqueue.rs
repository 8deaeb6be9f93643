//! A message on its way into a mailbox that may be full.

use super::cycle::{Full, Wait};
use super::error::TellError;
use crate::actor::{Actor, ActorRef, Item};
use crate::mailbox::Refused;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::futures::Notified;

pub(super) struct Enqueue<'a, A: Actor> {
    to: &'a ActorRef<A>,
    unsent: Option<A::Message>,
    /// Boxed, for a mailbox that is full is rare and the wait is large.
    room: Option<Pin<Box<Notified<'a>>>>,
    /// Of an actor's handler that waits for room and then for nothing else. One that asks says itself for whom it waits.
    wait: Option<Wait>,
    sends: bool,
}

impl<'a, A: Actor> Enqueue<'a, A> {
    /// Of an ask.
    pub(super) fn asking(to: &'a ActorRef<A>, message: A::Message) -> Self {
        Self { to, unsent: Some(message), room: None, wait: None, sends: false }
    }

    /// Of a send.
    pub(super) fn sending(to: &'a ActorRef<A>, message: A::Message) -> Self {
        Self { sends: true, ..Self::asking(to, message) }
    }

    pub(super) fn to(&self) -> &'a ActorRef<A> {
        self.to
    }

    /// Whether the message is out of our hands.
    pub(super) fn done(&self) -> bool {
        self.unsent.is_none()
    }

    /// Ready when the message has been handed over, or never can be. Ready again, with `Ok`, when it is polled after that.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), TellError>> {
        while let Some(message) = self.unsent.take() {
            if let Some(room) = &mut self.room {
                if room.as_mut().poll(cx).is_pending() {
                    self.unsent = Some(message);
                    return Poll::Pending;
                }
                (self.room, self.wait) = (None, None);
            }
            match self.to.sender().send(Item::Message(message)) {
                Err(Refused::Closed(_)) => return Poll::Ready(Err(TellError::Stopped)),
                Err(Refused::Full(Item::Message(message))) => {
                    if let Err(refused) = self.wait(message) {
                        return Poll::Ready(Err(refused));
                    }
                }
                // In. What is refused is what was sent, so there is nothing else that could have been.
                Ok(()) | Err(Refused::Full(_)) => break,
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Waits for room, unless some has come since the message was refused.
    fn wait(&mut self, message: A::Message) -> Result<(), TellError> {
        // Made before the second attempt, so that room which comes between the attempt and the wait is not missed.
        let room = self.to.sender().changed();
        let full = if self.sends { Full::look(|| self.to.node()) } else { None };
        match self.to.sender().send(Item::Message(message)) {
            Err(Refused::Full(Item::Message(message))) => {
                self.wait = full.map(Full::wait).transpose().map_err(|path| TellError::Cycle { path })?;
                self.unsent = Some(message);
                self.room = Some(Box::pin(room));
                Ok(())
            }
            Err(Refused::Closed(_)) => Err(TellError::Stopped),
            Ok(()) | Err(Refused::Full(_)) => Ok(()),
        }
    }
}

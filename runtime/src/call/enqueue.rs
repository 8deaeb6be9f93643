//! A message on its way into a mailbox that may be full.

use super::error::TellError;
use crate::actor::{Actor, ActorRef, Item};
use crate::mailbox::Refused;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::futures::Notified;

pub(super) struct Enqueue<'a, A: Actor> {
    to: &'a ActorRef<A>,
    unsent: Option<Item<A>>,
    /// Boxed, for a mailbox that is full is rare and the wait is large.
    room: Option<Pin<Box<Notified<'a>>>>,
}

impl<'a, A: Actor> Enqueue<'a, A> {
    pub(super) fn new(to: &'a ActorRef<A>, item: Item<A>) -> Self {
        Self { to, unsent: Some(item), room: None }
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
        while let Some(item) = self.unsent.take() {
            if let Some(room) = &mut self.room {
                if room.as_mut().poll(cx).is_pending() {
                    self.unsent = Some(item);
                    return Poll::Pending;
                }
                self.room = None;
            }
            match self.to.sender().send(item) {
                Ok(()) => break,
                Err(Refused::Closed(_)) => return Poll::Ready(Err(TellError::Stopped)),
                Err(Refused::Busy(_)) => return Poll::Ready(Err(TellError::Busy)),
                Err(Refused::Full(item)) => {
                    if let Err(refused) = self.wait(item) {
                        return Poll::Ready(Err(refused));
                    }
                }
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Waits for room, unless some has come since the message was refused.
    fn wait(&mut self, item: Item<A>) -> Result<(), TellError> {
        // Made before the second attempt, so that room which comes between the attempt and the wait is not missed.
        let room = self.to.sender().changed();
        match self.to.sender().send(item) {
            Ok(()) => Ok(()),
            Err(Refused::Closed(_)) => Err(TellError::Stopped),
            Err(Refused::Busy(_)) => Err(TellError::Busy),
            Err(Refused::Full(item)) => {
                self.unsent = Some(item);
                self.room = Some(Box::pin(room));
                Ok(())
            }
        }
    }
}

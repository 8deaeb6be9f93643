//! A message on its way into a mailbox that may be full.

use super::cycle::{Full, Wait};
use super::error::TellError;
use crate::actor::{Actor, ActorRef, Item};
use crate::mailbox::{Closed, Ticket};
use std::task::{Context, Poll};

pub(super) struct Enqueue<'a, A: Actor> {
    to: &'a ActorRef<A>,
    unsent: Option<A::Message>,
    /// Where it waits for room.
    ticket: Option<Ticket>,
    /// Of an actor's handler that waits for room and then for nothing else. One that asks says itself for whom it waits.
    wait: Option<Wait>,
    sends: bool,
}

impl<'a, A: Actor> Enqueue<'a, A> {
    /// Of an ask that has found the mailbox full, and waits under `ticket`.
    pub(super) fn asking(to: &'a ActorRef<A>, message: A::Message, ticket: Option<Ticket>) -> Self {
        Self { to, unsent: Some(message), ticket, wait: None, sends: false }
    }

    /// Of a send.
    pub(super) fn sending(to: &'a ActorRef<A>, message: A::Message) -> Self {
        Self { to, unsent: Some(message), ticket: None, wait: None, sends: true }
    }

    /// Whether the message is out of our hands.
    pub(super) fn done(&self) -> bool {
        self.unsent.is_none()
    }

    /// Ready when the message has been handed over, or never can be. Ready again, with `Ok`, when it is polled after that.
    pub(super) fn poll(&mut self, cx: &Context<'_>) -> Poll<Result<(), TellError>> {
        self.offer(cx)?;
        if self.sends
            && self.unsent.is_some()
            && let Some(full) = Full::look(|| self.to.node())
        {
            // Tried again after the look, so that room which comes between the attempt and the wait is not missed.
            self.offer(cx)?;
            if self.unsent.is_some() {
                self.wait = Some(full.wait().map_err(|path| TellError::Cycle { path })?);
            }
        }
        if self.unsent.is_some() {
            return Poll::Pending;
        }
        self.wait = None;
        Poll::Ready(Ok(()))
    }

    /// Tries to hand the message over.
    fn offer(&mut self, cx: &Context<'_>) -> Result<(), TellError> {
        let Some(message) = self.unsent.take() else { return Ok(()) };
        match self.to.sender().poll_send(Item::Message(message), &mut self.ticket, cx) {
            Ok(Some(Item::Message(message))) => self.unsent = Some(message),
            // What comes back is what was sent, so there is nothing else that it could be.
            Ok(_) => {}
            Err(Closed) => return Err(TellError::Stopped),
        }
        Ok(())
    }
}

impl<A: Actor> Drop for Enqueue<'_, A> {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            self.to.sender().give_up(ticket);
        }
    }
}

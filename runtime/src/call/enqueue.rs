//! A message on its way into a mailbox that may be full.

use super::error::TellError;
use crate::actor::{Actor, ActorRef, Item};
use crate::mailbox::{Closed, Ticket};
use std::task::{Context, Poll};

pub(super) struct Enqueue<'a, A: Actor> {
    to: &'a ActorRef<A>,
    unsent: Option<A::Message>,
    /// Where it waits for room.
    ticket: Option<Ticket>,
}

impl<'a, A: Actor> Enqueue<'a, A> {
    pub(super) fn new(to: &'a ActorRef<A>, message: A::Message) -> Self {
        Self { to, unsent: Some(message), ticket: None }
    }

    /// Of a message that has found the mailbox full, and waits under `ticket`.
    pub(super) fn waiting(to: &'a ActorRef<A>, message: A::Message, ticket: Option<Ticket>) -> Self {
        Self { to, unsent: Some(message), ticket }
    }

    /// Whether the message is out of our hands.
    pub(super) fn done(&self) -> bool {
        self.unsent.is_none()
    }

    /// Ready when the message has been handed over, or never can be. Ready again, with `Ok`, when it is polled after that.
    pub(super) fn poll(&mut self, cx: &Context<'_>) -> Poll<Result<(), TellError>> {
        let Some(message) = self.unsent.take() else { return Poll::Ready(Ok(())) };
        match self.to.sender().poll_send(Item::Message(message), &mut self.ticket, cx) {
            Ok(Some(Item::Message(message))) => {
                self.unsent = Some(message);
                Poll::Pending
            }
            // What comes back is what was sent, so there is nothing else that it could be.
            Ok(_) => Poll::Ready(Ok(())),
            Err(Closed) => Poll::Ready(Err(TellError::Stopped)),
        }
    }
}

impl<A: Actor> Drop for Enqueue<'_, A> {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            self.to.sender().give_up(ticket);
        }
    }
}

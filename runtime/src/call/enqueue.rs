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
        let Some(message) = self.unsent.take() else { return Poll::Ready(Ok(())) };
        self.wait = None;
        // Most find room at once, and have nothing to do with circles.
        let mut looks = self.sends && self.ticket.is_some();
        let mut message = Item::Message(message);
        loop {
            let full = if looks { Full::look(|| self.to.node()) } else { None };
            let refused = match self.to.sender().poll_send(message, &mut self.ticket, cx) {
                Ok(Some(Item::Message(refused))) => refused,
                // What comes back is what was sent, so there is nothing else that it could be.
                Ok(_) => return Poll::Ready(Ok(())),
                Err(Closed) => return Poll::Ready(Err(TellError::Stopped)),
            };
            // Where there was room in between, there is nothing to wait for: only what is seen full from the look on to the refusal is.
            if self.sends && !looks || full.as_ref().is_some_and(Full::is_over) {
                (looks, message) = (true, Item::Message(refused));
                continue;
            }
            self.wait = full.map(Full::wait).transpose().map_err(|path| TellError::Cycle { path })?;
            self.unsent = Some(refused);
            return Poll::Pending;
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

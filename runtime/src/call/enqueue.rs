//! A message on its way into a mailbox that may be full.

use super::cycle::{Full, Wait};
use super::error::TellError;
use crate::actor::{Actor, ActorRef, Item};
use crate::mailbox::{Refused, Ticket};
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
    /// Of an ask that has found the mailbox full.
    pub(super) fn asking(to: &'a ActorRef<A>, message: A::Message) -> Self {
        Self { to, unsent: Some(message), ticket: None, wait: None, sends: false }
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
        let mut refused = if self.sends && self.ticket.is_none() {
            self.to.sender().send(Item::Message(message))
        } else {
            Err(Refused::Full(Item::Message(message)))
        };
        loop {
            let message = match refused {
                Err(Refused::Full(Item::Message(message))) => message,
                // What is refused is what was sent, so there is nothing else that could have been.
                Ok(()) | Err(Refused::Full(_)) => return Poll::Ready(Ok(())),
                Err(Refused::Closed(_)) => return Poll::Ready(Err(TellError::Stopped)),
            };
            let full = if self.sends { Full::look(|| self.to.node()) } else { None };
            refused = match self.to.sender().poll_send(Item::Message(message), &mut self.ticket, cx) {
                // There was room in between: only what is seen full from the look on to the refusal is waited for.
                refused @ Err(Refused::Full(_)) if full.as_ref().is_some_and(Full::is_over) => refused,
                Err(Refused::Full(Item::Message(message))) => {
                    self.wait = full.map(Full::wait).transpose().map_err(|path| TellError::Cycle { path })?;
                    self.unsent = Some(message);
                    return Poll::Pending;
                }
                other => other,
            };
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

//! A message on its way into a mailbox that may be full.

use super::cycle::{Full, Wait};
use super::error::TellError;
use crate::actor::{Actor, ActorRef, Item};
use crate::mailbox::Ticket;
use std::task::{Context, Poll};

pub(super) struct Enqueue<'a, A: Actor> {
    to: &'a ActorRef<A>,
    unsent: Option<Item<A>>,
    /// Where it waits for room.
    ticket: Option<Ticket>,
    /// Of an actor's handler that waits for room and then for nothing else. One that asks says itself for whom it waits.
    wait: Option<Wait>,
    sends: bool,
}

impl<'a, A: Actor> Enqueue<'a, A> {
    /// Of an ask that has found the mailbox full, and waits under `ticket`.
    pub(super) fn asking(to: &'a ActorRef<A>, item: Item<A>, ticket: Option<Ticket>) -> Self {
        Self { to, unsent: Some(item), ticket, wait: None, sends: false }
    }

    /// Of a send.
    pub(super) fn sending(to: &'a ActorRef<A>, item: Item<A>) -> Self {
        Self { to, unsent: Some(item), ticket: None, wait: None, sends: true }
    }

    /// Whether the message is out of our hands.
    pub(super) fn done(&self) -> bool {
        self.unsent.is_none()
    }

    /// Ready when the message has been handed over, or never can be. Ready again, with `Ok`, when it is polled after that.
    pub(super) fn poll(&mut self, cx: &Context<'_>) -> Poll<Result<(), TellError>> {
        let Some(mut item) = self.unsent.take() else { return Poll::Ready(Ok(())) };
        self.wait = None;
        // Most find room at once, and have nothing to do with circles.
        let mut looks = self.sends && self.ticket.is_some();
        loop {
            let full = if looks { Full::look(|| self.to.node()) } else { None };
            item = match self.to.sender().poll_send(item, &mut self.ticket, cx) {
                Ok(Some(refused)) => refused,
                Ok(None) => return Poll::Ready(Ok(())),
                Err(refusal) => return Poll::Ready(Err(refusal.into())),
            };
            // Where there was room in between, there is nothing to wait for: only what is seen full from the look on to the refusal is.
            if self.sends && !looks || full.as_ref().is_some_and(Full::is_over) {
                looks = true;
                continue;
            }
            self.wait = full.map(Full::wait).transpose().map_err(|path| TellError::Cycle { path })?;
            self.unsent = Some(item);
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

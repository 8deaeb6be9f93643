//! Tasks that wait for something that the consumer of a mailbox does.

use super::queue::{Shared, State};
use crate::actor::Exit;
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};

/// Names one who waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticket(u64);

impl Ticket {
    /// Of the one in [`Fate::Awaited`]: there is no other at a time.
    const FIRST: Self = Self(0);

    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// How the consumer ended; before that, the first of those who wait for it, who is most often the only one.
pub(super) enum Fate {
    Open,
    Awaited(Waker),
    Over(Exit),
}

/// Those who wait. They are few at a time, so they are searched.
#[derive(Debug, Default)]
pub(super) struct Waiting(Vec<(Ticket, Waker)>);

impl Waiting {
    /// Notes who is to be woken, under the ticket that it has or gets. Gives back the waker of an earlier poll, to be dropped outside of locks.
    pub(super) fn register(&mut self, ticket: &mut Option<Ticket>, cx: &Context<'_>) -> Option<Waker> {
        let own = *ticket.get_or_insert_with(Ticket::new);
        if let Some((_, waker)) = self.0.iter_mut().find(|(ticket, _)| *ticket == own) {
            return renew(waker, cx);
        }
        self.0.push((own, cx.waker().clone()));
        None
    }

    fn forget(&mut self, own: Ticket) -> Option<Waker> {
        let at = self.0.iter().position(|(ticket, _)| *ticket == own)?;
        Some(self.0.swap_remove(at).1)
    }

    /// Wakes all of them.
    pub(super) fn wake(self) {
        self.0.into_iter().for_each(|(_, waker)| waker.wake());
    }
}

fn renew(waker: &mut Waker, cx: &Context<'_>) -> Option<Waker> {
    (!waker.will_wake(cx.waker())).then(|| mem::replace(waker, cx.waker().clone()))
}

impl<T> State<T> {
    pub(super) fn exit(&self) -> Option<&Exit> {
        match &self.fate {
            Fate::Over(exit) => Some(exit),
            Fate::Open | Fate::Awaited(..) => None,
        }
    }

    /// Notes who waits for the end; as [`Waiting::register`] does.
    fn await_end(&mut self, ticket: &mut Option<Ticket>, cx: &Context<'_>) -> Option<Waker> {
        match (&mut self.fate, &ticket) {
            (Fate::Open, None) => {
                *ticket = Some(Ticket::FIRST);
                self.fate = Fate::Awaited(cx.waker().clone());
                None
            }
            (Fate::Awaited(waker), Some(Ticket::FIRST)) => renew(waker, cx),
            _ => self.others().end.register(ticket, cx),
        }
    }

    /// Nobody waits with this ticket any more.
    pub(super) fn forget(&mut self, own: Ticket) -> Option<Waker> {
        if own == Ticket::FIRST {
            // Over, there is nothing to forget.
            let Fate::Awaited(_) = self.fate else { return None };
            return match mem::replace(&mut self.fate, Fate::Open) {
                Fate::Awaited(waker) => Some(waker),
                Fate::Open | Fate::Over(_) => None,
            };
        }
        let others = self.others.as_mut()?;
        others.room.forget(own).or_else(|| others.end.forget(own))
    }
}

/// Waits for the consumer to be gone.
pub(crate) struct Ended<T> {
    shared: Arc<Shared<T>>,
    ticket: Option<Ticket>,
}

impl<T> Ended<T> {
    pub(super) fn new(shared: Arc<Shared<T>>) -> Self {
        Self { shared, ticket: None }
    }
}

impl<T> Future for Ended<T> {
    type Output = Exit;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Exit> {
        let Self { shared, ticket } = &mut *self;
        let earlier = {
            let mut state = shared.lock();
            if let Some(exit) = state.exit() {
                *ticket = None;
                return Poll::Ready(exit.clone());
            }
            state.await_end(ticket, cx)
        };
        drop(earlier);
        Poll::Pending
    }
}

impl<T> Drop for Ended<T> {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            self.shared.forget(ticket);
        }
    }
}

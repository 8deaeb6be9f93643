//! How an entity leaves the memory when it has nothing to do.
//!
//! In two steps, between which nothing is lost. First the state goes: the entity is asleep, and its next message recovers it. Its mailbox and
//! its place in the register go when nobody has a handle any more, at once or later.

use super::inflight::poll_alarm;
use super::persistent::PersistDispatch;
use super::register::Register;
use super::seats::{Seat, Seats};
use crate::actor::Item;
use crate::clock::{self, Sleep};
use crate::mailbox::Receiver;
use crate::settings::{PassivateAfter, Settings};
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, ready};
use std::time::Duration;

/// What an entity does that has nothing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Idle {
    /// It goes out of memory.
    Sleep,
    /// It ends: nobody could send it anything.
    Leave,
}

pub(crate) struct Rest<A: PersistDispatch> {
    id: Arc<str>,
    /// Gone when the system was dropped.
    register: Weak<Register<A>>,
    after: PassivateAfter,
    is_asleep: bool,
    /// Since when there is nothing to do. It stays when there is work again that did not come from a handle.
    since: Option<Duration>,
    alarm: Option<Sleep>,
    seats: Option<Arc<Seats>>,
    seat: Option<Seat>,
}

impl<A: PersistDispatch> Rest<A> {
    pub(super) fn id(&self) -> &Arc<str> {
        &self.id
    }

    /// Where the entity is known, as long as there is a system.
    pub(super) fn register(&self) -> Option<Arc<Register<A>>> {
        self.register.upgrade()
    }

    pub(crate) fn new(
        id: Arc<str>,
        register: Weak<Register<A>>,
        settings: &Settings,
        seats: Option<Arc<Seats>>,
    ) -> Self {
        let seat = seats.as_ref().map(Seats::take);
        let after = A::PASSIVATE_AFTER.unwrap_or(settings.passivate_after);
        Self { id, register, after, is_asleep: false, since: None, alarm: None, seats, seat }
    }

    /// There is work that came from a handle.
    #[inline]
    pub(super) fn disturb(&mut self) {
        if self.since.take().is_some() || self.is_asleep {
            self.wake();
        }
    }

    fn wake(&mut self) {
        if self.is_asleep {
            self.is_asleep = false;
            self.seat = self.seats.as_ref().map(Seats::take);
            if let Some(register) = self.register.upgrade() {
                register.wake(&self.id);
            }
        }
        if let Some(seat) = &mut self.seat {
            seat.work();
        }
    }

    /// There is nothing to do: nothing waits, and nothing is on its way to the store.
    pub(super) fn poll(&mut self, inbox: &Receiver<Item<A>>, task: &mut Context<'_>) -> Poll<Idle> {
        if inbox.is_deserted() && self.register.upgrade().is_none_or(|register| register.leave(&self.id, inbox)) {
            return Poll::Ready(Idle::Leave);
        }
        if self.is_asleep {
            return Poll::Pending;
        }
        let since = *self.since.get_or_insert_with(clock::monotonic);
        if self.seat.as_mut().is_some_and(|seat| seat.rest(task.waker())) {
            return Poll::Ready(Idle::Sleep);
        }
        let PassivateAfter::Idle(after) = self.after else { return Poll::Pending };
        ready!(poll_alarm(&mut self.alarm, since.saturating_add(after), task));
        Poll::Ready(Idle::Sleep)
    }

    /// The state is gone.
    pub(super) fn sleep(&mut self) {
        self.is_asleep = true;
        (self.since, self.alarm, self.seat) = (None, None, None);
        if let Some(register) = self.register.upgrade() {
            register.sleep(&self.id);
        }
    }
}

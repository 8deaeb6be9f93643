//! A place for one answer, between the one who gives it and the one who waits for it.
//!
//! It does what a oneshot channel does, in half the instructions: one allocation, and one short lock whenever either side touches it.

use super::cycle::Open;
use crate::sync::{Mutex, MutexGuard};
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, Waker};

struct Slot<T>(Mutex<State<T>>);

enum State<T> {
    /// Somebody waits.
    Awaited(Waker),
    Answered(T),
    /// One of the two is gone, or the answer has been fetched.
    Over,
}

/// Gives the answer. Dropped without one, it says that there will be none.
pub(crate) struct Giver<T>(Option<Arc<Slot<T>>>);

/// Waits for the answer: `None` where there will be none.
pub(crate) struct Answer<T>(Option<Arc<Slot<T>>>);

/// A place whose answer is awaited already, by the one who polls. So nobody has to look for an answer before there can be one.
pub(super) fn slot<T>(cx: &Context<'_>) -> (Giver<T>, Answer<T>) {
    let slot = Arc::new(Slot(Mutex::new(State::Awaited(cx.waker().clone()))));
    (Giver(Some(slot.clone())), Answer(Some(slot)))
}

/// A place whose answer nobody awaits yet.
pub(crate) fn idle_slot<T>() -> (Giver<T>, Answer<T>) {
    slot(&Context::from_waker(Waker::noop()))
}

impl<T> Slot<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // Nothing of the user's runs under the lock, so the state is whole even after a panic elsewhere.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts in what the giver has to say, and wakes who waits. What is left over is dropped outside of the lock, for it is the user's.
    #[inline]
    fn settle(&self, state: State<T>) {
        let before = {
            let mut now = self.lock();
            match *now {
                // Nobody is left to fetch it.
                State::Over => state,
                _ => mem::replace(&mut *now, state),
            }
        };
        if let State::Awaited(waker) = before {
            waker.wake();
        }
    }
}

impl<T: Send> Open for Slot<T> {
    fn is_open(&self) -> bool {
        matches!(*self.lock(), State::Awaited(_))
    }
}

impl<T: Send + 'static> Answer<T> {
    /// Whether there is no answer yet, for those who look for circles.
    pub(super) fn open(&self) -> Option<Arc<dyn Open>> {
        self.0.clone().map(|slot| slot as Arc<dyn Open>)
    }
}

impl<T> Giver<T> {
    #[inline]
    pub(super) fn give(mut self, answer: T) {
        if let Some(slot) = self.0.take() {
            slot.settle(State::Answered(answer));
        }
    }
}

impl<T> Drop for Giver<T> {
    fn drop(&mut self) {
        if let Some(slot) = self.0.take() {
            slot.settle(State::Over);
        }
    }
}

impl<T> Future for Answer<T> {
    type Output = Option<T>;

    #[inline]
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<T>> {
        let Some(slot) = &self.0 else { return Poll::Ready(None) };
        let found = {
            let mut state = slot.lock();
            match &*state {
                State::Awaited(waker) if waker.will_wake(cx.waker()) => return Poll::Pending,
                State::Awaited(_) => mem::replace(&mut *state, State::Awaited(cx.waker().clone())),
                State::Answered(_) | State::Over => mem::replace(&mut *state, State::Over),
            }
        };
        let answer = match found {
            // An earlier waker is dropped here, outside of the lock, for it may hold what gives the answer.
            State::Awaited(_) => return Poll::Pending,
            State::Answered(answer) => Some(answer),
            State::Over => None,
        };
        self.0 = None;
        Poll::Ready(answer)
    }
}

impl<T> Drop for Answer<T> {
    fn drop(&mut self) {
        if let Some(slot) = self.0.take() {
            // An answer that nobody fetches is dropped here, outside of the lock.
            let unfetched = mem::replace(&mut *slot.lock(), State::Over);
            drop(unfetched);
        }
    }
}

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
    /// Somebody waits, and there is something to say to one who gives up. Boxed, for only entities say it.
    #[cfg(feature = "persistence")]
    Foretold(Box<Foretold<T>>),
    Answered(T),
    /// One of the two is gone, or the answer has been fetched.
    Over,
}

/// Of one who waits: what holds for as long as there is no answer.
#[cfg(feature = "persistence")]
struct Foretold<T> {
    waker: Waker,
    meanwhile: T,
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
        match before {
            State::Awaited(waker) => waker.wake(),
            #[cfg(feature = "persistence")]
            State::Foretold(foretold) => foretold.waker.wake(),
            State::Answered(_) | State::Over => {}
        }
    }
}

impl<T: Send> Open for Slot<T> {
    fn is_open(&self) -> bool {
        !matches!(*self.lock(), State::Answered(_) | State::Over)
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

#[cfg(feature = "persistence")]
impl<T> Giver<T> {
    /// Says what holds until there is an answer.
    pub(super) fn foretell(&self, meanwhile: T) {
        let Some(slot) = &self.0 else { return };
        let earlier = {
            let mut state = slot.lock();
            match &mut *state {
                State::Foretold(foretold) => Some(mem::replace(&mut foretold.meanwhile, meanwhile)),
                State::Awaited(_) => {
                    if let State::Awaited(waker) = mem::replace(&mut *state, State::Over) {
                        *state = State::Foretold(Box::new(Foretold { waker, meanwhile }));
                    }
                    None
                }
                State::Answered(_) | State::Over => Some(meanwhile),
            }
        };
        // Dropped outside of the lock, for it is the user's.
        drop(earlier);
    }
}

#[cfg(feature = "persistence")]
impl<T> Answer<T> {
    /// What was said to hold until there is an answer, for one who waits no longer.
    pub(super) fn give_up(&mut self) -> Option<T> {
        let slot = self.0.take()?;
        match mem::replace(&mut *slot.lock(), State::Over) {
            State::Foretold(foretold) => Some(foretold.meanwhile),
            State::Answered(answer) => Some(answer),
            State::Awaited(_) | State::Over => None,
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
            match &mut *state {
                State::Awaited(waker) if waker.will_wake(cx.waker()) => return Poll::Pending,
                State::Awaited(_) => mem::replace(&mut *state, State::Awaited(cx.waker().clone())),
                #[cfg(feature = "persistence")]
                State::Foretold(foretold) => State::Awaited(mem::replace(&mut foretold.waker, cx.waker().clone())),
                State::Answered(_) | State::Over => mem::replace(&mut *state, State::Over),
            }
        };
        let answer = match found {
            State::Answered(answer) => Some(answer),
            State::Over => None,
            // An earlier waker is dropped here, outside of the lock, for it may hold what gives the answer.
            _ => return Poll::Pending,
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

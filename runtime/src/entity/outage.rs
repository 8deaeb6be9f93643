//! An outage of the store, which all entities of a system share: it is not the fault of any command.
//!
//! While the store is out, one entity at a time tries whether it is back, after a wait that doubles with each failure. The others wait for
//! their turn, so that they come back one after another. The first write that succeeds ends the outage for all.

use crate::actor::{Backoff, random};
use crate::clock;
use std::future::{Future as _, poll_fn};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;
use tokio::sync::Notify;

#[derive(Debug)]
pub(super) struct Outage {
    backoff: Backoff,
    /// Whether there were failures: what every write asks, without the lock.
    out: AtomicBool,
    /// Whether an entity that is to stop has tried in vain: the others do not wait for the end of the outage, either.
    hopeless: AtomicBool,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    /// When the first of them was.
    since: Duration,
    /// Nobody tries before this moment.
    until: Duration,
    /// Whether somebody is trying.
    trying: bool,
}

/// The right to try whether the store is back. Dropped, it goes to the next one.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    outage: &'a Outage,
    /// Whether others wait for it: there is no outage otherwise.
    exclusive: bool,
}

impl Outage {
    pub(super) fn new(backoff: Backoff) -> Self {
        let (out, hopeless) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { backoff, out, hopeless, state: Mutex::default(), changed: Notify::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing panics half-way through a change: what a poisoned lock guards is whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until this entity may use the store: at once if there is no outage.
    pub(super) async fn turn(&self) -> Turn<'_> {
        loop {
            // Made before the look, so that a change between the look and the wait is not missed.
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            let until = {
                let mut state = self.lock();
                let now = clock::monotonic();
                if state.failures > 0 && !state.trying && now >= state.until.saturating_add(self.backoff.max) {
                    // A healthy period: nobody has met a failure for as long as the longest wait.
                    state.failures = 0;
                    self.out.store(false, Ordering::Relaxed);
                }
                if state.failures == 0 {
                    return Turn { outage: self, exclusive: false };
                }
                if !state.trying && now >= state.until {
                    state.trying = true;
                    return Turn { outage: self, exclusive: true };
                }
                if state.trying { None } else { Some(state.until) }
            };
            let mut alarm = until.map(clock::sleep_until);
            poll_fn(|task| match (changed.as_mut().poll(task), &mut alarm) {
                (Poll::Pending, Some(alarm)) => alarm.as_mut().poll(task),
                (changed, _) => changed,
            })
            .await;
        }
    }

    /// The store has failed. Failures that come before the next try belong to the one that is known.
    pub(super) fn failed(&self) {
        let mut state = self.lock();
        let now = clock::monotonic();
        if state.failures > 0 && now < state.until {
            return;
        }
        if state.failures == 0 {
            state.since = now;
        }
        state.until = now.saturating_add(self.backoff.delay(state.failures, random()));
        state.failures = state.failures.saturating_add(1);
        self.out.store(true, Ordering::Relaxed);
    }

    /// When the outage began, by the monotonic clock, if there is one.
    pub(super) fn since(&self) -> Option<Duration> {
        let state = self.lock();
        (state.failures > 0).then_some(state.since)
    }

    /// An entity that is to stop has tried in vain.
    pub(super) fn give_up(&self) {
        self.hopeless.store(true, Ordering::Relaxed);
    }

    /// Whether those that are to stop need not try.
    pub(super) fn is_hopeless(&self) -> bool {
        self.hopeless.load(Ordering::Relaxed)
    }

    /// A write has succeeded.
    #[inline]
    pub(super) fn wrote(&self) {
        if self.out.load(Ordering::Relaxed) {
            self.lock().failures = 0;
            self.out.store(false, Ordering::Relaxed);
            self.hopeless.store(false, Ordering::Relaxed);
            self.changed.notify_waiters();
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        if self.exclusive {
            self.outage.lock().trying = false;
            self.outage.changed.notify_one();
        }
    }
}

//! What supervisors share whose children write to one store.

use crate::actor::{Backoff, random};
use crate::clock;
use crate::supervise::restarts::{InvalidBackoff, checked};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// Tells an outage of a store to all supervisors whose children write to it, so that they do not all try it again and again.
///
/// Give a clone to each: [`PersistenceSupervisor::breaker`](super::PersistenceSupervisor::breaker). When a child ends with events in its hands and
/// no panic, the breaker opens. While it is open, one supervisor at a time starts its child again, and after each that fails the breaker waits
/// longer. The first that finishes something closes it. The others then start theirs at random within the longest wait.
#[derive(Clone)]
pub struct Breaker(Arc<Shared>);

struct Shared {
    backoff: Backoff,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    open: bool,
    probed: bool,
    /// How many tries have failed since it opened.
    failed: u32,
    /// No try before this.
    until: Duration,
}

/// The right to try the store. While it is kept, nobody else has it.
pub(in crate::supervise) struct Probe(Breaker);

impl Breaker {
    /// A closed one that waits from 100 ms to 2 s between two tries.
    pub fn new() -> Self {
        Self::of(Backoff::DEFAULT)
    }

    /// A closed one with other waits between two tries.
    ///
    /// # Errors
    ///
    /// As those of [`BackoffSupervisor::reset_after`](crate::supervise::BackoffSupervisor::reset_after).
    pub fn with_backoff(backoff: Backoff) -> Result<Self, InvalidBackoff> {
        checked(backoff).map(Self::of)
    }

    fn of(backoff: Backoff) -> Self {
        Self(Arc::new(Shared { backoff, state: Mutex::default(), changed: Notify::new() }))
    }

    /// Whether the store is taken to be out.
    pub fn is_open(&self) -> bool {
        self.lock().open
    }

    /// A child has ended with events in its hands. It had the right to try, if `probe` says so; else it may have failed at the same time as others.
    pub(super) fn trip(&self, probe: bool) {
        let mut state = self.lock();
        if state.open && !probe {
            return;
        }
        state.failed = if state.open { state.failed.saturating_add(1) } else { 0 };
        state.open = true;
        state.until = clock::monotonic().saturating_add(self.0.backoff.delay(state.failed, random()));
    }

    /// The store has done something.
    pub(super) fn mend(&self) {
        let was_open = std::mem::take(&mut self.lock().open);
        if was_open {
            self.0.changed.notify_waiters();
        }
    }

    /// Waits until the breaker is closed, or gives the right to try.
    pub(super) async fn pass(self) -> Option<Probe> {
        let mut held_up = false;
        loop {
            // Made before the look, so that a change between the look and the wait is not missed.
            let changed = self.0.changed.notified();
            let now = clock::monotonic();
            let early = {
                let mut state = self.lock();
                if !state.open {
                    break;
                }
                if !state.probed && state.until <= now {
                    state.probed = true;
                    drop(state);
                    return Some(Probe(self.clone()));
                }
                (!state.probed).then_some(state.until)
            };
            held_up = true;
            match early {
                Some(until) => clock::sleep_until(until).await,
                None => changed.await,
            }
        }
        if held_up {
            clock::sleep(self.0.backoff.max.mul_f64(random())).await;
        }
        None
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        self.0.lock().probed = false;
        self.0.0.changed.notify_waiters();
    }
}

impl Default for Breaker {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Breaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Breaker").field(&*self.lock()).finish()
    }
}

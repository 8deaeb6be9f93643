//! What the entities of a system wait for, all together: units that the store has not answered, and states that are not there yet.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[derive(Debug, Default)]
pub(crate) struct UnderWay {
    units: AtomicUsize,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    /// Since when, by the monotonic clock, and a number, since many may begin at one moment.
    since: BTreeSet<(Duration, u64)>,
    next: u64,
}

/// A unit that the store has. Dropped when it is answered, or nobody waits for the answer any more.
#[derive(Debug)]
pub(super) struct Called(Arc<UnderWay>);

/// An entity whose commands wait for its state.
#[derive(Debug)]
pub(super) struct Holding<'a>(&'a UnderWay, (Duration, u64));

impl UnderWay {
    /// How many units the store has and has not answered.
    pub(crate) fn units(&self) -> usize {
        self.units.load(Ordering::Relaxed)
    }

    /// Since when the oldest command has been waiting for the state of its entity.
    pub(crate) fn oldest(&self) -> Option<Duration> {
        self.lock().since.first().map(|(since, _)| *since)
    }

    pub(super) fn call(self: &Arc<Self>) -> Called {
        self.units.fetch_add(1, Ordering::Relaxed);
        Called(self.clone())
    }

    pub(super) fn hold(&self, since: Duration) -> Holding<'_> {
        let mut held = self.lock();
        held.next += 1;
        let entry = (since, held.next);
        held.since.insert(entry);
        Holding(self, entry)
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        // Nothing panics half-way through a change: what a poisoned lock guards is whole.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Called {
    fn drop(&mut self) {
        self.0.units.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for Holding<'_> {
    fn drop(&mut self) {
        self.0.lock().since.remove(&self.1);
    }
}

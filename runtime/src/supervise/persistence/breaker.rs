//! What supervisors share whose children write to one store.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Tells an outage of a store to all supervisors whose children write to it, so that they do not all try it at once.
///
/// Give a clone to each: [`PersistenceSupervisor::breaker`](super::PersistenceSupervisor::breaker). When a child ends itself with events in its
/// hands, the breaker opens. While it is open, one supervisor at a time starts its child again, after its own back-off. The first event or
/// command that one of those finishes closes it, and the others start theirs as their own back-off ends.
#[derive(Clone, Default)]
pub struct Breaker(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    open: bool,
    probed: bool,
}

/// The right to try the store. While it is kept, nobody else has it.
pub(in crate::supervise) struct Probe(Breaker);

impl Breaker {
    /// A closed one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the store is taken to be out.
    pub fn is_open(&self) -> bool {
        self.lock().open
    }

    pub(super) fn trip(&self) {
        self.lock().open = true;
    }

    /// The store has done something.
    pub(super) fn mend(&self) {
        self.lock().open = false;
        self.0.changed.notify_waiters();
    }

    /// Waits until the breaker is closed, or gives the right to try.
    pub(super) async fn pass(self) -> Option<Probe> {
        loop {
            // Made before the look, so that a change between the look and the wait is not missed.
            let changed = self.0.changed.notified();
            {
                let mut state = self.lock();
                if !state.open {
                    return None;
                }
                if !state.probed {
                    state.probed = true;
                    drop(state);
                    return Some(Probe(self.clone()));
                }
            }
            changed.await;
        }
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

impl fmt::Debug for Breaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Breaker").field(&*self.lock()).finish()
    }
}

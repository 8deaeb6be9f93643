//! How the scheduler learns that something is due earlier than it knows.

use std::sync::atomic::{AtomicI64, Ordering};
use tokio::sync::Notify;

/// When the scheduler is going to look next, and how it is woken before.
#[derive(Debug)]
pub(crate) struct Alarm {
    /// In microseconds since 1970 UTC. Whatever is due later need not wake anybody.
    next: AtomicI64,
    wake: Notify,
}

impl Alarm {
    pub(crate) fn new() -> Self {
        Self { next: AtomicI64::new(i64::MAX), wake: Notify::new() }
    }

    /// A row was written that is due then. Called when the write is on its way: a read that is called later sees it.
    pub(crate) fn set(&self, due: i64) {
        if due < self.next.fetch_min(due, Ordering::AcqRel) {
            self.wake.notify_one();
        }
    }

    /// Whatever the scheduler knows, it has to look again.
    pub(crate) fn ring(&self) {
        self.wake.notify_one();
    }

    /// The scheduler is about to look. What is set from here on wakes it again.
    pub(super) fn clear(&self) {
        self.next.store(i64::MAX, Ordering::Release);
    }

    /// The scheduler has looked, and the next row is due then. What was set in the meantime stands.
    pub(super) fn expect(&self, due: i64) {
        self.next.fetch_min(due, Ordering::AcqRel);
    }

    pub(super) async fn rung(&self) {
        self.wake.notified().await;
    }
}

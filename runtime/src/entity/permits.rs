//! How many entities are recovered at the same time.
//!
//! A thousand entities that come to life at once, after an outage for instance, would make each other so slow that none is ready in time.

use tokio::sync::{Semaphore, SemaphorePermit};

/// Rights to recover, given in the order in which they are asked for.
#[derive(Debug)]
pub(super) struct Permits(Semaphore);

/// The right to recover. It goes to the next one when this is dropped, however the recovery has ended; and whoever does not wait any
/// more is not in the queue any more.
#[derive(Debug)]
pub(super) struct Permit<'a> {
    _held: Option<SemaphorePermit<'a>>,
}

impl Permits {
    pub(super) fn new(count: usize) -> Self {
        Self(Semaphore::new(count.clamp(1, Semaphore::MAX_PERMITS)))
    }

    pub(super) async fn take(&self) -> Permit<'_> {
        // It is never closed, so there is always one to come.
        Permit { _held: self.0.acquire().await.ok() }
    }
}

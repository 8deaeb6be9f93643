//! A task of a simulated world.

use super::world::World;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll, Wake, Waker};

type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

pub(crate) struct Job {
    /// `None` while it runs, and when it is over.
    work: Mutex<Option<Work>>,
    /// Whether it is in the queue already.
    queued: AtomicBool,
    aborted: AtomicBool,
    over: AtomicBool,
    world: Weak<World>,
}

impl Job {
    pub(super) fn new(work: impl Future<Output = ()> + Send + 'static, world: Weak<World>) -> Arc<Self> {
        Arc::new(Self {
            work: Mutex::new(Some(Box::pin(work))),
            queued: AtomicBool::new(false),
            aborted: AtomicBool::new(false),
            over: AtomicBool::new(false),
            world,
        })
    }

    /// Lets it go on until it waits for something.
    pub(super) fn run(self: &Arc<Self>) {
        self.queued.store(false, Ordering::Release);
        let Some(mut work) = self.take() else { return };
        if !self.aborted.load(Ordering::Acquire) {
            let waker = Waker::from(self.clone());
            let pending = work.as_mut().poll(&mut Context::from_waker(&waker)) == Poll::Pending;
            if pending && !self.aborted.load(Ordering::Acquire) {
                *self.work.lock().unwrap_or_else(PoisonError::into_inner) = Some(work);
                return;
            }
        }
        self.over.store(true, Ordering::Release);
        drop(work);
    }

    /// Ends it when its turn comes, or when it waits for something next.
    pub(crate) fn abort(self: &Arc<Self>) {
        self.aborted.store(true, Ordering::Release);
        self.wake_by_ref();
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    /// Drops what is left of it.
    pub(super) fn discard(&self) {
        drop(self.take());
    }

    fn take(&self) -> Option<Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Wake for Job {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.is_over()
            && !self.queued.swap(true, Ordering::AcqRel)
            && let Some(world) = self.world.upgrade()
        {
            world.enqueue(self.clone());
        }
    }
}

/// Lets the seed decide anew who comes next.
pub(crate) async fn turn() {
    let mut first = true;
    poll_fn(|cx| {
        if !std::mem::take(&mut first) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("over", &self.is_over()).finish_non_exhaustive()
    }
}

//! The locks and atomics of the mailbox and of the slot for an answer, which `loom` replaces to try every order of events.
//!
//! Only these two have more than one thread at a time in them in an order that matters; everything else uses std's own.

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU8, AtomicUsize};
#[cfg(loom)]
pub(crate) use loom::sync::{Mutex, MutexGuard};
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicU8, AtomicUsize};
#[cfg(not(loom))]
pub(crate) use std::sync::{Mutex, MutexGuard};

/// What models are made of: under `loom` every order of events, else one, for the usual tests and for Miri.
#[cfg(all(test, loom))]
pub(crate) mod model {
    pub(crate) use loom::future::block_on;
    pub(crate) use loom::model as every_order;
    pub(crate) use loom::thread::spawn;
}

/// What models are made of: under `loom` every order of events, else one, for the usual tests and for Miri.
#[cfg(all(test, not(loom)))]
pub(crate) mod model {
    pub(crate) use std::thread::spawn;

    pub(crate) fn every_order(model: impl Fn() + Send + Sync + 'static) {
        model();
    }

    pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
        use std::sync::Arc;
        use std::task::{Context, Poll, Wake, Waker};
        use std::thread::{self, Thread};

        struct Unpark(Thread);

        impl Wake for Unpark {
            fn wake(self: Arc<Self>) {
                self.0.unpark();
            }
        }

        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let mut future = std::pin::pin!(future);
        loop {
            match future.as_mut().poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(value) => return value,
                Poll::Pending => thread::park(),
            }
        }
    }
}

//! A queue that its consumer takes out whole.
//!
//! Senders push under a short lock. The consumer swaps the full queue for its own empty one, so it locks once for a batch and not
//! once for a message; both buffers keep their memory, so a message costs no allocation.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::mem;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use crate::actor::Exit;

/// How many messages may wait in front of an actor.
///
/// The actor takes what waits in one go, so at most this many wait and at most this many more are in its hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capacity {
    /// This many; a further `tell` fails with `Full`, a further ask waits.
    Bounded(NonZeroUsize),
    /// As many as memory holds.
    Unbounded,
}

impl Capacity {
    /// 1 024 messages.
    pub const DEFAULT: Self = Self::bounded(1024);

    /// `messages`, or one where that is zero: an actor that cannot be sent anything is of no use.
    pub const fn bounded(messages: usize) -> Self {
        match NonZeroUsize::new(messages) {
            Some(messages) => Self::Bounded(messages),
            None => Self::Bounded(NonZeroUsize::MIN),
        }
    }

    fn limit(self) -> usize {
        match self {
            Self::Bounded(messages) => messages.get(),
            Self::Unbounded => usize::MAX,
        }
    }
}

/// Why a message did not enter, with the message.
pub(crate) enum Refused<T> {
    Full(T),
    Closed(T),
}

struct Shared<T> {
    state: Mutex<State<T>>,
    limit: usize,
    /// Handles that keep the consumer alive. The last one to go closes the mailbox.
    senders: AtomicUsize,
    /// Tells those who wait for room, and those who wait for the end.
    changed: Notify,
}

struct State<T> {
    queue: VecDeque<T>,
    consumer: Option<Waker>,
    closed: bool,
    wanted: bool,
    exit: Option<Exit>,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // Nothing of the user's runs under the lock, so the state is whole even after a panic elsewhere.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        let consumer = {
            let mut state = self.lock();
            state.closed = true;
            state.consumer.take()
        };
        if let Some(consumer) = consumer {
            consumer.wake();
        }
        self.changed.notify_waiters();
    }
}

/// Makes a mailbox.
pub(crate) fn mailbox<T>(capacity: Capacity) -> (Sender<T>, Receiver<T>) {
    let shared = Arc::new(Shared {
        state: Mutex::new(State { queue: VecDeque::new(), consumer: None, closed: false, wanted: false, exit: None }),
        limit: capacity.limit(),
        senders: AtomicUsize::new(1),
        changed: Notify::new(),
    });
    (Sender(shared.clone()), Receiver { shared, batch: VecDeque::new(), exit: Exit::Stopped })
}

/// Puts messages in. The consumer ends when the last of these is gone.
pub(crate) struct Sender<T>(Arc<Shared<T>>);

impl<T> Sender<T> {
    pub(crate) fn send(&self, message: T) -> Result<(), Refused<T>> {
        let consumer = {
            let mut state = self.0.lock();
            if state.closed {
                return Err(Refused::Closed(message));
            }
            if state.queue.len() >= self.0.limit {
                state.wanted = true;
                return Err(Refused::Full(message));
            }
            state.queue.push_back(message);
            state.consumer.take()
        };
        if let Some(consumer) = consumer {
            consumer.wake();
        }
        Ok(())
    }

    /// Resolves after the mailbox has had room, or was closed, at some time after this call.
    pub(crate) fn changed(&self) -> Notified<'_> {
        self.0.changed.notified()
    }

    /// No more messages; those that are in are still handled.
    pub(crate) fn close(&self) {
        self.0.close();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.0.lock().closed
    }

    /// Waits for the consumer to be gone.
    pub(crate) async fn ended(&self) -> Exit {
        loop {
            // Made before the look, so that an end between the look and the wait is not missed.
            let changed = self.0.changed.notified();
            if let Some(exit) = self.0.lock().exit {
                return exit;
            }
            changed.await;
        }
    }

    pub(crate) fn downgrade(&self) -> WeakSender<T> {
        WeakSender(self.0.clone())
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        // As with `Arc`: whoever clones holds one already, so no ordering is needed.
        self.0.senders.fetch_add(1, Ordering::Relaxed);
        Self(self.0.clone())
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        if self.0.senders.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.0.close();
        }
    }
}

/// Knows a mailbox without keeping its consumer alive.
pub(crate) struct WeakSender<T>(Arc<Shared<T>>);

impl<T> WeakSender<T> {
    /// A sender, unless the last one is gone already.
    pub(crate) fn upgrade(&self) -> Option<Sender<T>> {
        let alive = |count: usize| if count == 0 { None } else { Some(count + 1) };
        self.0.senders.fetch_update(Ordering::AcqRel, Ordering::Acquire, alive).ok()?;
        Some(Sender(self.0.clone()))
    }

    pub(crate) fn close(&self) {
        self.0.close();
    }
}

impl<T> Clone for WeakSender<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// Takes messages out.
pub(crate) struct Receiver<T> {
    shared: Arc<Shared<T>>,
    batch: VecDeque<T>,
    exit: Exit,
}

impl<T> Receiver<T> {
    /// The next message, or `None` when the mailbox is closed and empty.
    pub(crate) async fn next(&mut self) -> Option<T> {
        match self.batch.pop_front() {
            Some(message) => Some(message),
            None => self.refill().await,
        }
    }

    /// Takes out what waits, and of that the first.
    async fn refill(&mut self) -> Option<T> {
        let Self { shared, batch, .. } = self;
        poll_fn(move |cx| {
            let (closed, wanted) = {
                let mut state = shared.lock();
                if !state.queue.is_empty() {
                    mem::swap(&mut state.queue, batch);
                } else if !state.closed {
                    match &mut state.consumer {
                        Some(waker) if waker.will_wake(cx.waker()) => {}
                        slot => *slot = Some(cx.waker().clone()),
                    }
                    return Poll::Pending;
                }
                (state.closed, mem::take(&mut state.wanted))
            };
            if wanted && !closed {
                shared.changed.notify_waiters();
            }
            Poll::Ready(batch.pop_front())
        })
        .await
    }

    /// Says how the consumer ended, for those who wait for it.
    pub(crate) fn set_exit(&mut self, exit: Exit) {
        self.exit = exit;
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        let left = {
            let mut state = self.shared.lock();
            state.closed = true;
            state.exit = Some(self.exit);
            mem::take(&mut state.queue)
        };
        // Outside the lock: dropping a message answers its caller, and may run code of the user's.
        drop(mem::take(&mut self.batch));
        drop(left);
        self.shared.changed.notify_waiters();
    }
}

//! A queue that its consumer takes out whole, with a lane beside it for signals.
//!
//! Senders push under a short lock. The consumer swaps the full queue for its own empty one, so it locks once for a batch and not
//! once for a message; both buffers keep their memory, so a message costs no allocation. Signals overtake what is queued.

use super::capacity::Capacity;
use super::receiver::Receiver;
use super::sender::Sender;
use crate::actor::Exit;
use crate::call::Node;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::Waker;
use tokio::sync::Notify;

/// Why a message did not enter, with the message.
pub(crate) enum Refused<T> {
    Full(T),
    /// Full, and the consumer does not know when it will go on.
    Busy(T),
    Closed(T),
}

/// What a consumer is told outside of its queue. Where several wait, the strongest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Signal {
    /// Start over: a sibling has failed.
    Restart,
    /// Fail: a child has failed, and its failure is handed up.
    Fail,
    /// End at once.
    Kill,
}

impl Signal {
    const ALL: [Self; 3] = [Self::Kill, Self::Fail, Self::Restart];

    const fn bit(self) -> u8 {
        match self {
            Self::Restart => 1,
            Self::Fail => 2,
            Self::Kill => 4,
        }
    }
}

/// What a consumer finds.
pub(crate) enum Next<T> {
    Message(T),
    Signal(Signal),
    /// Closed, and empty.
    End,
}

pub(super) type Watcher = Box<dyn FnOnce(&Exit) + Send>;

/// What a push may do that others may not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Right {
    /// Nothing.
    Plain,
    /// Enter a full mailbox, but not a closed one.
    Full,
    /// Enter a mailbox for as long as its consumer is there.
    Closed,
}

pub(super) struct Shared<T> {
    pub(super) state: Mutex<State<T>>,
    pub(super) signals: AtomicU8,
    pub(super) limit: usize,
    /// Handles that keep the consumer alive. The last one to go closes the mailbox.
    pub(super) senders: AtomicUsize,
    /// Tells those who wait for room, and those who wait for the end.
    pub(super) changed: Notify,
    /// The consumer as one that waits for others: only of those that ask, or are asked, in an async handler.
    pub(super) node: OnceLock<Arc<Node>>,
}

pub(super) struct State<T> {
    pub(super) queue: VecDeque<T>,
    /// How many the consumer took out last: some of them may be handled by now.
    pub(super) taken: usize,
    /// Woken by messages and signals.
    pub(super) idle: Option<Waker>,
    /// Woken by signals alone: of a consumer whose handler waits for something.
    pub(super) busy: Option<Waker>,
    pub(super) closed: bool,
    /// Whether the consumer waits for something that may take long.
    pub(super) stalled: bool,
    pub(super) wanted: bool,
    pub(super) exit: Option<Exit>,
    pub(super) watchers: Vec<(u64, Watcher)>,
}

impl<T> Shared<T> {
    pub(super) fn lock(&self) -> MutexGuard<'_, State<T>> {
        // Nothing of the user's runs under the lock, so the state is whole even after a panic elsewhere.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message in.
    #[inline]
    pub(super) fn push(&self, message: T, right: Right) -> Result<(), Refused<T>> {
        let idle = {
            let mut state = self.lock();
            if state.closed && (right != Right::Closed || state.exit.is_some()) {
                return Err(Refused::Closed(message));
            }
            if right == Right::Plain && state.queue.len() >= self.limit {
                if state.stalled {
                    return Err(Refused::Busy(message));
                }
                state.wanted = true;
                return Err(Refused::Full(message));
            }
            state.queue.push_back(message);
            state.idle.take()
        };
        if let Some(idle) = idle {
            idle.wake();
        }
        Ok(())
    }

    pub(super) fn depth(&self) -> usize {
        let state = self.lock();
        state.queue.len() + state.taken
    }

    pub(super) fn close(&self) {
        let idle = {
            let mut state = self.lock();
            state.closed = true;
            state.idle.take()
        };
        if let Some(idle) = idle {
            idle.wake();
        }
        self.changed.notify_waiters();
    }

    #[inline]
    pub(super) fn take_signal(&self) -> Option<Signal> {
        if self.signals.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let waiting = self.signals.swap(0, Ordering::Acquire);
        let strongest = Signal::ALL.into_iter().find(|signal| waiting & signal.bit() != 0);
        // The weaker ones have lost their point: whoever ends or starts over does so once.
        strongest
    }

    pub(super) async fn ended(&self) -> Exit {
        loop {
            // Made before the look, so that an end between the look and the wait is not missed.
            let changed = self.changed.notified();
            if let Some(exit) = &self.lock().exit {
                return exit.clone();
            }
            changed.await;
        }
    }

    pub(super) fn signal(&self, signal: Signal) {
        self.signals.fetch_or(signal.bit(), Ordering::Release);
        let (idle, busy) = {
            let mut state = self.lock();
            (state.idle.take(), state.busy.take())
        };
        idle.into_iter().chain(busy).for_each(Waker::wake);
    }
}

/// Makes a mailbox.
pub(crate) fn mailbox<T>(capacity: Capacity) -> (Sender<T>, Receiver<T>) {
    let state = State {
        queue: VecDeque::new(),
        taken: 0,
        idle: None,
        busy: None,
        closed: false,
        stalled: false,
        wanted: false,
        exit: None,
        watchers: Vec::new(),
    };
    let shared = Arc::new(Shared {
        state: Mutex::new(state),
        signals: AtomicU8::new(0),
        limit: capacity.limit(),
        senders: AtomicUsize::new(1),
        changed: Notify::new(),
        node: OnceLock::new(),
    });
    (Sender(shared.clone()), Receiver { shared, batch: VecDeque::new(), ended: false })
}

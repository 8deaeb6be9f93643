//! A queue that its consumer takes out whole, with a lane beside it for signals.
//!
//! Senders push under a short lock. The consumer swaps the full queue for its own empty one, so it locks once for a batch and not
//! once for a message; both buffers keep their memory, so a message costs no allocation. Signals overtake what is queued.

use super::capacity::Capacity;
#[cfg(feature = "persistence")]
use super::phase::PhaseCell;
use super::receiver::Receiver;
use super::sender::Sender;
use super::waiting::{Fate, Ticket, Waiting};
use crate::actor::Exit;
use crate::call::Node;
use crate::observe::{Stamp, Stamped};
use crate::sync::{AtomicU8, AtomicUsize, Mutex, MutexGuard};
use std::collections::VecDeque;
use std::mem;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock, PoisonError};
use std::task::{Context, Waker};

/// Why a message did not enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Full,
    /// Full, and the consumer does not know when it will go on.
    Busy,
    Closed,
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
    state: Mutex<State<T>>,
    pub(super) signals: AtomicU8,
    /// Of an entity.
    #[cfg(feature = "persistence")]
    pub(super) phase: PhaseCell,
    /// Whether it stays open without handles: then the consumer is woken when the last one goes, and decides.
    pub(super) lasting: bool,
    /// Handles that keep the consumer alive. The last one to go closes the mailbox.
    pub(super) senders: AtomicUsize,
    /// The consumer as one that waits for others: only of those that ask, or are asked, in an async handler.
    pub(super) node: OnceLock<Arc<Node>>,
}

pub(super) struct State<T> {
    pub(super) queue: VecDeque<Stamped<T>>,
    /// How many the consumer took out last: some of them may be handled by now. As narrow as it is, it shares its word with the flags below: an idle
    /// actor is little more than this.
    pub(super) taken: u32,
    /// How many may lie in the queue: none in a closed one, so that a push compares once.
    pub(super) room: usize,
    /// The consumer, where it waits: woken once.
    pub(super) waker: Option<Waker>,
    /// Whether the consumer waits for signals alone, since its handler waits for something.
    pub(super) deaf: bool,
    pub(super) closed: bool,
    /// Whether the consumer waits for something that may take long.
    pub(super) stalled: bool,
    pub(super) fate: Fate,
    /// What few mailboxes ever have.
    pub(super) others: Option<Box<Others>>,
}

/// Those who wait for something that the consumer does.
#[derive(Default)]
pub(super) struct Others {
    pub(super) watchers: Vec<(u64, Watcher)>,
    /// Those who wait for room.
    pub(super) room: Waiting,
    /// Those who wait for the end, after the first.
    pub(super) end: Waiting,
}

impl Others {
    /// Tells all of the end.
    pub(super) fn tell(self, exit: &Exit) {
        for (_, watcher) in self.watchers {
            watcher(exit);
        }
        self.end.wake();
    }
}

impl<T> State<T> {
    /// Whom a message wakes.
    #[inline]
    fn hearer(&mut self) -> Option<Waker> {
        if self.deaf { None } else { self.waker.take() }
    }

    /// Whether a message enters although there is no room.
    #[cold]
    fn makes_room(&self, right: Right) -> bool {
        match right {
            Right::Plain => false,
            Right::Full => !self.closed,
            Right::Closed => self.exit().is_none(),
        }
    }

    /// Why there is no room.
    #[cold]
    fn refusal(&self) -> Refusal {
        match (self.closed, self.stalled) {
            (true, _) => Refusal::Closed,
            (false, true) => Refusal::Busy,
            (false, false) => Refusal::Full,
        }
    }

    pub(super) fn others(&mut self) -> &mut Others {
        self.others.get_or_insert_default()
    }

    /// Moves what is queued behind what was taken out. Most actors end with nothing in either.
    pub(super) fn empty_into(&mut self, batch: &mut VecDeque<Stamped<T>>) {
        if !self.queue.is_empty() {
            batch.append(&mut self.queue);
        }
    }

    /// Takes no more messages. Those who waited for room are to be told.
    pub(super) fn close(&mut self, node: Option<&Arc<Node>>) -> Option<Waiting> {
        self.closed = true;
        self.room = 0;
        self.waiting_for_room(node)
    }

    /// Those who wait for room, and from now on no longer do.
    #[inline]
    pub(super) fn waiting_for_room(&mut self, node: Option<&Arc<Node>>) -> Option<Waiting> {
        let others = self.others.as_mut()?;
        // Counted under the lock, under which they were refused: whoever is refused later waits for the next room.
        if let Some(node) = node {
            node.count_room();
        }
        Some(mem::take(&mut others.room))
    }
}

impl<T> Shared<T> {
    pub(super) fn lock(&self) -> MutexGuard<'_, State<T>> {
        // Nothing of the user's runs under the lock, so the state is whole even after a panic elsewhere.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message in, or drops it. It is not handed back: a large one would be moved once more for that.
    #[inline]
    pub(super) fn push(&self, message: T, stamp: Stamp, right: Right) -> Result<(), Refusal> {
        let mut state = self.lock();
        if state.queue.len() >= state.room && !state.makes_room(right) {
            // The message is dropped after the lock.
            return Err(state.refusal());
        }
        state.queue.push_back(Stamped { stamp, value: message });
        if state.waker.is_some() {
            tell_consumer(state);
        }
        Ok(())
    }

    /// Puts a message in, or gives it back.
    pub(super) fn offer(&self, message: T, stamp: Stamp, right: Right) -> Result<(), (Refusal, T)> {
        let mut state = self.lock();
        if state.queue.len() >= state.room && !state.makes_room(right) {
            return Err((state.refusal(), message));
        }
        state.queue.push_back(Stamped { stamp, value: message });
        tell_consumer(state);
        Ok(())
    }

    /// Puts a message in. Where there is no room for now, the message comes back, and whoever polls is woken when there is some, or never will
    /// be.
    pub(super) fn poll_push(
        &self,
        message: T,
        stamp: Stamp,
        ticket: &mut Option<Ticket>,
        cx: &Context<'_>,
    ) -> Result<Option<T>, Refusal> {
        let mut state = self.lock();
        if state.queue.len() >= state.room {
            match state.refusal() {
                Refusal::Full => {}
                refusal => return Err(refusal),
            }
            let earlier = state.others().room.register(ticket, cx);
            drop(state);
            drop(earlier);
            return Ok(Some(message));
        }
        state.queue.push_back(Stamped { stamp, value: message });
        if state.waker.is_some() {
            tell_consumer(state);
        }
        Ok(None)
    }

    /// Nobody waits with this ticket any more.
    pub(super) fn forget(&self, ticket: Ticket) {
        let waker = self.lock().forget(ticket);
        // What it holds is dropped outside the lock.
        drop(waker);
    }

    pub(super) fn depth(&self) -> usize {
        let state = self.lock();
        state.queue.len().saturating_add(usize::try_from(state.taken).unwrap_or(usize::MAX))
    }

    pub(super) fn close(&self) {
        let (consumer, waiting) = {
            let mut state = self.lock();
            (state.hearer(), state.close(self.node.get()))
        };
        if let Some(consumer) = consumer {
            consumer.wake();
        }
        if let Some(waiting) = waiting {
            waiting.wake();
        }
    }

    /// The last handle is gone.
    pub(super) fn desert(&self) {
        if !self.lasting {
            return self.close();
        }
        tell_consumer(self.lock());
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

    pub(super) fn signal(&self, signal: Signal) {
        self.signals.fetch_or(signal.bit(), Ordering::Release);
        let consumer = self.lock().waker.take();
        if let Some(consumer) = consumer {
            consumer.wake();
        }
    }
}

/// Wakes the consumer, if it waits for messages: outside of the lock.
fn tell_consumer<T>(mut state: MutexGuard<'_, State<T>>) {
    let consumer = state.hearer();
    drop(state);
    if let Some(consumer) = consumer {
        consumer.wake();
    }
}

/// Makes a mailbox. It closes when its last handle goes.
pub(crate) fn mailbox<T>(capacity: Capacity) -> (Sender<T>, Receiver<T>) {
    make(capacity, false)
}

/// Makes a mailbox that stays open when its last handle goes: there may be new ones.
#[cfg(feature = "persistence")]
pub(crate) fn lasting_mailbox<T>(capacity: Capacity) -> (Sender<T>, Receiver<T>) {
    make(capacity, true)
}

fn make<T>(capacity: Capacity, lasting: bool) -> (Sender<T>, Receiver<T>) {
    let state = State {
        queue: VecDeque::new(),
        taken: 0,
        room: capacity.limit(),
        waker: None,
        deaf: false,
        closed: false,
        stalled: false,
        fate: Fate::Open,
        others: None,
    };
    let shared = Arc::new(Shared {
        state: Mutex::new(state),
        signals: AtomicU8::new(0),
        #[cfg(feature = "persistence")]
        phase: PhaseCell::default(),
        lasting,
        senders: AtomicUsize::new(1),
        node: OnceLock::new(),
    });
    (Sender(shared.clone()), Receiver { shared, batch: VecDeque::new() })
}

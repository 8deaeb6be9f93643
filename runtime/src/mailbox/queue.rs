//! A queue that its consumer takes out whole, with a lane beside it for signals.
//!
//! Senders push under a short lock. The consumer swaps the full queue for its own empty one, so it locks once for a batch and not
//! once for a message; both buffers keep their memory, so a message costs no allocation. Signals overtake what is queued.

use super::capacity::Capacity;
use crate::actor::Exit;
use crate::call::Node;
use crate::panics::contain;
use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::mem;
use std::pin::Pin;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll, Waker};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// Why a message did not enter, with the message.
pub(crate) enum Refused<T> {
    Full(T),
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

type Watcher = Box<dyn FnOnce(&Exit) + Send>;

/// What a push may do that others may not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Right {
    /// Nothing.
    Plain,
    /// Enter a full mailbox, but not a closed one.
    Full,
    /// Enter a mailbox for as long as its consumer is there.
    Closed,
}

struct Shared<T> {
    state: Mutex<State<T>>,
    signals: AtomicU8,
    limit: usize,
    /// Handles that keep the consumer alive. The last one to go closes the mailbox.
    senders: AtomicUsize,
    /// Tells those who wait for room, and those who wait for the end.
    changed: Notify,
    /// The consumer as one that waits for others: only of those that ask, or are asked, in an async handler.
    node: OnceLock<Arc<Node>>,
}

struct State<T> {
    queue: VecDeque<T>,
    /// How many the consumer took out last: some of them may be handled by now.
    taken: usize,
    /// Woken by messages and signals.
    idle: Option<Waker>,
    /// Woken by signals alone: of a consumer whose handler waits for something.
    busy: Option<Waker>,
    closed: bool,
    wanted: bool,
    exit: Option<Exit>,
    watchers: Vec<(u64, Watcher)>,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // Nothing of the user's runs under the lock, so the state is whole even after a panic elsewhere.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message in.
    #[inline]
    fn push(&self, message: T, right: Right) -> Result<(), Refused<T>> {
        let idle = {
            let mut state = self.lock();
            if state.closed && (right != Right::Closed || state.exit.is_some()) {
                return Err(Refused::Closed(message));
            }
            if right == Right::Plain && state.queue.len() >= self.limit {
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

    fn depth(&self) -> usize {
        let state = self.lock();
        state.queue.len() + state.taken
    }

    fn close(&self) {
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
    fn take_signal(&self) -> Option<Signal> {
        if self.signals.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let waiting = self.signals.swap(0, Ordering::Acquire);
        let strongest = Signal::ALL.into_iter().find(|signal| waiting & signal.bit() != 0);
        // The weaker ones have lost their point: whoever ends or starts over does so once.
        strongest
    }

    async fn ended(&self) -> Exit {
        loop {
            // Made before the look, so that an end between the look and the wait is not missed.
            let changed = self.changed.notified();
            if let Some(exit) = &self.lock().exit {
                return exit.clone();
            }
            changed.await;
        }
    }

    fn signal(&self, signal: Signal) {
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

/// Puts messages in. The consumer ends when the last of these is gone.
pub(crate) struct Sender<T>(Arc<Shared<T>>);

impl<T> Sender<T> {
    #[inline]
    pub(crate) fn send(&self, message: T) -> Result<(), Refused<T>> {
        self.0.push(message, Right::Plain)
    }

    /// Resolves after the mailbox has had room, or was closed, at some time after this call.
    pub(crate) fn changed(&self) -> Notified<'_> {
        self.0.changed.notified()
    }

    /// No more messages; those that are in are still handled.
    pub(crate) fn close(&self) {
        self.0.close();
    }

    pub(crate) fn signal(&self, signal: Signal) {
        self.0.signal(signal);
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.0.lock().closed
    }

    pub(crate) fn node(&self, name: &'static str) -> Arc<Node> {
        self.0.node.get_or_init(|| Node::new(name)).clone()
    }

    /// How many messages wait; see [`WeakSender::depth`].
    pub(crate) fn depth(&self) -> usize {
        self.0.depth()
    }

    /// Waits for the consumer to be gone.
    pub(crate) fn ended(&self) -> impl Future<Output = Exit> + '_ {
        self.0.ended()
    }

    /// Calls `watcher` when the consumer is gone; at once if it is already. `number` names it for [`forget`](WeakSender::forget).
    pub(crate) fn on_exit(&self, number: u64, watcher: impl FnOnce(&Exit) + Send + 'static) {
        let exit = {
            let mut state = self.0.lock();
            match &state.exit {
                Some(exit) => exit.clone(),
                None => return state.watchers.push((number, Box::new(watcher))),
            }
        };
        watcher(&exit);
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

    /// Puts in what comes again and again, or was promised for later: a tick. Never refused by a full mailbox, but by a closed one, which
    /// ticks would else keep from ever being empty.
    pub(crate) fn push(&self, message: T) -> Result<(), Refused<T>> {
        self.0.push(message, Right::Full)
    }

    /// Puts in what comes once and because the actor has asked for it: the rest of some work, the end of something it watches. Refused only
    /// when the consumer is gone.
    pub(crate) fn push_owed(&self, message: T) -> Result<(), Refused<T>> {
        self.0.push(message, Right::Closed)
    }

    /// Drops the watcher `number`, which nobody needs any more.
    pub(crate) fn forget(&self, number: u64) {
        let forgotten = {
            let mut state = self.0.lock();
            state.watchers.iter().position(|(watcher, _)| *watcher == number).map(|at| state.watchers.swap_remove(at))
        };
        // What it holds is dropped outside the lock.
        drop(forgotten);
    }

    pub(crate) fn close(&self) {
        self.0.close();
    }

    pub(crate) fn signal(&self, signal: Signal) {
        self.0.signal(signal);
    }

    /// How many messages wait. Those that the consumer took out last are counted until it comes for more: counting each as it is handled
    /// would cost every message.
    pub(crate) fn depth(&self) -> usize {
        self.0.depth()
    }

    /// Tells this mailbox from all others that anybody still knows.
    pub(crate) fn key(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    pub(crate) fn node(&self, name: &'static str) -> Arc<Node> {
        self.0.node.get_or_init(|| Node::new(name)).clone()
    }

    /// Waits for the consumer to be gone.
    pub(crate) async fn ended(self) -> Exit {
        self.0.ended().await
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
    /// Whether those who wait for the end have been told.
    ended: bool,
}

impl<T> Receiver<T> {
    /// A message that was taken out already, unless a signal waits: no waker, no lock.
    #[inline]
    pub(crate) fn taken(&mut self) -> Option<T> {
        if self.shared.signals.load(Ordering::Relaxed) != 0 {
            return None;
        }
        self.batch.pop_front()
    }

    /// The next message or signal. A signal overtakes all messages.
    #[cfg(feature = "persistence")]
    pub(crate) async fn next(&mut self) -> Next<T> {
        match poll_fn(|cx| self.poll_ready(cx)).await {
            Next::Message(()) => self.batch.pop_front().map_or(Next::End, Next::Message),
            Next::Signal(signal) => Next::Signal(signal),
            Next::End => Next::End,
        }
    }

    /// What comes next: a message is left where [`taken`](Receiver::taken) finds it.
    pub(crate) fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Next<()>> {
        if let Some(signal) = self.shared.take_signal() {
            return Poll::Ready(Next::Signal(signal));
        }
        if !self.batch.is_empty() {
            return Poll::Ready(Next::Message(()));
        }
        let (closed, wanted) = {
            let mut state = self.shared.lock();
            if !state.queue.is_empty() {
                mem::swap(&mut state.queue, &mut self.batch);
                state.taken = self.batch.len();
            } else if !state.closed {
                state.taken = 0;
                register(&mut state.idle, cx);
                drop(state);
                // A signal that came before the waker was there has woken nobody.
                return self.shared.take_signal().map_or(Poll::Pending, |signal| Poll::Ready(Next::Signal(signal)));
            }
            (state.closed, mem::take(&mut state.wanted))
        };
        if wanted && !closed {
            self.shared.changed.notify_waiters();
        }
        Poll::Ready(if self.batch.is_empty() { Next::End } else { Next::Message(()) })
    }

    /// Whether a signal has come: of a consumer that waits for something else.
    pub(crate) fn poll_signal(&mut self, cx: &Context<'_>) -> Poll<Signal> {
        if self.shared.signals.load(Ordering::Relaxed) == 0 {
            register(&mut self.shared.lock().busy, cx);
        }
        self.shared.take_signal().map_or(Poll::Pending, Poll::Ready)
    }

    /// Forgets the signals that came so far, since what they ask for is about to happen anyway. Says whether one of them was a kill, which
    /// nothing but the end makes up for.
    pub(crate) fn forget_signals(&mut self) -> bool {
        self.shared.take_signal() == Some(Signal::Kill)
    }

    /// Whether nothing more can come.
    pub(crate) fn is_done(&self) -> bool {
        let state = self.shared.lock();
        state.closed && state.queue.is_empty() && self.batch.is_empty()
    }

    /// Runs `work` until it is done or a signal comes.
    pub(crate) async fn unless_signalled<F: Future + ?Sized>(
        &mut self,
        mut work: Pin<&mut F>,
    ) -> Result<F::Output, Signal> {
        poll_fn(|cx| match work.as_mut().poll(cx) {
            Poll::Ready(value) => Poll::Ready(Ok(value)),
            Poll::Pending => self.poll_signal(cx).map(Err),
        })
        .await
    }

    /// Puts messages back in front of everything, the first of them first.
    pub(crate) fn put_back(&mut self, messages: impl DoubleEndedIterator<Item = T>) {
        messages.rev().for_each(|message| self.batch.push_front(message));
    }

    /// Closes, and tells those who wait for it how the consumer ended.
    pub(crate) fn end(&mut self, exit: &Exit) {
        self.ended = true;
        // Dropping a message answers its caller, and may run code of the user's: outside the lock.
        let drained = self.drain();
        let (left, watchers) = {
            let mut state = self.shared.lock();
            state.exit = Some(exit.clone());
            (mem::take(&mut state.queue), mem::take(&mut state.watchers))
        };
        // Whatever happens in there, those who wait must be told of the end.
        drained.into_iter().chain(left).for_each(|message| drop(contain(|| drop(message))));
        watchers.into_iter().for_each(|(_, watcher)| watcher(exit));
        self.shared.changed.notify_waiters();
    }

    /// Closes, and takes out all that was not handled.
    ///
    /// Dropping what it gives may run code of the user's, so it is for the caller to [`contain`].
    pub(crate) fn drain(&mut self) -> VecDeque<T> {
        let mut left = {
            let mut state = self.shared.lock();
            state.closed = true;
            mem::take(&mut state.queue)
        };
        if self.batch.is_empty() {
            return left;
        }
        self.batch.append(&mut left);
        mem::take(&mut self.batch)
    }
}

fn register(slot: &mut Option<Waker>, cx: &Context<'_>) {
    match slot {
        Some(waker) if waker.will_wake(cx.waker()) => {}
        slot => *slot = Some(cx.waker().clone()),
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        // Of a consumer whose task was dropped.
        if !self.ended {
            self.end(&Exit::Killed);
        }
    }
}

//! The way out of a mailbox, and its end.

use super::queue::{Next, Shared, Signal};
use crate::actor::Exit;
use crate::panics::contain;
use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, Waker};

/// Takes messages out.
pub(crate) struct Receiver<T> {
    pub(super) shared: Arc<Shared<T>>,
    pub(super) batch: VecDeque<T>,
    /// Whether those who wait for the end have been told.
    pub(super) ended: bool,
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

    /// Says whether the consumer waits for something that may take long. Those who wait for room in a full mailbox are told at once.
    #[cfg(feature = "persistence")]
    pub(crate) fn stall(&mut self, stalled: bool) {
        let was_stalled = mem::replace(&mut self.shared.lock().stalled, stalled);
        if stalled && !was_stalled {
            self.shared.changed.notify_waiters();
        }
    }

    /// Whether nothing more is accepted.
    #[cfg(feature = "persistence")]
    pub(crate) fn is_closed(&self) -> bool {
        self.shared.lock().closed
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
        for (_, watcher) in watchers {
            watcher(exit);
        }
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

//! The way out of a mailbox, and its end.

#[cfg(feature = "persistence")]
use super::phase::Phase;
use super::queue::{Next, Shared, Signal};
use super::waiting::Fate;
use crate::actor::Exit;
use crate::observe::Stamped;
use crate::panics::contain;
use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, Waker};
use std::{iter, mem};

/// Takes messages out.
pub(crate) struct Receiver<T> {
    pub(super) shared: Arc<Shared<T>>,
    pub(super) batch: VecDeque<Stamped<T>>,
}

impl<T> Receiver<T> {
    /// Whether a signal waits, which comes before everything.
    #[inline]
    pub(crate) fn is_signalled(&self) -> bool {
        self.shared.signals.load(Ordering::Relaxed) != 0
    }

    /// A message that was taken out already, unless a signal waits: no waker, no lock.
    #[inline]
    pub(crate) fn taken(&mut self) -> Option<Stamped<T>> {
        if self.is_signalled() { None } else { self.batch.pop_front() }
    }

    /// Lets others see what the entity has in memory.
    #[cfg(feature = "persistence")]
    pub(crate) fn set_phase(&self, phase: Phase) {
        self.shared.phase.set(phase);
    }

    /// What comes next: a message is left where [`taken`](Receiver::taken) finds it.
    #[inline]
    pub(crate) fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Next<()>> {
        if let Some(signal) = self.shared.take_signal() {
            return Poll::Ready(Next::Signal(signal));
        }
        if !self.batch.is_empty() {
            return Poll::Ready(Next::Message(()));
        }
        let waiting = {
            let mut state = self.shared.lock();
            if state.queue.is_empty() {
                if state.closed {
                    return Poll::Ready(Next::End);
                }
                state.taken = 0;
                state.deaf = false;
                register(&mut state.waker, cx);
                drop(state);
                // A signal that came before the waker was there has woken nobody.
                return self.shared.take_signal().map_or(Poll::Pending, |signal| Poll::Ready(Next::Signal(signal)));
            }
            mem::swap(&mut state.queue, &mut self.batch);
            state.taken = u32::try_from(self.batch.len()).unwrap_or(u32::MAX);
            state.waiting_for_room(self.shared.node.get())
        };
        if let Some(waiting) = waiting {
            waiting.wake();
        }
        Poll::Ready(Next::Message(()))
    }

    /// How many messages were taken out and not handled.
    #[inline]
    pub(crate) fn waiting(&self) -> usize {
        self.batch.len()
    }

    /// Whether a signal has come: of a consumer that waits for something else.
    pub(crate) fn poll_signal(&mut self, cx: &Context<'_>) -> Poll<Signal> {
        if !self.is_signalled() {
            let mut state = self.shared.lock();
            state.deaf = true;
            register(&mut state.waker, cx);
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
        let waiting = {
            let mut state = self.shared.lock();
            let was_stalled = mem::replace(&mut state.stalled, stalled);
            if stalled && !was_stalled { state.waiting_for_room(self.shared.node.get()) } else { None }
        };
        if let Some(waiting) = waiting {
            waiting.wake();
        }
    }

    /// Whether nothing more is accepted.
    #[cfg(feature = "persistence")]
    pub(crate) fn is_closed(&self) -> bool {
        self.shared.lock().closed
    }

    /// Ready when nothing more is accepted.
    #[cfg(feature = "persistence")]
    pub(crate) fn poll_closed(&mut self, cx: &Context<'_>) -> Poll<()> {
        let mut state = self.shared.lock();
        if state.closed {
            return Poll::Ready(());
        }
        state.deaf = false;
        register(&mut state.waker, cx);
        Poll::Pending
    }

    /// Whether nothing waits and nobody could send anything.
    #[cfg(feature = "persistence")]
    pub(crate) fn is_deserted(&self) -> bool {
        // The handles first: whoever let go of the last one has sent before that.
        self.shared.senders.load(Ordering::Acquire) == 0 && self.batch.is_empty() && self.shared.lock().queue.is_empty()
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
    pub(crate) fn put_back(&mut self, messages: impl DoubleEndedIterator<Item = Stamped<T>>) {
        messages.rev().for_each(|message| self.batch.push_front(message));
    }

    /// Closes, and tells those who wait for it how the consumer ended.
    pub(crate) fn end(&mut self, exit: &Exit) {
        let (room, fate, others) = {
            let mut state = self.shared.lock();
            let room = state.close(self.shared.node.get());
            // From now on nothing enters.
            let fate = mem::replace(&mut state.fate, Fate::Over(exit.clone()));
            state.empty_into(&mut self.batch);
            (room, fate, state.others.take())
        };
        // Dropping a message answers its caller, and may run code of the user's: outside the lock. Whatever happens in there, those who wait
        // must be told of the end.
        while let Some(message) = self.batch.pop_front() {
            let _ = contain(|| drop(message));
        }
        if let Some(room) = room {
            room.wake();
        }
        if let Some(others) = others {
            others.tell(exit);
        }
        if let Fate::Awaited(waker) = fate {
            waker.wake();
        }
    }

    /// Closes, and takes out all that was not handled.
    ///
    /// Dropping what it gives may run code of the user's, so it is for the caller to [`contain`].
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = Stamped<T>> + '_ {
        let room = {
            let mut state = self.shared.lock();
            state.empty_into(&mut self.batch);
            state.close(self.shared.node.get())
        };
        if let Some(room) = room {
            room.wake();
        }
        iter::from_fn(|| self.batch.pop_front())
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
        if self.shared.lock().exit().is_none() {
            self.end(&Exit::Killed);
        }
    }
}

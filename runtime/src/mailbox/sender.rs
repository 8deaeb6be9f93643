//! The ways into a mailbox.

#[cfg(feature = "persistence")]
use super::phase::Phase;
use super::queue::{Refusal, Right, Shared, Signal};
use super::waiting::{Ended, Ticket};
use crate::actor::Exit;
use crate::call::Node;
use crate::observe::Stamp;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Context;

/// Puts messages in. When the last of these is gone the mailbox closes, or, if it is a lasting one, its consumer is woken.
pub(crate) struct Sender<T>(pub(super) Arc<Shared<T>>);

impl<T> Sender<T> {
    #[inline]
    pub(crate) fn send(&self, message: T) -> Result<(), Refusal> {
        self.0.push(message, Stamp::here(), Right::Plain)
    }

    /// The same, but a message that is refused comes back.
    pub(crate) fn offer(&self, message: T) -> Result<(), (Refusal, T)> {
        self.0.offer(message, Stamp::here(), Right::Plain)
    }

    /// The same, but where the mailbox is full for now, the message comes back, and whoever polls is woken when there is room or never will be. The
    /// ticket belongs to the one who waits; see [`give_up`](Sender::give_up).
    #[inline]
    pub(crate) fn poll_send(
        &self,
        message: T,
        ticket: &mut Option<Ticket>,
        cx: &Context<'_>,
    ) -> Result<Option<T>, Refusal> {
        self.0.poll_push(message, Stamp::here(), ticket, cx)
    }

    /// Nobody waits with this ticket any more.
    pub(crate) fn give_up(&self, ticket: Ticket) {
        self.0.forget(ticket);
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
    pub(crate) fn ended(&self) -> Ended<T> {
        Ended::new(self.0.clone())
    }

    /// Calls `watcher` when the consumer is gone; at once if it is already. `number` names it for [`forget`](WeakSender::forget).
    pub(crate) fn on_exit(&self, number: u64, watcher: impl FnOnce(&Exit) + Send + 'static) {
        let exit = {
            let mut state = self.0.lock();
            match state.exit() {
                Some(exit) => exit.clone(),
                None => return state.others().watchers.push((number, Box::new(watcher))),
            }
        };
        watcher(&exit);
    }

    /// Whether the mailbox stays open without handles.
    pub(crate) fn is_lasting(&self) -> bool {
        self.0.lasting
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
            self.0.desert();
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

    /// A sender, also when there is none left: of a lasting mailbox, whose consumer does not end meanwhile.
    #[cfg(feature = "persistence")]
    pub(crate) fn revive(&self) -> Sender<T> {
        self.0.senders.fetch_add(1, Ordering::AcqRel);
        Sender(self.0.clone())
    }

    /// Puts in what comes again and again, or was promised for later: a tick. Never refused by a full mailbox, but by a closed one, which
    /// ticks would else keep from ever being empty.
    pub(crate) fn push(&self, message: T, stamp: Stamp) -> Result<(), Refusal> {
        self.0.push(message, stamp, Right::Full)
    }

    /// The same, but what a closed mailbox refuses comes back.
    #[cfg(feature = "persistence")]
    pub(crate) fn offer(&self, message: T) -> Result<(), (Refusal, T)> {
        self.0.offer(message, Stamp::here(), Right::Full)
    }

    /// Puts in what comes once and because the actor has asked for it: the rest of some work, the end of something it watches. Refused only
    /// when the consumer is gone.
    pub(crate) fn push_owed(&self, message: T, stamp: Stamp) -> Result<(), Refusal> {
        self.0.push(message, stamp, Right::Closed)
    }

    /// Drops the watcher `number`, which nobody needs any more.
    pub(crate) fn forget(&self, number: u64) {
        let forgotten = {
            let mut state = self.0.lock();
            state.others.as_mut().and_then(|others| {
                let at = others.watchers.iter().position(|(watcher, _)| *watcher == number)?;
                Some(others.watchers.swap_remove(at))
            })
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

    /// Whether the consumer is gone.
    #[cfg(feature = "persistence")]
    pub(crate) fn is_over(&self) -> bool {
        self.0.lock().exit().is_some()
    }

    /// Whether no more messages are taken.
    #[cfg(feature = "persistence")]
    pub(crate) fn is_closed(&self) -> bool {
        self.0.lock().closed
    }

    /// What the entity has in memory.
    #[cfg(feature = "persistence")]
    pub(crate) fn phase(&self) -> Phase {
        self.0.phase.get()
    }

    /// Tells this mailbox from all others that anybody still knows.
    pub(crate) fn key(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    pub(crate) fn node(&self, name: &'static str) -> Arc<Node> {
        self.0.node.get_or_init(|| Node::new(name)).clone()
    }

    /// Waits for the consumer to be gone.
    pub(crate) fn ended(self) -> Ended<T> {
        Ended::new(self.0)
    }
}

impl<T> Clone for WeakSender<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

//! Timers and watches: what comes to an actor from the runtime, and only while it is still wanted.

use super::context::Context;
use super::dispatch::{Actor, Dispatch};
use super::exit::Exit;
use super::handle::Handle;
use super::item::Item;
use crate::call::{Accepts, Message, Port};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::task::AbortHandle;

/// Identifies a timer or a watch in the whole process, so that one of an earlier incarnation is never taken for one of this.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// The current timers and watches of one incarnation. A tick of any other is stale, and is dropped.
#[derive(Default)]
pub(crate) struct Ticks {
    timers: HashMap<Cow<'static, str>, Timer>,
    watches: HashSet<u64>,
}

struct Timer {
    id: u64,
    once: bool,
    task: AbortHandle,
}

impl Ticks {
    /// Whether the tick `id` is still wanted. A timer that fires once is over with it.
    pub(super) fn admit(&mut self, id: u64) -> bool {
        if self.watches.remove(&id) {
            return true;
        }
        let Some(name) = self.timers.iter().find(|(_, timer)| timer.id == id).map(|(name, _)| name.clone()) else {
            return false;
        };
        if self.timers.get(&name).is_some_and(|timer| timer.once) {
            self.timers.remove(&name);
        }
        true
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Tells an actor that one it watches has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terminated {
    /// What [`watch`](Context::watch) gave for it.
    pub watch: Watch,
    /// How it ended.
    pub exit: Exit,
}

/// Names a watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Watch(u64);

impl Message for Terminated {
    type Reply = ();
    type Error = Infallible;
    type Decision<P> = P;

    fn decided<P>(decision: P) -> Result<P, Infallible> {
        Ok(decision)
    }
}

impl<A: Dispatch> Context<A> {
    /// Sends this actor a [`Terminated`] when `other` has ended; at once if it has already.
    pub fn watch<B: Actor>(&mut self, other: &impl Handle<B>) -> Watch
    where
        A: Accepts<Terminated>,
    {
        let watch = Watch(NEXT.fetch_add(1, Ordering::Relaxed));
        self.extras().ticks.watches.insert(watch.0);
        let own = self.own.clone();
        other.actor_ref().sender().on_exit(move |exit| {
            let message = A::accept(Terminated { watch, exit: exit.clone() }, Port::none());
            // Whoever has ended meanwhile is not to be told anything.
            let _ = own.push(Item::Tick { timer: Some(watch.0), message });
        });
        watch
    }

    /// Ends a watch. Its `Terminated` never comes, not even if it is in the mailbox already.
    pub fn unwatch(&mut self, watch: Watch) {
        self.extras().ticks.watches.remove(&watch.0);
    }

    /// Sends this actor `message` once, after `delay`. A timer of the same name is replaced, and its tick never comes.
    ///
    /// The tick enters the mailbox in order, and a full mailbox does not refuse it. Timers end with the incarnation.
    pub fn start_timer<M: Message>(&mut self, name: impl Into<Cow<'static, str>>, delay: Duration, message: M)
    where
        A: Accepts<M>,
    {
        let (own, clock) = (self.own.clone(), self.core.clock().clone());
        self.start(name.into(), true, move |id| async move {
            clock.sleep(delay).await;
            let message = A::accept(message, Port::none());
            let _ = own.push(Item::Tick { timer: Some(id), message });
        });
    }

    /// Sends this actor `message` every `period`, first after one `period`. A timer of the same name is replaced.
    ///
    /// The next period starts when the tick enters the mailbox: an actor that is late gets no burst of ticks.
    pub fn start_repeating<M: Message + Clone + Sync>(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        period: Duration,
        message: M,
    ) where
        A: Accepts<M>,
    {
        let (own, clock) = (self.own.clone(), self.core.clock().clone());
        self.start(name.into(), false, move |id| async move {
            loop {
                clock.sleep(period).await;
                let message = A::accept(message.clone(), Port::none());
                if own.push(Item::Tick { timer: Some(id), message }).is_err() {
                    return;
                }
            }
        });
    }

    /// Ends a timer. Its tick never comes, not even if it is in the mailbox already. Says whether there was such a timer.
    pub fn cancel_timer(&mut self, name: &str) -> bool {
        self.extras_if_any().is_some_and(|extras| extras.ticks.timers.remove(name).is_some())
    }

    fn start<F: Future<Output = ()> + Send + 'static>(
        &mut self,
        name: Cow<'static, str>,
        once: bool,
        run: impl FnOnce(u64) -> F,
    ) {
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let task = tokio::spawn(run(id)).abort_handle();
        self.extras().ticks.timers.insert(name, Timer { id, once, task });
    }
}

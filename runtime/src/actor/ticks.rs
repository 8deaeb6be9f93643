//! Timers and watches: what comes to an actor from the runtime, and only while it is still wanted.

use super::context::Context;
use super::dispatch::{Actor, Dispatch};
use super::exit::Exit;
use super::handle::Handle;
use super::item::Item;
use crate::call::{Accepts, Message, Port};
use crate::clock;
use crate::executor::{self, Task};
use crate::observe::{Cause, Stamp};
use std::any::TypeId;
use std::borrow::Cow;
use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Identifies a timer or a watch in the whole process, so that one of an earlier incarnation is never taken for one of this.
static NEXT: AtomicU64 = AtomicU64::new(1);

pub(super) fn next_id() -> u64 {
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The current timers and watches of one incarnation. A tick of any other is stale, and is dropped.
#[derive(Default)]
pub(crate) struct Ticks {
    timers: HashMap<Cow<'static, str>, Timer>,
    watches: HashMap<u64, Watching>,
}

struct Timer {
    id: u64,
    once: bool,
    /// Whether a tick waits in the mailbox. The next one is not made before that one is taken out.
    waits: Arc<AtomicBool>,
    /// The type of the message that it sends, of one that is not a deadline.
    sends: Option<TypeId>,
    /// What waits for the time to come. A deadline without delay waits for no time.
    task: Option<Task>,
}

impl Ticks {
    /// Whether the tick `id` is still wanted. A timer that fires once is over with it.
    pub(super) fn admit(&mut self, id: u64) -> bool {
        if self.watches.remove(&id).is_some() {
            return true;
        }
        let Some((name, timer)) = self.timers.iter().find(|(_, timer)| timer.id == id) else { return false };
        timer.waits.store(false, Ordering::Relaxed);
        if timer.once {
            let name = name.clone();
            self.timers.remove(&name);
        }
        true
    }
}

/// Takes the watcher out of the watched actor when it is dropped: an actor that lives long keeps nothing of those that have watched it.
struct Watching(Box<dyn Fn() + Send>);

impl Drop for Watching {
    fn drop(&mut self) {
        (self.0)();
    }
}

impl fmt::Debug for Watching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watching")
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
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
    /// Sends this actor a [`Terminated`] when `other` has ended; at once if it has already. Watches end with the incarnation.
    ///
    /// ```
    /// use mainstay::prelude::*;
    ///
    /// #[actor]
    /// struct Worker;
    ///
    /// #[handlers]
    /// impl Worker {}
    ///
    /// #[actor]
    /// #[derive(Default)]
    /// struct Boss {
    ///     ends: Vec<Exit>,
    /// }
    ///
    /// #[handlers]
    /// impl Boss {
    ///     #[handle]
    ///     fn watch(&mut self, worker: WorkerRef, cx: &mut Context<Self>) {
    ///         cx.watch(&worker);
    ///     }
    ///
    ///     #[handle(message)]
    ///     fn ended(&mut self, ended: Terminated) {
    ///         self.ends.push(ended.exit);
    ///     }
    ///
    ///     #[handle]
    ///     fn ends(&self) -> Vec<Exit> {
    ///         self.ends.clone()
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let (boss, worker) = (Boss::default().spawn(), Worker.spawn());
    /// boss.watch(worker.clone()).await?;
    /// worker.kill();
    /// worker.stopped().await;
    /// assert_eq!(boss.ends().await?, [Exit::Killed]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn watch<B: Actor>(&mut self, other: &impl Handle<B>) -> Watch
    where
        A: Accepts<Terminated>,
        B::Message: Send,
    {
        let watch = Watch(next_id());
        let (own, watched) = (self.own.clone(), other.actor_ref().downgrade());
        self.extras().ticks.watches.insert(watch.0, Watching(Box::new(move || watched.forget(watch.0))));
        other.actor_ref().sender().on_exit(watch.0, move |exit| {
            let message = A::accept(Terminated { watch, exit: exit.clone() }, Port::none());
            // Whoever has ended meanwhile is not to be told anything.
            let _ = own.push_owed(Item::tick(watch.0, message), Stamp::here());
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
    ///
    /// ```
    /// use mainstay::prelude::*;
    ///
    /// #[derive(Message)]
    /// struct Flush;
    ///
    /// #[actor]
    /// #[derive(Default)]
    /// struct Buffer {
    ///     lines: Vec<String>,
    ///     flushed: usize,
    /// }
    ///
    /// #[handlers]
    /// impl Buffer {
    ///     /// Half a second after the last line, all lines are flushed.
    ///     #[handle]
    ///     fn write(&mut self, line: String, cx: &mut Context<Self>) {
    ///         self.lines.push(line);
    ///         cx.start_timer("flush", Duration::from_millis(500), Flush);
    ///     }
    ///
    ///     #[handle(message)]
    ///     fn flush(&mut self, _: Flush) {
    ///         self.flushed += self.lines.drain(..).count();
    ///     }
    ///
    ///     #[handle]
    ///     fn flushed(&self) -> usize {
    ///         self.flushed
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let buffer = Buffer::default().spawn();
    /// buffer.write("one".into()).await?;
    /// buffer.write("two".into()).await?;
    /// assert_eq!(buffer.flushed().await?, 0);
    /// tokio::time::sleep(Duration::from_secs(1)).await;
    /// assert_eq!(buffer.flushed().await?, 2);
    /// # Ok(())
    /// # }
    /// ```
    pub fn start_timer<M: Message>(&mut self, name: impl Into<Cow<'static, str>>, delay: Duration, message: M)
    where
        A: Accepts<M>,
    {
        let (own, cause) = (self.own.clone(), Cause::here());
        self.start(name.into(), true, Some(TypeId::of::<M>()), move |id, _| async move {
            clock::sleep(delay).await;
            let message = A::accept(message, Port::none());
            let _ = own.push(Item::tick(id, message), Stamp::of(cause));
        });
    }

    /// Sends this actor `message` every `period`, first after one `period`. A timer of the same name is replaced.
    ///
    /// While a tick waits in the mailbox no other one is made, so an actor that is late gets no burst of ticks.
    pub fn start_repeating<M: Message + Clone + Sync>(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        period: Duration,
        message: M,
    ) where
        A: Accepts<M>,
    {
        let own = self.own.clone();
        self.start(name.into(), false, Some(TypeId::of::<M>()), move |id, waits| async move {
            loop {
                clock::sleep(period).await;
                if waits.swap(true, Ordering::Relaxed) {
                    continue;
                }
                let message = A::accept(message.clone(), Port::none());
                if own.push(Item::tick(id, message), Stamp::here()).is_err() {
                    return;
                }
            }
        });
    }

    /// Sends this actor `message` once, after `delay`: what a machine's state has when it is entered. Its name is one of the timers' names.
    ///
    /// Without a delay it comes before everything that is in the mailbox now, and after what was raised or put aside.
    pub fn start_deadline(&mut self, name: &'static str, delay: Duration, message: A::Message) {
        if delay.is_zero() {
            let (id, waits) = (next_id(), Arc::new(AtomicBool::new(false)));
            let extras = self.extras();
            extras.ticks.timers.insert(name.into(), Timer { id, once: true, waits, sends: None, task: None });
            extras.inner.due(id, message);
            return;
        }
        let (own, cause) = (self.own.clone(), Cause::here());
        self.start(name.into(), true, None, move |id, _| async move {
            clock::sleep(delay).await;
            let _ = own.push(Item::tick(id, message), Stamp::of(cause));
        });
    }

    /// Ends a timer. Its tick never comes, not even if it is in the mailbox already. Says whether there was such a timer.
    pub fn cancel_timer(&mut self, name: &str) -> bool {
        self.extras_if_any().is_some_and(|extras| extras.ticks.timers.remove(name).is_some())
    }

    /// Ends all timers that send an `M`, whatever their names: what a machine does with those of a state that it leaves.
    pub fn cancel_timers<M: Message>(&mut self) {
        if let Some(extras) = self.extras_if_any() {
            extras.ticks.timers.retain(|_, timer| timer.sends != Some(TypeId::of::<M>()));
        }
    }

    fn start<F: Future<Output = ()> + Send + 'static>(
        &mut self,
        name: Cow<'static, str>,
        once: bool,
        sends: Option<TypeId>,
        run: impl FnOnce(u64, Arc<AtomicBool>) -> F,
    ) {
        let (id, waits) = (next_id(), Arc::new(AtomicBool::new(false)));
        let task = Some(executor::spawn(run(id, waits.clone())));
        self.extras().ticks.timers.insert(name, Timer { id, once, waits, sends, task });
    }
}

//! Messages that an actor has put aside.

use super::context::Context;
use super::dispatch::{Actor, Dispatch};
use super::item::Item;
use crate::call::{Accepts, Message, ReplyTo};
use crate::observe::Stamped;
use std::collections::VecDeque;
use std::fmt;

pub(crate) struct Stash<A: Actor> {
    messages: VecDeque<Stamped<A::Message>>,
    /// What comes back before the next message from the mailbox. A handler that puts its own message aside after it has asked for the others
    /// does not get that one back at once.
    released: VecDeque<Stamped<A::Message>>,
}

impl<A: Actor> Default for Stash<A> {
    fn default() -> Self {
        Self { messages: VecDeque::new(), released: VecDeque::new() }
    }
}

impl<A: Actor> Stash<A> {
    /// What is to come back now.
    pub(super) fn next(&mut self) -> Option<Stamped<A::Message>> {
        self.released.pop_front()
    }

    /// Lets everything come back, oldest first: what was put aside again while others were still coming back is older than those.
    fn release(&mut self) {
        self.messages.append(&mut self.released);
        std::mem::swap(&mut self.messages, &mut self.released);
    }

    /// Everything, oldest first.
    pub(super) fn take(&mut self) -> VecDeque<Stamped<A::Message>> {
        self.release();
        std::mem::take(&mut self.released)
    }
}

/// The stash is full. Holds the message and its way back, for the handler to decide about.
pub struct StashFull<M: Message> {
    /// The message.
    pub message: M,
    /// The way back to its caller.
    pub reply: ReplyTo<M::Reply, M::Error>,
}

impl<M: Message> fmt::Debug for StashFull<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StashFull").finish_non_exhaustive()
    }
}

impl<M: Message> fmt::Display for StashFull<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the stash is full")
    }
}

impl<M: Message> std::error::Error for StashFull<M> {}

impl<A: Dispatch> Context<A> {
    /// Puts a message aside, with the way back to its caller, until [`unstash_all`](Context::unstash_all). Stashed messages survive a restart; when
    /// the actor ends their callers get `Stopped`.
    ///
    /// The handler takes the way back, a `ReplyTo`, so that it can hand it on.
    ///
    /// ```
    /// use mainstay::prelude::*;
    ///
    /// #[derive(Message)]
    /// #[message(reply = u32)]
    /// struct Job(u32);
    ///
    /// #[actor(stash = 64)]
    /// #[derive(Default)]
    /// struct Worker {
    ///     ready: bool,
    /// }
    ///
    /// #[handlers]
    /// impl Worker {
    ///     #[handle(message)]
    ///     fn job(&mut self, job: Job, reply: ReplyTo<u32>, cx: &mut Context<Self>) {
    ///         if self.ready {
    ///             reply.reply(job.0 * 2);
    ///         } else if let Err(full) = cx.stash(job, reply) {
    ///             full.reply.reply(0);
    ///         }
    ///     }
    ///
    ///     #[handle]
    ///     fn ready(&mut self, cx: &mut Context<Self>) {
    ///         self.ready = true;
    ///         cx.unstash_all();
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let worker = Worker::default().spawn();
    /// let (done, ready) = tokio::join!(async { worker.ask(Job(4)).await }, async { worker.ready().await });
    /// assert_eq!((done?, ready?), (8, ()));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The stash is full: 1 024 messages unless the actor says otherwise.
    pub fn stash<M: Message>(&mut self, message: M, reply: ReplyTo<M::Reply, M::Error>) -> Result<(), StashFull<M>>
    where
        A: Accepts<M>,
    {
        let limit = self.core.settings().stash::<A>().limit();
        let stash = &mut self.extras().stash;
        if stash.messages.len() >= limit {
            return Err(StashFull { message, reply });
        }
        stash.messages.push_back(Stamped::here(A::accept(message, reply.into_port())));
        Ok(())
    }

    /// Lets all stashed messages come back when this handler returns, in the order in which they arrived, before anything newer.
    pub fn unstash_all(&mut self) {
        if let Some(extras) = self.extras_if_any() {
            extras.stash.release();
        }
    }

    /// How many messages are stashed.
    pub fn stashed(&mut self) -> usize {
        self.extras_if_any().map_or(0, |extras| extras.stash.messages.len())
    }
}

impl<A: Actor> Stash<A> {
    pub(super) fn items(messages: VecDeque<Stamped<A::Message>>) -> impl DoubleEndedIterator<Item = Stamped<Item<A>>> {
        messages.into_iter().map(|message| message.map(Item::Message))
    }
}

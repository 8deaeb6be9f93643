//! The receive timeout: what an actor is told when nobody has sent it anything for a while.

use super::context::Context;
use super::dispatch::{Actor, Dispatch};
use super::item::Item;
use super::ticks::next_id;
use crate::call::{Accepts, Message, Port};
use crate::clock;
use std::convert::Infallible;
use std::time::Duration;

/// The receive timeout of an actor that has one.
pub(crate) struct Idle<A: Actor> {
    /// As with timers: one that an earlier incarnation has set, or that was replaced, is stale.
    id: u64,
    period: Duration,
    due: Duration,
    message: fn() -> A::Message,
}

impl<A: Actor> Idle<A> {
    /// When it is due, by the monotonic clock.
    pub(super) fn due(&self) -> Duration {
        self.due
    }

    /// Starts the period anew.
    pub(super) fn put_off(&mut self, now: Duration) {
        self.due = now.saturating_add(self.period);
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// What says so.
    pub(super) fn tick(&self) -> Item<A> {
        Item::tick(self.id, (self.message)())
    }
}

/// Tells an actor that nobody has sent it anything for as long as it asked to be told after.
///
/// It comes when the mailbox is empty, and again after every further period, until it is cancelled. Messages from handles put it off; ticks,
/// replies, items of an attached stream and handlers marked `no_influence` do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiveTimeout;

impl Message for ReceiveTimeout {
    type Reply = ();
    type Error = Infallible;
    type Decision<P> = P;

    fn decided<P>(decision: P) -> Result<P, Infallible> {
        Ok(decision)
    }
}

impl<A: Dispatch> Context<A> {
    /// Sends this actor a [`ReceiveTimeout`] whenever nothing has come from a handle for `period`. Replaces an earlier one.
    ///
    /// ```
    /// use mainstay::prelude::*;
    ///
    /// #[actor]
    /// struct Session;
    ///
    /// #[handlers]
    /// impl Session {
    ///     #[started]
    ///     fn begin(&mut self, cx: &mut Context<Self>) {
    ///         cx.set_receive_timeout(Duration::from_secs(60));
    ///     }
    ///
    ///     #[handle]
    ///     fn touch(&mut self) {}
    ///
    ///     #[handle(message)]
    ///     fn idle(&mut self, _: ReceiveTimeout, cx: &mut Context<Self>) {
    ///         cx.stop();
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let session = Session.spawn();
    /// session.touch().await?;
    /// assert_eq!(session.stopped().await, Exit::Stopped);
    /// # Ok(())
    /// # }
    /// ```
    pub fn set_receive_timeout(&mut self, period: Duration)
    where
        A: Accepts<ReceiveTimeout>,
    {
        self.set_idle(period, || A::accept(ReceiveTimeout, Port::none()));
    }

    /// As [`set_receive_timeout`](Context::set_receive_timeout), with a message of the actor's own kind: what a machine's state has that says
    /// what happens when nobody wants anything of it.
    pub fn set_idle(&mut self, period: Duration, message: fn() -> A::Message) {
        let due = clock::monotonic().saturating_add(period);
        self.extras().idle = Some(Idle { id: next_id(), period, due, message });
    }

    /// Ends the receive timeout: none comes after this.
    pub fn cancel_receive_timeout(&mut self) {
        if let Some(extras) = self.extras_if_any() {
            extras.idle = None;
        }
    }
}

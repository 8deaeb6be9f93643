//! Work that an actor leaves to a task, so that its mailbox goes on.

use super::context::Context;
use super::dispatch::Dispatch;
use super::handle::ActorRef;
use super::item::{Item, Other};
use crate::call::{self, Accepts, Message, Port};
use crate::mailbox::WeakSender;
use crate::observe::{Cause, Stamp};
use futures_core::Stream;
use std::future::{Future, poll_fn};
use std::pin::pin;

/// Has something done by an actor, for as long as it is there. Does not keep it alive, and a full mailbox does not refuse it.
pub(crate) struct Errands<A: Dispatch>(WeakSender<Item<A>>);

impl<A: Dispatch> Errands<A> {
    /// Says whether the actor is still there.
    pub(crate) fn run(&self, work: impl FnOnce(&mut A, &mut Context<A>) + Send + 'static) -> bool {
        self.0.push_owed(Item::work(work), Stamp::here()).is_ok()
    }
}

impl<A: Dispatch> Clone for Errands<A> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<A: Dispatch> Context<A> {
    /// Runs `work` in a task of its own, and what follows on the actor when it is done. Messages are handled meanwhile.
    ///
    /// The task ends with the incarnation; what follows then never runs. If `work` panics, it does not run either. A `ReplyTo` in there answers
    /// its caller all the same.
    ///
    /// ```
    /// use mainstay::prelude::*;
    ///
    /// #[actor]
    /// #[derive(Default)]
    /// struct Sums {
    ///     done: u32,
    /// }
    ///
    /// #[handlers]
    /// impl Sums {
    ///     #[handle]
    ///     fn add(&mut self, a: u32, b: u32, reply: ReplyTo<u32>, cx: &mut Context<Self>) {
    ///         let work = async move {
    ///             tokio::time::sleep(Duration::from_secs(1)).await;
    ///             a + b
    ///         };
    ///         cx.run(work, |sums, sum, _| {
    ///             sums.done += 1;
    ///             reply.reply(sum);
    ///         });
    ///     }
    ///
    ///     #[handle]
    ///     fn done(&self) -> u32 {
    ///         self.done
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let sums = Sums::default().spawn();
    /// let (sum, done) = tokio::join!(async { sums.add(1, 2).await }, async { sums.done().await });
    /// assert_eq!((sum?, done?), (3, 0), "the work holds up nobody");
    /// assert_eq!(sums.done().await?, 1);
    /// # Ok(())
    /// # }
    /// ```
    pub fn run<T: Send + 'static>(
        &mut self,
        work: impl Future<Output = T> + Send + 'static,
        then: impl FnOnce(&mut A, T, &mut Context<A>) + Send + 'static,
    ) {
        let own = self.own.clone();
        let cause = Cause::here();
        self.task(async move {
            let mut work = pin!(work);
            let value = poll_fn(|cx| cause.run(|| work.as_mut().poll(cx))).await;
            let rest = Item::work(move |actor: &mut A, cx: &mut Context<A>| then(actor, value, cx));
            // An actor that has ended has no use for it.
            let _ = own.push_owed(rest, Stamp::of(cause));
        });
    }

    /// Sends this actor every item of `stream` as a message, in order. A full mailbox holds the stream back.
    ///
    /// Such a message does not put off the receive timeout, which tells that nobody has sent the actor anything. Accepted and not handled it is a
    /// dead letter, like one from a handle.
    ///
    /// The stream is dropped when the incarnation ends, and does not keep the actor alive.
    pub fn attach<M: Message>(&mut self, stream: impl Stream<Item = M> + Send + 'static)
    where
        A: Accepts<M>,
    {
        let own = self.own.clone();
        self.task(async move {
            let mut stream = pin!(stream);
            while let Some(message) = poll_fn(|cx| stream.as_mut().poll_next(cx)).await {
                let Some(actor) = own.upgrade().map(|sender| ActorRef::<A>::new(sender, ())) else { return };
                let item = Other::Streamed(A::accept(message, Port::none())).into();
                if call::Send::item(&actor, item).await.is_err() {
                    return;
                }
            }
        });
    }

    /// A way for others of the runtime to have something done by this actor, in the order of its mailbox.
    pub(crate) fn errands(&self) -> Errands<A> {
        Errands(self.own.clone())
    }

    fn task(&mut self, task: impl Future<Output = ()> + Send + 'static) {
        self.extras().tasks.spawn(task);
    }
}

//! Work that an actor leaves to a task, so that its mailbox goes on.

use super::context::Context;
use super::dispatch::Dispatch;
use super::handle::ActorRef;
use super::item::Item;
use crate::call::{Accepts, Message, Typed};
use futures_core::Stream;
use std::future::{Future, poll_fn};
use std::pin::pin;

impl<A: Dispatch> Context<A> {
    /// Runs `work` in a task of its own, and what follows on the actor when it is done. Messages are handled meanwhile.
    ///
    /// The task ends with the incarnation; what follows then never runs. If `work` panics, it does not run either.
    pub fn run<T: Send + 'static>(
        &mut self,
        work: impl Future<Output = T> + Send + 'static,
        then: impl FnOnce(&mut A, T, &mut Context<A>) + Send + 'static,
    ) {
        let own = self.own.clone();
        self.task(async move {
            let value = work.await;
            let rest = Box::new(move |actor: &mut A, cx: &mut Context<A>| then(actor, value, cx));
            // An actor that has ended has no use for it.
            let _ = own.push_owed(Item::Work(rest));
        });
    }

    /// Sends this actor every item of `stream` as a message, in order. A full mailbox holds the stream back.
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
                if actor.call(Typed(message)).send().await.is_err() {
                    return;
                }
            }
        });
    }

    fn task(&mut self, task: impl Future<Output = ()> + Send + 'static) {
        let tasks = &mut self.extras().tasks;
        // Those that are done take no room.
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
    }
}

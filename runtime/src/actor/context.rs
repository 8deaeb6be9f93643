//! What a handler can do besides changing its actor.

use super::dispatch::{Actor, Dispatch};
use super::extras::Extras;
use super::handle::{ActorRef, Handle};
use super::item::Item;
use super::spawn::Make;
use crate::call::Node;
#[cfg(feature = "persistence")]
use crate::entity::Hand;
use crate::mailbox::{Signal, WeakSender};
use crate::system::Core;
use std::fmt;
use std::sync::Arc;

/// A handler's view of the actor that it belongs to.
pub struct Context<A: Actor> {
    pub(super) own: WeakSender<Item<A>>,
    pub(crate) core: Arc<Core>,
    id: A::Id,
    /// Of an entity.
    #[cfg(feature = "persistence")]
    pub(crate) hand: Option<Box<Hand>>,
    /// What only some actors have: made when it is first needed.
    extras: Option<Box<Extras<A>>>,
}

impl<A: Actor> Context<A> {
    pub(crate) fn new(own: WeakSender<Item<A>>, core: Arc<Core>, id: A::Id) -> Self {
        Self {
            own,
            core,
            id,
            #[cfg(feature = "persistence")]
            hand: None,
            extras: None,
        }
    }

    /// The actor's own handle, or `None` when nobody else holds one any more, so that the actor is about to end.
    ///
    /// A handle that the actor keeps would keep the actor alive for ever: ask for it when it is needed.
    pub fn handle(&self) -> Option<A::Handle>
    where
        A::Handle: Handle<A>,
    {
        self.own.upgrade().map(|sender| Handle::from_ref(ActorRef::new(sender, self.id.clone())))
    }

    /// What names the actor.
    pub fn id(&self) -> &A::Id {
        &self.id
    }

    pub(crate) fn extras(&mut self) -> &mut Extras<A> {
        self.extras.get_or_insert_default()
    }

    /// What the actor has of these, if it ever needed any.
    pub(crate) fn extras_if_any(&mut self) -> Option<&mut Extras<A>> {
        self.extras.as_deref_mut()
    }

    pub(crate) fn node(&self) -> Arc<Node> {
        self.own.node(std::any::type_name::<A>())
    }

    /// Hands the context to another thread, and leaves one in its place that nobody uses.
    pub(super) fn lend(&mut self) -> Self {
        let stand_in = Self::new(self.own.clone(), self.core.clone(), self.id.clone());
        std::mem::replace(self, stand_in)
    }

    pub(super) fn take_extras(&mut self) -> Option<Box<Extras<A>>> {
        self.extras.take()
    }
}

impl<A: Actor> Context<A> {
    /// Lets the actor end when it has handled what is in its mailbox now. Nothing further is accepted.
    pub fn stop(&mut self)
    where
        A: Dispatch,
    {
        self.own.close();
    }
}

impl<A: Dispatch> Context<A> {
    /// Ends the actor when this handler returns, or waits for something. What it had accepted becomes dead letters.
    pub fn kill(&mut self) {
        self.own.signal(Signal::Kill);
    }

    /// Starts `actor` as a child: it ends before its parent does. It cannot start over, for there is only this one value.
    ///
    /// Children belong to the incarnation: when their parent starts over, they end first.
    pub fn spawn<C: Dispatch>(&mut self, actor: C) -> C::Handle {
        self.spawn_child(Make::Once(actor))
    }

    /// Starts a child that `make` makes, now and again whenever it starts over. Which of its siblings start over too, and how often all that is
    /// borne, stands in the parent's `#[actor(strategy = .., intensity(..))]`.
    ///
    /// ```
    /// use mainstay::prelude::*;
    ///
    /// #[actor(backoff(min = "10ms"))]
    /// #[derive(Default)]
    /// struct Worker(u32);
    ///
    /// #[handlers]
    /// impl Worker {
    ///     #[handle]
    ///     fn work(&mut self, crash: bool) -> u32 {
    ///         assert!(!crash, "it happens");
    ///         self.0 += 1;
    ///         self.0
    ///     }
    /// }
    ///
    /// #[actor(strategy = one_for_all)]
    /// struct Boss;
    ///
    /// #[handlers]
    /// impl Boss {
    ///     #[handle]
    ///     fn hire(&mut self, cx: &mut Context<Self>) -> WorkerRef {
    ///         cx.spawn_with(Worker::default)
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let boss = Boss.spawn();
    /// let worker = boss.hire().await?;
    /// assert_eq!(worker.work(false).await?, 1);
    /// assert_eq!(worker.work(true).await, Err(CallError::Failed));
    /// assert_eq!(worker.work(false).await?, 1, "a new value");
    /// # Ok(())
    /// # }
    /// ```
    pub fn spawn_with<C: Dispatch>(&mut self, make: impl FnMut() -> C + Send + 'static) -> C::Handle {
        self.spawn_child(Make::Again(Box::new(make)))
    }

    fn spawn_child<C: Dispatch>(&mut self, make: Make<C>) -> C::Handle {
        let core = self.core.clone();
        let own = self.own.clone();
        let family = self.extras().family(&core, own);
        super::spawn::spawn(make, core, Some(family))
    }
}

impl<A: Actor> fmt::Debug for Context<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Context").field(&std::any::type_name::<A>()).finish()
    }
}

//! What only some actors have.

use super::context::Context;
use super::dispatch::{Actor, Dispatch};
use super::family::Family;
use super::idle::Idle;
use super::inner::Inner;
use super::item::Item;
use super::stash::Stash;
use super::ticks::Ticks;
use crate::executor::Tasks;
use crate::fsm::Subscribers;
use crate::mailbox::{Signal, WeakSender};
use crate::system::Core;
use std::sync::Arc;

pub(crate) struct Extras<A: Actor> {
    family: Option<Arc<Family>>,
    pub(super) inner: Inner<A>,
    pub(super) stash: Stash<A>,
    pub(super) ticks: Ticks,
    pub(super) idle: Option<Idle<A>>,
    /// Of a machine.
    pub(crate) subscribers: Subscribers,
    /// Work that was left to tasks. They end with the incarnation.
    pub(super) tasks: Tasks,
    /// The deliveries that were taken.
    #[cfg(feature = "persistence")]
    pub(super) ring: Option<Arc<crate::delivery::Ring>>,
}

impl<A: Actor> Default for Extras<A> {
    fn default() -> Self {
        Self {
            family: None,
            inner: Inner::default(),
            stash: Stash::default(),
            ticks: Ticks::default(),
            idle: None,
            subscribers: Subscribers::default(),
            tasks: Tasks::default(),
            #[cfg(feature = "persistence")]
            ring: None,
        }
    }
}

impl<A: Actor> Extras<A> {
    /// Whether the tick `id` is still wanted.
    pub(super) fn admit(&mut self, id: u64) -> bool {
        self.idle.as_ref().is_some_and(|idle| idle.id() == id) || self.ticks.admit(id)
    }
}

impl<A: Dispatch> Extras<A> {
    pub(super) fn family(&mut self, core: &Core, own: WeakSender<Item<A>>) -> Arc<Family> {
        let new = || Family::new(A::STRATEGY, core.settings().intensity::<A>(), own);
        self.family.get_or_insert_with(new).clone()
    }
}

impl<A: Dispatch> Context<A> {
    /// Ends this incarnation as if one of its children had failed for good, with these words.
    pub(crate) fn fail(&mut self, words: Arc<str>) {
        let (core, own) = (self.core.clone(), self.own.clone());
        self.extras().family(&core, own).leave_words(words);
        self.own.signal(Signal::Fail);
    }

    pub(super) fn family_if_any(&mut self) -> Option<Arc<Family>> {
        self.extras_if_any().and_then(|extras| extras.family.clone())
    }
}

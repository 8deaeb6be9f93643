//! The running system.

use super::builder::SystemBuilder;
use super::core::Core;
#[cfg(feature = "persistence")]
use super::entities::Entities;
use super::names::Names;
use crate::actor::{Dispatch, Make, spawn};
use std::fmt;
use std::sync::Arc;

/// Runs actors, and hosts entities on a store. Clones are the same system.
///
/// Dropped without [`shutdown`](System::shutdown), actors end when their last handles go; what they accepted is handled first, as long as
/// the tokio runtime lives. Only `shutdown` says when the store is released.
#[derive(Clone)]
pub struct System(pub(super) Arc<Inner>);

pub(super) struct Inner {
    pub(super) core: Arc<Core>,
    pub(super) names: Arc<Names>,
    #[cfg(feature = "persistence")]
    pub(super) entities: Entities,
}

impl System {
    /// A system whose store is in memory and ends with it.
    pub fn volatile() -> SystemBuilder {
        SystemBuilder::volatile()
    }

    /// Starts `actor` in this system. It cannot start over after a panic, for there is only this one value.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    pub fn spawn<A: Dispatch>(&self, actor: A) -> A::Handle {
        spawn(Make::Once(actor), self.0.core.clone(), None)
    }

    /// Starts an actor in this system that `make` makes, now and again whenever it starts over.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    pub fn spawn_with<A: Dispatch>(&self, make: impl FnMut() -> A + Send + 'static) -> A::Handle {
        spawn(Make::Again(Box::new(make)), self.0.core.clone(), None)
    }
}

impl fmt::Debug for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("System");
        out.field("core", &self.0.core).field("names", &self.0.names);
        #[cfg(feature = "persistence")]
        out.field("entities", &self.0.entities);
        out.finish()
    }
}

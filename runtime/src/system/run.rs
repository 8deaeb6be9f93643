//! The running system.

use super::builder::SystemBuilder;
use super::core::Core;
#[cfg(feature = "persistence")]
use super::entities::Entities;
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
    #[cfg(feature = "persistence")]
    pub(super) entities: Entities,
}

/// Why a system did not end in order. Nothing that was answered is lost.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShutdownError {
    /// The store did not close in order.
    #[cfg(feature = "persistence")]
    #[error("the store did not close in order: {0}")]
    Store(crate::journal::AppendError),
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
        spawn(Make::Once(Some(actor)), self.0.core.clone(), None)
    }

    /// Starts an actor in this system that `make` makes, now and again whenever it starts over.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    pub fn spawn_with<A: Dispatch>(&self, make: impl FnMut() -> A + Send + 'static) -> A::Handle {
        spawn(Make::Again(Box::new(make)), self.0.core.clone(), None)
    }

    /// Ends the system: nothing further is accepted, what was accepted is handled and answered, then the store is closed and released.
    ///
    /// # Errors
    ///
    /// The store does not close in order.
    ///
    /// # Cancel safety
    ///
    /// Dropped half-way, the system accepts nothing more; calling it again goes on.
    pub async fn shutdown(&self) -> Result<(), ShutdownError> {
        #[cfg(feature = "persistence")]
        self.0.entities.shutdown().await.map_err(ShutdownError::Store)?;
        Ok(())
    }
}

impl fmt::Debug for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("System");
        out.field("core", &self.0.core);
        #[cfg(feature = "persistence")]
        out.field("entities", &self.0.entities);
        out.finish()
    }
}

//! What all actors of a system share.

use crate::actor::{Dispatch, Item};
use crate::clock::Clock;
use crate::settings::Settings;
use std::sync::{Arc, LazyLock};

#[derive(Debug, Default)]
pub(crate) struct Core {
    clock: Clock,
    settings: Settings,
}

/// For actors that were spawned without a system.
static DETACHED: LazyLock<Arc<Core>> = LazyLock::new(Arc::default);

impl Core {
    pub(super) fn new(settings: Settings) -> Self {
        Self { clock: Clock::system(), settings }
    }

    pub(crate) fn detached() -> Arc<Self> {
        DETACHED.clone()
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.clock
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// A message that was accepted and will not be handled. Dropping it answers its caller.
    #[expect(clippy::unused_self, reason = "the letters of a system belong to it")]
    pub(crate) fn dead_letter<A: Dispatch>(&self, item: Item<A>) {
        drop(item);
    }
}

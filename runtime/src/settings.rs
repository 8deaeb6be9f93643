//! The defaults of a system in one value.

use crate::actor::{Backoff, Declared, Intensity};
use crate::mailbox::Capacity;

/// The defaults of a system. What stands in an attribute beats what stands here.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How many messages may wait in front of an actor. The default is 1 024.
    pub mailbox: Capacity,
    /// How many messages an actor may stash. The default is 1 024.
    pub stash: Capacity,
    /// How long an actor waits before it starts over.
    pub backoff: Backoff,
    /// How many restarts are borne.
    pub intensity: Intensity,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            mailbox: Capacity::DEFAULT,
            stash: Capacity::DEFAULT,
            backoff: Backoff::DEFAULT,
            intensity: Intensity::DEFAULT,
        }
    }
}

impl Settings {
    pub(crate) fn mailbox<A: Declared>(&self) -> Capacity {
        A::MAILBOX.unwrap_or(self.mailbox)
    }

    pub(crate) fn stash<A: Declared>(&self) -> Capacity {
        A::STASH.unwrap_or(self.stash)
    }

    pub(crate) fn backoff<A: Declared>(&self) -> Backoff {
        A::BACKOFF.unwrap_or(self.backoff)
    }

    pub(crate) fn intensity<A: Declared>(&self) -> Intensity {
        A::INTENSITY.unwrap_or(self.intensity)
    }
}

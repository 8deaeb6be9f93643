//! What an entity has in memory, for those who look from outside.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

/// What an entity has in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// No state: nobody has sent it anything yet, it was passivated, or it has failed. The next message recovers it.
    Dormant,
    /// Its state is being read from the store. Messages wait.
    Recovering,
    /// Its state.
    Live,
}

/// The phase, as the cell writes it and others read it. Nothing else hangs on it.
#[derive(Default)]
pub(super) struct PhaseCell(AtomicU8);

impl PhaseCell {
    pub(super) fn get(&self) -> Phase {
        match self.0.load(Ordering::Relaxed) {
            0 => Phase::Dormant,
            1 => Phase::Recovering,
            _ => Phase::Live,
        }
    }

    pub(super) fn set(&self, phase: Phase) {
        let number = match phase {
            Phase::Dormant => 0,
            Phase::Recovering => 1,
            Phase::Live => 2,
        };
        self.0.store(number, Ordering::Relaxed);
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dormant => "dormant",
            Self::Recovering => "recovering",
            Self::Live => "live",
        })
    }
}

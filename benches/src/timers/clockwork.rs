//! Who sets timers, and counts those that fire.

use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::time::SystemTime;

/// A small event, as in the benchmarks of appends.
#[derive(Debug, Event, Serialize, Deserialize)]
#[event(name = "clockwork.counted")]
pub(super) struct Counted {
    amount: u64,
    customer: u64,
    invoice: u64,
}

#[derive(Debug, Timer, Clone, Serialize, Deserialize)]
#[timer(name = "clockwork.alarm", key = number)]
pub(super) struct Alarm {
    number: u64,
}

/// Longer than anything here takes.
const FAR: Duration = Duration::from_hours(24 * 365);

#[actor(persistent = "clockwork")]
#[derive(Default)]
pub(super) struct Clockwork {
    fired: u64,
}

#[handlers]
#[allow(clippy::unused_self, reason = "everything is taken")]
impl Clockwork {
    /// A plain append.
    #[command]
    pub(super) fn append(&self, customer: u64, invoice: u64) -> Persist<Self, Counted> {
        persist(Counted { amount: 0, customer, invoice })
    }

    /// Many that do not fire, in one unit.
    #[command]
    pub(super) fn fill(&self, count: u64) -> Persist<Self, Counted> {
        (0..count).fold(nothing(), |decision, number| decision.start(Alarm { number }, FAR))
    }

    #[command]
    pub(super) fn set(&self, number: u64) -> Persist<Self, Counted> {
        nothing().start(Alarm { number }, FAR)
    }

    #[command]
    pub(super) fn set_at(&self, first: u64, count: u64, at: SystemTime) -> Persist<Self, Counted> {
        (first..first + count).fold(nothing(), |decision, number| decision.start_at(Alarm { number }, at))
    }

    #[command]
    pub(super) fn cancel(&self, number: u64) -> Persist<Self, Counted> {
        nothing().cancel(Alarm { number })
    }

    #[command]
    pub(super) fn fired(&self) -> Persist<Self, Counted, u64> {
        nothing().reply(self.fired)
    }

    #[timer]
    fn alarm(&self, Alarm { number }: Alarm) -> Persist<Self, Counted> {
        persist(Counted { amount: 1, customer: number, invoice: number })
    }

    #[apply]
    fn on_counted(&mut self, event: &Counted) {
        self.fired += event.amount;
    }
}

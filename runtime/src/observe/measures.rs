//! Measures, through `metrics`.

use super::names;
use crate::actor::Exit;
use crate::clock;
use metrics::{Counter, Gauge, Histogram, counter, gauge, histogram};
use std::time::Duration;

/// When something was sent, by the monotonic clock.
#[derive(Clone, Copy)]
pub(super) struct Sent(Duration);

impl Sent {
    pub(super) fn now() -> Self {
        Self(clock::monotonic())
    }
}

/// The measures of one actor. They are looked up once, since looking them up costs more than counting.
pub(super) struct Measures {
    received: Counter,
    latency: Histogram,
    depth: Histogram,
    live: Option<Gauge>,
    restarts: Counter,
    /// When the message that is being handled was sent.
    current: Option<Sent>,
}

impl Measures {
    pub(super) fn new(actor: &'static str) -> Self {
        let live = gauge!(names::LIVE.name, "actor" => actor);
        live.increment(1);
        Self {
            received: counter!(names::RECEIVED.name, "actor" => actor),
            latency: histogram!(names::LATENCY.name, "actor" => actor),
            depth: histogram!(names::DEPTH.name, "actor" => actor),
            live: Some(live),
            restarts: counter!(names::RESTARTS.name, "actor" => actor),
            current: None,
        }
    }

    pub(super) fn found(&self, waiting: usize) {
        // Nobody has 2^53 messages in memory.
        #[allow(clippy::cast_precision_loss, reason = "it is exact below 2^53")]
        self.depth.record(waiting as f64);
    }

    pub(super) fn receive(&mut self, sent: Sent) {
        self.received.increment(1);
        self.current = Some(sent);
    }

    pub(super) fn done(&mut self) {
        if let Some(Sent(at)) = self.current.take() {
            self.latency.record(clock::monotonic().saturating_sub(at));
        }
    }

    pub(super) fn restarted(&self) {
        self.restarts.increment(1);
    }

    pub(super) fn ended(&mut self) {
        if let Some(live) = self.live.take() {
            live.decrement(1);
        }
    }
}

impl Drop for Measures {
    fn drop(&mut self) {
        // Of an actor whose task was dropped.
        self.ended();
    }
}

pub(super) fn dead_letter(actor: &'static str, exit: &Exit) {
    let reason = match exit {
        Exit::Stopped => "stopped",
        Exit::Killed => "killed",
        Exit::Panicked(_) => "panicked",
        Exit::StartFailed(_) => "start_failed",
        Exit::Escalated(_) => "escalated",
        Exit::Full => "full",
        Exit::NotStored(_) => "not_stored",
    };
    counter!(names::DEAD_LETTERS.name, "actor" => actor, "reason" => reason).increment(1);
}

/// What an entity's writes are measured by.
#[cfg(feature = "persistence")]
pub(crate) struct Appends(Histogram);

#[cfg(feature = "persistence")]
impl Appends {
    pub(crate) fn new(actor: &'static str) -> Self {
        Self(histogram!(names::APPEND_LATENCY.name, "actor" => actor))
    }

    /// The store has said what became of a unit that it has had `since` then.
    pub(crate) fn answered(&self, since: Duration) {
        self.0.record(clock::monotonic().saturating_sub(since));
    }
}

/// What the transactions of a store are measured by. Looked up where the store is opened, told by its writer.
#[cfg(feature = "sqlite")]
#[derive(Debug)]
pub(crate) struct Groups(Histogram);

#[cfg(feature = "sqlite")]
impl Groups {
    pub(crate) fn new() -> Self {
        Self(histogram!(names::GROUP.name))
    }

    /// So many units were written at once.
    pub(crate) fn written(&self, units: usize) {
        #[allow(clippy::cast_precision_loss, reason = "it is exact below 2^53")]
        self.0.record(units as f64);
    }
}

/// An entity has tried to recover, and holds its oldest command back `since` then.
#[cfg(feature = "persistence")]
pub(crate) fn held(actor: &'static str, since: Duration) {
    histogram!(names::HELD.name, "actor" => actor).record(clock::monotonic().saturating_sub(since));
}

/// How many deliveries of one entity are not confirmed, as those who count know it. Dropped, they are none.
#[cfg(feature = "persistence")]
#[derive(Default)]
pub(crate) struct Unconfirmed {
    gauge: Option<Gauge>,
    told: usize,
}

#[cfg(feature = "persistence")]
impl Unconfirmed {
    pub(crate) fn set(&mut self, actor: &'static str, count: usize) {
        if count == self.told {
            return;
        }
        let gauge = self.gauge.get_or_insert_with(|| gauge!(names::UNCONFIRMED.name, "actor" => actor));
        #[allow(clippy::cast_precision_loss, reason = "it is exact below 2^53")]
        match count.checked_sub(self.told) {
            Some(more) => gauge.increment(more as f64),
            None => gauge.decrement((self.told - count) as f64),
        }
        self.told = count;
    }
}

#[cfg(feature = "persistence")]
impl Drop for Unconfirmed {
    fn drop(&mut self) {
        // It has its gauge if there is anything to take back.
        self.set("", 0);
    }
}

#[cfg(feature = "persistence")]
pub(super) fn redelivered(actor: &'static str) {
    counter!(names::REDELIVERED.name, "actor" => actor).increment(1);
}

#[cfg(feature = "persistence")]
pub(super) fn fired(actor: &'static str, lag: Duration) {
    histogram!(names::TIMER_LAG.name, "actor" => actor).record(lag);
}

#[cfg(feature = "persistence")]
pub(super) fn recovered(actor: &'static str) {
    counter!(names::RECOVERIES.name, "actor" => actor).increment(1);
}

pub(super) fn unhandled(actor: &'static str, command: &'static str, state: &'static str) {
    counter!(names::UNHANDLED.name, "actor" => actor, "command" => command, "state" => state).increment(1);
}

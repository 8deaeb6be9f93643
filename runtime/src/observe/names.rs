//! The names of all measures, in one table.

use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};

/// Something that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Measure {
    /// What a recorder knows it by.
    pub name: &'static str,
    /// How it is measured.
    pub kind: Kind,
    /// What one of it is.
    pub unit: Unit,
    /// What it says.
    pub description: &'static str,
}

/// How something is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It only grows.
    Counter,
    /// It goes up and down.
    Gauge,
    /// Many values, of which the distribution is of interest.
    Histogram,
}

impl Measure {
    const fn new(name: &'static str, kind: Kind, unit: Unit, description: &'static str) -> Self {
        Self { name, kind, unit, description }
    }
}

pub(super) const RECEIVED: Measure = Measure::new(
    "mainstay.messages.received",
    Kind::Counter,
    Unit::Count,
    "messages, ticks and rests of work that were taken out of a mailbox to be handled",
);
pub(super) const LATENCY: Measure = Measure::new(
    "mainstay.messages.latency",
    Kind::Histogram,
    Unit::Seconds,
    "from the entry into the mailbox to the end of the handler; one that was put aside counts from then on again",
);
pub(super) const DEPTH: Measure = Measure::new(
    "mainstay.mailbox.depth",
    Kind::Histogram,
    Unit::Count,
    "how many messages lie in front of an actor whenever it comes for more",
);
pub(super) const LIVE: Measure = Measure::new(
    "mainstay.actors.live",
    Kind::Gauge,
    Unit::Count,
    "actors, and entities that somebody has asked for, that have not ended",
);
pub(super) const RESTARTS: Measure =
    Measure::new("mainstay.actors.restarts", Kind::Counter, Unit::Count, "incarnations after the first one");
pub(super) const DEAD_LETTERS: Measure = Measure::new(
    "mainstay.dead_letters",
    Kind::Counter,
    Unit::Count,
    "messages that were accepted and not handled, with the label `reason`: stopped, killed, panicked, start_failed, escalated, full or not_stored",
);

pub(super) const UNHANDLED: Measure = Measure::new(
    "mainstay.machines.unhandled",
    Kind::Counter,
    Unit::Count,
    "commands for which the machine's state had no row, with the labels `command` and `state`",
);

#[cfg(feature = "persistence")]
pub(super) const RECOVERIES: Measure = Measure::new(
    "mainstay.entities.recoveries",
    Kind::Counter,
    Unit::Count,
    "how often an entity has got its state from the store",
);

#[cfg(feature = "persistence")]
pub(super) const HELD: Measure = Measure::new(
    "mainstay.entities.held",
    Kind::Histogram,
    Unit::Seconds,
    "how long the oldest command of an entity has been held back, because its state is not there; told at every try to recover it",
);
#[cfg(feature = "persistence")]
pub(super) const APPEND_LATENCY: Measure = Measure::new(
    "mainstay.store.append.latency",
    Kind::Histogram,
    Unit::Seconds,
    "from the decision to the store's word on its unit, whatever the word is, or to the deadline",
);
#[cfg(feature = "persistence")]
pub(super) const UNCONFIRMED: Measure = Measure::new(
    "mainstay.deliveries.unconfirmed",
    Kind::Gauge,
    Unit::Count,
    "deliveries that live entities have decided and that are not confirmed",
);
#[cfg(feature = "persistence")]
pub(super) const REDELIVERED: Measure = Measure::new(
    "mainstay.deliveries.redelivered",
    Kind::Counter,
    Unit::Count,
    "copies of deliveries that were sent since none was confirmed in time, or the sender has been recovered",
);
#[cfg(feature = "persistence")]
pub(super) const TIMER_LAG: Measure = Measure::new(
    "mainstay.timers.lag",
    Kind::Histogram,
    Unit::Seconds,
    "from the time at which a durable timer was due to when it is handled",
);
#[cfg(feature = "sqlite")]
pub(super) const GROUP: Measure = Measure::new(
    "mainstay.store.group",
    Kind::Histogram,
    Unit::Count,
    "how many units the store has written in one transaction, with one sync; without the label `actor`",
);

#[cfg(feature = "persistence")]
pub(super) const PROJECTED: Measure = Measure::new(
    "mainstay.projections.events",
    Kind::Counter,
    Unit::Count,
    "events that a projection has taken; with the label `projection`, its name, in place of `actor`, as the two below",
);
#[cfg(feature = "persistence")]
pub(super) const PROJECTION_LAG: Measure = Measure::new(
    "mainstay.projections.lag",
    Kind::Gauge,
    Unit::Count,
    "how many places a projection is behind the newest event, after each page that it has taken",
);
#[cfg(feature = "persistence")]
pub(super) const PROJECTION_FAILURES: Measure = Measure::new(
    "mainstay.projections.failures",
    Kind::Counter,
    Unit::Count,
    "how often a projection could not go on, outages of the store among them",
);

/// All measures. Each has the label `actor`, the type, unless it says otherwise.
pub const MEASURES: &[Measure] = &[
    RECEIVED,
    LATENCY,
    DEPTH,
    LIVE,
    RESTARTS,
    DEAD_LETTERS,
    UNHANDLED,
    #[cfg(feature = "persistence")]
    RECOVERIES,
    #[cfg(feature = "persistence")]
    HELD,
    #[cfg(feature = "persistence")]
    APPEND_LATENCY,
    #[cfg(feature = "persistence")]
    UNCONFIRMED,
    #[cfg(feature = "persistence")]
    REDELIVERED,
    #[cfg(feature = "persistence")]
    TIMER_LAG,
    #[cfg(feature = "sqlite")]
    GROUP,
    #[cfg(feature = "persistence")]
    PROJECTED,
    #[cfg(feature = "persistence")]
    PROJECTION_LAG,
    #[cfg(feature = "persistence")]
    PROJECTION_FAILURES,
];

/// Tells the recorder what the measures mean. A system does so when it starts; actors without one leave it to the program.
pub fn describe() {
    for &Measure { name, kind, unit, description } in MEASURES {
        match kind {
            Kind::Counter => describe_counter!(name, unit, description),
            Kind::Gauge => describe_gauge!(name, unit, description),
            Kind::Histogram => describe_histogram!(name, unit, description),
        }
    }
}

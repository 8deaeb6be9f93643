//! The defaults of a system.

use crate::actor::{Backoff, Declared, Intensity};
use crate::mailbox::Capacity;
use crate::system::SHUTDOWN;
use std::time::Duration;

/// The defaults of a system. What stands in an attribute beats what stands here.
///
/// With the feature `settings` they can be read from a file; the keys are the names of the fields, in kebab-case.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How many messages may wait in front of an actor. The default is 1 024.
    pub mailbox: Capacity,
    /// How many messages an actor may stash. The default is 1 024.
    pub stash: Capacity,
    /// How long an actor waits before it starts over, and the entities of a system before one of them tries again whether the store is back.
    pub backoff: Backoff,
    /// How many restarts are borne.
    pub intensity: Intensity,
    /// How long actors in memory have to end when the system is shut down. The default is 30 s.
    pub shutdown: Duration,
    /// How many dead letters are kept for a subscriber that has not seen them; at least 1, at most 65 536. The default is 1 024.
    pub dead_letters: usize,
    /// How long an entity waits for an answer of the store before it takes it to be out. The default is 10 s.
    pub store_deadline: Duration,
    /// So many decisions of one entity may be on their way to the store; at least 1. With 1, a command is decided when the one before it is
    /// durable. The default is 1 024.
    pub window: usize,
    /// No further command of an entity is decided while so many bytes of its events are on their way. The default is 4 MiB.
    pub window_bytes: usize,
    /// So many of its callers' ids an entity remembers, the newest ones; at least 1. The default is 1 024.
    pub remembered_ids: usize,
    /// So many snapshots of an entity are kept, the newest ones; at least 1. The default is 2.
    pub snapshots_kept: u32,
    /// When an entity that has nothing to do leaves the memory. The default is after 120 s.
    pub passivate_after: PassivateAfter,
    /// So many entities may be in memory. When there are more, the one that has been idle longest leaves; those with work to do are never
    /// sent away, so that there may be more for a while. The default is `None`: as many as are used.
    pub max_live: Option<usize>,
    /// So many entities are recovered at the same time; at least 1. The others wait in the order in which they came. The default is 50.
    pub recoveries: usize,
    /// How long a recovery waits for the next part of what is stored. The default is 30 s.
    pub recovery_gap: Duration,
    /// How long a delivery waits for its confirmation before it is sent again. Looked at every half of it, so that a lost message is sent
    /// again after 1 to 1.5 times this. The default is 5 s.
    pub redeliver_interval: Duration,
    /// So many deliveries of one entity are sent again at a time, those with the lowest ids; at least 1. The default is 10 000.
    pub redelivery_burst_limit: usize,
    /// A delivery that was sent so many times is warned of when it is sent once more; at least 1. The default is 5.
    pub warn_after_number_of_unconfirmed_attempts: u32,
    /// So many deliveries of one entity may wait for their confirmation; at least 1. A command that wants more is told that the entity is
    /// busy, and stores nothing. The default is 100 000.
    pub max_unconfirmed_messages: usize,
    /// A delivery that was sent so many times is given up; at least 1. The default is `None`: it is sent until it is confirmed.
    pub max_delivery_attempts: Option<u32>,
    /// So many [ordered](crate::delivery::ordered) deliveries of one entity are under way to one destination at a time; at least 1. The default
    /// is 50.
    pub ordered_window: usize,
    /// So many ordered deliveries of one entity to one destination may wait behind those; with 0 none does. A command that wants more is told that
    /// the entity is busy, and stores nothing. The default is 1000.
    pub ordered_backlog: usize,
    /// So many events a recovery reads at a time; at least 1. It needs memory for these, however long the history is. The default is 512.
    pub recovery_page: usize,
    /// A command that panics is run so often in all, then it is quarantined; at least 1. The default is 3.
    pub attempts: u8,
    /// A command that finds that another writer was there first is decided so often in all, then its caller is told; at least 1. The default is
    /// 3.
    pub conflicts: u8,
    /// The writer of the embedded store takes no more into a transaction that has so many events and rows; at least 1. The default is 8 192.
    pub group_parts: usize,
    /// The writer of the embedded store takes no more into a transaction that has so many bytes. The default is 4 MiB.
    pub group_bytes: usize,
    /// So many timers that are due may be on their way to their entities at the same time; at least 1. The default is 256.
    pub timers_in_flight: usize,
    /// So many timers that became due while no process ran fire in a second; at least 1. The default is 1 000.
    pub overdue_timers: usize,
    /// So many timers that cannot be handled for now are remembered, to be left alone for a while; at least 1. With more of them, no timer is sent
    /// until some of these are tried again, which is said. The default is 65 536.
    pub deferred_timers: usize,
}

const DEAD_LETTERS: usize = 1024;
const STORE_DEADLINE: Duration = Duration::from_secs(10);
const WINDOW: usize = 1024;
const WINDOW_BYTES: usize = 4 << 20;
const REMEMBERED_IDS: usize = 1024;
const SNAPSHOTS_KEPT: u32 = 2;
const RECOVERIES: usize = 50;
const RECOVERY_GAP: Duration = Duration::from_secs(30);
const REDELIVER_INTERVAL: Duration = Duration::from_secs(5);
const REDELIVERY_BURST_LIMIT: usize = 10_000;
const WARN_AFTER: u32 = 5;
const MAX_UNCONFIRMED: usize = 100_000;
const ORDERED_WINDOW: usize = 50;
const ORDERED_BACKLOG: usize = 1000;
const RECOVERY_PAGE: usize = 512;
const ATTEMPTS: u8 = 3;
const CONFLICTS: u8 = 3;
/// The two of the embedded store: it is also opened without settings.
pub(crate) const GROUP_PARTS: usize = 8_192;
pub(crate) const GROUP_BYTES: usize = 4 << 20;
const TIMERS_IN_FLIGHT: usize = 256;
const OVERDUE_TIMERS: usize = 1000;
const DEFERRED_TIMERS: usize = 1 << 16;

/// When an entity leaves the memory. Its next message brings it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassivateAfter {
    /// When it has had nothing to do for so long.
    Idle(Duration),
    /// When the system ends.
    Never,
}

impl PassivateAfter {
    /// After 120 s.
    pub const DEFAULT: Self = Self::Idle(Duration::from_mins(2));
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            mailbox: Capacity::DEFAULT,
            stash: Capacity::DEFAULT,
            backoff: Backoff::DEFAULT,
            intensity: Intensity::DEFAULT,
            shutdown: SHUTDOWN,
            dead_letters: DEAD_LETTERS,
            store_deadline: STORE_DEADLINE,
            window: WINDOW,
            window_bytes: WINDOW_BYTES,
            remembered_ids: REMEMBERED_IDS,
            snapshots_kept: SNAPSHOTS_KEPT,
            passivate_after: PassivateAfter::DEFAULT,
            max_live: None,
            recoveries: RECOVERIES,
            recovery_gap: RECOVERY_GAP,
            redeliver_interval: REDELIVER_INTERVAL,
            redelivery_burst_limit: REDELIVERY_BURST_LIMIT,
            warn_after_number_of_unconfirmed_attempts: WARN_AFTER,
            max_unconfirmed_messages: MAX_UNCONFIRMED,
            max_delivery_attempts: None,
            ordered_window: ORDERED_WINDOW,
            ordered_backlog: ORDERED_BACKLOG,
            recovery_page: RECOVERY_PAGE,
            attempts: ATTEMPTS,
            conflicts: CONFLICTS,
            group_parts: GROUP_PARTS,
            group_bytes: GROUP_BYTES,
            timers_in_flight: TIMERS_IN_FLIGHT,
            overdue_timers: OVERDUE_TIMERS,
            deferred_timers: DEFERRED_TIMERS,
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

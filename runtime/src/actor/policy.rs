//! What becomes of an actor that failed.

use std::hash::{BuildHasher as _, RandomState};
use std::time::Duration;

/// What becomes of an actor that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// It starts over with a new value, after a back-off, if it was spawned with a factory; else it stops.
    Restart,
    /// It stops.
    Stop,
    /// It stops, and its parent fails in turn.
    Escalate,
}

/// Which children start over when one of them does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// That one.
    OneForOne,
    /// All of them.
    OneForAll,
    /// That one and those that were spawned after it.
    RestForOne,
}

/// So many restarts are borne within so much time; one more, and the failure is handed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intensity {
    /// How many restarts.
    pub restarts: u32,
    /// Within which time.
    pub within: Duration,
}

impl Intensity {
    /// 10 restarts within a minute.
    pub const DEFAULT: Self = Self { restarts: 10, within: Duration::from_mins(1) };
}

/// How long an actor waits before it starts over: `min(max, min · 2ⁿ) · (1 + random · jitter)`, where `n` counts the restarts before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Backoff {
    /// The first wait.
    pub min: Duration,
    /// The longest wait, before the jitter.
    pub max: Duration,
    /// How much longer a wait may get at random: 0.2 is up to a fifth.
    pub jitter: f64,
    /// After so long without a failure, the count starts anew.
    pub reset: Duration,
}

impl Backoff {
    /// 100 ms to 2 s, a fifth of jitter, reset after 5 s.
    pub const DEFAULT: Self = Self {
        min: Duration::from_millis(100),
        max: Duration::from_secs(2),
        jitter: 0.2,
        reset: Duration::from_secs(5),
    };

    /// The wait before the restart after `restarts` others. `random` is from 0 to 1.
    pub fn delay(&self, restarts: u32, random: f64) -> Duration {
        let doubled = 1_u32.checked_shl(restarts).and_then(|times| self.min.checked_mul(times));
        let wait = doubled.map_or(self.max, |wait| wait.min(self.max));
        let factor = 1.0 + random.clamp(0.0, 1.0) * self.jitter.max(0.0);
        Duration::try_from_secs_f64(wait.as_secs_f64() * factor).unwrap_or(self.max)
    }
}

/// A number from 0 to 1, to keep actors that failed together from coming back together.
pub(crate) fn random() -> f64 {
    #[cfg(feature = "testing")]
    if let Some(world) = crate::testing::World::current() {
        return world.random();
    }
    // The standard library seeds each `RandomState` differently; no more randomness is needed than that.
    let [.., a, b, c, d] = RandomState::new().hash_one(0_u8).to_ne_bytes();
    f64::from(u32::from_ne_bytes([a, b, c, d])) / f64::from(u32::MAX)
}

/// A number that nobody else has drawn.
#[cfg(feature = "persistence")]
pub(crate) fn random_id() -> u64 {
    #[cfg(feature = "testing")]
    if crate::testing::World::current().is_some() {
        return random().to_bits() ^ random().to_bits().rotate_left(32);
    }
    RandomState::new().hash_one(0_u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p8_the_wait_doubles_up_to_the_longest_and_jitter_comes_on_top() {
        let backoff = Backoff { min: Duration::from_secs(3), max: Duration::from_secs(30), ..Backoff::DEFAULT };
        let waits: Vec<_> = (0..6).map(|restarts| backoff.delay(restarts, 0.0).as_secs()).collect();
        assert_eq!(waits, [3, 6, 12, 24, 30, 30]);
        assert_eq!(backoff.delay(40, 1.0), Duration::from_secs(36));
        assert_eq!(backoff.delay(u32::MAX, 0.0), Duration::from_secs(30));
    }

    #[test]
    fn random_numbers_are_from_0_to_1_and_differ() {
        let (a, b) = (random(), random());
        assert!((0.0..=1.0).contains(&a) && (0.0..=1.0).contains(&b) && (a - b).abs() > 0.0);
    }
}

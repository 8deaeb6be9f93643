//! How often and how soon a child is started again.

use crate::actor::{Backoff, random};
use std::time::Duration;

/// A back-off that cannot be meant.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidBackoff {
    /// Without a wait, a child that fails at once would be started again without end.
    #[error("the shortest back-off is zero")]
    NoWait,
    /// The longest wait is below the shortest.
    #[error("the longest back-off, {max:?}, is below the shortest, {min:?}")]
    MaxBelowMin {
        /// The shortest.
        min: Duration,
        /// The longest.
        max: Duration,
    },
    /// The random factor is not from 0 to 1.
    #[error("the random factor {factor} is not from 0 to 1")]
    Factor {
        /// The factor.
        factor: f64,
    },
    /// A child that fails just after the reset would be started again at the shortest wait for ever.
    #[error("the count is to start anew after {reset:?}, which is below the longest back-off, {max:?}")]
    EarlyReset {
        /// The healthy period.
        reset: Duration,
        /// The longest back-off.
        max: Duration,
    },
}

/// Checks a back-off: `0 < min ≤ max ≤ reset`, and the jitter from 0 to 1.
pub(super) fn checked(backoff: Backoff) -> Result<Backoff, InvalidBackoff> {
    let Backoff { min, max, jitter, reset } = backoff;
    if min.is_zero() {
        Err(InvalidBackoff::NoWait)
    } else if max < min {
        Err(InvalidBackoff::MaxBelowMin { min, max })
    } else if !(0.0..=1.0).contains(&jitter) {
        Err(InvalidBackoff::Factor { factor: jitter })
    } else if reset < max {
        Err(InvalidBackoff::EarlyReset { reset, max })
    } else {
        Ok(backoff)
    }
}

/// How many restarts there were since the child was last healthy.
#[derive(Debug)]
pub(super) struct Restarts {
    pub(super) backoff: Backoff,
    /// Unlimited unless set.
    pub(super) most: Option<u32>,
    count: u32,
    /// When the child was started that lives now.
    since: Option<Duration>,
}

impl Restarts {
    pub(super) fn new(backoff: Backoff) -> Self {
        Self { backoff, most: None, count: 0, since: None }
    }

    pub(super) fn started(&mut self, now: Duration) {
        self.since = Some(now);
    }

    /// The restarts that count at `now`: none of a child that has lived long enough.
    pub(super) fn count(&self, now: Duration) -> u32 {
        let healthy = self.since.is_some_and(|since| now.saturating_sub(since) >= self.backoff.reset);
        if healthy { 0 } else { self.count }
    }

    pub(super) fn reset(&mut self) {
        self.count = 0;
    }

    /// The child has ended at `now`, and this is none of its failures.
    pub(super) fn ended(&mut self, now: Duration) {
        self.count = self.count(now);
        self.since = None;
    }

    /// The child has failed at `now`. Gives the wait before the next one, or `None` when it was restarted as often as it may be.
    pub(super) fn failed(&mut self, now: Duration) -> Option<Duration> {
        self.ended(now);
        let wait = self.backoff.delay(self.count, random());
        self.count = self.count.saturating_add(1);
        self.most.is_none_or(|most| self.count <= most).then_some(wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const GOOD: Backoff =
        Backoff { min: SECOND, max: Duration::from_secs(8), jitter: 0.0, reset: Duration::from_secs(8) };

    #[test]
    fn e93_a_backoff_that_cannot_be_meant_is_refused() {
        assert_eq!(checked(GOOD), Ok(GOOD));
        assert_eq!(checked(Backoff { min: Duration::ZERO, ..GOOD }), Err(InvalidBackoff::NoWait));
        let below = Backoff { min: 9 * SECOND, ..GOOD };
        assert_eq!(checked(below), Err(InvalidBackoff::MaxBelowMin { min: 9 * SECOND, max: 8 * SECOND }));
        assert_eq!(checked(Backoff { jitter: 1.1, ..GOOD }), Err(InvalidBackoff::Factor { factor: 1.1 }));
        assert!(checked(Backoff { jitter: f64::NAN, ..GOOD }).is_err());
    }

    #[test]
    fn e94_a_reset_before_the_longest_wait_is_refused_and_only_a_healthy_period_resets() {
        let early = Backoff { reset: 7 * SECOND, ..GOOD };
        assert_eq!(checked(early), Err(InvalidBackoff::EarlyReset { reset: 7 * SECOND, max: 8 * SECOND }));
        let mut restarts = Restarts::new(GOOD);
        let mut now = SECOND;
        let mut waits = Vec::new();
        for lived in [0, 1, 7, 7, 8, 0] {
            restarts.started(now);
            now += lived * SECOND;
            waits.push(restarts.failed(now).map(|wait| wait.as_secs()));
        }
        assert_eq!(waits, [Some(1), Some(2), Some(4), Some(8), Some(1), Some(2)]);
    }

    #[test]
    fn p5_so_many_restarts_are_made_and_no_more() {
        let mut restarts = Restarts { most: Some(2), ..Restarts::new(GOOD) };
        assert!(restarts.failed(SECOND).is_some() && restarts.failed(SECOND).is_some());
        assert_eq!(restarts.failed(SECOND), None);
    }
}

//! The time: the machine's, or one that a test moves.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, SystemTime};
use tokio::time::Instant;

/// Where actors, timers and records get the time from.
#[derive(Clone, Default)]
pub(crate) struct Clock(Option<Arc<dyn Time>>);

/// A clock of another kind than the machine's.
pub(crate) trait Time: Send + Sync {
    fn monotonic(&self) -> Duration;
    fn wall(&self) -> SystemTime;
    fn sleep(&self, until: Duration) -> Sleep;
}

/// Ends when its time has come.
pub(crate) type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

// Not tokio's own `now`: the first to ask may live in a runtime whose clock a test has moved far ahead of the others.
static START: LazyLock<Instant> = LazyLock::new(|| Instant::from_std(std::time::Instant::now()));

impl Clock {
    /// The machine's clock. Monotonic time is tokio's, so that a paused tokio runtime moves it.
    pub(crate) fn system() -> Self {
        Self(None)
    }

    #[cfg(feature = "testing")]
    pub(crate) fn of(time: Arc<dyn Time>) -> Self {
        Self(Some(time))
    }

    /// The time since some moment in the life of the process. It never goes back.
    pub(crate) fn monotonic(&self) -> Duration {
        match &self.0 {
            Some(time) => time.monotonic(),
            None => START.elapsed(),
        }
    }

    /// The time of day. It may jump.
    pub(crate) fn wall(&self) -> SystemTime {
        match &self.0 {
            Some(time) => time.wall(),
            None => SystemTime::now(),
        }
    }

    /// Waits until the monotonic time is `until`.
    pub(crate) fn sleep_until(&self, until: Duration) -> Sleep {
        match &self.0 {
            Some(time) => time.sleep(until),
            None => {
                let start = *START;
                match start.checked_add(until) {
                    Some(until) => Box::pin(tokio::time::sleep_until(until)),
                    // Centuries from now: the process does not live to see it.
                    None => Box::pin(std::future::pending()),
                }
            }
        }
    }

    /// Waits for `duration`.
    pub(crate) fn sleep(&self, duration: Duration) -> Sleep {
        match &self.0 {
            Some(_) => self.sleep_until(self.monotonic().saturating_add(duration)),
            None => Box::pin(tokio::time::sleep(duration)),
        }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Clock(of a test)" } else { "Clock(of the machine)" })
    }
}

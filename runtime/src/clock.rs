//! The time, asked for in one place. Monotonic time is tokio's, so that a paused tokio runtime moves it; in a simulation it is the world's.

#[cfg(feature = "testing")]
use crate::testing::{VirtualSleep, World};
use std::future::Future;
use std::pin::Pin;
use std::sync::LazyLock;
use std::time::Duration;
#[cfg(feature = "persistence")]
use std::time::SystemTime;
use tokio::time::Instant;

/// Ends when its time has come.
pub(crate) type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

// Not tokio's own `now`: the first to ask may live in a runtime whose clock a test has moved far ahead of the others.
static START: LazyLock<Instant> = LazyLock::new(|| Instant::from_std(std::time::Instant::now()));

/// The time since some moment in the life of the process. It never goes back.
pub(crate) fn monotonic() -> Duration {
    #[cfg(feature = "testing")]
    if let Some(world) = World::current() {
        return world.now();
    }
    START.elapsed()
}

/// The time of day. It may jump.
#[cfg(feature = "persistence")]
pub(crate) fn wall() -> SystemTime {
    #[cfg(feature = "testing")]
    if let Some(world) = World::current() {
        return world.wall();
    }
    SystemTime::now()
}

/// Waits until the monotonic time is `until`.
pub(crate) fn sleep_until(until: Duration) -> Sleep {
    #[cfg(feature = "testing")]
    if let Some(world) = World::current() {
        return Box::pin(VirtualSleep::until(world, until));
    }
    match START.checked_add(until) {
        Some(until) => Box::pin(tokio::time::sleep_until(until)),
        // Centuries from now: the process does not live to see it.
        None => Box::pin(std::future::pending()),
    }
}

/// Waits for `duration`.
pub(crate) fn sleep(duration: Duration) -> Sleep {
    #[cfg(feature = "testing")]
    if let Some(world) = World::current() {
        let until = world.now().saturating_add(duration);
        return Box::pin(VirtualSleep::until(world, until));
    }
    Box::pin(tokio::time::sleep(duration))
}

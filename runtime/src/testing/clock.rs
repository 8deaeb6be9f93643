//! The clock of a simulated world.

use super::world::World;
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, SystemTime};

/// A day that is easy to recognise, 2030-01-01 at midnight UTC, as hours since 1970.
const FIRST_DAY: Duration = Duration::from_hours(525_960);

/// When the time of tests begins.
pub(super) fn first_day() -> SystemTime {
    SystemTime::UNIX_EPOCH + FIRST_DAY
}

/// Monotonic and wall time of one world.
#[derive(Debug)]
pub(crate) struct Time {
    now: Duration,
    wall: SystemTime,
    sleepers: BTreeMap<(Duration, u64), Waker>,
    next: u64,
    /// What the test has asked the clock to move to.
    pub(super) target: Option<Duration>,
    /// Those who wait for that.
    pub(super) arrived: Vec<Waker>,
}

impl Default for Time {
    fn default() -> Self {
        Self {
            now: Duration::ZERO,
            wall: first_day(),
            sleepers: BTreeMap::new(),
            next: 0,
            target: None,
            arrived: Vec::new(),
        }
    }
}

impl Time {
    /// When the next sleeper is due.
    pub(super) fn next_due(&self) -> Option<Duration> {
        self.sleepers.first_key_value().map(|((due, _), _)| *due)
    }

    /// Asks the clock to move by `duration` at least.
    fn aim(&mut self, duration: Duration) {
        self.target = self.target.max(Some(self.now.saturating_add(duration)));
    }

    /// Moves on, never back, and gives those whose time has come.
    pub(super) fn move_to(&mut self, now: Duration) -> Vec<Waker> {
        let passed = now.saturating_sub(self.now);
        self.now += passed;
        self.wall = self.wall.checked_add(passed).unwrap_or(self.wall);
        let later = self.sleepers.split_off(&(self.now, u64::MAX));
        std::mem::replace(&mut self.sleepers, later).into_values().collect()
    }
}

/// Ends when the world's clock reaches its time.
#[derive(Debug)]
pub(crate) struct VirtualSleep {
    world: Arc<World>,
    due: Duration,
    number: u64,
}

impl VirtualSleep {
    pub(crate) fn until(world: Arc<World>, due: Duration) -> Self {
        let mut time = world.time();
        let number = time.next;
        time.next += 1;
        drop(time);
        Self { world, due, number }
    }
}

impl Future for VirtualSleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut time = self.world.time();
        if time.now >= self.due {
            return Poll::Ready(());
        }
        time.sleepers.insert((self.due, self.number), cx.waker().clone());
        Poll::Pending
    }
}

impl Drop for VirtualSleep {
    fn drop(&mut self) {
        let sleeper = self.world.time().sleepers.remove(&(self.due, self.number));
        // Outside of the lock: it may be the last that knows its task.
        drop(sleeper);
    }
}

impl World {
    pub(crate) fn now(&self) -> Duration {
        self.time().now
    }

    #[cfg(feature = "persistence")]
    pub(crate) fn wall(&self) -> SystemTime {
        self.time().wall
    }
}

/// The clock of a [`Simulation`](super::Simulation). Timers, deadlines and back-off of everything in the simulation go by it; tokio's own timers
/// do not.
///
/// It moves in two cases only: when the test says so, and when nothing can happen any more but for its moving. In both it stops at
/// each moment at which something is due, and everybody acts before it goes on; and it stands still while a store has not answered.
#[derive(Clone, Debug)]
pub struct Clock(pub(super) Arc<World>);

impl Clock {
    /// The time since the simulation began.
    pub fn now(&self) -> Duration {
        self.0.now()
    }

    /// The time of day. It begins at 2030-01-01, midnight UTC.
    pub fn wall(&self) -> SystemTime {
        self.0.time().wall
    }

    /// Sets the time of day, forward or back, as somebody does who sets the clock of a machine. No monotonic time passes.
    pub fn set_wall(&self, wall: SystemTime) {
        self.0.time().wall = wall;
    }

    /// Lets `duration` pass. What becomes due meanwhile happens at its time, in order.
    ///
    /// # Cancel safety
    ///
    /// Dropped half-way, the clock moves as far all the same when everybody waits.
    pub async fn advance(&self, duration: Duration) {
        self.0.time().aim(duration);
        std::future::poll_fn(|cx| {
            let mut time = self.0.time();
            if time.target.is_none() {
                return Poll::Ready(());
            }
            time.arrived.push(cx.waker().clone());
            Poll::Pending
        })
        .await;
    }

    /// Waits until everybody has done what can be done without time passing.
    pub async fn settle(&self) {
        self.advance(Duration::ZERO).await;
    }

    /// Waits for `duration` to pass.
    pub async fn sleep(&self, duration: Duration) {
        VirtualSleep::until(self.0.clone(), self.now().saturating_add(duration)).await;
    }
}

//! The inside of a simulation: who may run, what time it is, and who is waited for.

use super::clock::Time;
use super::job::Job;
use super::random::Random;
use std::cell::RefCell;
use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Wake, Waker};
use std::time::Duration;

thread_local! {
    static CURRENT: RefCell<Option<Arc<World>>> = const { RefCell::new(None) };
}

/// One simulated world. It lives on one thread; what reaches it from other threads is wakers and no more.
#[derive(Debug)]
pub(crate) struct World {
    turns: Mutex<Turns>,
    pub(super) time: Mutex<Time>,
    /// Calls that were made to somebody outside, a store for instance, and are not answered. Time stands still for them.
    outside: AtomicUsize,
    /// Wakes the thread of the simulation.
    outer: Mutex<Option<Waker>>,
}

#[derive(Debug)]
struct Turns {
    ready: Vec<Turn>,
    random: Random,
    /// All jobs, so that they can be dropped with the world: what they wait for may know them in turn.
    jobs: Vec<Arc<Job>>,
    /// How many there may be before those that are over are forgotten.
    tidy_at: usize,
}

/// Whose turn it is.
#[derive(Debug)]
pub(super) enum Turn {
    Test,
    Job(Arc<Job>),
}

const TIDY_AT: usize = 64;

impl World {
    pub(super) fn new(seed: u64) -> Arc<Self> {
        let turns = Turns { ready: Vec::new(), random: Random::new(seed), jobs: Vec::new(), tidy_at: TIDY_AT };
        Arc::new(Self {
            turns: Mutex::new(turns),
            time: Mutex::default(),
            outside: AtomicUsize::new(0),
            outer: Mutex::new(None),
        })
    }

    /// The world that this thread simulates.
    pub(crate) fn current() -> Option<Arc<Self>> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Makes this the world of the thread until the guard is dropped.
    pub(super) fn enter(self: &Arc<Self>) -> Entered {
        Entered { outer: CURRENT.replace(Some(self.clone())), world: self.clone() }
    }

    pub(crate) fn spawn(self: &Arc<Self>, task: impl Future<Output = ()> + Send + 'static) -> Arc<Job> {
        let job = Job::new(task, Arc::downgrade(self));
        {
            let mut turns = self.turns();
            if turns.jobs.len() >= turns.tidy_at {
                turns.jobs.retain(|job| !job.is_over());
                turns.tidy_at = TIDY_AT.max(turns.jobs.len() * 2);
            }
            turns.jobs.push(job.clone());
        }
        job.clone().wake();
        job
    }

    pub(super) fn enqueue(&self, job: Arc<Job>) {
        self.ready(Turn::Job(job));
    }

    /// The seed decides who comes next.
    pub(super) fn next(&self) -> Option<Turn> {
        let mut turns = self.turns();
        if turns.ready.is_empty() {
            return None;
        }
        let count = turns.ready.len();
        let chosen = turns.random.below(count);
        Some(turns.ready.swap_remove(chosen))
    }

    /// A number from 0 to 1 that the seed decides.
    pub(crate) fn random(&self) -> f64 {
        const STEPS: u32 = 1 << 20;
        let step = self.turns().random.below(STEPS as usize + 1);
        u32::try_from(step).map_or(1.0, f64::from) / f64::from(STEPS)
    }

    pub(super) fn waits_for_outside(&self) -> bool {
        self.outside.load(Ordering::Acquire) > 0
    }

    pub(super) fn set_outer(&self, waker: &Waker) {
        let mut outer = self.outer.lock().unwrap_or_else(PoisonError::into_inner);
        if !outer.as_ref().is_some_and(|known| known.will_wake(waker)) {
            *outer = Some(waker.clone());
        }
    }

    pub(super) fn time(&self) -> MutexGuard<'_, Time> {
        self.time.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves the time to `now` and wakes those whose time has come.
    pub(super) fn move_to(&self, now: Duration) {
        let due = self.time().move_to(now);
        // Outside of the lock: what is woken may ask for the time.
        due.into_iter().for_each(Waker::wake);
    }

    fn ready(&self, turn: Turn) {
        self.turns().ready.push(turn);
        let outer = self.outer.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(outer) = outer {
            outer.wake();
        }
    }

    fn turns(&self) -> MutexGuard<'_, Turns> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn discard(&self) {
        // Dropping a job may start another one.
        loop {
            let jobs = std::mem::take(&mut self.turns().jobs);
            if jobs.is_empty() {
                return;
            }
            for job in jobs {
                job.discard();
            }
        }
    }
}

/// The thread simulates this world. When it ends, so do its jobs.
#[derive(Debug)]
pub(super) struct Entered {
    world: Arc<World>,
    outer: Option<Arc<World>>,
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.world.discard();
        CURRENT.set(self.outer.take());
    }
}

/// Time stands still until this is dropped.
#[derive(Debug)]
pub(crate) struct Held(Arc<World>);

impl Held {
    /// Nothing outside of a simulation.
    pub(crate) fn if_simulated() -> Option<Self> {
        World::current().map(|world| {
            world.outside.fetch_add(1, Ordering::AcqRel);
            Self(world)
        })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.outside.fetch_sub(1, Ordering::AcqRel);
        let outer = self.0.outer.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(outer) = outer {
            outer.wake();
        }
    }
}

/// Time stands still until one of the two who share this lets go of it.
#[cfg(feature = "persistence")]
#[derive(Clone, Debug)]
pub(crate) struct Hold(Option<Arc<Mutex<Option<Held>>>>);

#[cfg(feature = "persistence")]
impl Hold {
    /// One that holds nothing outside of a simulation.
    pub(crate) fn new() -> Self {
        Self(Held::if_simulated().map(|held| Arc::new(Mutex::new(Some(held)))))
    }

    pub(crate) fn release(&self) {
        let held = self.0.as_ref().and_then(|held| held.lock().unwrap_or_else(PoisonError::into_inner).take());
        drop(held);
    }
}

#[cfg(feature = "persistence")]
impl Drop for Hold {
    fn drop(&mut self) {
        self.release();
    }
}

/// Wakes the test itself.
#[derive(Debug)]
pub(super) struct TestWaker {
    pub(super) world: Arc<World>,
    pub(super) queued: AtomicBool,
}

impl Wake for TestWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.queued.swap(true, Ordering::AcqRel) {
            self.world.ready(Turn::Test);
        }
    }
}

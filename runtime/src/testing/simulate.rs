//! Runs a test in a world of its own.

use super::clock::Clock;
use super::world::{Held, TestWaker, Turn, World};
use std::future::{Future, poll_fn};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// A simulation that waits for so long of real time, with nobody who could act, has come to a dead end.
const DEAD_END: Duration = Duration::from_secs(10);

/// A test's hold on the world that it runs in.
#[derive(Clone, Debug)]
pub struct Simulation(Arc<World>);

impl Simulation {
    /// The world's clock.
    pub fn clock(&self) -> Clock {
        Clock(self.0.clone())
    }

    /// Starts a task of the world. It takes its turns as actors do, in the order that the seed decides.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.0.spawn(task);
    }

    /// Waits for `work` that goes on outside of the world, such as a file or a socket. The clock stands still meanwhile.
    pub async fn outside<T>(&self, work: impl Future<Output = T>) -> T {
        let _held = Held::if_simulated();
        work.await
    }
}

/// Runs `test` in a simulated world: on this thread alone, with a clock that is the test's, and with an order of events that `seed` decides.
///
/// Whenever more than one of the test, the actors and the entities could go on, the seed says who does. The same seed gives the same
/// order, as long as nothing outside of the world takes part: threads of a store answer when they answer, so use
/// [`MemoryStore`](crate::journal::MemoryStore) where the order matters.
///
/// ```
/// use mainstay::prelude::*;
/// use mainstay::testing::{simulate, simulate_seeds};
///
/// #[derive(Message, Clone)]
/// struct Remind;
///
/// #[actor]
/// #[derive(Default)]
/// struct Patient {
///     reminders: u32,
/// }
///
/// #[handlers]
/// impl Patient {
///     #[handle]
///     fn begin(&mut self, cx: &mut Context<Self>) {
///         cx.start_repeating("remind", Duration::from_secs(5 * 24 * 3600), Remind);
///     }
///
///     #[handle(message)]
///     fn remind(&mut self, _: Remind) {
///         self.reminders += 1;
///     }
///
///     #[handle]
///     fn reminders(&self) -> u32 {
///         self.reminders
///     }
/// }
///
/// simulate_seeds(0..20, |sim| async move {
///     let patient = Patient::default().spawn();
///     patient.begin().await.unwrap();
///     sim.clock().advance(Duration::from_secs(15 * 24 * 3600)).await;
///     assert_eq!(patient.reminders().await, Ok(3));
/// });
/// ```
///
/// # Panics
///
/// With the test. Also when the test waits for something that can never happen, and where a tokio runtime is entered already: the test is
/// a plain `#[test]`.
#[allow(clippy::panic, reason = "this is how a test fails")]
pub fn simulate<T, F: Future<Output = T>>(seed: u64, test: impl FnOnce(Simulation) -> F) -> T {
    let world = World::new(seed);
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(cause) => panic!("no runtime for the simulation: {cause}"),
    };
    let done = runtime.block_on(async {
        // What the test leaves behind is dropped inside of the runtime and of the world.
        let _entered = world.enter();
        run(&world, test(Simulation(world.clone()))).await
    });
    match done {
        Some(value) => value,
        None => panic!("seed {seed}: the test waits for something that cannot happen"),
    }
}

/// Runs `test` with each of `seeds`. The first that fails ends it, and its seed is printed: give it to [`simulate`].
///
/// # Panics
///
/// With the test.
pub fn simulate_seeds<F: Future<Output = ()>>(seeds: Range<u64>, test: impl Fn(Simulation) -> F) {
    for seed in seeds {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| simulate(seed, &test))) {
            eprintln!("failed with seed {seed}");
            resume_unwind(panic);
        }
    }
}

/// `None` at a dead end.
async fn run<T>(world: &Arc<World>, test: impl Future<Output = T>) -> Option<T> {
    let mut test = pin!(test);
    let waking = Arc::new(TestWaker { world: world.clone(), queued: AtomicBool::new(false) });
    let waker = Waker::from(waking.clone());
    waker.wake_by_ref();
    let (mut patience, mut idle) = (None::<Pin<Box<tokio::time::Sleep>>>, false);
    poll_fn(|cx| {
        world.set_outer(cx.waker());
        loop {
            match world.next() {
                Some(Turn::Test) => {
                    waking.queued.store(false, Ordering::Release);
                    if let Poll::Ready(value) = test.as_mut().poll(&mut Context::from_waker(&waker)) {
                        return Poll::Ready(Some(value));
                    }
                }
                Some(Turn::Job(job)) => job.run(),
                None if world.waits_for_outside() => return Poll::Pending,
                // What the user has left to tokio itself comes before time passes.
                None if !idle => {
                    idle = true;
                    cx.waker().wake_by_ref();
                    return Poll::Pending;
                }
                None => {
                    if !pass_time(world) {
                        let patience = patience.get_or_insert_with(|| Box::pin(tokio::time::sleep(DEAD_END)));
                        return patience.as_mut().poll(cx).map(|()| None);
                    }
                }
            }
            (patience, idle) = (None, false);
        }
    })
    .await
}

/// Everybody waits: moves the clock to the next moment at which somebody does not. Says whether there is one.
fn pass_time(world: &World) -> bool {
    let mut time = world.time();
    let (next, arrived) = match (time.next_due(), time.target) {
        (Some(due), target) if target.is_none_or(|target| due <= target) => (due, Vec::new()),
        (_, Some(target)) => {
            time.target = None;
            (target, std::mem::take(&mut time.arrived))
        }
        (_, None) => return false,
    };
    drop(time);
    world.move_to(next);
    arrived.into_iter().for_each(Waker::wake);
    true
}

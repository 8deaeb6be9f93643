//! What becomes of an actor that fails, of its children, and of those who wait for it.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unused_async,
    clippy::unused_self,
    clippy::needless_pass_by_value,
    reason = "the actors are there for the ways in which they fail"
)]

use mainstay::actor::{Declared, Exit, Intensity, OnFailure, Strategy};
use mainstay::prelude::*;
use std::future::IntoFuture as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// What happened, in order.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn note(&self, what: impl Into<String>) {
        self.0.lock().expect("nobody panics in here").push(what.into());
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().expect("nobody panics in here"))
    }
}

/// Says when it is dropped.
struct Loud(&'static str, Log);

impl Drop for Loud {
    fn drop(&mut self) {
        self.1.note(format!("{} dropped", self.0));
    }
}

#[actor]
struct Worker {
    incarnation: usize,
    log: Log,
}

#[handlers]
impl Worker {
    #[handle]
    fn note(&self, what: &'static str) -> usize {
        self.log.note(what);
        self.incarnation
    }

    #[handle]
    fn boom(&self) {
        self.log.note("boom");
        panic!("on purpose");
    }

    #[handle]
    async fn boom_later(&mut self) {
        tokio::task::yield_now().await;
        panic!("later");
    }

    #[handle]
    async fn hang(&mut self) {
        let _loud = Loud("handler", self.log.clone());
        std::future::pending::<()>().await;
    }

    #[handle]
    fn carry(&self, _: Bomb) {}

    #[handle]
    async fn hold(&mut self, _bomb: Bomb) {
        std::future::pending::<()>().await;
    }

    #[handle]
    fn throw(&self) {
        std::panic::panic_any(Bomb);
    }
}

/// Panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

fn worker(log: &Log) -> WorkerRef {
    let (log, mut incarnation) = (log.clone(), 0);
    Worker::spawn_with(move || {
        incarnation += 1;
        Worker { incarnation, log: log.clone() }
    })
}

#[tokio::test(start_paused = true)]
async fn a_restart_keeps_what_waits_and_does_not_run_the_failed_message_again() {
    let log = Log::default();
    let worker = worker(&log);
    let first = worker.note("m1").into_future();
    let (first, failed, second, third) = tokio::join!(
        first,
        worker.boom().into_future(),
        worker.note("m2").into_future(),
        worker.note("m3").into_future(),
    );
    assert_eq!((first, failed, second, third), (Ok(1), Err(CallError::Failed), Ok(2), Ok(2)));
    assert_eq!(log.take(), ["m1", "boom", "m2", "m3"]);
}

#[tokio::test(start_paused = true)]
async fn a_panic_in_an_async_handler_is_the_same_failure() {
    let worker = worker(&Log::default());
    assert_eq!(worker.boom_later().await, Err(CallError::Failed));
    assert_eq!(worker.throw().await, Err(CallError::Failed), "whatever it throws");
    assert_eq!(worker.note("after").await, Ok(3));
}

#[tokio::test(start_paused = true)]
async fn a_single_value_cannot_start_over() {
    let worker = Worker { incarnation: 1, log: Log::default() }.spawn();
    let (failed, behind) = tokio::join!(worker.boom().into_future(), worker.note("behind").into_future());
    assert_eq!((failed, behind), (Err(CallError::Failed), Err(CallError::Stopped)));
    assert_eq!(worker.stopped().await, Exit::Panicked("on purpose".into()));
}

#[tokio::test(start_paused = true)]
async fn restarts_wait_longer_each_time_until_there_are_too_many() {
    let log = Log::default();
    let worker = worker(&log);
    let begin = tokio::time::Instant::now();
    let mut waits = Vec::new();
    for _ in 0..10 {
        assert_eq!(worker.boom().await, Err(CallError::Failed));
        let failed = begin.elapsed();
        assert!(worker.note("back").await.is_ok());
        waits.push(begin.elapsed() - failed);
    }
    for (nth, wait) in waits.iter().enumerate() {
        let least = Duration::from_millis(100 << nth.min(5)).min(Duration::from_secs(2));
        assert!(*wait >= least && *wait <= least.mul_f64(1.21), "{nth}: {wait:?}");
    }
    assert_eq!(worker.boom().await, Err(CallError::Failed));
    assert_eq!(worker.stopped().await, Exit::Panicked("on purpose".into()), "the eleventh in a minute is one too many");
}

#[tokio::test(start_paused = true)]
async fn the_back_off_starts_anew_after_a_time_without_failure() {
    let worker = worker(&Log::default());
    for _ in 0..4 {
        assert_eq!(worker.boom().await, Err(CallError::Failed));
        assert!(worker.note("back").await.is_ok());
    }
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert_eq!(worker.boom().await, Err(CallError::Failed));
    let failed = tokio::time::Instant::now();
    assert!(worker.note("back").await.is_ok());
    assert!(failed.elapsed() < Duration::from_millis(125), "{:?}", failed.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_kill_drops_the_handler_that_waits_and_answers_those_behind_with_stopped() {
    let log = Log::default();
    let worker = worker(&log);
    let (_, behind, ()) = tokio::join!(worker.hang().into_future(), worker.note("behind").into_future(), async {
        tokio::task::yield_now().await;
        worker.kill();
    });
    assert_eq!(behind, Err(CallError::Stopped));
    assert_eq!(worker.stopped().await, Exit::Killed);
    assert_eq!(log.take(), ["handler dropped"]);
}

#[tokio::test(start_paused = true)]
async fn a_kill_cuts_the_back_off_short() {
    let worker = worker(&Log::default());
    let (failed, behind, ()) = tokio::join!(worker.boom().into_future(), worker.note("behind").into_future(), async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        worker.kill();
    });
    assert_eq!((failed, behind), (Err(CallError::Failed), Err(CallError::Stopped)));
    assert_eq!(worker.stopped().await, Exit::Killed);
}

#[tokio::test(start_paused = true)]
async fn who_is_killed_before_it_starts_is_never_made() {
    let made = Arc::new(AtomicUsize::new(0));
    let count = made.clone();
    let worker = Worker::spawn_with(move || {
        count.fetch_add(1, Ordering::Relaxed);
        Worker { incarnation: 1, log: Log::default() }
    });
    worker.kill();
    assert_eq!(worker.stopped().await, Exit::Killed);
    assert_eq!(made.load(Ordering::Relaxed), 0);
}

#[tokio::test(start_paused = true)]
async fn a_stop_during_the_back_off_handles_what_was_accepted() {
    let log = Log::default();
    let worker = worker(&log);
    worker.boom().tell().expect("there is room");
    worker.note("accepted").tell().expect("there is room");
    tokio::time::sleep(Duration::from_millis(50)).await;
    worker.stop();
    assert_eq!(worker.note("late").await, Err(CallError::Stopped));
    assert_eq!(worker.stopped().await, Exit::Stopped);
    assert_eq!(log.take(), ["boom", "accepted"]);
}

#[tokio::test(start_paused = true)]
async fn a_stopped_actor_that_fails_does_not_start_over_for_nobody() {
    let log = Log::default();
    let worker = worker(&log);
    worker.boom().tell().expect("there is room");
    worker.stop();
    assert_eq!(worker.stopped().await, Exit::Panicked("on purpose".into()));
    assert_eq!(log.take(), ["boom"]);
}

#[tokio::test(start_paused = true)]
async fn a_panic_in_a_factory_is_a_failed_start_and_is_tried_again() {
    let mut times = 0;
    let worker = Worker::spawn_with(move || {
        times += 1;
        assert!(times > 2, "not yet");
        Worker { incarnation: times, log: Log::default() }
    });
    assert_eq!(worker.note("waits").await, Ok(3));

    let never = Worker::spawn_with(|| panic!("never"));
    assert_eq!(never.note("in vain").await, Err(CallError::Stopped));
    assert_eq!(never.stopped().await, Exit::StartFailed("never".into()));
}

#[actor]
struct Fragile(Bomb);

#[handlers]
impl Fragile {
    #[handle]
    fn boom(&self) {
        panic!("first");
    }
}

#[tokio::test(start_paused = true)]
async fn a_panic_in_drop_is_contained_and_restarts_nobody() {
    let made = Arc::new(AtomicUsize::new(0));
    let count = made.clone();
    let fragile = Fragile::spawn_with(move || {
        count.fetch_add(1, Ordering::Relaxed);
        Fragile(Bomb)
    });
    assert_eq!(fragile.boom().await, Err(CallError::Failed));
    assert_eq!(fragile.boom().await, Err(CallError::Failed), "it started over though its value panicked in `Drop`");
    fragile.stop();
    assert!(matches!(fragile.stopped().await, Exit::Panicked(_)));
    assert!(made.load(Ordering::Relaxed) <= 3);
}

#[tokio::test(start_paused = true)]
async fn messages_and_handlers_that_panic_in_drop_do_not_hide_the_end() {
    let worker = worker(&Log::default());
    worker.hold(Bomb).tell().expect("there is room");
    worker.carry(Bomb).tell().expect("there is room");
    worker.carry(Bomb).tell().expect("there is room");
    tokio::task::yield_now().await;
    worker.kill();
    assert_eq!(worker.stopped().await, Exit::Killed);
}

#[tokio::test(start_paused = true)]
async fn a_factory_that_panics_in_drop_does_not_hide_the_end() {
    let bomb = Bomb;
    let worker = Worker::spawn_with(move || {
        let _ = &bomb;
        Worker { incarnation: 1, log: Log::default() }
    });
    assert_eq!(worker.note("x").await, Ok(1));
    worker.stop();
    assert_eq!(worker.stopped().await, Exit::Stopped);
}

// Children.

/// A parent whose strategy is the constant's.
struct Parent<const STRATEGY: u8> {
    log: Log,
    made: Arc<[AtomicUsize; 3]>,
    incarnations: Arc<AtomicUsize>,
}

impl<const STRATEGY: u8> Declared for Parent<STRATEGY> {
    const STRATEGY: Strategy = match STRATEGY {
        0 => Strategy::OneForOne,
        1 => Strategy::OneForAll,
        _ => Strategy::RestForOne,
    };
    const INTENSITY: Option<Intensity> = Some(Intensity { restarts: 3, within: Duration::from_secs(60) });
}

const NAMES: [&str; 3] = ["eldest", "middle", "youngest"];

struct Child {
    name: &'static str,
    loud: Loud,
}

impl Declared for Child {}

#[handlers]
impl Child {
    #[handle]
    fn boom(&self) {
        panic!("{}", self.name);
    }

    #[handle]
    fn note(&self, what: &'static str) {
        self.loud.1.note(what);
    }

    #[handle]
    async fn ask_up(&mut self, parent: ParentRef<0>) -> bool {
        parent.held().await.is_ok()
    }
}

#[handlers]
impl<const STRATEGY: u8> Parent<STRATEGY> {
    #[handle]
    fn children(&mut self, cx: &mut Context<Self>) -> [ChildRef; 3] {
        [0, 1, 2].map(|at| {
            let (log, made) = (self.log.clone(), self.made.clone());
            cx.spawn_with(move || {
                made[at].fetch_add(1, Ordering::Relaxed);
                Child { name: NAMES[at], loud: Loud(NAMES[at], log.clone()) }
            })
        })
    }

    #[handle]
    fn held(&self) {}

    #[handle]
    async fn boom_once_asked(&mut self) {
        tokio::time::sleep(Duration::from_millis(1)).await;
        panic!("parent");
    }

    #[handle]
    fn incarnation(&self) -> usize {
        self.incarnations.load(Ordering::Relaxed)
    }
}

struct Home<const STRATEGY: u8> {
    parent: ParentRef<STRATEGY>,
    children: [ChildRef; 3],
    log: Log,
    made: Arc<[AtomicUsize; 3]>,
}

impl<const STRATEGY: u8> Home<STRATEGY> {
    async fn new() -> Self {
        let (log, made) = (Log::default(), Arc::<[AtomicUsize; 3]>::default());
        let (to_log, to_made, incarnations) = (log.clone(), made.clone(), Arc::new(AtomicUsize::new(0)));
        let parent = Parent::spawn_with(move || {
            incarnations.fetch_add(1, Ordering::Relaxed);
            Parent { log: to_log.clone(), made: to_made.clone(), incarnations: incarnations.clone() }
        });
        let children = parent.children().await.expect("it lives");
        Self { parent, children, log, made }
    }

    fn made(&self) -> [usize; 3] {
        [0, 1, 2].map(|at| self.made[at].load(Ordering::Relaxed))
    }

    async fn middle_fails(&self) -> [usize; 3] {
        for child in &self.children {
            child.note("up").await.expect("it lives");
        }
        assert_eq!(self.children[1].boom().await, Err(CallError::Failed));
        tokio::time::sleep(Duration::from_secs(1)).await;
        self.made()
    }
}

#[tokio::test(start_paused = true)]
async fn one_for_one_restarts_the_child_that_failed() {
    assert_eq!(Home::<0>::new().await.middle_fails().await, [1, 2, 1]);
}

#[tokio::test(start_paused = true)]
async fn one_for_all_restarts_all_children() {
    assert_eq!(Home::<1>::new().await.middle_fails().await, [2, 2, 2]);
}

#[tokio::test(start_paused = true)]
async fn rest_for_one_restarts_the_child_and_those_after_it() {
    assert_eq!(Home::<2>::new().await.middle_fails().await, [1, 2, 2]);
}

#[tokio::test(start_paused = true)]
async fn children_end_before_their_parent_the_youngest_first() {
    let home = Home::<0>::new().await;
    home.children[0].note("accepted").tell().expect("there is room");
    home.parent.stop();
    assert_eq!(home.parent.stopped().await, Exit::Stopped);
    let told = home.log.take();
    assert_eq!(told.first().map(String::as_str), Some("accepted"));
    assert_eq!(told[1..], ["youngest dropped", "middle dropped", "eldest dropped"]);
    for child in &home.children {
        assert_eq!(child.stopped().await, Exit::Stopped);
    }
}

#[tokio::test(start_paused = true)]
async fn a_killed_parent_kills_its_children() {
    let home = Home::<0>::new().await;
    home.parent.kill();
    assert_eq!(home.parent.stopped().await, Exit::Killed);
    for child in &home.children {
        assert_eq!(child.stopped().await, Exit::Killed);
    }
}

#[tokio::test(start_paused = true)]
async fn too_many_restarts_of_children_are_the_parents_failure() {
    let home = Home::<0>::new().await;
    for _ in 0..3 {
        assert_eq!(home.children[0].boom().await, Err(CallError::Failed));
        home.children[0].note("back").await.expect("it started over");
    }
    assert_eq!(home.children[0].boom().await, Err(CallError::Failed));
    assert_eq!(home.children[0].stopped().await, Exit::Panicked("eldest".into()));
    assert_eq!(home.children[2].stopped().await, Exit::Stopped, "the others end with the parent's incarnation");
    assert_eq!(home.parent.incarnation().await, Ok(2), "the parent starts over");
}

#[tokio::test(start_paused = true)]
async fn a_child_that_waits_for_its_failing_parent_does_not_hold_it_up() {
    let home = Home::<0>::new().await;
    let (failed, asked) = tokio::join!(
        home.parent.boom_once_asked().into_future(),
        home.children[0].ask_up(home.parent.clone()).into_future(),
    );
    assert_eq!(failed, Err(CallError::Failed));
    assert!(!matches!(asked, Ok(true)), "the parent has not answered: {asked:?}");
    assert_eq!(home.parent.incarnation().await, Ok(2));
}

/// Hands every failure up.
struct Delicate;

impl Declared for Delicate {
    const ON_FAILURE: OnFailure = OnFailure::Escalate;
}

#[handlers]
impl Delicate {
    #[handle]
    fn boom(&self) {
        panic!("delicate");
    }
}

#[actor]
struct Guardian(usize);

#[handlers]
impl Guardian {
    #[handle]
    fn child(&self, cx: &mut Context<Self>) -> DelicateRef {
        cx.spawn_with(|| Delicate)
    }

    #[handle]
    fn fail_together(&self, child: DelicateRef) {
        child.boom().tell().expect("there is room");
        panic!("guardian");
    }

    #[handle]
    fn incarnation(&self) -> usize {
        self.0
    }
}

fn guardian() -> GuardianRef {
    let mut incarnation = 0;
    Guardian::spawn_with(move || {
        incarnation += 1;
        Guardian(incarnation)
    })
}

#[tokio::test(start_paused = true)]
async fn an_escalated_failure_is_the_parents() {
    let parent = Guardian(1).spawn();
    let child = parent.child().await.expect("it lives");
    assert_eq!(child.boom().await, Err(CallError::Failed));
    assert_eq!(parent.stopped().await, Exit::Escalated("delicate".into()));

    let parent = guardian();
    let child = parent.child().await.expect("it lives");
    assert_eq!(child.boom().await, Err(CallError::Failed));
    assert_eq!(child.stopped().await, Exit::Panicked("delicate".into()));
    assert_eq!(parent.incarnation().await, Ok(2));
}

#[tokio::test(start_paused = true)]
async fn a_failure_that_is_handed_up_while_the_parent_fails_counts_once() {
    let parent = guardian();
    let child = parent.child().await.expect("it lives");
    assert_eq!(parent.fail_together(child).await, Err(CallError::Failed));
    assert_eq!(parent.incarnation().await, Ok(2));
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(parent.incarnation().await, Ok(2));
}

//! Faults that users of other actor libraries reported, tried again here. The numbers are those of `cases/actors.md`.
//!
//! Impossible by construction: a spawn that is cancelled half-way (A12), since it is no future; an actor's task that is aborted from outside
//! (A14c), since nobody holds it; a link to a supervisor that is stopping (A14d), since only a handler of the parent spawns children, and
//! those that its last hook spawns end with it, as is tested here; a message of the wrong type (A14f), since each handle takes its own; a pool
//! that changes its size while a key waits (A14g), since a pool keeps the workers that it was made with.
//!
//! The rows on stored actors (A28, B1, B3, B9) are in `case_reported.rs`, but for a gap in the numbers (A28d, in the tests of the engine
//! whose files a test can damage) and compaction (A28f, which is B40).
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unused_self,
    clippy::unused_async,
    clippy::needless_pass_by_value,
    reason = "the actors are there to be driven into a corner"
)]

use futures_core::Stream;
use mainstay::prelude::*;
use std::future::IntoFuture as _;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;

type Log = Arc<Mutex<Vec<String>>>;

fn note(log: &Log, what: impl Into<String>) {
    log.lock().expect("nobody panics in here").push(what.into());
}

fn take(log: &Log) -> Vec<String> {
    std::mem::take(&mut *log.lock().expect("nobody panics in here"))
}

fn tasks() -> usize {
    tokio::runtime::Handle::current().metrics().num_alive_tasks()
}

/// In virtual time, so that nobody waits for it.
async fn in_time<T>(work: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(5), work).await.expect("it does not hang")
}

#[actor(mailbox = 8)]
#[derive(Default)]
struct Subject {
    log: Log,
    start: &'static str,
    own: Option<SubjectRef>,
    count: u32,
}

#[derive(Debug, PartialEq)]
struct No;

#[handlers]
impl Subject {
    #[started]
    async fn begin(&mut self) -> Result<(), String> {
        match self.start {
            "fails" => Err("cannot".to_owned()),
            "sleeps" => {
                tokio::time::sleep(Duration::from_secs(1_000)).await;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    #[stopping]
    async fn end(&mut self) {
        if self.start == "stop sleeps" {
            tokio::time::sleep(Duration::from_secs(1_000)).await;
        }
    }

    #[handle]
    fn note(&mut self, what: &'static str) -> u32 {
        note(&self.log, what);
        self.count += 1;
        self.count
    }

    #[handle]
    fn number(&mut self, number: u32) {
        note(&self.log, number.to_string());
    }

    #[handle]
    fn boom(&self) {
        panic!("boom");
    }

    #[handle]
    fn refuse(&mut self) -> Result<(), No> {
        self.count += 1;
        Err(No)
    }

    #[handle]
    fn keep_yourself(&mut self, cx: &mut Context<Self>) {
        self.own = cx.handle();
    }

    #[handle]
    fn stop_yourself(&self, cx: &mut Context<Self>) {
        cx.stop();
    }

    #[handle]
    async fn wait(&mut self, millis: u64) -> u32 {
        let before = self.count;
        tokio::time::sleep(Duration::from_millis(millis)).await;
        self.count - before
    }

    #[handle]
    fn read(&self, stream: Endless, cx: &mut Context<Self>) {
        cx.attach(stream);
    }

    #[handle(message)]
    fn item(&mut self, _: Item) {
        self.count += 1;
    }

    #[handle]
    fn tell_yourself(&mut self, told: Arc<AtomicUsize>, heard: Arc<AtomicUsize>, cx: &mut Context<Self>) {
        if let Some(own) = cx.handle() {
            told.fetch_add(1, Ordering::Relaxed);
            own.hear(heard).tell().expect("a handle that is there is a way in");
        }
    }

    #[handle]
    fn hear(&self, heard: Arc<AtomicUsize>) {
        heard.fetch_add(1, Ordering::Relaxed);
    }
}

#[derive(Message)]
struct Item;

struct Endless(tokio::time::Interval, Log);

impl Stream for Endless {
    type Item = Item;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut std::task::Context<'_>) -> Poll<Option<Item>> {
        self.0.poll_tick(cx).map(|_| Some(Item))
    }
}

impl Drop for Endless {
    fn drop(&mut self) {
        note(&self.1, "stream dropped");
    }
}

fn endless(log: &Log) -> Endless {
    Endless(tokio::time::interval(Duration::from_millis(1)), log.clone())
}

fn subject(log: &Log) -> SubjectRef {
    let log = log.clone();
    Subject::spawn_with(move || Subject { log: log.clone(), ..Subject::default() })
}

fn starting(start: &'static str) -> Subject {
    Subject { start, ..Subject::default() }
}

#[tokio::test(start_paused = true)]
async fn case_actor_a1_a_restart_loses_and_reorders_nothing() {
    let log = Log::default();
    let subject = subject(&log);
    subject.note("m1").tell().expect("there is room");
    subject.boom().tell().expect("there is room");
    subject.note("m2").tell().expect("there is room");
    subject.note("m3").tell().expect("there is room");
    tokio::time::sleep(Duration::from_millis(10)).await;
    assert_eq!(subject.note("asked while it restarts").await, Ok(3));
    assert_eq!(take(&log), ["m1", "m2", "m3", "asked while it restarts"]);
}

#[actor(mailbox = 1)]
struct Tight(usize);

#[handlers]
impl Tight {
    #[started]
    fn begin(&mut self, cx: &mut Context<Self>) {
        let own = cx.handle().expect("the test holds one");
        self.0 = (0..3).map(|_| own.refused().tell()).filter(|told| *told == Err(TellError::Full)).count();
    }

    #[handle]
    fn refused(&self) -> usize {
        self.0
    }
}

#[tokio::test(start_paused = true)]
async fn case_actor_a2_too_much_at_the_start_is_refused_and_does_not_hang() {
    let tight = Tight(0).spawn();
    tight.refused().tell().expect("there is room for one");
    assert_eq!(tight.refused().tell(), Err(TellError::Full));
    assert_eq!(in_time(tight.refused().into_future()).await, Ok(3));
}

#[tokio::test(start_paused = true)]
async fn case_actor_a4_the_own_handle_is_asked_for_and_one_that_is_kept_ends_with_a_stop() {
    let before = tasks();
    let asks = subject(&Log::default());
    let (told, heard) = (Arc::default(), Arc::<AtomicUsize>::default());
    asks.tell_yourself(told, heard.clone()).await.expect("it lives");
    drop(asks);
    let keeps = Subject::default().spawn();
    keeps.keep_yourself().await.expect("it lives");
    keeps.stop_yourself().tell().expect("there is room");
    drop(keeps);
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!((tasks(), heard.load(Ordering::Relaxed)), (before, 1));
}

#[tokio::test(start_paused = true)]
async fn case_actor_a5_an_attached_stream_ends_with_its_actor() {
    let (before, log) = (tasks(), Log::default());
    let subject = subject(&log);
    subject.read(endless(&log)).await.expect("it lives");
    tokio::time::sleep(Duration::from_millis(10)).await;
    subject.stop();
    assert_eq!(subject.stopped().await, Exit::Stopped);
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!((take(&log), tasks()), (vec!["stream dropped".to_owned()], before));
}

#[actor]
struct Watcher(Log);

#[handlers]
impl Watcher {
    #[handle]
    fn watch(&self, other: SubjectRef, cx: &mut Context<Self>) {
        cx.watch(&other);
    }

    #[handle(message)]
    fn ended(&mut self, ended: Terminated) {
        note(&self.0, ended.exit.to_string());
    }
}

#[tokio::test(start_paused = true)]
async fn case_actor_a6_who_watches_is_told_once_of_a_start_that_fails() {
    let log = Log::default();
    let watcher = Watcher(log.clone()).spawn();
    watcher.watch(starting("fails").spawn()).await.expect("it lives");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(take(&log), ["could not start: cannot"]);
}

#[tokio::test(start_paused = true)]
async fn case_actor_a14a_a_kill_ends_a_hook_that_sleeps() {
    let first = starting("sleeps").spawn();
    tokio::task::yield_now().await;
    first.kill();
    assert_eq!(in_time(first.stopped()).await, Exit::Killed);

    let second = starting("stop sleeps").spawn();
    second.note("up").await.expect("it lives");
    second.stop();
    tokio::task::yield_now().await;
    second.kill();
    assert_eq!(in_time(second.stopped()).await, Exit::Killed);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn case_actor_a14b_what_is_accepted_beside_a_stop_is_handled() {
    for _ in 0..300 {
        let subject = Subject::default().spawn();
        let (accepted, heard) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let senders: Vec<_> = (0..3)
            .map(|_| {
                let (subject, accepted, heard) = (subject.clone(), accepted.clone(), heard.clone());
                tokio::spawn(async move {
                    while subject.hear(heard.clone()).send().await.is_ok() {
                        accepted.fetch_add(1, Ordering::Relaxed);
                    }
                })
            })
            .collect();
        subject.hear(heard.clone()).await.map(|()| accepted.fetch_add(1, Ordering::Relaxed)).expect("it lives");
        subject.stop();
        for sender in senders {
            sender.await.expect("it does not panic");
        }
        assert_eq!(subject.stopped().await, Exit::Stopped);
        assert_eq!(accepted.load(Ordering::Relaxed), heard.load(Ordering::Relaxed));
    }
}

/// Spawns a child as it stops.
#[actor]
struct LateParent(Log, Option<SubjectRef>);

#[handlers]
impl LateParent {
    #[stopping]
    fn end(&mut self, cx: &mut Context<Self>) {
        let child = cx.spawn(Subject { log: self.0.clone(), ..Subject::default() });
        child.note("late child").tell().expect("there is room");
        self.1 = Some(child);
    }
}

#[tokio::test(start_paused = true)]
async fn case_actor_a14d_a_child_of_the_last_hook_ends_before_its_parent() {
    let (before, log) = (tasks(), Log::default());
    let parent = LateParent(log.clone(), None).spawn();
    parent.stop();
    assert_eq!(in_time(parent.stopped()).await, Exit::Stopped);
    tokio::task::yield_now().await;
    assert_eq!((take(&log), tasks()), (vec!["late child".to_owned()], before));
}

/// One of a chain of parents and children.
#[actor(on_failure = escalate)]
struct Generation {
    left: u32,
    child: Option<GenerationRef>,
}

#[handlers]
impl Generation {
    #[started]
    fn begin(&mut self, cx: &mut Context<Self>) {
        if let Some(left) = self.left.checked_sub(1) {
            self.child = Some(cx.spawn(Self { left, child: None }));
        }
    }

    /// Fails at the end of the chain.
    #[handle]
    fn boom_below(&self) {
        match &self.child {
            Some(child) => child.boom_below().tell().expect("there is room"),
            None => panic!("deep down"),
        }
    }

    /// Asks all the way down.
    #[handle]
    async fn depth(&self) -> u32 {
        match &self.child {
            Some(child) => child.depth().await.map_or(0, |depth| depth + 1),
            None => 0,
        }
    }
}

const GENERATIONS: u32 = 10_000;

#[tokio::test(start_paused = true)]
async fn case_actor_a14e_a_chain_of_ten_thousand_ends_in_every_way() {
    let before = tasks();
    for way in ["stop", "kill", "escalate"] {
        let eldest = Generation { left: GENERATIONS, child: None }.spawn();
        assert_eq!(eldest.depth().await, Ok(GENERATIONS));
        let exit = match way {
            "stop" => {
                eldest.stop();
                Exit::Stopped
            }
            "kill" => {
                eldest.kill();
                Exit::Killed
            }
            _ => {
                eldest.boom_below().await.expect("it lives");
                Exit::Escalated("deep down".into())
            }
        };
        assert_eq!(eldest.stopped().await, exit);
        drop(eldest);
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert_eq!(tasks(), before, "{way}");
    }
}

#[tokio::test(start_paused = true)]
async fn case_actor_a16_waiting_sends_of_one_task_stay_in_order() {
    let log = Log::default();
    let subject = subject(&log);
    for number in 0..1_000 {
        subject.number(number).send().await.expect("it lives");
    }
    subject.stop();
    subject.stopped().await;
    assert_eq!(take(&log), (0..1_000).map(|number| number.to_string()).collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn case_actor_a18_a_stream_waits_for_the_handler() {
    let log = Log::default();
    let subject = subject(&log);
    subject.read(endless(&log)).await.expect("it lives");
    tokio::time::sleep(Duration::from_millis(10)).await;
    assert_eq!(subject.wait(100).await, Ok(0));
    assert!(subject.note("after").await.is_ok_and(|count| count > 8), "those that waited came then");
}

#[tokio::test(start_paused = true)]
async fn case_actor_a22_asking_one_that_fails_before_it_reads_is_an_error_at_once() {
    let subject = starting("fails").spawn();
    assert_eq!(in_time(subject.note("in vain").into_future()).await, Err(CallError::Stopped));
}

#[tokio::test(start_paused = true)]
async fn case_actor_a24_an_ask_in_the_queue_of_one_that_ends_is_answered() {
    let subject = subject(&Log::default());
    let (_, behind, ()) = tokio::join!(subject.wait(1_000).into_future(), subject.note("x").into_future(), async {
        tokio::task::yield_now().await;
        subject.kill();
    });
    assert_eq!(behind, Err(CallError::Stopped));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn case_actor_a24_a_handle_that_is_made_beside_the_last_drop_is_a_way_in_or_none() {
    let (told, heard) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
    for _ in 0..20_000 {
        let subject = Subject::default().spawn();
        subject.tell_yourself(told.clone(), heard.clone()).tell().expect("there is room");
        drop(subject);
    }
    while tasks() > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(told.load(Ordering::Relaxed), heard.load(Ordering::Relaxed));
}

#[actor(strategy = one_for_all)]
struct Team(Log);

#[actor]
struct Member(&'static str, Log);

#[handlers]
impl Member {
    #[restarted]
    fn again(&mut self, why: Arc<str>) {
        note(&self.1, format!("{}: {why}", self.0));
    }

    #[handle]
    fn boom(&self) {
        panic!("{} is ill", self.0);
    }
}

#[handlers]
impl Team {
    #[handle]
    fn members(&self, cx: &mut Context<Self>) -> [MemberRef; 2] {
        ["ada", "eve"].map(|name| {
            let log = self.0.clone();
            cx.spawn_with(move || Member(name, log.clone()))
        })
    }
}

#[tokio::test(start_paused = true)]
async fn case_actor_a26_the_declared_strategy_holds_and_reasons_are_told() {
    let log = Log::default();
    let team = Team(log.clone()).spawn();
    let [ada, _eve] = team.members().await.expect("it lives");
    assert_eq!(ada.boom().await, Err(CallError::Failed));
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(take(&log), ["eve: a sibling has failed", "ada: ada is ill"]);
    let alone = Member("ada", log).spawn();
    assert_eq!(alone.boom().await, Err(CallError::Failed));
    assert_eq!(alone.stopped().await, Exit::Panicked("ada is ill".into()));
}

#[tokio::test(start_paused = true)]
async fn case_actor_a30_a_factory_that_panics_leaves_nothing_and_full_is_a_value() {
    let before = tasks();
    let never = Subject::spawn_with(|| panic!("no"));
    assert_eq!(never.stopped().await, Exit::StartFailed("no".into()));
    tokio::task::yield_now().await;
    assert_eq!(tasks(), before);

    let subject = Subject::default().spawn();
    for number in 0..8 {
        subject.number(number).tell().expect("there is room");
    }
    assert_eq!(subject.number(8).tell(), Err(TellError::Full));
    assert_eq!(subject.note("it lives").await, Ok(1));
}

#[tokio::test(start_paused = true)]
async fn case_actor_a32_a_supervised_actor_takes_messages_after_a_panic() {
    let subject = subject(&Log::default());
    assert_eq!(subject.boom().await, Err(CallError::Failed));
    assert_eq!(subject.note("again").await, Ok(1));
}

#[tokio::test(start_paused = true)]
async fn case_actor_b5_a_refusal_is_no_death_by_tell_or_by_ask() {
    let subject = Subject::default().spawn();
    subject.refuse().tell().expect("there is room");
    assert_eq!(subject.refuse().await, Err(CallError::Refused(No)));
    assert_eq!(subject.note("the same incarnation").await, Ok(3));
}

#[tokio::test(start_paused = true)]
async fn case_actor_b7_what_was_told_before_a_stop_is_handled() {
    let log = Log::default();
    let subject = subject(&log);
    for what in ["1", "2", "3", "4", "5"] {
        subject.note(what).tell().expect("there is room");
    }
    subject.stop();
    assert_eq!(subject.stopped().await, Exit::Stopped);
    assert_eq!(take(&log), ["1", "2", "3", "4", "5"]);
}

//! What a handler can do besides changing its actor: the stash, timers, watches, the receive timeout, work left to tasks.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unused_async,
    clippy::unused_self,
    clippy::needless_pass_by_value,
    reason = "the actors are there to use their contexts"
)]

use futures_core::Stream;
use mainstay::actor::Watch;
use mainstay::prelude::*;
use std::future::IntoFuture as _;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::Poll;

type Log = Arc<Mutex<Vec<String>>>;

fn note(log: &Log, what: impl Into<String>) {
    log.lock().expect("nobody panics in here").push(what.into());
}

fn take(log: &Log) -> Vec<String> {
    std::mem::take(&mut *log.lock().expect("nobody panics in here"))
}

async fn sleep(millis: u64) {
    tokio::time::sleep(Duration::from_millis(millis)).await;
}

// The stash.

#[derive(Message, Clone)]
#[message(reply = u32)]
struct Job(u32);

/// Puts jobs aside until it is open.
#[actor(stash = 3, backoff(min = "1ms", jitter = 0))]
struct Door {
    open: bool,
    again: Option<u32>,
    log: Log,
}

#[handlers]
impl Door {
    #[handle(message)]
    fn job(&mut self, job: Job, reply: ReplyTo<u32>, cx: &mut Context<Self>) {
        if !self.open || self.again.take_if(|again| *again == job.0).is_some() {
            if let Err(full) = cx.stash(job, reply) {
                note(&self.log, format!("{full}: {}", full.message.0));
                full.reply.reply(0);
            }
            return;
        }
        note(&self.log, format!("job {}", job.0));
        reply.reply(job.0);
    }

    #[handle]
    fn open(&mut self, again: Option<u32>, cx: &mut Context<Self>) -> usize {
        self.open = true;
        self.again = again;
        cx.unstash_all();
        cx.stashed()
    }

    #[handle]
    fn count(&mut self, cx: &mut Context<Self>) -> usize {
        cx.stashed()
    }

    /// Asks for the others before it puts its own message aside.
    #[handle(message)]
    fn late(&mut self, late: Late, reply: ReplyTo<()>, cx: &mut Context<Self>) {
        note(&self.log, "late");
        cx.unstash_all();
        let _ = cx.stash(late, reply);
    }

    #[handle]
    fn boom(&self) {
        panic!("boom");
    }
}

#[derive(Message)]
struct Late;

fn door(log: &Log) -> DoorRef {
    let (log, mut open) = (log.clone(), false);
    Door::spawn_with(move || Door { open: std::mem::replace(&mut open, true), again: None, log: log.clone() })
}

/// Puts everything aside, however much it is.
#[actor(stash = unbounded, mailbox = unbounded)]
struct Hall(u32);

#[handlers]
impl Hall {
    #[handle(message)]
    fn job(&mut self, job: Job, reply: ReplyTo<u32>, cx: &mut Context<Self>) {
        if self.0 == 0 && cx.stash(job.clone(), reply).is_ok() {
            return;
        }
        assert_eq!(job.0, self.0, "in order");
        self.0 += 1;
    }

    #[handle]
    fn begin(&mut self, cx: &mut Context<Self>) {
        self.0 = 1;
        cx.unstash_all();
    }

    #[handle]
    fn next(&self) -> u32 {
        self.0
    }
}

#[tokio::test]
async fn case_b10_e33_a_hundred_thousand_stashed_messages_come_back_in_order() {
    let hall = Hall(0).spawn();
    for number in 1..=100_000 {
        hall.tell(Job(number)).expect("there is room");
    }
    hall.begin().await.expect("it lives");
    assert_eq!(hall.next().await, Ok(100_001), "all of them came before what is newer");
}

#[tokio::test(start_paused = true)]
async fn stashed_messages_come_back_in_order_before_anything_newer() {
    let log = Log::default();
    let door = door(&log);
    let (one, two, stashed, three) = tokio::join!(
        door.ask(Job(1)).into_future(),
        door.ask(Job(2)).into_future(),
        door.open(None).into_future(),
        door.ask(Job(3)).into_future(),
    );
    assert_eq!((one, two, stashed, three), (Ok(1), Ok(2), Ok(0), Ok(3)));
    assert_eq!(take(&log), ["job 1", "job 2", "job 3"]);
}

#[tokio::test(start_paused = true)]
async fn who_is_put_aside_again_keeps_its_place() {
    let log = Log::default();
    let door = door(&log);
    for job in 1..=3 {
        door.tell(Job(job)).expect("there is room");
    }
    // The first is put aside once more while the others come back.
    assert_eq!(door.open(Some(1)).await, Ok(0));
    assert_eq!(door.count().await, Ok(1));
    door.open(None).await.expect("it lives");
    sleep(1).await;
    assert_eq!(take(&log), ["job 2", "job 3", "job 1"]);
}

#[tokio::test(start_paused = true)]
async fn who_asks_for_the_others_first_does_not_come_back_with_them() {
    let log = Log::default();
    let door = door(&log);
    door.tell(Job(1)).expect("there is room");
    door.tell(Late).expect("there is room");
    assert_eq!(door.count().await, Ok(2), "the job, put aside again, and the late one");
    assert_eq!(take(&log), ["late"]);
}

#[tokio::test(start_paused = true)]
async fn a_full_stash_gives_the_message_back() {
    let log = Log::default();
    let door = door(&log);
    for job in 1..=3 {
        door.tell(Job(job)).expect("there is room");
    }
    assert_eq!(door.ask(Job(4)).await, Ok(0));
    assert_eq!(take(&log), ["the stash is full: 4"]);
}

#[tokio::test(start_paused = true)]
async fn the_stash_survives_a_restart_with_its_ways_back() {
    let log = Log::default();
    let door = door(&log);
    let (one, two, failed, three) = tokio::join!(
        door.ask(Job(1)).into_future(),
        door.ask(Job(2)).into_future(),
        door.boom().into_future(),
        door.ask(Job(3)).into_future(),
    );
    assert_eq!((one, two, failed, three), (Ok(1), Ok(2), Err(CallError::Failed), Ok(3)));
    assert_eq!(take(&log), ["job 1", "job 2", "job 3"]);
}

#[tokio::test(start_paused = true)]
async fn who_is_stashed_when_the_actor_ends_is_told_so() {
    let door = door(&Log::default());
    let (one, ()) = tokio::join!(door.ask(Job(1)).into_future(), async { door.stop() });
    assert_eq!(one, Err(CallError::Stopped));
}

// Timers.

#[derive(Message, Clone)]
struct Tick(&'static str);

#[actor(mailbox = 1, backoff(min = "10ms", jitter = 0))]
struct Bell {
    log: Log,
    slow: u64,
}

#[handlers]
impl Bell {
    #[handle(message)]
    async fn tick(&mut self, Tick(name): Tick) {
        note(&self.log, name);
        sleep(self.slow).await;
    }

    #[handle]
    fn once(&self, name: &'static str, millis: u64, cx: &mut Context<Self>) {
        cx.start_timer("timer", Duration::from_millis(millis), Tick(name));
    }

    #[handle]
    fn repeat(&self, name: &'static str, millis: u64, cx: &mut Context<Self>) {
        cx.start_repeating(name, Duration::from_millis(millis), Tick(name));
    }

    #[handle]
    fn cancel(&self, name: String, cx: &mut Context<Self>) -> bool {
        cx.cancel_timer(&name)
    }

    #[handle]
    fn slow_down(&mut self, millis: u64) {
        self.slow = millis;
    }

    /// Sleeps, so that the tick of its timer is in the mailbox when it is cancelled or replaced.
    #[handle]
    async fn too_late(&self, other: Option<&'static str>, cx: &mut Context<Self>) {
        cx.start_timer("timer", Duration::from_millis(1), Tick("stale"));
        sleep(10).await;
        match other {
            Some(name) => cx.start_timer("timer", Duration::from_millis(1), Tick(name)),
            None => assert!(cx.cancel_timer("timer")),
        }
    }

    #[handle]
    async fn boom_with_a_tick(&self, cx: &mut Context<Self>) {
        cx.start_timer("timer", Duration::from_millis(1), Tick("stale"));
        cx.start_timer("other", Duration::from_millis(100), Tick("stale too"));
        sleep(10).await;
        panic!("boom");
    }
}

fn bell() -> (BellRef, Log) {
    let log = Log::default();
    let to = log.clone();
    (Bell::spawn_with(move || Bell { log: to.clone(), slow: 0 }), log)
}

#[tokio::test(start_paused = true)]
async fn a_timer_fires_once_and_one_of_the_same_name_replaces_it() {
    let (bell, log) = bell();
    bell.once("first", 10).await.expect("it lives");
    sleep(5).await;
    bell.once("second", 10).await.expect("it lives");
    sleep(100).await;
    assert_eq!(take(&log), ["second"]);
    assert_eq!(bell.cancel("timer".to_owned()).await, Ok(false), "it is over");
}

#[tokio::test(start_paused = true)]
async fn a_repeating_timer_fires_until_it_is_cancelled() {
    let (bell, log) = bell();
    bell.repeat("beat", 10).await.expect("it lives");
    sleep(35).await;
    assert_eq!(bell.cancel("beat".to_owned()).await, Ok(true));
    sleep(100).await;
    assert_eq!(take(&log), ["beat"; 3]);
}

#[tokio::test(start_paused = true)]
async fn a_tick_in_the_mailbox_is_stale_after_a_cancel_a_replacement_and_a_restart() {
    let (bell, log) = bell();
    bell.too_late(None).await.expect("it lives");
    sleep(100).await;
    bell.too_late(Some("fresh")).await.expect("it lives");
    sleep(100).await;
    assert_eq!(take(&log), ["fresh"]);
    assert_eq!(bell.boom_with_a_tick().await, Err(CallError::Failed));
    sleep(500).await;
    assert_eq!(take(&log), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn a_slow_actor_gets_no_burst_of_ticks_and_can_be_stopped() {
    let (bell, log) = bell();
    bell.slow_down(100).await.expect("it lives");
    bell.repeat("beat", 1).await.expect("it lives");
    sleep(1_050).await;
    assert!(take(&log).len() <= 11);
    bell.stop();
    assert_eq!(bell.stopped().await, Exit::Stopped);
    assert!(take(&log).len() <= 2);
}

#[tokio::test(start_paused = true)]
async fn a_full_mailbox_does_not_refuse_a_tick() {
    let (bell, log) = bell();
    bell.slow_down(50).await.expect("it lives");
    bell.once("tick", 10).await.expect("it lives");
    bell.tell(Tick("slow")).expect("there is room");
    sleep(5).await;
    bell.tell(Tick("waits")).expect("there is room");
    assert_eq!(bell.tell(Tick("refused")), Err(TellError::Full));
    sleep(500).await;
    assert_eq!(take(&log), ["slow", "waits", "tick"]);
}

// The receive timeout, watches and work.

#[derive(Message)]
struct Line(u32);

/// A stream that gives numbers, one a millisecond, and says when it is dropped.
struct Lines {
    next: u32,
    wait: Pin<Box<tokio::time::Sleep>>,
    log: Log,
}

impl Lines {
    fn new(log: &Log) -> Self {
        Self { next: 0, wait: Box::pin(tokio::time::sleep(Duration::from_millis(1))), log: log.clone() }
    }
}

impl Stream for Lines {
    type Item = Line;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut std::task::Context<'_>) -> Poll<Option<Line>> {
        std::task::ready!(self.wait.as_mut().poll(cx));
        self.wait = Box::pin(tokio::time::sleep(Duration::from_millis(1)));
        self.next += 1;
        Poll::Ready(Some(Line(self.next)))
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        note(&self.log, "stream dropped");
    }
}

#[actor(mailbox = 2, backoff(min = "10ms", jitter = 0))]
struct Guard {
    log: Log,
    lines: Vec<u32>,
    last: Option<Watch>,
}

#[handlers]
impl Guard {
    #[handle(message)]
    fn idle(&mut self, _: ReceiveTimeout) {
        note(&self.log, "idle");
    }

    #[handle(message)]
    fn ended(&mut self, Terminated { exit, watch }: Terminated) {
        note(&self.log, format!("{exit}{}", if self.last == Some(watch) { "" } else { ", of another" }));
    }

    #[handle(message)]
    fn line(&mut self, Line(number): Line) {
        self.lines.push(number);
    }

    #[handle]
    fn set(&self, millis: Option<u64>, cx: &mut Context<Self>) {
        match millis {
            Some(millis) => cx.set_receive_timeout(Duration::from_millis(millis)),
            None => cx.cancel_receive_timeout(),
        }
    }

    #[handle]
    fn touch(&self) {}

    #[handle(no_influence)]
    fn peek(&self) {}

    #[handle]
    fn start_ticking(&self, cx: &mut Context<Self>) {
        cx.start_repeating("tick", Duration::from_millis(7), Silent);
    }

    #[handle(message)]
    fn silent(&self, _: Silent) {}

    #[handle]
    fn watch(&mut self, other: BellRef, cx: &mut Context<Self>) {
        self.last = Some(cx.watch(&other));
    }

    /// Ends the watch when its message is in the mailbox already.
    #[handle]
    async fn watch_not(&mut self, other: BellRef, cx: &mut Context<Self>) {
        let watch = cx.watch(&other);
        other.kill();
        other.stopped().await;
        cx.unwatch(watch);
    }

    #[handle]
    fn read(&mut self, cx: &mut Context<Self>) {
        cx.attach(Lines::new(&self.log));
    }

    #[handle(no_influence)]
    fn peek_lines(&self) -> usize {
        self.lines.len()
    }

    #[handle]
    fn lines(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.lines)
    }

    #[handle]
    async fn busy(&mut self, millis: u64) -> usize {
        self.lines.clear();
        sleep(millis).await;
        self.lines.len()
    }

    #[handle]
    fn compute(&mut self, reply: ReplyTo<u32>, cx: &mut Context<Self>) {
        let work = async {
            sleep(50).await;
            21
        };
        cx.run(work, |guard, half, _| {
            note(&guard.log, "computed");
            reply.reply(half * 2);
        });
    }

    #[handle]
    fn compute_badly(&mut self, reply: ReplyTo<u32>, cx: &mut Context<Self>) {
        cx.run(async { panic!("in the task") }, |_, half: u32, _| reply.reply(half));
    }

    #[handle]
    fn boom(&self) {
        panic!("boom");
    }
}

#[derive(Message, Clone)]
struct Silent;

fn guard() -> (GuardRef, Log) {
    let log = Log::default();
    let to = log.clone();
    (Guard::spawn_with(move || Guard { log: to.clone(), lines: Vec::new(), last: None }), log)
}

#[tokio::test(start_paused = true)]
async fn the_receive_timeout_repeats_until_it_is_cancelled() {
    let (guard, log) = guard();
    guard.set(Some(10)).await.expect("it lives");
    sleep(35).await;
    guard.set(None).await.expect("it lives");
    sleep(100).await;
    assert_eq!(take(&log), ["idle"; 3]);
}

#[tokio::test(start_paused = true)]
async fn the_receive_timeout_is_put_off_by_handles_only() {
    let (guard, log) = guard();
    guard.set(Some(10)).await.expect("it lives");
    for _ in 0..10 {
        sleep(8).await;
        guard.touch().await.expect("it lives");
    }
    assert_eq!(take(&log), [""; 0]);
    guard.start_ticking().await.expect("it lives");
    for _ in 0..4 {
        sleep(8).await;
        guard.peek().await.expect("it lives");
    }
    assert_eq!(take(&log), ["idle"; 3], "ticks and those without influence do not count");
}

#[tokio::test(start_paused = true)]
async fn the_receive_timeout_comes_although_an_attached_stream_gives_items() {
    let (guard, log) = guard();
    guard.set(Some(10)).await.expect("it lives");
    guard.read().await.expect("it lives");
    sleep(25).await;
    assert!(guard.peek_lines().await.expect("it lives") > 10, "it has been reading all the time");
    assert_eq!(take(&log), ["idle", "idle"]);
}

/// It has a receive timeout from its start on.
#[actor]
struct Sentry(Log);

#[handlers]
impl Sentry {
    #[started]
    fn begin(&mut self, cx: &mut Context<Self>) {
        cx.set_receive_timeout(Duration::from_millis(10));
    }

    #[handle(message)]
    fn idle(&mut self, _: ReceiveTimeout) {
        note(&self.0, "idle");
    }

    #[handle]
    fn change(&mut self, millis: u64, cx: &mut Context<Self>) {
        cx.set_receive_timeout(Duration::from_millis(millis));
    }

    /// Asks the bell again and again, beside its mailbox.
    #[handle(no_influence)]
    fn listen(&self, bell: BellRef, cx: &mut Context<Self>) {
        let work = async move {
            sleep(8).await;
            bell.cancel("nothing".to_owned()).await
        };
        cx.run(work, |sentry, answer, _| note(&sentry.0, format!("{answer:?}")));
    }
}

#[tokio::test(start_paused = true)]
async fn the_receive_timeout_may_be_set_at_the_start_and_changed_and_an_answer_does_not_put_it_off() {
    let (log, (bell, _)) = (Log::default(), bell());
    let sentry = Sentry(log.clone()).spawn();
    sleep(25).await;
    assert_eq!(take(&log), ["idle", "idle"]);
    sentry.change(100).await.expect("it lives");
    sleep(99).await;
    assert_eq!(take(&log), [""; 0]);
    sleep(2).await;
    assert_eq!(take(&log), ["idle"]);
    sentry.change(10).await.expect("it lives");
    sentry.listen(bell).await.expect("it lives");
    sleep(11).await;
    assert_eq!(take(&log), ["Ok(false)", "idle"], "in spite of the answer");
}

#[tokio::test(start_paused = true)]
async fn the_receive_timeout_ends_with_the_incarnation() {
    let (guard, log) = guard();
    guard.set(Some(50)).await.expect("it lives");
    assert_eq!(guard.boom().await, Err(CallError::Failed));
    sleep(500).await;
    assert_eq!(take(&log), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn a_watch_tells_of_the_end_once_also_of_one_that_is_gone() {
    let (guard, log) = guard();
    let (bell, _) = bell();
    guard.watch(bell.clone()).await.expect("it lives");
    bell.stop();
    sleep(1).await;
    assert_eq!(take(&log), ["stopped"]);
    guard.watch(bell).await.expect("it lives");
    sleep(1).await;
    assert_eq!(take(&log), ["stopped"]);
}

#[tokio::test(start_paused = true)]
async fn who_is_not_watched_any_more_is_not_told_of() {
    let (guard, log) = guard();
    let (first, _) = bell();
    guard.watch_not(first).await.expect("it lives");
    let (second, _) = bell();
    guard.watch(second.clone()).await.expect("it lives");
    assert_eq!(guard.boom().await, Err(CallError::Failed));
    second.kill();
    sleep(500).await;
    assert_eq!(take(&log), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn a_stream_is_read_in_order_and_held_back() {
    let (guard, log) = guard();
    guard.read().await.expect("it lives");
    sleep(20).await;
    assert_eq!(guard.busy(100).await, Ok(0), "nothing of it runs while a handler waits");
    let lines = guard.lines().await.expect("it lives");
    assert!(lines.len() <= 5, "the mailbox has room for two, {lines:?} came");
    assert!(lines.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{lines:?}");
    assert_eq!(take(&log), [""; 0]);
    guard.stop();
    assert_eq!(guard.stopped().await, Exit::Stopped);
    sleep(1).await;
    assert_eq!(take(&log), ["stream dropped"]);
}

#[tokio::test(start_paused = true)]
async fn a_stream_ends_with_the_incarnation() {
    let (guard, log) = guard();
    guard.read().await.expect("it lives");
    assert_eq!(guard.boom().await, Err(CallError::Failed));
    sleep(100).await;
    assert_eq!(take(&log), ["stream dropped"]);
}

#[tokio::test(start_paused = true)]
async fn work_runs_beside_the_mailbox_and_its_rest_on_the_actor() {
    let (guard, log) = guard();
    let (computed, ()) = tokio::join!(guard.compute().into_future(), async {
        sleep(10).await;
        guard.touch().timeout(Duration::from_millis(1)).await.expect("it is not held up");
    });
    assert_eq!(computed, Ok(42));
    assert_eq!(take(&log), ["computed"]);
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_for_work_that_never_ends_is_told_so() {
    let (guard, log) = guard();
    assert_eq!(guard.compute_badly().await, Err(CallError::Failed), "it panicked");
    let (computed, failed) = tokio::join!(guard.compute().into_future(), guard.boom().into_future());
    assert_eq!((computed, failed), (Err(CallError::NoReply), Err(CallError::Failed)));
    sleep(500).await;
    assert_eq!(take(&log), [""; 0]);
}

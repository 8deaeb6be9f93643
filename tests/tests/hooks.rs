//! Hooks, options and replies that come later.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unused_async,
    clippy::unused_self,
    clippy::unnecessary_wraps,
    reason = "the actors are there for the shape of their hooks"
)]

use mainstay::actor::{Backoff, Declared, Intensity, OnFailure, Strategy};
use mainstay::mailbox::Capacity;
use mainstay::prelude::*;
use std::future::IntoFuture as _;
use std::sync::{Arc, Mutex};

type Log = Arc<Mutex<Vec<String>>>;

fn note(log: &Log, what: impl Into<String>) {
    log.lock().expect("nobody panics in here").push(what.into());
}

fn take(log: &Log) -> Vec<String> {
    std::mem::take(&mut *log.lock().expect("nobody panics in here"))
}

#[actor]
struct Loud {
    log: Log,
    fail: &'static str,
}

#[handlers]
impl Loud {
    #[started]
    fn begin(&mut self, cx: &mut Context<Self>) -> Result<(), String> {
        assert!(cx.handle().is_some(), "the test holds one");
        note(&self.log, "started");
        match self.fail {
            "start" => Err("no".to_owned()),
            "start panic" => panic!("at start"),
            _ => Ok(()),
        }
    }

    #[restarted]
    async fn again(&mut self, why: Arc<str>) {
        tokio::task::yield_now().await;
        note(&self.log, format!("restarted: {why}"));
    }

    #[stopping]
    async fn rest(&self, _: &mut Context<Self>) {
        tokio::time::sleep(Duration::from_secs(1)).await;
        note(&self.log, "stopping");
        assert_ne!(self.fail, "stop", "at stop");
    }

    #[handle]
    fn act(&self, what: &'static str) {
        note(&self.log, what);
        assert_ne!(what, "boom");
    }
}

impl Drop for Loud {
    fn drop(&mut self) {
        note(&self.log, "dropped");
    }
}

fn loud(fail: &'static str) -> (LoudRef, Log) {
    let log = Log::default();
    let to = log.clone();
    (Loud::spawn_with(move || Loud { log: to.clone(), fail }), log)
}

#[tokio::test(start_paused = true)]
async fn hooks_run_around_the_messages() {
    let (loud, log) = loud("");
    loud.act("one").tell().expect("there is room");
    loud.stop();
    assert_eq!(loud.stopped().await, Exit::Stopped);
    assert_eq!(take(&log), ["started", "one", "stopping", "dropped"]);
}

#[tokio::test(start_paused = true)]
async fn a_restart_tells_how_the_last_incarnation_failed_and_does_not_stop() {
    let (loud, log) = loud("");
    assert_eq!(loud.act("boom").await, Err(CallError::Failed));
    loud.act("two").await.expect("it started over");
    let told = take(&log);
    assert_eq!(told[..3], ["started", "boom", "dropped"]);
    assert!(told[3].starts_with("restarted: assertion"), "{told:?}");
    assert_eq!(told[4..], ["two"]);
}

#[tokio::test(start_paused = true)]
async fn a_kill_runs_no_hook_and_cuts_a_hook_short() {
    let (first, log) = loud("");
    first.act("one").await.expect("it lives");
    first.kill();
    assert_eq!(first.stopped().await, Exit::Killed);
    assert_eq!(take(&log), ["started", "one", "dropped"]);

    let (second, log) = loud("");
    second.stop();
    tokio::time::sleep(Duration::from_millis(500)).await;
    second.kill();
    assert_eq!(second.stopped().await, Exit::Killed);
    assert_eq!(take(&log), ["started", "dropped"]);
}

#[tokio::test(start_paused = true)]
async fn a_start_that_fails_is_a_failure_with_the_errors_words() {
    let log = Log::default();
    let single = Loud { log: log.clone(), fail: "start" }.spawn();
    assert_eq!(single.act("in vain").await, Err(CallError::Stopped));
    assert_eq!(single.stopped().await, Exit::StartFailed("no".into()));

    let single = Loud { log, fail: "start panic" }.spawn();
    assert_eq!(single.stopped().await, Exit::StartFailed("at start".into()));
}

#[tokio::test(start_paused = true)]
async fn a_panic_in_the_last_hook_ends_the_actor_and_restarts_nobody() {
    let (loud, log) = loud("stop");
    loud.stop();
    assert!(matches!(loud.stopped().await, Exit::Panicked(_)));
    assert_eq!(take(&log), ["started", "stopping", "dropped"]);
}

#[tokio::test(start_paused = true)]
async fn who_cannot_start_and_is_stopped_ends() {
    let (loud, _) = loud("start");
    tokio::task::yield_now().await;
    loud.stop();
    assert_eq!(loud.stopped().await, Exit::StartFailed("no".into()));
}

/// Without `#[restarted]`, `#[started]` runs each time.
#[actor]
struct Plain {
    log: Log,
}

#[handlers]
impl Plain {
    #[started]
    async fn begin(&mut self) {
        note(&self.log, "started");
    }

    #[handle]
    fn boom(&self) {
        panic!("boom");
    }
}

#[tokio::test(start_paused = true)]
async fn started_runs_in_every_incarnation_unless_there_is_restarted() {
    let log = Log::default();
    let to = log.clone();
    let plain = Plain::spawn_with(move || Plain { log: to.clone() });
    assert_eq!(plain.boom().await, Err(CallError::Failed));
    assert_eq!(plain.boom().await, Err(CallError::Failed));
    assert_eq!(take(&log), ["started", "started"]);
}

/// A hook that waits for its parent, which waits for it.
#[actor]
struct Needy {
    parent: ParentRef,
    log: Log,
}

#[handlers]
impl Needy {
    #[started]
    async fn ask_up(&mut self) {
        let answer = self.parent.hello().await;
        note(&self.log, if matches!(answer, Err(CallError::Cycle { .. })) { "circle" } else { "no circle" });
    }

    #[handle]
    fn hello(&self) {}
}

#[actor]
struct Parent {
    log: Log,
}

#[handlers]
impl Parent {
    #[handle]
    fn hello(&self) {}

    #[handle]
    async fn spawn_and_wait(&self, cx: &mut Context<Self>) -> bool {
        let parent = cx.handle().expect("the test holds one");
        let child = cx.spawn(Needy { parent, log: self.log.clone() });
        child.hello().await.is_ok()
    }
}

#[tokio::test(start_paused = true)]
async fn a_circle_through_a_hook_is_found() {
    let log = Log::default();
    let parent = Parent { log: log.clone() }.spawn();
    assert_eq!(parent.spawn_and_wait().await, Ok(true));
    assert_eq!(take(&log), ["circle"]);
    parent.stop();
    assert_eq!(parent.stopped().await, Exit::Stopped);
}

mod generic {
    use mainstay::prelude::*;

    #[derive(Message)]
    #[message(reply = usize, error = String)]
    pub struct Count;

    /// Answers when there is something.
    #[actor]
    pub struct Queue<T> {
        pub items: Vec<T>,
        pub waiting: Vec<ReplyTo<T, String>>,
    }

    #[handlers]
    impl<T: Send + 'static> Queue<T> {
        #[started]
        fn begin(&mut self) {}

        #[stopping]
        async fn end(&mut self, _: &mut Context<Self>) {
            for reply in self.waiting.drain(..) {
                reply.refuse("closed".to_owned());
            }
        }

        #[handle(no_influence)]
        pub fn push(&mut self, item: T) {
            match self.waiting.pop() {
                Some(reply) => reply.reply(item),
                None => self.items.push(item),
            }
        }

        #[handle]
        pub fn pop(&mut self, reply: ReplyTo<T, String>) {
            match self.items.pop() {
                Some(item) => reply.reply(item),
                None => self.waiting.push(reply),
            }
        }

        #[handle]
        pub async fn pop_now(&mut self, _cx: &mut Context<Self>, reply: ReplyTo<T>) {
            if let Some(item) = self.items.pop() {
                reply.reply(item);
            }
        }

        #[handle]
        pub async fn fail_now(&mut self, reply: ReplyTo<Self>) {
            let _reply = reply;
            panic!("with the reply in hand");
        }

        #[handle(message)]
        pub fn count(&mut self, _: Count, reply: ReplyTo<usize, String>) {
            reply.send(if self.items.is_empty() { Err("none".to_owned()) } else { Ok(self.items.len()) });
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_reply_may_come_later_and_be_forgotten() {
    use generic::{Count, Queue};
    let queue = Queue::<u8> { items: Vec::new(), waiting: Vec::new() }.spawn();
    let (popped, pushed) = tokio::join!(queue.pop().into_future(), queue.push(3).into_future());
    assert_eq!((popped, pushed), (Ok(3), Ok(())));
    assert_eq!(queue.ask(Count).await, Err(CallError::Refused("none".to_owned())));
    queue.push(4).await.expect("it lives");
    assert_eq!(queue.ask(Count).await, Ok(1));
    assert_eq!(queue.pop_now().await, Ok(4));
    assert_eq!(queue.pop_now().await, Err(CallError::NoReply));
    let (popped, ()) = tokio::join!(queue.pop().into_future(), async { queue.stop() });
    assert_eq!(popped, Err(CallError::Refused("closed".to_owned())));

    let queue = Queue::<u8> { items: Vec::new(), waiting: Vec::new() }.spawn();
    assert!(matches!(queue.fail_now().await, Err(CallError::Failed)));
}

#[actor(
    mailbox = unbounded,
    stash = 3,
    on_failure = escalate,
    backoff(min = "10ms", max = "1m", jitter = 0.5, reset = "2h"),
    strategy = rest_for_one,
    intensity(restarts = 2, within = "1d"),
)]
struct Configured;

#[handlers]
impl Configured {}

#[actor(backoff(jitter = 0), intensity(restarts = 1), stash = unbounded)]
struct InParts;

#[handlers]
impl InParts {}

#[test]
fn options_are_constants_and_what_is_left_out_is_the_default() {
    assert_eq!(Configured::MAILBOX, Some(Capacity::Unbounded));
    assert_eq!(Configured::STASH, Some(Capacity::bounded(3)));
    assert_eq!(Configured::ON_FAILURE, OnFailure::Escalate);
    assert_eq!(Configured::STRATEGY, Strategy::RestForOne);
    let backoff = Backoff {
        min: Duration::from_millis(10),
        max: Duration::from_mins(1),
        jitter: 0.5,
        reset: Duration::from_hours(2),
    };
    assert_eq!(Configured::BACKOFF, Some(backoff));
    assert_eq!(Configured::INTENSITY, Some(Intensity { restarts: 2, within: Duration::from_hours(24) }));

    assert_eq!(InParts::MAILBOX, None);
    assert_eq!(InParts::STASH, Some(Capacity::Unbounded));
    assert_eq!(InParts::ON_FAILURE, OnFailure::Restart);
    assert_eq!(InParts::BACKOFF, Some(Backoff { jitter: 0.0, ..Backoff::DEFAULT }));
    assert_eq!(InParts::INTENSITY, Some(Intensity { restarts: 1, ..Intensity::DEFAULT }));
}

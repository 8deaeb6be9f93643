//! Actors that ask each other in a circle are told so, and never hang.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unused_self,
    clippy::unused_async,
    reason = "the actors are there to ask"
)]

use mainstay::prelude::*;
use std::future::IntoFuture as _;
use std::pin::pin;
use std::sync::Arc;
use tokio::sync::Barrier;

/// Asks whom it is told to ask.
#[actor]
struct Link;

#[handlers]
impl Link {
    /// Passes the question on along `others`.
    #[handle]
    async fn pass(&self, mut others: Vec<LinkRef>) -> Result<usize, String> {
        let Some(next) = others.pop() else { return Ok(0) };
        match next.pass(others).await {
            Ok(rest) => Ok(rest + 1),
            Err(CallError::Cycle { path }) => Err(path.to_string()),
            Err(CallError::Refused(path)) => Err(path),
            Err(other) => Err(format!("{other:?}")),
        }
    }

    #[handle]
    async fn hold(&self, go: Arc<Barrier>) {
        go.wait().await;
    }

    #[handle]
    async fn ask_myself(&self, cx: &mut Context<Self>) -> String {
        let own = cx.handle().expect("the test holds one");
        match own.pass(Vec::new()).await {
            Err(CallError::Cycle { path }) => path.names().join(" "),
            other => format!("{other:?}"),
        }
    }

    /// Asks one after the other, and both at once, and keeps the future of the first.
    #[handle]
    async fn ask_twice(&self, first: LinkRef, second: LinkRef) -> bool {
        let mut kept = pin!(first.pass(Vec::new()).into_future());
        let one = kept.as_mut().await;
        let (two, three) =
            tokio::join!(first.pass(vec![second.clone()]).into_future(), second.pass(Vec::new()).into_future());
        one.is_ok() && two.is_ok() && three.is_ok()
    }

    /// Leaves the question to a task, which holds up nobody.
    #[handle]
    fn ask_apart(&self, other: LinkRef, back: LinkRef, cx: &mut Context<Self>) {
        cx.run(async move { other.pass(vec![back]).await }, |_, answer, _| assert_eq!(answer, Ok(1)));
    }
}

/// Fills the mailbox of another one, and waits for room there.
#[actor(mailbox = 1)]
#[derive(Default)]
struct Tight {
    got: u32,
}

#[handlers]
impl Tight {
    /// Waits for `go`, then sends so many messages.
    #[handle]
    async fn push(&self, other: TightRef, messages: u32, go: Arc<Barrier>) -> Result<(), String> {
        go.wait().await;
        for _ in 0..messages {
            other.put().send().await.map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    #[handle]
    async fn ask(&self, other: TightRef, go: Arc<Barrier>) -> Result<u32, String> {
        go.wait().await;
        tokio::task::yield_now().await;
        other.got().await.map_err(|error| error.to_string())
    }

    #[handle]
    async fn hold(&self, go: Arc<Barrier>) {
        go.wait().await;
    }

    #[handle]
    async fn ask_at_once(&self, other: TightRef) -> Result<u32, String> {
        other.got().await.map_err(|error| error.to_string())
    }

    #[handle]
    async fn push_myself(&self, cx: &mut Context<Self>) -> Result<(), TellError> {
        let own = cx.handle().expect("the test holds one");
        own.put().send().await?;
        own.put().send().await
    }

    #[handle]
    fn put(&mut self) {
        self.got += 1;
    }

    #[handle]
    fn got(&self) -> u32 {
        self.got
    }
}

const LINK: &str = "cycles::Link";

#[tokio::test(start_paused = true)]
async fn asking_oneself_is_a_circle_of_one() {
    let link = Link.spawn();
    assert_eq!(link.ask_myself().await, Ok(format!("{LINK} {LINK}")));
}

#[tokio::test(start_paused = true)]
async fn a_circle_is_named_and_nobody_in_it_is_lost() {
    let (a, b, c) = (Link.spawn(), Link.spawn(), Link.spawn());
    let circle = format!("{LINK} -> {LINK} -> {LINK} -> {LINK}");
    assert_eq!(a.pass(vec![a.clone(), c.clone(), b.clone()]).await, Err(CallError::Refused(circle)));
    assert_eq!(a.pass(vec![c.clone(), b.clone()]).await, Ok(2), "the same actors without the circle");
}

#[tokio::test(start_paused = true)]
async fn two_that_ask_each_other_at_the_same_time_do_not_hang() {
    let (a, b) = (Link.spawn(), Link.spawn());
    let (first, second) = tokio::join!(a.pass(vec![b.clone()]).into_future(), b.pass(vec![a.clone()]).into_future());
    assert!(first.is_err() || second.is_err(), "one of them saw the other wait: {first:?} {second:?}");
    assert_eq!(a.pass(vec![b.clone()]).await, Ok(1));
}

#[tokio::test(start_paused = true)]
async fn asks_that_cross_without_a_circle_are_answered() {
    let (a, b, c) = (Link.spawn(), Link.spawn(), Link.spawn());
    assert_eq!(a.ask_twice(b.clone(), c.clone()).await, Ok(true));
}

#[tokio::test(start_paused = true)]
async fn a_question_is_over_when_it_is_answered_and_not_only_when_the_answer_is_used() {
    let (a, b, go) = (Link.spawn(), Link.spawn(), Arc::new(Barrier::new(2)));
    b.hold(go.clone()).tell().expect("there is room");
    let yields = async |times| {
        for _ in 0..times {
            tokio::task::yield_now().await;
        }
    };
    yields(1).await;
    // While `b` holds, `a` asks it; then `b` is told to ask `a`. It answers the first and asks before `a` can use the answer.
    let later = async {
        yields(5).await;
        b.pass(vec![a.clone()]).await
    };
    let open = async {
        yields(20).await;
        go.wait().await;
    };
    let (first, second, ()) = tokio::join!(a.pass(vec![b.clone()]).into_future(), later, open);
    assert_eq!((first, second), (Ok(1), Ok(1)));
}

#[tokio::test(start_paused = true)]
async fn what_is_left_to_a_task_is_no_circle() {
    let (a, b) = (Link.spawn(), Link.spawn());
    a.ask_apart(b, a.clone()).await.expect("it lives");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(a.pass(Vec::new()).await, Ok(0), "and the rest of the work has not failed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn circles_on_many_threads_never_hang() {
    for _ in 0..200 {
        let links = [Link.spawn(), Link.spawn(), Link.spawn()];
        let asks = [0, 1, 2].map(|at| {
            let [a, b, c] = [0, 1, 2].map(|by| links[(at + by) % 3].clone());
            tokio::spawn(async move { a.pass(vec![c, b]).await })
        });
        for ask in asks {
            let _ = ask.await.expect("it does not panic");
        }
    }
}

const TIGHT: &str = "cycles::Tight";

#[tokio::test(start_paused = true)]
async fn sending_oneself_more_than_there_is_room_for_is_a_circle_of_one() {
    let tight = Tight::default().spawn();
    let Err(CallError::Refused(TellError::Cycle { path })) = tight.push_myself().await else {
        panic!("it would wait for itself")
    };
    assert_eq!(path.names(), [TIGHT, TIGHT]);
    assert_eq!(tight.got().await, Ok(1), "what had room is handled, and what had none was not sent");
}

#[tokio::test(start_paused = true)]
async fn two_that_wait_for_room_at_each_other_are_told_and_nobody_is_lost() {
    let (a, b, go) = (Tight::default().spawn(), Tight::default().spawn(), Arc::new(Barrier::new(2)));
    let (first, second) =
        tokio::join!(a.push(b.clone(), 2, go.clone()).into_future(), b.push(a.clone(), 2, go).into_future());
    let circle = format!("actors wait for each other in a circle: {TIGHT} -> {TIGHT} -> {TIGHT}");
    let (told, other) = if first.is_err() { (first, second) } else { (second, first) };
    assert_eq!((told, other), (Err(CallError::Refused(circle)), Ok(())), "the other one has room then");
    // The one that was told has sent one message, and the other one both.
    let (a, b) = (a.got().await.expect("it lives"), b.got().await.expect("it lives"));
    assert_eq!(a + b, 3);
}

#[tokio::test(start_paused = true)]
async fn one_that_waits_for_room_and_one_that_waits_for_an_answer_are_a_circle() {
    let (a, b, go) = (Tight::default().spawn(), Tight::default().spawn(), Arc::new(Barrier::new(2)));
    let (pushed, asked) =
        tokio::join!(a.push(b.clone(), 2, go.clone()).into_future(), b.ask(a.clone(), go).into_future());
    assert_ne!(pushed.is_err(), asked.is_err(), "one of them is told, and the other one goes on: {pushed:?} {asked:?}");
}

#[tokio::test(start_paused = true)]
async fn waiting_for_room_that_comes_is_no_circle() {
    let (a, b, go) = (Tight::default().spawn(), Tight::default().spawn(), Arc::new(Barrier::new(1)));
    assert_eq!(a.push(b.clone(), 2, go.clone()).await, Ok(()));
    assert_eq!(b.push(a.clone(), 2, go).await, Ok(()));
    assert_eq!((a.got().await, b.got().await), (Ok(2), Ok(2)));
}

#[tokio::test(start_paused = true)]
async fn a_wait_for_room_is_over_when_there_is_room_and_not_only_when_it_is_used() {
    let (a, b) = (Tight::default().spawn(), Tight::default().spawn());
    let (open, go) = (Arc::new(Barrier::new(1)), Arc::new(Barrier::new(2)));
    b.hold(go.clone()).tell().expect("there is room");
    tokio::task::yield_now().await;
    let test = async {
        // Now `b` holds, the question waits in front of it, and `a` waits for room there.
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        go.wait().await;
    };
    let asked = b.ask_at_once(a.clone()).into_future();
    let (asked, pushed, ()) = tokio::join!(asked, a.push(b.clone(), 1, open).into_future(), test);
    assert_eq!((asked, pushed), (Ok(0), Ok(())));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn circles_of_sends_on_many_threads_never_hang() {
    for _ in 0..200 {
        let (tights, go) = ([Tight::default().spawn(), Tight::default().spawn()], Arc::new(Barrier::new(2)));
        let pushes = [0, 1].map(|at| {
            let ([a, b], go) = ([0, 1].map(|by| tights[(at + by) % 2].clone()), go.clone());
            tokio::spawn(async move { a.push(b, 2, go).await })
        });
        for push in pushes {
            let _ = push.await.expect("it does not panic");
        }
    }
}

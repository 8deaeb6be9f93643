//! Actors that ask each other in a circle are told so, and never hang.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(clippy::expect_used, clippy::unused_self, clippy::unused_async, reason = "the actors are there to ask")]

use mainstay::prelude::*;
use std::future::IntoFuture as _;
use std::pin::pin;

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

//! `BackoffSupervisor`: when a child is made again, how soon, and what becomes of messages meanwhile.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::unused_self, clippy::needless_pass_by_value, reason = "the actors are there for their ends")]

use mainstay::actor::{Exit, StartFailure};
use mainstay::prelude::*;
use mainstay::supervise::{BackoffSupervisor, BackoffSupervisorRef};
use std::future::IntoFuture as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::sync::Notify;
use tokio::time::sleep;

const SECOND: Duration = Duration::from_secs(1);
/// So little that nothing else happens in it.
const MOMENT: Duration = Duration::from_millis(1);

/// Replies with the number of the incarnation.
#[derive(Message)]
#[message(reply = u32)]
struct Work;

#[derive(Message)]
struct Stop;

#[derive(Message)]
struct Boom;

#[derive(Message)]
struct Hold(Arc<Notify>);

/// The last message, if it says so.
#[derive(Message)]
struct Close {
    for_good: bool,
}

#[actor(mailbox = 2)]
struct Worker {
    incarnation: u32,
    fail: bool,
}

#[handlers]
impl Worker {
    #[started]
    fn start(&self) -> Result<(), StartFailure> {
        if self.fail { Err("told to".into()) } else { Ok(()) }
    }

    #[handle(message)]
    fn work(&self, _: Work) -> u32 {
        self.incarnation
    }

    #[handle(message)]
    fn stop(&self, _: Stop, cx: &mut Context<Self>) {
        cx.stop();
    }

    #[handle(message)]
    fn boom(&self, _: Boom) {
        panic!("on purpose");
    }

    #[handle(message)]
    async fn hold(&mut self, Hold(until): Hold) {
        until.notified().await;
    }

    #[handle(message)]
    fn close(&self, _: Close, cx: &mut Context<Self>) {
        cx.stop();
    }
}

/// Makes workers, and counts them.
fn workers() -> (impl FnMut() -> Worker + Send + 'static, Arc<AtomicU32>) {
    let made = Arc::new(AtomicU32::new(0));
    let count = made.clone();
    (move || Worker { incarnation: made.fetch_add(1, Ordering::Relaxed) + 1, fail: false }, count)
}

fn on_stop() -> BackoffSupervisor<Worker> {
    BackoffSupervisor::on_stop("worker", workers().0, SECOND, 8 * SECOND, 0.0).expect("it is valid")
}

fn on_failure() -> BackoffSupervisor<Worker> {
    BackoffSupervisor::on_failure("worker", workers().0, SECOND, 8 * SECOND, 0.0).expect("it is valid")
}

type Supervisor = BackoffSupervisorRef<Worker>;

/// Lets the child end, and returns when the supervisor knows.
async fn end(supervisor: &Supervisor, how: impl FnOnce(&Supervisor)) {
    let child = supervisor.child().await.expect("it lives").expect("the child lives");
    how(supervisor);
    child.stopped().await;
    assert_eq!(alive(supervisor).await, None);
}

/// The incarnation that lives.
async fn alive(supervisor: &Supervisor) -> Option<u32> {
    let child = supervisor.child().await.expect("the supervisor lives")?;
    child.ask(Work).await.ok()
}

fn stop(supervisor: &Supervisor) {
    supervisor.tell(Stop).expect("there is room");
}

fn boom(supervisor: &Supervisor) {
    supervisor.tell(Boom).expect("there is room");
}

/// Fails unless the child comes back exactly after `wait`.
async fn comes_back_after(supervisor: &Supervisor, wait: Duration, incarnation: u32) {
    sleep(wait.saturating_sub(MOMENT)).await;
    assert_eq!(alive(supervisor).await, None, "before {wait:?}");
    sleep(2 * MOMENT).await;
    assert_eq!(alive(supervisor).await, Some(incarnation), "after {wait:?}");
}

#[tokio::test(start_paused = true)]
async fn e93_on_stop_a_child_that_ended_in_any_way_is_made_again_after_a_wait_that_doubles() {
    let supervisor = on_stop().spawn();
    assert_eq!(supervisor.ask(Work).await, Ok(1));
    end(&supervisor, stop).await;
    comes_back_after(&supervisor, SECOND, 2).await;
    end(&supervisor, boom).await;
    comes_back_after(&supervisor, 2 * SECOND, 3).await;
    let child = supervisor.child().await.expect("it lives").expect("the child lives");
    child.kill();
    child.stopped().await;
    comes_back_after(&supervisor, 4 * SECOND, 4).await;
    assert_eq!(supervisor.restarts().await, Ok(3));
}

#[tokio::test(start_paused = true)]
async fn e93_on_failure_a_panic_is_followed_by_a_new_child_and_a_stop_by_the_end() {
    let supervisor = on_failure().spawn();
    end(&supervisor, boom).await;
    comes_back_after(&supervisor, SECOND, 2).await;
    stop(&supervisor);
    assert_eq!(supervisor.stopped().await, Exit::Stopped);
}

#[tokio::test(start_paused = true)]
async fn e93_while_the_child_is_down_messages_are_dead_letters_or_get_the_configured_reply() {
    let system = System::volatile().start().await.expect("it starts");
    let mut letters = system.dead_letters();
    let supervisor = system.spawn(on_stop().reply_while_down(|Work| Ok(0)));
    end(&supervisor, boom).await;
    assert_eq!(supervisor.ask(Work).await, Ok(0));
    assert_eq!(supervisor.ask(Boom).await, Err(CallError::Stopped));
    let letter = letters.next().await.expect("there is one").expect("it is kept");
    assert!(letter.message.ends_with("Boom"), "{letter}");
    assert_eq!(letter.reason, Exit::Panicked("on purpose".into()));
    sleep(2 * SECOND).await;
    assert_eq!(supervisor.ask(Work).await, Ok(2));
    assert_eq!(system.dead_letter_count(), 1);
}

#[tokio::test(start_paused = true)]
async fn e93_after_its_final_stop_the_child_is_not_made_again() {
    let supervisor = on_stop().final_stop(|close: &Close| close.for_good).spawn();
    end(&supervisor, |supervisor| supervisor.tell(Close { for_good: false }).expect("there is room")).await;
    comes_back_after(&supervisor, SECOND, 2).await;
    supervisor.tell(Close { for_good: true }).expect("there is room");
    assert_eq!(supervisor.stopped().await, Exit::Stopped);
}

#[tokio::test(start_paused = true)]
async fn e93_a_final_stop_while_the_child_is_down_is_a_dead_letter_and_the_end_and_no_other_message_is_one() {
    let system = System::volatile().start().await.expect("it starts");
    let supervisor = system.spawn(on_stop().final_stop(|close: &Close| close.for_good));
    end(&supervisor, stop).await;
    // akka #26141: any message was taken for the last one.
    assert_eq!(supervisor.ask(Stop).await, Err(CallError::Stopped));
    assert_eq!(supervisor.ask(Close { for_good: false }).await, Err(CallError::Stopped));
    assert_eq!(supervisor.restarts().await, Ok(1), "it lives");
    supervisor.tell(Close { for_good: true }).expect("there is room");
    assert_eq!(supervisor.stopped().await, Exit::Stopped);
    assert_eq!(system.dead_letter_count(), 3);
}

#[tokio::test(start_paused = true)]
async fn e93_after_so_many_retries_it_fails_and_says_of_what() {
    let supervisor = on_failure().max_retries(2).spawn();
    for _ in 0..2 {
        end(&supervisor, boom).await;
        sleep(3 * SECOND).await;
    }
    boom(&supervisor);
    let words = "`worker` was started again 2 times, and ended: panicked: on purpose";
    assert_eq!(supervisor.stopped().await, Exit::Escalated(words.into()));
}

#[tokio::test(start_paused = true)]
async fn e93_retries_are_unlimited_unless_set_and_a_child_that_cannot_start_or_be_made_has_failed() {
    let (mut make, count) = workers();
    let make = move || {
        let worker = make();
        assert!(worker.incarnation % 2 == 0, "an odd one");
        Worker { fail: worker.incarnation < 200, ..worker }
    };
    let supervisor = BackoffSupervisor::on_failure("worker", make, SECOND, SECOND, 0.0).expect("it is valid").spawn();
    sleep(250 * SECOND).await;
    assert_eq!(supervisor.ask(Work).await, Ok(200));
    assert_eq!(count.load(Ordering::Relaxed), 200);
}

#[tokio::test(start_paused = true)]
async fn e93_reset_by_hand_starts_the_waits_anew_and_start_now_ends_one() {
    let supervisor = on_stop().spawn();
    end(&supervisor, stop).await;
    comes_back_after(&supervisor, SECOND, 2).await;
    end(&supervisor, stop).await;
    supervisor.reset().await.expect("it lives");
    comes_back_after(&supervisor, 2 * SECOND, 3).await;
    end(&supervisor, stop).await;
    comes_back_after(&supervisor, SECOND, 4).await;
    end(&supervisor, stop).await;
    supervisor.start_now().await.expect("it lives");
    assert_eq!(alive(&supervisor).await, Some(5));
    // The wait that was begun starts nobody.
    sleep(4 * SECOND).await;
    assert_eq!(alive(&supervisor).await, Some(5));
}

#[tokio::test(start_paused = true)]
async fn case_b46_e94_a_child_that_fails_just_after_the_shortest_wait_waits_longer_each_time_until_it_was_healthy() {
    let supervisor = on_stop().spawn();
    for (incarnation, wait) in (2..).zip([1, 2, 4, 8, 8]) {
        sleep(SECOND + MOMENT).await;
        end(&supervisor, stop).await;
        comes_back_after(&supervisor, wait * SECOND, incarnation).await;
    }
    sleep(8 * SECOND).await;
    assert_eq!(supervisor.restarts().await, Ok(0), "it has lived for the longest wait");
    end(&supervisor, stop).await;
    comes_back_after(&supervisor, SECOND, 7).await;
}

#[tokio::test(start_paused = true)]
async fn a_child_that_is_slow_holds_back_those_who_send_and_nothing_is_lost() {
    let supervisor = on_stop().spawn();
    let until = Arc::new(Notify::new());
    supervisor.tell(Hold(until.clone())).expect("there is room");
    // More than the child's mailbox takes; they wait at the supervisor.
    let asked: Vec<_> = (0..20)
        .map(|_| {
            tokio::spawn({
                let supervisor = supervisor.clone();
                async move { supervisor.ask(Work).await }
            })
        })
        .collect();
    sleep(SECOND).await;
    until.notify_one();
    for ask in asked {
        assert_eq!(ask.await.expect("no panic"), Ok(1));
    }
}

#[tokio::test(start_paused = true)]
async fn a_supervisor_that_ends_takes_its_child_along() {
    for kill in [false, true] {
        let supervisor = on_stop().spawn();
        let child = supervisor.child().await.expect("it lives").expect("the child lives");
        let accepted = supervisor.ask(Work).into_future();
        if kill {
            drop(accepted);
            supervisor.kill();
        } else {
            let (accepted, ()) = tokio::join!(accepted, async { supervisor.stop() });
            assert_eq!(accepted, Ok(1), "what was accepted is handled");
        }
        let exit = if kill { Exit::Killed } else { Exit::Stopped };
        assert_eq!((supervisor.stopped().await, child.stopped().await), (exit.clone(), exit));
    }
}

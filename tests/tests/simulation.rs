//! What a simulated world promises to a test: the clock is the test's, the order is the seed's, and nothing hangs without a word.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::unused_self, reason = "a handler is a method, whatever it does")]

use mainstay::prelude::*;
use mainstay::testing::{DEADLINE, Probe, Simulation, expect, simulate, simulate_seeds};
use std::collections::BTreeSet;
use std::future::poll_fn;
use std::panic::catch_unwind;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::SystemTime;

#[derive(Message, Clone, Debug, PartialEq)]
struct Said(&'static str);

/// Not tokio's, which lets all others go first.
async fn turn() {
    let mut first = true;
    poll_fn(|cx| {
        if !std::mem::take(&mut first) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Says its words one at a time, and lets others have their turn in between.
#[actor]
struct Speaker {
    to: Recipient<Said>,
}

#[handlers]
impl Speaker {
    #[handle]
    async fn speak(&mut self, words: [&'static str; 2]) {
        for word in words {
            self.to.tell(Said(word)).expect("the probe is there");
            turn().await;
        }
    }

    #[handle]
    fn later(&mut self, delay: Duration, word: &'static str, cx: &mut Context<Self>) {
        cx.start_timer(word, delay, Said(word));
    }

    #[handle(message)]
    fn said(&mut self, said: Said) {
        self.to.tell(said).expect("the probe is there");
    }

    #[handle]
    async fn ask_nobody(&mut self) {
        std::future::pending::<()>().await;
    }
}

async fn two_speakers(_: Simulation) -> Vec<&'static str> {
    let mut probe = Probe::<Said>::new();
    let (one, two) = (Speaker { to: probe.recipient() }.spawn(), Speaker { to: probe.recipient() }.spawn());
    one.speak(["a", "b"]).tell().expect("there is room");
    two.speak(["1", "2"]).tell().expect("there is room");
    let mut heard = Vec::new();
    for _ in 0..4 {
        heard.push(probe.expect().await.message.0);
    }
    heard
}

#[test]
fn the_same_seed_gives_the_same_order_and_others_give_all_orders() {
    let heard: BTreeSet<_> = (0..200).map(|seed| simulate(seed, two_speakers)).collect();
    assert_eq!(heard.len(), 6, "the six ways to interleave two and two: {heard:?}");
    for seed in 0..10 {
        assert_eq!(simulate(seed, two_speakers), simulate(seed, two_speakers));
    }
}

#[test]
fn advancing_stops_at_each_moment_that_is_due() {
    simulate_seeds(0..20, |sim| async move {
        let clock = sim.clock();
        let mut probe = Probe::<Said>::new();
        let speaker = Speaker { to: probe.recipient() }.spawn();
        for (delay, word) in [(30, "third"), (10, "first"), (20, "second"), (41, "too late")] {
            speaker.later(Duration::from_secs(delay), word).await.expect("it lives");
        }
        clock.advance(Duration::from_secs(40)).await;
        assert_eq!(clock.now(), Duration::from_secs(40));
        let heard: Vec<_> = std::iter::from_fn(|| probe.try_next()).map(|said| said.message.0).collect();
        assert_eq!(heard, ["first", "second", "third"]);
    });
}

#[test]
fn years_pass_at_once_and_the_time_of_day_with_them() {
    simulate(1, |sim| async move {
        let clock = sim.clock();
        let (year, before) = (Duration::from_hours(365 * 24), clock.wall());
        clock.advance(year).await;
        assert_eq!(clock.wall().duration_since(before).ok(), Some(year));
        clock.set_wall(SystemTime::UNIX_EPOCH);
        assert_eq!((clock.now(), clock.wall()), (year, SystemTime::UNIX_EPOCH), "only the time of day was set");
    });
}

#[test]
fn time_passes_by_itself_when_everybody_waits_and_not_before() {
    simulate_seeds(0..20, |sim| async move {
        let mut probe = Probe::<Said>::new();
        let speaker = Speaker { to: probe.recipient() }.spawn();
        speaker.later(Duration::from_hours(1), "an hour on").await.expect("it lives");
        speaker.later(Duration::ZERO, "now").await.expect("it lives");
        assert_eq!(probe.expect().await.message.0, "now");
        assert_eq!(sim.clock().now(), Duration::ZERO);
        let late = probe.expect_within(Duration::from_hours(2)).await;
        assert_eq!((late.message.0, sim.clock().now()), ("an hour on", Duration::from_hours(1)));
    });
}

#[test]
fn a_call_times_out_by_the_worlds_clock() {
    simulate(1, |sim| async move {
        let speaker = Speaker { to: Probe::new().recipient() }.spawn();
        let answer = speaker.ask_nobody().timeout(Duration::from_mins(1)).await;
        assert_eq!(answer, Err(CallError::Timeout { enqueued: true }));
        assert_eq!(sim.clock().now(), Duration::from_mins(1));
    });
}

#[test]
fn time_stands_still_for_work_outside() {
    simulate(1, |sim| async move {
        let work =
            tokio::task::spawn_blocking(|| (0..100_000_u64).fold(0, |sum: u64, next| sum.wrapping_mul(31) + next));
        let clock = sim.clock();
        let ticking = Arc::new(Mutex::new(0));
        let (ticks, other) = (ticking.clone(), clock.clone());
        sim.spawn(async move {
            loop {
                other.sleep(Duration::from_secs(1)).await;
                *ticks.lock().expect("no panic") += 1;
            }
        });
        sim.outside(work).await.expect("it does not panic");
        assert_eq!((clock.now(), *ticking.lock().expect("no panic")), (Duration::ZERO, 0));
        clock.advance(Duration::from_secs(5)).await;
        assert_eq!(*ticking.lock().expect("no panic"), 5);
    });
}

#[test]
fn what_is_expected_and_does_not_come_fails_at_its_deadline() {
    let failed = catch_unwind(|| {
        simulate(1, |_| async {
            expect(DEADLINE, std::future::pending::<()>()).await;
        });
    });
    let words = failed.expect_err("nothing comes");
    let words = words.downcast_ref::<String>().expect("it has a text");
    assert!(words.starts_with("nothing came in 3s, awaited at ") && words.contains("simulation.rs:"), "{words}");
}

#[test]
fn a_message_that_must_not_come_fails_the_test() {
    let failed = catch_unwind(|| {
        simulate(1, |_| async {
            let mut probe = Probe::<Said>::new();
            let speaker = Speaker { to: probe.recipient() }.spawn();
            speaker.later(Duration::from_secs(9), "boo").await.expect("it lives");
            probe.expect_nothing(Duration::from_secs(8)).await;
            probe.expect_nothing(Duration::from_secs(8)).await;
        });
    });
    let words = failed.expect_err("it comes");
    let words = words.downcast_ref::<String>().expect("it has a text");
    assert!(words.contains("Said` came where none was expected"), "{words}");
}

#[test]
fn what_the_test_leaves_behind_ends_with_the_world() {
    let witness = Arc::new(());
    let weak = Arc::downgrade(&witness);
    simulate(1, |sim| async move {
        sim.spawn(async move {
            std::future::pending::<()>().await;
            drop(witness);
        });
        sim.clock().settle().await;
    });
    assert_eq!(weak.strong_count(), 0);
}

#[test]
fn an_asker_of_a_probe_that_is_not_answered_is_told_so() {
    simulate(1, |_| async {
        let mut probe = Probe::<Said>::new();
        let handle = probe.handle();
        let (answer, ()) = tokio::join!(async { handle.ask(Said("hello")).await }, async {
            drop(probe.expect().await);
        });
        assert_eq!(answer, Err(CallError::NoReply));
        handle.stop();
        assert_eq!(probe.expect_end(&handle).await, Exit::Stopped);
    });
}

#[actor(backoff(min = "1s", max = "1h"))]
#[derive(Default)]
struct Fragile;

#[handlers]
impl Fragile {
    #[handle]
    fn fail(&mut self) {
        panic!("on purpose");
    }

    #[handle]
    fn live(&self) {}
}

#[test]
fn supervision_takes_its_time_by_the_worlds_clock() {
    simulate_seeds(0..20, |sim| async move {
        let fragile = Fragile::spawn_with(Fragile::default);
        assert_eq!(fragile.fail().await, Err(CallError::Failed));
        assert_eq!(fragile.live().await, Ok(()));
        let waited = sim.clock().now();
        assert!((1.0..=1.2).contains(&waited.as_secs_f64()), "{waited:?}");
    });
}

//! What must come to an end does, whatever the store does: a stop, a purge, a rest.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "common/tally.rs"]
mod tally;

mod sums;

use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use mainstay::settings::{PassivateAfter, Settings};
use mainstay::system::ShutdownError;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use mainstay::testing::{DEADLINE, Simulation, expect, simulate};
use std::collections::BTreeMap;
use std::future::{Future, IntoFuture};
use std::sync::Arc;
use sums::{Add, Sum, Told, Total, World, hosted};
use tally::{Tally, Watch};

type Faulty = Arc<FaultyStore<MemoryStore>>;

fn faulty() -> Faulty {
    Arc::new(FaultyStore::new(MemoryStore::new()))
}

/// Every call of the operation, from now on.
const ALWAYS: When = When::Chance { probability: 1.0, seed: 0 };

/// Long enough for everything that ends.
const LONG: Duration = Duration::from_mins(5);

/// What comes of `work`, unless it takes longer.
async fn within<F: Future>(sim: &Simulation, limit: Duration, work: F) -> Option<F::Output> {
    let clock = sim.clock();
    tokio::select! {
        biased;
        done = work => Some(done),
        () = clock.sleep(limit) => None,
    }
}

#[test]
fn e27_a_stop_ends_although_writes_fail_for_ever_and_reads_do_not() {
    simulate(1, |sim| async move {
        let store = faulty();
        let system = hosted(store.clone(), &World::default()).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        assert_eq!(sum.ask(Add(1)).await, Ok(1));
        store.fail(Operation::Append, ALWAYS, Effect::FailBefore);
        let asked = sum.ask(Add(10)).into_future();
        let stopped = async {
            sim.clock().advance(Duration::from_secs(5)).await;
            within(&sim, LONG, system.shutdown()).await
        };
        let (_, stopped) = tokio::join!(biased; within(&sim, LONG * 2, asked), stopped);
        assert_eq!(stopped, Some(Ok(())), "the disk may be full until tomorrow");
    });
}

#[test]
fn e27_a_stop_ends_although_the_ids_of_callers_cannot_be_read() {
    simulate(1, |sim| async move {
        let store = faulty();
        let system = hosted(store.clone(), &World::default()).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        store.fail(Operation::Beside, ALWAYS, Effect::FailBefore);
        let asked = sum.ask(Add(10)).id("ten").into_future();
        let stopped = async {
            sim.clock().advance(Duration::from_secs(5)).await;
            within(&sim, LONG, system.shutdown()).await
        };
        let (_, stopped) = tokio::join!(biased; within(&sim, LONG * 2, asked), stopped);
        assert_eq!(stopped, Some(Ok(())));
    });
}

#[test]
fn e27_a_stop_in_an_outage_takes_no_longer_for_a_thousand_entities_than_for_one() {
    simulate(1, |sim| async move {
        let store = faulty();
        let system = hosted(store.clone(), &World::default()).await;
        let sums: Vec<_> = (0..1000).map(|n| system.entity::<Sum>(format!("{n}")).expect("hosted")).collect();
        store.fail(Operation::Read, ALWAYS, Effect::FailBefore);
        for sum in &sums {
            sum.tell(Add(1)).expect("there is room");
        }
        sim.clock().advance(Duration::from_secs(20)).await;
        let before = sim.clock().now();
        assert_eq!(within(&sim, LONG * 100, system.shutdown()).await, Some(Ok(())));
        let waited = sim.clock().now().saturating_sub(before);
        assert!(waited < Duration::from_mins(1), "{waited:?}");
    });
}

#[test]
fn e28_a_snapshot_that_is_not_answered_keeps_no_purge_waiting() {
    for effect in [Effect::Hang, Effect::HangAfter] {
        simulate(1, move |sim| async move {
            let store = faulty();
            let watch = Arc::new(Watch::default());
            let system = tally::system(store.clone(), &watch, Settings::default()).await;
            let entity = system.entity::<Tally>("a").expect("hosted");
            assert_eq!(entity.ask(tally::Add(1)).await, Ok(1));
            store.fail(Operation::Save, When::Next(1), effect);
            assert_eq!(entity.ask(tally::Save).await, Ok(()));
            let purged = within(&sim, LONG, system.purge::<Tally>("a")).await;
            assert_eq!(purged, Some(Ok(())));
            assert_eq!(entity.ask(tally::Total).await, Ok(0));
        });
    }
}

#[test]
fn e28_a_snapshot_that_is_not_answered_keeps_no_entity_in_memory() {
    simulate(1, |sim| async move {
        let store = faulty();
        let watch = Arc::new(Watch::default());
        let settings =
            Settings { passivate_after: PassivateAfter::Idle(Duration::from_mins(1)), ..Settings::default() };
        let system = tally::system(store.clone(), &watch, settings).await;
        let entity = system.entity::<Tally>("a").expect("hosted");
        assert_eq!(entity.ask(tally::Add(1)).await, Ok(1));
        store.fail(Operation::Save, When::Next(1), Effect::Hang);
        assert_eq!(entity.ask(tally::Save).await, Ok(()));
        sim.clock().advance(LONG).await;
        assert_eq!(watch.live(), 0);
        drop(entity);
        sim.clock().settle().await;
        assert_eq!(system.entity_count(), 0);
    });
}

#[tokio::test(start_paused = true)]
async fn law4_a_good_command_is_not_blamed_for_bad_ones_before_it() {
    let (store, mut units) = Told::new();
    let system = hosted(store, &World::default()).await;
    let sum = system.entity::<Sum>("a").expect("hosted");
    let told = async {
        for bad in 1..=3 {
            let mut window = Vec::new();
            for _ in bad..=4 {
                window.push(units.recv().await.expect("appended"));
            }
            let mut window = window.into_iter();
            window.next().expect("a bad one").refuse();
            for behind in window {
                behind.store().await;
            }
        }
        expect(DEADLINE, units.recv()).await.expect("run again").store().await;
    };
    let ask = |n| sum.ask(Add(n)).into_future();
    let (one, two, three, four, ()) = tokio::join!(biased; ask(1), ask(2), ask(3), ask(4), told);
    for bad in [one, two, three] {
        assert!(matches!(bad, Err(CallError::Store(_))), "{bad:?}");
    }
    assert_eq!((four, sum.ask(Total).await), (Ok(4), Ok(4)), "nobody else writes here");
}

#[test]
fn law4_a_command_outlasts_an_outage_in_which_the_write_before_it_is_swallowed() {
    simulate(1, |_| async {
        let store = faulty();
        let system = hosted(store.clone(), &World::default()).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        for call in [1, 3, 5, 7] {
            store.fail(Operation::Append, When::Nth(call), Effect::Hang);
        }
        let ask = |n| sum.ask(Add(n)).into_future();
        let answers = tokio::join!(biased; ask(1), ask(2));
        assert_eq!(answers, (Ok(1), Ok(3)));
    });
}

#[test]
fn law2_two_systems_on_one_store_lose_no_command() {
    simulate(1, |_| async {
        let store = Arc::new(MemoryStore::new());
        let (one, two) = (World::default(), World::default());
        let (one, two) = (hosted(store.clone(), &one).await, hosted(store.clone(), &two).await);
        let (one, two) = (one.entity::<Sum>("a").expect("hosted"), two.entity::<Sum>("a").expect("hosted"));
        assert_eq!((one.ask(Total).await, two.ask(Total).await), (Ok(0), Ok(0)), "both are recovered");
        assert_eq!(one.ask(Add(1)).await, Ok(1));
        assert_eq!(two.ask(Add(1)).await, Ok(2), "it is another command, though it looks the same");
        assert_eq!(one.ask(Add(1)).await, Ok(3));
    });
}

#[test]
fn e27_a_stop_ends_although_an_async_handler_never_does() {
    simulate(1, |sim| async move {
        let watch = Arc::new(Watch::default());
        let system = tally::system(MemoryStore::new(), &watch, Settings::default()).await;
        let entity = system.entity::<Tally>("a").expect("hosted");
        let asked = entity.ask(tally::AddLate(1)).into_future();
        let stopped = async {
            sim.clock().settle().await;
            within(&sim, LONG, system.shutdown()).await
        };
        let (answer, stopped) = tokio::join!(biased; within(&sim, LONG * 2, asked), stopped);
        let Some(Err(ShutdownError::Overdue(overdue))) = stopped else {
            panic!("it is to end, and to say who was late")
        };
        assert_eq!((overdue.killed, overdue.stuck), ([("tally", 1)].into(), BTreeMap::new()));
        assert!(matches!(answer, Some(Err(_))), "whoever asked is told: {answer:?}");
    });
}

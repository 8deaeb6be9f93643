//! How many entities are recovered at the same time, and how long each may take.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "common/held.rs"]
mod held;
#[path = "common/tally.rs"]
mod tally;

use held::{Call, Held};
use mainstay::entity::RecoveryError;
use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tally::{Add, Tally, Total, Watch, added, history, system, unknown};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinHandle;

const PAGE: u64 = 512;

fn permits(recoveries: usize) -> Settings {
    Settings { recoveries, ..Settings::default() }
}

type Asked = JoinHandle<Result<u64, CallError<std::convert::Infallible>>>;

fn ask(system: &System, id: impl Into<Arc<str>>) -> Asked {
    let entity = system.entity::<Tally>(id).expect("hosted");
    tokio::spawn(async move { entity.ask(Total).await })
}

/// Everybody has had every chance to go on.
async fn settle() {
    for _ in 0..1000 {
        tokio::task::yield_now().await;
    }
}

fn waiting(calls: &mut UnboundedReceiver<Call>) -> Vec<Call> {
    std::iter::from_fn(|| calls.try_recv().ok()).collect()
}

fn ids(calls: &[Call]) -> Vec<&str> {
    calls.iter().map(|call| &**call.key.id()).collect()
}

#[tokio::test]
async fn e58_fifty_are_recovered_at_the_same_time_and_the_others_wait_in_order() {
    let watch = Arc::<Watch>::default();
    let (store, mut calls) = Held::reads(MemoryStore::new());
    let system = system(store, &watch, Settings::default()).await;
    let names: Vec<_> = (0..60).map(|n| format!("{n:02}")).collect();
    let asked: Vec<_> = names.iter().map(|id| ask(&system, &**id)).collect();
    settle().await;
    let mut under_way = waiting(&mut calls);
    assert_eq!(ids(&under_way), names[..50]);
    for name in &names[50..] {
        under_way.remove(0).go_on();
        settle().await;
        let next = waiting(&mut calls);
        assert_eq!(ids(&next), [name], "one has ended, and the one that has waited longest begins");
        under_way.extend(next);
    }
    under_way.into_iter().for_each(Call::go_on);
    for asked in asked {
        assert_eq!(asked.await.expect("no panic"), Ok(0));
    }
}

#[tokio::test]
async fn e58_a_recovery_that_fails_gives_its_permit_back() {
    let watch = Arc::<Watch>::default();
    let store = MemoryStore::new();
    history(&store, "bad", [unknown()]).await;
    let system = system(store, &watch, permits(1)).await;
    for _ in 0..5 {
        let answer = ask(&system, "bad").await.expect("no panic");
        assert!(
            matches!(&answer, Err(CallError::Recovery(why)) if matches!(**why, RecoveryError::Decode { .. })),
            "{answer:?}"
        );
        assert_eq!(ask(&system, "good").await.expect("no panic"), Ok(0));
    }
}

#[tokio::test]
async fn e60_a_hook_that_panics_gives_the_permit_back_once() {
    let watch = Arc::<Watch>::default();
    let (store, mut calls) = Held::reads(MemoryStore::new());
    let system = system(store, &watch, permits(1)).await;
    watch.is_haunted.store(true, Ordering::SeqCst);
    for n in 0..3 {
        let asked = ask(&system, format!("haunted-{n}"));
        calls.recv().await.expect("read").go_on();
        let answer = asked.await.expect("no panic");
        assert!(
            matches!(&answer, Err(CallError::Recovery(why)) if matches!(**why, RecoveryError::HookPanicked { .. })),
            "{answer:?}"
        );
    }
    watch.is_haunted.store(false, Ordering::SeqCst);
    let (one, two) = (ask(&system, "one"), ask(&system, "two"));
    settle().await;
    let first = waiting(&mut calls);
    assert_eq!(ids(&first), ["one"], "still one at a time");
    first.into_iter().for_each(Call::go_on);
    assert_eq!(one.await.expect("no panic"), Ok(0));
    calls.recv().await.expect("read").go_on();
    assert_eq!(two.await.expect("no panic"), Ok(0));
}

/// Entities cannot be killed; a check can be dropped, and takes the same permits.
#[tokio::test]
async fn e58_who_goes_away_gives_the_permit_back_and_leaves_the_queue() {
    let watch = Arc::<Watch>::default();
    let inner = MemoryStore::new();
    history(&inner, "checked", [added(1)]).await;
    let (store, mut calls) = Held::reads(inner);
    let system = system(store, &watch, permits(1)).await;
    let check = || {
        let system = system.clone();
        tokio::spawn(async move { system.check().await })
    };

    let holds = check();
    let never_answered = calls.recv().await.expect("read");
    assert_eq!(&**never_answered.key.id(), "checked");
    let one = ask(&system, "one");
    settle().await;
    assert!(waiting(&mut calls).is_empty());
    holds.abort();
    let read = calls.recv().await.expect("the permit is there again");
    assert_eq!(&**read.key.id(), "one");

    let waits = check();
    settle().await;
    let two = ask(&system, "two");
    settle().await;
    waits.abort();
    settle().await;
    read.go_on();
    assert_eq!(one.await.expect("no panic"), Ok(0));
    let read = calls.recv().await.expect("read");
    assert_eq!(&**read.key.id(), "two", "nobody waits before it any more");
    read.go_on();
    assert_eq!(two.await.expect("no panic"), Ok(0));
}

/// A store that needs a second for each answer.
#[tokio::test(start_paused = true)]
async fn case_b32_a_thousand_recoveries_at_once_on_a_slow_store_all_succeed() {
    let watch = Arc::<Watch>::default();
    let (store, mut calls) = Held::reads(MemoryStore::new());
    let system = system(store, &watch, Settings::default()).await;
    let asked: Vec<_> = (0..1000).map(|n| ask(&system, n.to_string())).collect();
    let slow = tokio::spawn(async move {
        let mut served = 0;
        while served < 1000 {
            settle().await;
            let calls = waiting(&mut calls);
            assert!(calls.len() <= 50, "{}", calls.len());
            served += calls.len();
            tokio::time::sleep(Duration::from_secs(1)).await;
            calls.into_iter().for_each(Call::go_on);
        }
    });
    for asked in asked {
        assert_eq!(asked.await.expect("no panic"), Ok(0));
    }
    slow.await.expect("never more than fifty at a time");
    assert_eq!(watch.made(), 1000, "and none was tried twice");
}

#[tokio::test(start_paused = true)]
async fn e56_e67_a_long_recovery_with_steady_parts_is_not_too_long() {
    let watch = Arc::<Watch>::default();
    let inner = MemoryStore::new();
    history(&inner, "a", (0..5 * PAGE).map(|_| added(1))).await;
    let (store, mut calls) = Held::reads(inner);
    let system = system(store, &watch, Settings::default()).await;
    let asked = ask(&system, "a");
    for _ in 0..5 {
        let part = calls.recv().await.expect("read");
        tokio::time::sleep(Duration::from_secs(29)).await;
        part.go_on();
    }
    assert_eq!(asked.await.expect("no panic"), Ok(5 * PAGE));
    assert_eq!(watch.made(), 1);
}

#[tokio::test(start_paused = true)]
async fn e56_a_gap_of_30_seconds_ends_a_recovery_and_e61_the_next_one_begins_from_scratch() {
    let watch = Arc::<Watch>::default();
    let inner = MemoryStore::new();
    history(&inner, "a", (0..2 * PAGE).map(|_| added(1))).await;
    let (store, mut calls) = Held::reads(inner);
    let system = system(store, &watch, permits(1)).await;
    let asked = ask(&system, "a");
    calls.recv().await.expect("read").go_on();
    let late = calls.recv().await.expect("read");
    tokio::time::sleep(Duration::from_secs(31)).await;
    let again = calls.recv().await.expect("it is tried again, and has a permit for it");
    assert_eq!(watch.made(), 2);
    // Whatever comes of the recovery that was given up is nobody's.
    late.go_on();
    again.go_on();
    calls.recv().await.expect("read").go_on();
    assert_eq!(asked.await.expect("no panic"), Ok(2 * PAGE), "nothing is applied twice");
}

#[tokio::test]
async fn e47_commands_that_come_during_a_recovery_are_handled_after_it_in_order() {
    let watch = Arc::<Watch>::default();
    let inner = MemoryStore::new();
    history(&inner, "a", [added(10)]).await;
    let (store, mut calls) = Held::reads(inner);
    let system = system(store, &watch, permits(1)).await;
    let entity = system.entity::<Tally>("a").expect("hosted");
    let asked: Vec<_> = (1..=5)
        .map(|n| {
            let entity = entity.clone();
            tokio::spawn(async move { entity.ask(Add(n)).await })
        })
        .collect();
    settle().await;
    assert!(asked.iter().all(|asked| !asked.is_finished()) && watch.recovered() == 0);
    calls.recv().await.expect("read").go_on();
    for (asked, sum) in asked.into_iter().zip([11, 13, 16, 20, 25]) {
        assert_eq!(asked.await.expect("no panic"), Ok(sum));
    }
}

#[tokio::test]
async fn e46_the_end_of_a_recovery_is_told_also_when_there_was_nothing_and_e59_its_permit_comes_back() {
    let watch = Arc::<Watch>::default();
    let system = system(MemoryStore::new(), &watch, permits(1)).await;
    for n in 1..=10 {
        assert_eq!(ask(&system, n.to_string()).await.expect("no panic"), Ok(0));
        assert_eq!(watch.recovered(), n);
    }
}

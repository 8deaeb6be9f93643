//! The dry run: would this program recover every entity?
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "common/held.rs"]
mod held;
#[path = "common/tally.rs"]
mod tally;

use held::{Call, Held};
use mainstay::entity::{DecodeError, RecoveryError};
use mainstay::journal::{CommandId, EntityKey, MemoryStore, ReadError, SqliteStore, Store as _, Unit};
use mainstay::prelude::*;
use mainstay::settings::Settings;
use std::sync::Arc;
use tally::{Tally, Watch, added, history, key, system, unknown};

/// A type that nobody hosts has something in the store.
async fn stranger(store: &MemoryStore) {
    let strange = EntityKey::new("stranger", "x").expect("an id");
    let command = CommandId { epoch: store.epoch(), number: 1 };
    store.append(Unit::new(strange, 0, store.epoch(), 0, command, vec![added(1)])).await.expect("stored");
}

#[tokio::test]
async fn a_check_recovers_everything_and_starts_nothing() {
    let store = MemoryStore::new();
    for n in 0..100 {
        history(&store, &n.to_string(), [added(1), added(2)]).await;
    }
    let watch = Arc::<Watch>::default();
    let store = Arc::new(store);
    let system = system(store.clone(), &watch, Settings::default()).await;
    let (epoch, mut steps) = (store.epoch(), Vec::new());
    let report = system
        .check()
        .progress(|so_far| {
            assert!(watch.live() <= 16, "a few at a time: {}", watch.live());
            steps.push(so_far.entities);
        })
        .await
        .expect("readable");
    assert!(report.is_ok(), "{report}");
    assert_eq!((report.types.len(), report.types[0].kind, report.types[0].entities), (1, "tally", 100));
    assert_eq!(steps, (1..=100).collect::<Vec<_>>());
    assert_eq!((watch.made(), watch.live(), watch.recovered()), (100, 0, 0), "made, dropped, and no hook has run");
    assert_eq!(system.entity_count(), 0);
    let page = store.read(key("7"), 0, u64::MAX, 10).await.expect("readable");
    assert_eq!((page.records.len(), page.last, store.epoch()), (2, 2, epoch), "nothing was written");
}

#[tokio::test]
async fn what_would_not_be_recovered_is_named_with_its_cause() {
    let store = MemoryStore::new();
    history(&store, "good", [added(1)]).await;
    history(&store, "bad", [added(1), unknown()]).await;
    stranger(&store).await;
    let watch = Arc::<Watch>::default();
    let builder = System::with(store).host_with(watch.factory()).allow_unhosted();
    let system = builder.start().await.expect("allowed");
    let report = system.check().await.expect("readable");
    assert!(!report.is_ok());
    assert_eq!((report.types[0].entities, report.types[0].failed), (2, 1));
    let cause = DecodeError::Unknown;
    let why = RecoveryError::Decode { key: key("bad"), seq: 2, event: "tally.lost".into(), cause };
    assert_eq!(report.types[0].failures, [why]);
    assert_eq!(report.unhosted, ["stranger"]);
    let words = report.to_string();
    assert!(words.contains("tally: 2 entities, 1 of them would not be recovered"), "{words}");
    assert!(words.contains("event 2 of") && words.contains("stranger: not hosted"), "{words}");
    let one = system.check().only::<Tally>().await.expect("readable");
    assert_eq!((one.types, one.unhosted.len()), (report.types, 0));
    let none = System::volatile().start().await.expect("in memory").check().only::<Tally>().await.expect("readable");
    assert!(!none.is_ok() && none.unhosted == ["tally"], "what was not looked at is not in order: {none}");
}

#[tokio::test]
async fn the_list_of_failures_is_bounded_and_their_count_is_not() {
    let store = MemoryStore::new();
    for n in 0..150 {
        history(&store, &n.to_string(), [unknown()]).await;
    }
    let system = system(store, &Arc::default(), Settings::default()).await;
    let report = system.check().await.expect("readable");
    let checked = &report.types[0];
    assert_eq!((checked.entities, checked.failed, checked.failures.len()), (150, 150, 100));
}

#[tokio::test]
async fn a_check_leaves_room_for_recoveries_that_somebody_waits_for() {
    let inner = MemoryStore::new();
    for n in 0..40 {
        history(&inner, &n.to_string(), [added(1)]).await;
    }
    let (store, mut calls) = Held::reads(inner);
    let system = system(store, &Arc::default(), Settings::default()).await;
    let checking = {
        let system = system.clone();
        tokio::spawn(async move { system.check().await })
    };
    let mut under_way: Vec<Call> = Vec::new();
    while under_way.len() < 16 {
        under_way.push(calls.recv().await.expect("read"));
    }
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert!(calls.try_recv().is_err(), "no more than that at a time");
    let entity = system.entity::<Tally>("urgent").expect("hosted");
    let asked = tokio::spawn(async move { entity.ask(tally::Total).await });
    let urgent = calls.recv().await.expect("read");
    assert_eq!(&**urgent.key.id(), "urgent");
    urgent.go_on();
    assert_eq!(asked.await.expect("no panic"), Ok(0));
    under_way.into_iter().for_each(Call::go_on);
    let rest = tokio::spawn(async move {
        while let Some(call) = calls.recv().await {
            call.go_on();
        }
    });
    assert_eq!(checking.await.expect("no panic").expect("readable").types[0].entities, 40);
    rest.abort();
}

#[tokio::test]
async fn a_store_that_is_out_is_no_fault_of_an_entity() {
    let store = MemoryStore::new();
    history(&store, "a", [added(1)]).await;
    let system = system(store, &Arc::default(), Settings::default()).await;
    system.shutdown().await.expect("in order");
    assert_eq!(system.check().await, Err(ReadError::Closed));
}

#[tokio::test]
async fn a_store_can_be_checked_before_anything_starts() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = SqliteStore::open(dir.path()).expect("it opens");
    history(&store, "a", [added(1)]).await;
    history(&store, "b", [added(1), unknown()]).await;
    store.close().await.expect("in order");
    let watch = Arc::<Watch>::default();
    let mut steps = 0;
    let report = System::open(dir.path()).host_with(watch.factory()).check(|_| steps += 1).await.expect("readable");
    assert_eq!((report.types[0].entities, report.types[0].failed, steps), (2, 1, 2));
    let report = System::open(dir.path()).check(|_| ()).await.expect("the directory is free again");
    assert_eq!((report.types.len(), report.unhosted), (0, vec!["tally".to_owned()]), "without hosting it");
}

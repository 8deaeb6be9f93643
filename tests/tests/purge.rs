//! Deleting events, and deleting everything: what is left, and what the entity is afterwards.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "common/held.rs"]
mod held;
#[path = "common/tally.rs"]
mod tally;

use held::Held;
use mainstay::entity::EraseError;
use mainstay::journal::{AppendError, Codec, CommandId, MemoryStore, NewSnapshot, SqliteStore, Store as _, Unit};
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::system::EntityError;
use mainstay::testing::simulate_seeds;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use std::sync::Arc;
use tally::{Add, Save, Tally, Total, Watch, added, history, key, system, unknown};

async fn open(store: MemoryStore) -> System {
    system(store, &Arc::default(), Settings::default()).await
}

/// The numbers of the events that are stored of "a", the last number, and up to where events were deleted.
async fn stored(store: &MemoryStore) -> (Vec<u64>, u64, u64) {
    let page = store.read(key("a"), 0, u64::MAX, 1000).await.expect("readable");
    (page.records.iter().map(|record| record.seq).collect(), page.last, page.deleted)
}

/// Adds one `count` times, and gives the last answer.
async fn add(system: &System, count: u64) -> u64 {
    let entity = system.entity::<Tally>("a").expect("hosted");
    let mut sum = 0;
    for _ in 0..count {
        sum = entity.ask(Add(1)).await.expect("stored");
    }
    sum
}

async fn save(system: &System) {
    system.entity::<Tally>("a").expect("hosted").ask(Save).await.expect("decided");
}

#[tokio::test]
async fn e77_events_without_a_snapshot_are_not_deleted() {
    let store = MemoryStore::new();
    let system = open(store.restart()).await;
    add(&system, 5).await;
    for upto in [3, 5, u64::MAX] {
        let refused = system.delete_events::<Tally>("a", upto).await;
        let Err(EraseError::Needed { key: of, upto: named, cause }) = &refused else { panic!("{refused:?}") };
        assert_eq!((of, *named, &**cause), (&key("a"), upto.min(5), "there is none"));
    }
    save(&system).await;
    add(&system, 2).await;
    assert_eq!(system.delete_events::<Tally>("a", 5).await, Ok(()));
    let refused = system.delete_events::<Tally>("a", 6).await;
    assert!(matches!(&refused, Err(EraseError::Needed { cause, .. }) if &**cause == "the newest one is at 5"));
    let words = refused.expect_err("refused").to_string();
    assert!(words.contains("take a snapshot first, at event 6 or later"), "{words}");
    assert_eq!(stored(&store.restart()).await, (vec![6, 7], 7, 5));
}

#[tokio::test]
async fn e77_a_snapshot_that_cannot_be_used_stands_for_nothing() {
    let store = Arc::new(MemoryStore::new());
    history(&store, "a", (0..5).map(added)).await;
    let (name, codec, payload) = ("tally".into(), Codec::MessagePack, vec![5]);
    let newer = NewSnapshot { name, version: 2, codec, payload, keep: 2 };
    store.save(key("a"), 5, store.epoch(), 0, newer).await.expect("saved");
    let system = system(store, &Arc::default(), Settings::default()).await;
    let refused = system.delete_events::<Tally>("a", 5).await;
    assert!(matches!(&refused, Err(EraseError::Needed { cause, .. }) if cause.contains("version 2")), "{refused:?}");
}

#[tokio::test]
async fn e77_a_long_history_is_deleted_in_parts_and_others_are_written_in_between() {
    let (store, mut calls) = Held::deletes();
    let inner = store.inner.clone();
    history(&inner, "a", (0..25_000).map(|_| added(1))).await;
    let system = system(store, &Arc::default(), Settings::default()).await;
    save(&system).await;
    let deleting = tokio::spawn({
        let system = system.clone();
        async move { system.delete_events::<Tally>("a", u64::MAX).await }
    });
    calls.recv().await.expect("a part").go_on();
    let second = calls.recv().await.expect("another part");
    assert_eq!(stored(&inner).await.2, 10_000);
    assert_eq!(add(&system, 1).await, 25_001);
    deleting.abort();
    drop((deleting.await, second, system));

    let system = open(inner.restart()).await;
    assert_eq!(add(&system, 1).await, 25_002, "cut short, the snapshot stands for all that is deleted and for more");
    assert_eq!(system.delete_events::<Tally>("a", 25_000).await, Ok(()));
    assert_eq!(stored(&inner.restart()).await, (vec![25_001, 25_002], 25_002, 25_000));
}

#[tokio::test]
async fn e77_a_number_beyond_the_last_one_deletes_nothing_and_the_highest_deletes_all() {
    let store = MemoryStore::new();
    let system = open(store.restart()).await;
    add(&system, 5).await;
    save(&system).await;
    let refused = system.delete_events::<Tally>("a", 6).await;
    assert!(matches!(refused, Err(EraseError::Store(AppendError::OutOfRange { seq: 6, last: 5, .. }))), "{refused:?}");
    assert_eq!(stored(&store.restart()).await.0.len(), 5);
    let system = open(store.restart()).await;
    assert_eq!(system.delete_events::<Tally>("a", u64::MAX).await, Ok(()));
    assert_eq!(system.delete_events::<Tally>("a", u64::MAX).await, Ok(()), "there is nothing left to delete");
    assert_eq!(system.entity::<Tally>("a").expect("hosted").ask(Total).await, Ok(5));
    assert_eq!(stored(&store.restart()).await, (vec![], 5, 5));
}

#[tokio::test]
async fn case_b40_b58_numbers_go_on_after_compaction_and_replay_counts_from_what_is_stored() {
    let store = MemoryStore::new();
    let first = open(store.restart()).await;
    add(&first, 100).await;
    save(&first).await;
    // The snapshot is saved behind its answer.
    first.shutdown().await.expect("in order");
    let second = open(store.restart()).await;
    assert_eq!(second.delete_events::<Tally>("a", 100).await, Ok(()));
    assert_eq!(add(&second, 3).await, 103);
    second.shutdown().await.expect("in order");
    let third = open(store.restart()).await;
    assert_eq!(third.entity::<Tally>("a").expect("hosted").ask(Total).await, Ok(103));
    assert_eq!(stored(&store.restart()).await, (vec![101, 102, 103], 103, 100));
}

#[tokio::test]
async fn t69_purge_deletes_everything_and_keeps_the_number() {
    let store = MemoryStore::new();
    let system = open(store.restart()).await;
    let entity = system.entity::<Tally>("a").expect("hosted");
    assert_eq!(entity.ask(Add(7)).id("once").await, Ok(7));
    assert_eq!(entity.ask(Add(7)).await, Ok(14));
    save(&system).await;
    assert_eq!(system.purge::<Tally>("a").await, Ok(()));
    assert!(matches!(system.ids::<Tally>().next().await, Ok(None)));
    assert_eq!(entity.ask(Total).await, Ok(0), "it starts afresh");
    assert_eq!(entity.ask(Add(1)).id("once").await, Ok(1), "callers' ids are gone too");
    assert_eq!(entity.ask(Add(1)).await, Ok(2));
    system.shutdown().await.expect("in order");
    let second = open(store.restart()).await;
    assert_eq!(second.entity::<Tally>("a").expect("hosted").ask(Total).await, Ok(2));
    assert_eq!(stored(&store.restart()).await, (vec![3, 4], 4, 2), "no number is given twice");
}

#[test]
fn purge_takes_its_turn_in_the_mailbox() {
    simulate_seeds(0..50, |_| async {
        let system = open(MemoryStore::new()).await;
        let entity = system.entity::<Tally>("a").expect("hosted");
        for _ in 0..20 {
            entity.tell(Add(1)).expect("there is room");
        }
        let before = entity.ask(Total);
        let before = tokio::join!(before.into_future(), system.purge::<Tally>("a"), entity.ask(Add(1)).into_future());
        assert_eq!(before, (Ok(20), Ok(()), Ok(1)), "handled before, purged, afresh after");
        assert_eq!(entity.ask(Total).await, Ok(1));
    });
}

#[tokio::test]
async fn purge_waits_for_writes_in_flight() {
    let (store, mut calls) = Held::appends();
    let inner = store.inner.clone();
    let system = system(store, &Arc::default(), Settings::default()).await;
    let entity = system.entity::<Tally>("a").expect("hosted");
    let asked = tokio::spawn(async move { entity.ask(Add(1)).await });
    let write = calls.recv().await.expect("appended");
    let purging = {
        let system = system.clone();
        tokio::spawn(async move { system.purge::<Tally>("a").await })
    };
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert!(!purging.is_finished());
    write.go_on();
    assert_eq!(asked.await.expect("no panic"), Ok(1));
    assert_eq!(purging.await.expect("no panic"), Ok(()));
    let page = inner.read(key("a"), 0, u64::MAX, 10).await.expect("readable");
    assert_eq!((page.records.len(), page.last), (0, 1));
}

#[test]
fn an_entity_that_is_not_live_can_be_purged_and_leaves_again() {
    simulate_seeds(0..10, |sim| async move {
        let store = MemoryStore::new();
        history(&store, "a", [added(1), added(2)]).await;
        let watch = Arc::<Watch>::default();
        let system = system(store, &watch, Settings::default()).await;
        assert_eq!(system.purge::<Tally>("a").await, Ok(()));
        assert_eq!(watch.made(), 0, "nothing has to be recovered for it");
        sim.clock().advance(Duration::from_mins(2)).await;
        assert_eq!(system.entity_count(), 0);
        assert_eq!(system.purge::<Tally>("a").await, Ok(()), "again does no harm");
        assert_eq!(system.entity::<Tally>("a").expect("hosted").ask(Add(5)).await, Ok(5));
    });
}

#[tokio::test]
async fn both_engines_purge_alike() {
    let dir = tempfile::tempdir().expect("a directory");
    for round in 0..2 {
        let store = SqliteStore::open(dir.path()).expect("it opens");
        let system = system(store, &Arc::default(), Settings::default()).await;
        let entity = system.entity::<Tally>("a").expect("hosted");
        assert_eq!(entity.ask(Total).await, Ok(round));
        assert_eq!(entity.ask(Add(1)).await, Ok(round + 1));
        save(&system).await;
        assert_eq!(system.purge::<Tally>("a").await, Ok(()));
        assert_eq!(entity.ask(Add(1)).await, Ok(1));
        save(&system).await;
        system.shutdown().await.expect("in order");
    }
}

#[tokio::test]
async fn who_is_not_there_cannot_be_erased() {
    let system = System::volatile().start().await.expect("in memory");
    let unhosted = EraseError::Entity(EntityError::Unhosted { kind: "tally" });
    assert_eq!(system.purge::<Tally>("a").await, Err(unhosted.clone()));
    assert_eq!(system.delete_events::<Tally>("a", 1).await, Err(unhosted));
    let system = open(MemoryStore::new()).await;
    system.shutdown().await.expect("in order");
    assert_eq!(system.purge::<Tally>("a").await, Err(EraseError::Entity(EntityError::Stopped)));
}

/// Nobody but the one who purges learns that the store is poisoned, so it is for that one to do something about it.
#[tokio::test]
async fn a_poisoned_store_is_opened_again_for_a_purge_and_for_a_deletion() {
    let store = Arc::new(FaultyStore::new(MemoryStore::new()));
    let system = system(store.clone(), &Arc::default(), Settings::default()).await;
    add(&system, 3).await;
    save(&system).await;
    let poison = async || {
        store.fail(Operation::Append, When::Next(1), Effect::FailBefore);
        let command = CommandId { epoch: store.epoch(), number: 1000 };
        let unit = Unit::new(key("b"), 0, store.epoch(), 0, command, vec![added(1)]);
        store.append(unit).await.expect_err("told to fail");
    };
    poison().await;
    assert_eq!(system.delete_events::<Tally>("a", 3).await, Ok(()));
    poison().await;
    assert_eq!(system.purge::<Tally>("a").await, Ok(()));
    assert_eq!(add(&system, 1).await, 1);
}

#[tokio::test]
async fn purge_helps_an_entity_that_cannot_be_recovered() {
    let store = MemoryStore::new();
    history(&store, "a", [added(1), unknown()]).await;
    let system = open(store).await;
    let entity = system.entity::<Tally>("a").expect("hosted");
    assert!(matches!(entity.ask(Total).await, Err(CallError::Recovery(_))));
    assert_eq!(system.purge::<Tally>("a").await, Ok(()));
    assert_eq!(entity.ask(Total).await, Ok(0), "at once, without the wait after a failure");
}

//! T72: the store that fails as it is told.

#![cfg(all(feature = "testing", feature = "persistence"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy sees tests in `#[test]` only, and not what they call")]

mod common;

use common::{all, key, payloads, stored, unit};
use mainstay::journal::{
    AppendError, Appended, Codec, MemoryStore, NewRequest, NewSnapshot, Page, Pending, ReadError, Row, Store, Table,
    Unit,
};
use mainstay::testing::simulate;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

const MAX: u64 = u64::MAX;

fn faulty(operation: Operation, when: When, effect: Effect) -> FaultyStore<MemoryStore> {
    let store = FaultyStore::new(MemoryStore::new());
    store.fail(operation, when, effect);
    store
}

fn is_unknown<T>(result: &Result<T, AppendError>) -> bool {
    matches!(result, Err(AppendError::Unknown { .. }))
}

async fn append(store: &dyn Store, id: &str) -> Result<Appended, AppendError> {
    store.append(unit(store, &key(id), 0, &[id])).await
}

async fn read(store: &dyn Store, id: &str) -> Result<Page, ReadError> {
    store.read(key(id), 0, MAX, 10).await
}

async fn reopen(store: &dyn Store) {
    store.reopen(store.epoch()).await.unwrap();
}

fn poll<T, E>(pending: &mut Pending<T, E>) -> Poll<Result<T, E>> {
    pin!(pending).poll(&mut Context::from_waker(Waker::noop()))
}

#[tokio::test]
async fn t72_a_write_that_fails_before_is_not_stored_and_one_that_fails_after_is() {
    for (effect, count) in [(Effect::FailBefore, 0), (Effect::FailAfter, 1)] {
        let store = faulty(Operation::Append, When::Next(1), effect);
        assert!(is_unknown(&append(&store, "a").await));
        assert_eq!(all(&store, &key("a")).await.len(), count);
    }
}

#[tokio::test]
async fn t72_after_a_failed_write_every_write_is_refused_until_the_store_is_opened_again() {
    let store = faulty(Operation::Append, When::Next(1), Effect::FailBefore);
    let before = store.epoch();
    assert!(is_unknown(&append(&store, "a").await));
    assert!(matches!(append(&store, "b").await, Err(AppendError::Poisoned { .. })));
    assert!(matches!(store.purge(key("a")).await, Err(AppendError::Poisoned { .. })));
    reopen(&store).await;
    assert_eq!(append(&store, "b").await, stored(1));

    store.fail(Operation::Append, When::Next(1), Effect::FailBefore);
    assert!(is_unknown(&append(&store, "c").await));
    assert_eq!(store.reopen(before).await, Ok(store.epoch()), "it was opened since");
    assert!(matches!(append(&store, "c").await, Err(AppendError::Poisoned { .. })), "and has failed again");
}

#[tokio::test]
async fn t72_the_next_ones_and_the_nth_one_fail() {
    let store = faulty(Operation::Read, When::Next(2), Effect::FailBefore);
    store.fail(Operation::Read, When::Nth(4), Effect::FailBefore);
    let mut failed = Vec::new();
    for _ in 0..6 {
        failed.push(read(&store, "a").await.is_err());
    }
    assert_eq!(failed, [true, true, false, true, false, false]);
    assert_eq!((store.calls(Operation::Read), store.calls(Operation::Append)), (6, 0));
}

#[tokio::test]
async fn t72_a_seed_decides_which_calls_fail() {
    let run = async |probability, seed| {
        let store = faulty(Operation::Read, When::Chance { probability, seed }, Effect::FailBefore);
        let mut failed = Vec::new();
        for _ in 0..1_000 {
            failed.push(read(&store, "a").await.is_err());
        }
        failed
    };
    let count = |failed: Vec<bool>| failed.into_iter().filter(|failed| *failed).count();
    assert_eq!(run(0.1, 7).await, run(0.1, 7).await);
    assert_ne!(run(0.1, 7).await, run(0.1, 8).await);
    assert!((50..200).contains(&count(run(0.1, 7).await)));
    assert_eq!((count(run(0.0, 7).await), count(run(1.0, 7).await)), (0, 1_000));
}

#[tokio::test]
async fn t72_a_rejected_write_leaves_the_store_in_order() {
    let store = faulty(Operation::Append, When::Next(1), Effect::Reject);
    assert!(matches!(append(&store, "a").await, Err(AppendError::Invalid { key: named, .. }) if named == key("a")));
    assert_eq!(append(&store, "a").await, stored(1));
}

#[tokio::test]
async fn t72_a_call_that_hangs_is_never_answered() {
    for (effect, last) in [(Effect::Hang, 0), (Effect::HangAfter, 1)] {
        let store = faulty(Operation::Append, When::Next(1), effect);
        let mut hanging = store.append(unit(&store, &key("a"), 0, &["x"]));
        assert_eq!(read(&store, "a").await.unwrap().last, last);
        assert!(poll(&mut hanging).is_pending());
        drop(store);
        assert!(is_unknown(&hanging.await), "until the store is gone");
    }
}

#[test]
fn t72_time_goes_on_in_a_simulation_while_a_call_hangs() {
    simulate(1, |world| async move {
        let store = faulty(Operation::Append, When::Next(1), Effect::Hang);
        let mut hanging = store.append(unit(&store, &key("a"), 0, &["x"]));
        world.clock().advance(Duration::from_secs(10)).await;
        assert!(poll(&mut hanging).is_pending());
    });
}

#[tokio::test]
async fn t72_payloads_are_spoiled_on_their_way() {
    let store = faulty(Operation::Read, When::Next(1), Effect::Corrupt);
    assert_eq!(append(&store, "a").await, stored(1));
    assert_ne!(read(&store, "a").await.unwrap().records[0].payload, b"a");
    assert_eq!(payloads(&all(&store, &key("a")).await), ["a"], "what is stored is as it was");

    store.fail(Operation::Append, When::Next(1), Effect::Corrupt);
    assert_eq!(append(&store, "b").await, stored(1));
    assert_ne!(read(&store, "b").await.unwrap().records[0].payload, b"b");
}

#[tokio::test]
async fn t72_snapshots_fail_on_both_ways() {
    let snapshot = || NewSnapshot {
        name: "ledger".into(),
        version: 1,
        codec: Codec::MessagePack,
        payload: b"state".into(),
        keep: 1,
    };
    let store = FaultyStore::new(MemoryStore::new());
    assert_eq!(append(&store, "a").await, stored(1));
    store.fail(Operation::Save, When::Next(1), Effect::Reject);
    store.fail(Operation::Snapshot, When::Nth(1), Effect::FailBefore);
    store.fail(Operation::Snapshot, When::Nth(2), Effect::Corrupt);
    assert!(store.save(key("a"), 1, 1, 0, snapshot()).await.is_err());
    assert_eq!(store.save(key("a"), 1, 1, 0, snapshot()).await, Ok(()));
    assert!(matches!(store.snapshot(key("a"), MAX).await, Err(ReadError::Engine { .. })));
    assert_ne!(store.snapshot(key("a"), MAX).await.unwrap().snapshot.unwrap().payload, b"state");
    assert_eq!(store.snapshot(key("a"), MAX).await.unwrap().snapshot.unwrap().payload, b"state");
    store.fail(Operation::Save, When::Next(1), Effect::FailBefore);
    assert!(is_unknown(&store.save(key("a"), 1, 1, 0, snapshot()).await));
    assert!(matches!(append(&store, "b").await, Err(AppendError::Poisoned { .. })));
}

#[tokio::test]
async fn t72_what_is_beside_the_events_fails_too() {
    let request = NewRequest { id: "r".into(), codec: Codec::MessagePack, reply: b"reply".into(), keep: 1 };
    let row = Row { table: Table::Timer, id: b"t".into(), due: Some(1), payload: Some(b"timer".into()) };
    let store = faulty(Operation::Beside, When::Next(3), Effect::Corrupt);
    let whole = Unit { request: Some(request), rows: vec![row], ..unit(&store, &key("a"), 0, &["x"]) };
    assert_eq!(store.append(whole).await, stored(1));
    for spoiled in [true, false] {
        assert_eq!(store.requests(key("a"), 1).await.unwrap()[0].reply != b"reply", spoiled);
        let row = store.rows(key("a"), Table::Timer, None, 1).await.unwrap().remove(0);
        let (_, due) = store.due(Table::Timer, 1, 1).await.unwrap().remove(0);
        assert!([row, due].iter().all(|row| (row.payload.as_deref() != Some(b"timer")) == spoiled));
    }
    store.fail(Operation::Beside, When::Next(1), Effect::FailBefore);
    assert!(matches!(store.requests(key("a"), 1).await, Err(ReadError::Engine { .. })));
}

#[tokio::test]
async fn t72_an_answer_out_of_order_comes_after_the_next_one() {
    let store = faulty(Operation::Append, When::Next(1), Effect::OutOfOrder);
    let mut first = store.append(unit(&store, &key("a"), 0, &["x"]));
    assert_eq!(read(&store, "a").await.unwrap().last, 1, "it is done in time");
    assert!(poll(&mut first).is_pending());
    assert_eq!(append(&store, "b").await, stored(1));
    assert_eq!(first.await, stored(1));
}

#[tokio::test]
async fn t72_faults_that_have_not_happened_can_be_taken_back() {
    let store = faulty(Operation::Append, When::Next(9), Effect::Reject);
    assert!(append(&store, "a").await.is_err());
    store.heal();
    let again = Unit { at: 0, ..unit(store.inner(), &key("a"), 0, &["a"]) };
    assert_eq!(store.append(again).await, stored(1));
}

#[tokio::test]
async fn t72_after_a_crash_nothing_is_done_and_nothing_answered() {
    for (effect, count) in [(Effect::Crash, 1), (Effect::CrashAfter, 2)] {
        let store = faulty(Operation::Append, When::Nth(2), effect);
        assert_eq!(append(&store, "a").await, stored(1));
        let mut crashed = Box::pin(store.crashed());
        let mut poll_crashed = || crashed.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert!(poll_crashed().is_pending());
        assert!(poll(&mut store.append(unit(&store, &key("b"), 0, &["b"]))).is_pending());
        assert!(poll_crashed().is_ready());

        assert!(poll(&mut store.append(unit(&store, &key("c"), 0, &["c"]))).is_pending());
        assert!(poll(&mut store.purge(key("a"))).is_pending());
        assert!(poll(&mut store.delete(key("a"), 1)).is_pending());
        assert!(poll(&mut store.delete_snapshots(key("a"), 1)).is_pending());
        assert!(poll(&mut store.read(key("a"), 0, MAX, 10)).is_pending());
        assert!(poll(&mut store.kinds()).is_pending());
        assert!(poll(&mut store.ids("ledger".into(), None, 10)).is_pending());
        assert!(poll(&mut store.reopen(store.epoch())).is_pending());
        assert!(poll(&mut store.close()).is_pending());
        let restarted = store.inner().restart();
        assert_eq!(restarted.ids("ledger".into(), None, 10).await.unwrap().len(), count);
        assert_eq!(all(&restarted, &key("a")).await.len(), 1);
    }
}

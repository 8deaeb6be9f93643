//! What every store does, whatever it is made of. The names carry the rules of `spec/persistence.md` §3 that they prove.

#![cfg(feature = "sqlite")]
#![allow(clippy::unwrap_used, reason = "clippy sees tests in `#[test]` only, and not what they call")]

mod common;

use common::{all, event, key, payloads, stored, unit};
use mainstay::journal::{AppendError, EntityKey, MAX_NUMBER, MAX_PAGE_BYTES, MAX_UNIT_BYTES, MemoryStore};
use mainstay::journal::{Pending, ReadError, SqliteStore, Store, Unit};
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

/// A store that can be started again.
trait Engine {
    fn store(&self) -> &Arc<dyn Store>;

    async fn restart(&mut self);
}

struct Memory {
    open: Arc<MemoryStore>,
    store: Arc<dyn Store>,
}

impl Memory {
    fn new() -> Self {
        let open = Arc::new(MemoryStore::default());
        Self { store: open.clone(), open }
    }
}

impl Engine for Memory {
    fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    async fn restart(&mut self) {
        self.open = Arc::new(self.open.restart());
        self.store = self.open.clone();
    }
}

struct Sqlite {
    dir: tempfile::TempDir,
    store: Arc<dyn Store>,
}

impl Sqlite {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(dir.path()).unwrap());
        Self { dir, store }
    }
}

impl Engine for Sqlite {
    fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    async fn restart(&mut self) {
        // Closed already in some tests, and then it is released as well.
        let _ = self.store.close().await;
        self.store = Arc::new(SqliteStore::open(self.dir.path()).unwrap());
    }
}

macro_rules! conformance {
    ($($rule:ident),+ $(,)?) => {
        mod memory {
            $(#[tokio::test] async fn $rule() { super::$rule(super::Memory::new()).await; })+
        }

        mod sqlite {
            $(#[tokio::test] async fn $rule() { super::$rule(super::Sqlite::new()).await; })+
        }
    };
}

conformance![
    t01_to_t11_windows,
    t11_unknown_entity_has_nothing,
    t21_a_record_comes_back_as_it_was,
    t49_a_wrong_number_is_a_conflict_that_names_the_right_one,
    t51_the_same_number_again_is_a_conflict,
    t53_a_number_too_high_is_a_conflict,
    t54_an_older_epoch_is_refused,
    t54_an_epoch_of_the_future_is_refused,
    t56_answers_come_in_order,
    t57_the_last_number_counts_what_the_page_leaves_out,
    t62_ids_do_not_mix,
    t63_numbers_beyond_the_highest_are_invalid,
    t64_payloads_of_all_sizes,
    t64_a_unit_too_large_is_invalid,
    a_page_is_bounded_in_bytes,
    a_unit_without_events_is_invalid,
    a_refused_unit_leaves_the_others_alone,
    two_units_of_one_entity_follow_each_other_unawaited,
    tasks_append_at_once,
    one_of_many_writers_wins_each_number,
    an_append_nobody_waits_for_is_stored,
    ids_come_in_pages,
    kinds_are_sorted,
    a_restart_keeps_everything_and_raises_the_epoch,
    a_closed_store_answers_closed,
];

/// Five events of `a`, the last two in one unit.
async fn five(store: &dyn Store) -> EntityKey {
    let a = key("a");
    for (expected, events) in [(0, &["a-1"][..]), (1, &["a-2"]), (2, &["a-3"]), (3, &["a-4", "a-5"])] {
        let last = store.append(unit(store, &a, expected, events)).await;
        assert_eq!(last, stored(expected + events.len() as u64));
    }
    a
}

/// T1–T10 as this interface has them: a lower bound and a count. An upper bound is a count from the lower one.
async fn t01_to_t11_windows(engine: impl Engine) {
    let store = &**engine.store();
    let a = five(store).await;
    let expected: [(u64, usize, &[&str]); 10] = [
        (0, usize::MAX, &["a-1", "a-2", "a-3", "a-4", "a-5"]),
        (2, 10, &["a-3", "a-4", "a-5"]),
        (0, 3, &["a-1", "a-2", "a-3"]),
        (1, 2, &["a-2", "a-3"]),
        (1, 1, &["a-2"]),
        (4, 1, &["a-5"]),
        (0, 0, &[]),
        (5, 10, &[]),
        (6, 10, &[]),
        (u64::MAX, 10, &[]),
    ];
    for (after, limit, events) in expected {
        let page = store.read(a.clone(), after, u64::MAX, limit).await.unwrap();
        assert_eq!(payloads(&page.records), events, "after {after}, at most {limit}");
        assert!(page.records.iter().zip(after.saturating_add(1)..).all(|(record, seq)| record.seq == seq));
        assert_eq!(page.last, 5);
    }
}

async fn t11_unknown_entity_has_nothing(engine: impl Engine) {
    let page = engine.store().read(key("nobody"), 0, u64::MAX, 10).await.unwrap();
    assert_eq!((page.records.len(), page.last), (0, 0));
}

async fn t21_a_record_comes_back_as_it_was(mut engine: impl Engine) {
    let store = &**engine.store();
    let mut written = unit(store, &key("a"), 0, &["first", "second"]);
    written.at = -1;
    written.events[1].name = "näme".into();
    written.events[1].version = u32::MAX;
    store.append(written.clone()).await.unwrap();
    engine.restart().await;

    let records = all(&**engine.store(), &key("a")).await;
    for ((record, event), seq) in records.iter().zip(&written.events).zip(1..) {
        assert_eq!((record.seq, record.epoch, record.at), (seq, written.epoch, -1));
        assert_eq!((record.command, &*record.name, record.version), (written.command, &*event.name, event.version));
        assert_eq!((record.codec, &record.payload), (event.codec, &event.payload));
    }
    assert_eq!(records.len(), 2);
}

async fn t49_a_wrong_number_is_a_conflict_that_names_the_right_one(engine: impl Engine) {
    let store = &**engine.store();
    let a = five(store).await;
    for expected in [0, 3, 4] {
        let refused = store.append(unit(store, &a, expected, &["x"])).await;
        assert_eq!(refused, Err(AppendError::Conflict { key: a.clone(), expected, last: 5 }));
    }
    assert_eq!(all(store, &a).await.len(), 5);
}

async fn t51_the_same_number_again_is_a_conflict(engine: impl Engine) {
    let store = &**engine.store();
    let a = key("a");
    store.append(unit(store, &a, 0, &["first"])).await.unwrap();
    let refused = store.append(unit(store, &a, 0, &["second"])).await;
    assert_eq!(refused, Err(AppendError::Conflict { key: a.clone(), expected: 0, last: 1 }));
    assert_eq!(payloads(&all(store, &a).await), ["first"]);
}

async fn t53_a_number_too_high_is_a_conflict(engine: impl Engine) {
    let store = &**engine.store();
    let a = five(store).await;
    let refused = store.append(unit(store, &a, 6, &["x"])).await;
    assert_eq!(refused, Err(AppendError::Conflict { key: a.clone(), expected: 6, last: 5 }));
    let refused = store.append(unit(store, &key("new"), 1, &["x"])).await;
    assert_eq!(refused, Err(AppendError::Conflict { key: key("new"), expected: 1, last: 0 }));
    assert_eq!(store.ids("ledger".into(), None, 10).await.unwrap(), [a.id().clone()]);
}

async fn t54_an_older_epoch_is_refused(mut engine: impl Engine) {
    let a = five(&**engine.store()).await;
    let late = unit(&**engine.store(), &a, 5, &["late"]);
    let before = late.epoch;
    engine.restart().await;
    let store = &**engine.store();
    let refused = store.append(late).await;
    assert_eq!(refused, Err(AppendError::Fenced { key: a.clone(), epoch: before, current: store.epoch() }));
    assert_eq!(store.append(unit(store, &a, 5, &["a-6"])).await, stored(6));
}

async fn t54_an_epoch_of_the_future_is_refused(engine: impl Engine) {
    let store = &**engine.store();
    let early = Unit { epoch: store.epoch() + 1, ..unit(store, &key("a"), 0, &["x"]) };
    assert!(matches!(store.append(early).await, Err(AppendError::Fenced { .. })));
    assert_eq!(all(store, &key("a")).await, []);
}

fn is_answered<T, E>(pending: Pending<T, E>) -> bool {
    matches!(pin!(pending).poll(&mut Context::from_waker(Waker::noop())), Poll::Ready(_))
}

async fn t56_answers_come_in_order(engine: impl Engine) {
    let store = &**engine.store();
    let keys: Vec<_> = (0..100).map(|n| key(&n.to_string())).collect();
    let mut pending: Vec<_> = keys.iter().map(|key| store.append(unit(store, key, 0, &["x"]))).collect();
    pending.pop().unwrap().await.unwrap();
    assert!(pending.into_iter().all(is_answered));
}

async fn t57_the_last_number_counts_what_the_page_leaves_out(engine: impl Engine) {
    let store = &**engine.store();
    let a = five(store).await;
    let page = store.read(a, 1, u64::MAX, 2).await.unwrap();
    assert_eq!((page.records.last().unwrap().seq, page.last), (3, 5));
}

async fn t62_ids_do_not_mix(mut engine: impl Engine) {
    let long = "x".repeat(255);
    let ids = ["a", "a-b", "a%2Db", "a/b", "ü", "u\u{308}", "A", "a ", "a\0b", "'; DROP TABLE event; --", "_", &long];
    let kinds = ["ledger", "ledger2", "led"];
    let keys: Vec<_> = kinds.iter().flat_map(|kind| ids.map(|id| EntityKey::new(*kind, id).unwrap())).collect();
    for key in &keys {
        let store = &**engine.store();
        assert_eq!(store.append(unit(store, key, 0, &[&key.to_string()])).await, stored(1));
    }
    engine.restart().await;

    let store = &**engine.store();
    for key in &keys {
        assert_eq!(payloads(&all(store, key).await), [key.to_string()]);
    }
    let mut sorted = ids;
    sorted.sort_unstable();
    for kind in kinds {
        let found = store.ids(kind.into(), None, 100).await.unwrap();
        assert_eq!(found.iter().map(|id| &**id).collect::<Vec<_>>(), sorted);
    }
}

async fn t63_numbers_beyond_the_highest_are_invalid(engine: impl Engine) {
    let store = &**engine.store();
    let good = unit(store, &key("a"), 0, &["x"]);
    let mut command = good.clone();
    command.command.number = MAX_NUMBER + 1;
    let invalid = [
        Unit { expected: MAX_NUMBER, ..good.clone() },
        Unit { expected: u64::MAX, ..good.clone() },
        Unit { epoch: MAX_NUMBER + 1, ..good.clone() },
        command,
    ];
    for unit in invalid {
        let error = store.append(unit).await.unwrap_err();
        assert!(matches!(&error, AppendError::Invalid { key: found, .. } if *found == key("a")), "{error}");
    }
    assert_eq!(all(store, &key("a")).await, []);
}

async fn t64_payloads_of_all_sizes(mut engine: impl Engine) {
    let sizes = [0, 1, 1024 * 1024, 16 * 1024 * 1024];
    let store = &**engine.store();
    let mut written = unit(store, &key("a"), 0, &[]);
    written.events = sizes.iter().map(|size| event(vec![7; *size])).collect();
    assert_eq!(store.append(written).await, stored(4));
    engine.restart().await;
    let records = all(&**engine.store(), &key("a")).await;
    assert_eq!(records.iter().map(|record| record.payload.len()).collect::<Vec<_>>(), sizes);
}

async fn t64_a_unit_too_large_is_invalid(engine: impl Engine) {
    let store = &**engine.store();
    let mut large = unit(store, &key("a"), 0, &["x"]);
    large.events.push(event(vec![0; MAX_UNIT_BYTES]));
    let error = store.append(large).await.unwrap_err();
    assert!(error.to_string().contains(&MAX_UNIT_BYTES.to_string()), "{error}");
    assert_eq!(all(store, &key("a")).await, []);
}

async fn a_page_is_bounded_in_bytes(engine: impl Engine) {
    let store = &**engine.store();
    let mut large = unit(store, &key("a"), 0, &[]);
    large.events = (0..10).map(|_| event(vec![0; MAX_PAGE_BYTES / 3])).collect();
    store.append(large).await.unwrap();
    let page = store.read(key("a"), 0, u64::MAX, 100).await.unwrap();
    assert_eq!((page.records.len(), page.last), (4, 10));
}

async fn a_unit_without_events_is_invalid(engine: impl Engine) {
    let store = &**engine.store();
    let error = store.append(unit(store, &key("a"), 0, &[])).await.unwrap_err();
    assert!(matches!(error, AppendError::Invalid { .. }));
    assert_eq!(store.kinds().await, Ok(Vec::new()));
}

async fn a_refused_unit_leaves_the_others_alone(engine: impl Engine) {
    let store = &**engine.store();
    let (a, b) = (key("a"), key("b"));
    let first = store.append(unit(store, &a, 0, &["a-1"]));
    let refused = store.append(unit(store, &b, 7, &["b-8"]));
    let stale = store.append(Unit { epoch: 0, ..unit(store, &b, 0, &["b-1"]) });
    let last = store.append(unit(store, &b, 0, &["b-1"]));
    assert_eq!(first.await, stored(1));
    assert_eq!(refused.await, Err(AppendError::Conflict { key: b.clone(), expected: 7, last: 0 }));
    assert_eq!(stale.await, Err(AppendError::Fenced { key: b.clone(), epoch: 0, current: store.epoch() }));
    assert_eq!(last.await, stored(1));
    assert_eq!(payloads(&all(store, &a).await), ["a-1"]);
    assert_eq!(payloads(&all(store, &b).await), ["b-1"]);
}

async fn two_units_of_one_entity_follow_each_other_unawaited(engine: impl Engine) {
    let store = &**engine.store();
    let a = key("a");
    let pending: Vec<_> = (0..50).map(|n| store.append(unit(store, &a, n * 2, &["x", "y"]))).collect();
    for (answer, n) in pending.into_iter().zip(1..) {
        assert_eq!(answer.await, stored(n * 2));
    }
    assert_eq!(all(store, &a).await.len(), 100);
}

async fn tasks_append_at_once(engine: impl Engine) {
    let tasks: Vec<_> = (0..64)
        .map(|task| {
            let store = Arc::clone(engine.store());
            tokio::spawn(async move {
                for n in 0..20 {
                    let unit = unit(&*store, &key(&task.to_string()), n, &[&format!("{task}-{n}")]);
                    assert_eq!(store.append(unit).await, stored(n + 1));
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    for task in 0..64 {
        let expected: Vec<_> = (0..20).map(|n| format!("{task}-{n}")).collect();
        assert_eq!(payloads(&all(&**engine.store(), &key(&task.to_string())).await), expected);
    }
}

async fn one_of_many_writers_wins_each_number(engine: impl Engine) {
    let store = &**engine.store();
    let a = key("a");
    for expected in 0..10 {
        let writers: Vec<_> =
            (0..8).map(|writer| store.append(unit(store, &a, expected, &[&writer.to_string()]))).collect();
        let mut won = 0;
        for answer in writers {
            match answer.await {
                Ok(won_at) => won += u32::from(won_at.last == expected + 1),
                Err(error) => {
                    assert_eq!(error, AppendError::Conflict { key: a.clone(), expected, last: expected + 1 });
                }
            }
        }
        assert_eq!(won, 1);
    }
}

async fn an_append_nobody_waits_for_is_stored(engine: impl Engine) {
    let store = &**engine.store();
    drop(store.append(unit(store, &key("a"), 0, &["first"])));
    assert_eq!(store.append(unit(store, &key("a"), 1, &["second"])).await, stored(2));
}

async fn ids_come_in_pages(engine: impl Engine) {
    let store = &**engine.store();
    for kind in ["a", "ledger", "z"] {
        for n in 0..25 {
            let key = EntityKey::new(kind, format!("{kind}{n:02}")).unwrap();
            store.append(unit(store, &key, 0, &["x"])).await.unwrap();
        }
    }
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = store.ids("ledger".into(), after, 10).await.unwrap();
        assert!(page.len() <= 10);
        let Some(last) = page.last() else { break };
        after = Some(Arc::clone(last));
        found.extend(page);
    }
    let expected: Vec<_> = (0..25).map(|n| format!("ledger{n:02}")).collect();
    assert_eq!(found.iter().map(|id| &**id).collect::<Vec<_>>(), expected);
    assert_eq!(store.ids("ledger".into(), Some("ledger999".into()), 10).await, Ok(Vec::new()));
    assert_eq!(store.ids("nothing".into(), None, 10).await, Ok(Vec::new()));
}

async fn kinds_are_sorted(engine: impl Engine) {
    let store = &**engine.store();
    assert_eq!(store.kinds().await, Ok(Vec::new()));
    for (kind, id) in [("order", "1"), ("ledger", "1"), ("order", "2"), ("Ledger", "1")] {
        let key = EntityKey::new(kind, id).unwrap();
        store.append(unit(store, &key, 0, &["x"])).await.unwrap();
    }
    let kinds = store.kinds().await.unwrap();
    assert_eq!(kinds.iter().map(|kind| &**kind).collect::<Vec<_>>(), ["Ledger", "ledger", "order"]);
}

async fn a_restart_keeps_everything_and_raises_the_epoch(mut engine: impl Engine) {
    assert_eq!(engine.store().epoch(), 1);
    let a = five(&**engine.store()).await;
    for epoch in 2..5 {
        engine.restart().await;
        let store = &**engine.store();
        assert_eq!(store.epoch(), epoch);
        assert_eq!(payloads(&all(store, &a).await), ["a-1", "a-2", "a-3", "a-4", "a-5"]);
    }
}

async fn a_closed_store_answers_closed(mut engine: impl Engine) {
    let store = Arc::clone(engine.store());
    let a = key("a");
    let queued = store.append(unit(&*store, &a, 0, &["queued"]));
    assert_eq!(store.close().await, Ok(()));
    assert!(is_answered(queued), "what was appended is decided before the store is released");
    assert_eq!(store.append(unit(&*store, &a, 1, &["x"])).await, Err(AppendError::Closed));
    assert_eq!(store.read(a.clone(), 0, u64::MAX, 1).await, Err(ReadError::Closed));
    assert_eq!(store.kinds().await, Err(ReadError::Closed));
    assert_eq!(store.ids("ledger".into(), None, 1).await, Err(ReadError::Closed));
    assert_eq!(store.close().await, Err(AppendError::Closed));
    engine.restart().await;
    assert_eq!(payloads(&all(&**engine.store(), &a).await), ["queued"]);
}

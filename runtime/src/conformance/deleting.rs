//! Deleting events, and whole entities.

use super::engine::{Engine, Subject};
use super::units::{AT, all, five, key, payloads, request, row, snapshot, stored, unit};
use crate::journal::{AppendError, FoundSnapshot, Table, Unit};

const MAX: u64 = u64::MAX;

pub async fn t12_deleting_a_prefix_leaves_the_rest_and_the_number<E: Engine>(mut subject: Subject<E>) {
    let a = five(&*subject.store).await;
    assert_eq!(subject.store.delete(a.clone(), 3).await, Ok(()));
    assert_eq!(subject.store.delete(a.clone(), 2).await, Ok(()), "what is deleted stays so");
    subject.restart().await;
    let page = subject.store.read(a, 0, MAX, 10).await.expect("it can be read");
    assert_eq!(payloads(&page.records), ["a-4", "a-5"]);
    assert_eq!((page.last, page.deleted, page.origin), (5, 3, 0));
}

pub async fn t13_t14_deleting_everything_leaves_the_number<E: Engine>(mut subject: Subject<E>) {
    for upto in [5, MAX] {
        let id = upto.to_string();
        let store = &*subject.store;
        assert_eq!(store.append(unit(store, &key(&id), 0, &["1", "2", "3", "4", "5"])).await, stored(5));
        assert_eq!(store.delete(key(&id), upto).await, Ok(()));
    }
    subject.restart().await;
    let store = &*subject.store;
    for id in [5, MAX].map(|upto| upto.to_string()) {
        let page = store.read(key(&id), 0, MAX, 10).await.expect("it can be read");
        assert_eq!((page.records.len(), page.last, page.deleted), (0, 5, 5));
        assert_eq!(store.append(unit(store, &key(&id), 5, &["6"])).await, stored(6));
        assert_eq!(all(store, &key(&id)).await[0].seq, 6);
    }
}

pub async fn t15_to_t19_windows_across_a_deleted_prefix<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let a = five(store).await;
    assert_eq!(store.delete(a.clone(), 3).await, Ok(()));
    let windows: [(u64, u64, &[&str]); 6] = [
        (2, MAX, &["a-4", "a-5"]),
        (0, 2, &[]),
        (0, 3, &[]),
        (3, MAX, &["a-4", "a-5"]),
        (0, 4, &["a-4"]),
        (4, MAX, &["a-5"]),
    ];
    for (after, upto, expected) in windows {
        let page = store.read(a.clone(), after, upto, 10).await.expect("it can be read");
        assert_eq!(payloads(&page.records), expected, "after {after} up to {upto}");
        assert_eq!(page.last, 5);
    }
}

pub async fn t60_a_history_without_its_beginning_goes_on<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let a = five(store).await;
    assert_eq!(store.delete(a.clone(), 4).await, Ok(()));
    assert_eq!(store.append(unit(store, &a, 5, &["a-6"])).await, stored(6));
    assert_eq!(payloads(&all(store, &a).await), ["a-5", "a-6"]);
    let refused = store.append(unit(store, &a, 1, &["a-2"])).await;
    assert_eq!(
        refused,
        Err(AppendError::Conflict { key: a, expected: 1, last: 6 }),
        "what is deleted cannot be compared"
    );
}

pub async fn e77_deleting_beyond_the_end_is_refused<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let a = five(store).await;
    let refused = store.delete(a.clone(), 6).await;
    assert_eq!(refused, Err(AppendError::OutOfRange { key: a.clone(), seq: 6, first: 1, last: 5 }));
    assert_eq!(all(store, &a).await.len(), 5);
    assert!(store.delete(key("nobody"), 1).await.is_err());
    assert_eq!(store.delete(key("nobody"), MAX).await, Ok(()));
    assert_eq!(store.ids("ledger".into(), None, 10).await.map(|ids| ids.len()), Ok(1));
}

/// Five events of `a` with a snapshot, a request and rows.
async fn furnished<E: Engine>(subject: &Subject<E>) -> crate::journal::EntityKey {
    let store = &*subject.store;
    let a = five(store).await;
    let rows = vec![row(Table::Outbox, "1", Some(1), "x"), row(Table::Timer, "1", Some(1), "x")];
    let parts =
        Unit { snapshot: Some(snapshot("five", 1)), request: Some(request("r", 1)), rows, ..unit(store, &a, 5, &[]) };
    assert_eq!(store.append(parts).await, stored(5));
    a
}

pub async fn t69_purging_leaves_the_number_and_nothing_else<E: Engine>(mut subject: Subject<E>) {
    let a = furnished(&subject).await;
    let store = &*subject.store;
    assert_eq!(store.append(unit(store, &key("b"), 0, &["b-1"])).await, stored(1));
    assert_eq!((store.purge(a.clone()).await, store.purge(key("nobody")).await), (Ok(()), Ok(())));
    subject.restart().await;

    let store = &*subject.store;
    let page = store.read(a.clone(), 0, MAX, 10).await.expect("it can be read");
    assert_eq!((page.records.len(), page.last, page.deleted, page.origin), (0, 5, 5, 5));
    assert_eq!(store.snapshot(a.clone(), MAX).await, Ok(FoundSnapshot::default()));
    assert_eq!(store.requests(a.clone(), 10).await, Ok(Vec::new()));
    for table in [Table::Outbox, Table::Timer] {
        assert_eq!(store.rows(a.clone(), table, None, 10).await, Ok(Vec::new()));
        assert_eq!(store.due(table, i64::MAX, 10).await, Ok(Vec::new()));
    }
    assert_eq!(store.ids("ledger".into(), None, 10).await, Ok(vec!["b".into()]), "it is listed no more");
    assert_eq!(payloads(&all(store, &key("b")).await), ["b-1"], "others are not touched");
    assert_eq!((store.purge(key("b")).await, store.kinds().await), (Ok(()), Ok(Vec::new())));
}

pub async fn t69_an_entity_begins_anew_after_a_purge<E: Engine>(subject: Subject<E>) {
    let a = furnished(&subject).await;
    let store = &*subject.store;
    assert_eq!(store.purge(a.clone()).await, Ok(()));
    let refused = store.append(unit(store, &a, 0, &["first"])).await;
    assert_eq!(
        refused,
        Err(AppendError::Conflict { key: a.clone(), expected: 0, last: 5 }),
        "no number is given twice"
    );
    let late = store.save(a.clone(), 5, store.epoch(), AT, snapshot("of what was purged", 1)).await;
    assert_eq!(late, Err(AppendError::OutOfRange { key: a.clone(), seq: 5, first: 6, last: 5 }));
    assert_eq!(store.append(unit(store, &a, 5, &["first"])).await, stored(6));
    let page = store.read(a.clone(), 0, MAX, 10).await.expect("it can be read");
    assert_eq!((payloads(&page.records), page.last, page.deleted, page.origin), (vec!["first"], 6, 5, 5));
    assert_eq!(store.ids("ledger".into(), None, 10).await, Ok(vec![a.id().clone()]));
}

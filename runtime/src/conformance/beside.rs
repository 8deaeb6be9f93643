//! What is stored beside the events: snapshots, requests and rows.

use super::engine::{Engine, Subject};
use super::units::{AT, all, five, key, payloads, request, row, snapshot, stored, unit};
use crate::journal::{AppendError, EntityKey, FoundSnapshot, Row, Snapshot, Store, Table, Unit};

const MAX: u64 = u64::MAX;

/// The payload of the newest snapshot up to a number.
async fn newest(store: &dyn Store, key: &EntityKey, upto: u64) -> Option<String> {
    let found = store.snapshot(key.clone(), upto).await.expect("it can be read");
    assert_eq!(found.damaged, []);
    found.snapshot.map(|snapshot| String::from_utf8(snapshot.payload).expect("text"))
}

/// 15 events of `a`, and snapshots at 11 to 15.
async fn five_snapshots(store: &dyn Store) -> EntityKey {
    let a = key("a");
    assert_eq!(store.append(unit(store, &a, 0, &["x"; 15])).await, stored(15));
    for n in 1..=5 {
        let saved = store.save(a.clone(), 10 + n, store.epoch(), AT, snapshot(format!("s-{n}"), 10)).await;
        assert_eq!(saved, Ok(()));
    }
    a
}

pub async fn t25_an_unknown_entity_has_no_snapshot<E: Engine>(subject: Subject<E>) {
    assert_eq!(subject.store.snapshot(key("nobody"), MAX).await, Ok(FoundSnapshot::default()));
}

pub async fn t27_t28_t29_the_newest_snapshot_up_to_a_number<E: Engine>(mut subject: Subject<E>) {
    let a = five_snapshots(&*subject.store).await;
    subject.restart().await;
    for (upto, expected) in [(7, None), (10, None), (11, Some("s-1")), (13, Some("s-3")), (MAX, Some("s-5"))] {
        assert_eq!(newest(&*subject.store, &a, upto).await.as_deref(), expected, "up to {upto}");
    }
}

pub async fn t31_t33_snapshots_are_deleted_up_to_a_number<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let a = five_snapshots(store).await;
    assert_eq!(store.delete_snapshots(a.clone(), 13).await, Ok(()));
    assert_eq!(newest(store, &a, 13).await, None);
    assert_eq!(newest(store, &a, 14).await.as_deref(), Some("s-4"));
    assert_eq!(store.delete_snapshots(a.clone(), 13).await, Ok(()), "none matches");
    assert_eq!(store.delete_snapshots(a.clone(), MAX).await, Ok(()));
    assert_eq!(newest(store, &a, MAX).await, None);
    assert_eq!(store.delete_snapshots(key("nobody"), MAX).await, Ok(()));
}

pub async fn t35_t40_the_same_number_again_replaces_the_snapshot<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let a = five(store).await;
    let saves: Vec<_> =
        (0..200).map(|n| store.save(a.clone(), 4, store.epoch(), AT, snapshot(n.to_string(), 2))).collect();
    for saved in saves {
        assert_eq!(saved.await, Ok(()));
    }
    assert_eq!(newest(store, &a, MAX).await.as_deref(), Some("199"));
    assert_eq!(newest(store, &a, 3).await, None);
}

pub async fn t36_t38_a_large_snapshot_comes_back_as_it_was<E: Engine>(mut subject: Subject<E>) {
    let a = five(&*subject.store).await;
    let epoch = subject.store.epoch();
    let large = snapshot(vec![7; 10_000], 1);
    assert_eq!(subject.store.save(a.clone(), 3, epoch, -5, large.clone()).await, Ok(()));
    subject.restart().await;
    let found = subject.store.snapshot(a, MAX).await.expect("it can be read");
    let expected = Snapshot {
        seq: 3,
        epoch,
        at: -5,
        name: "ledger".into(),
        version: 3,
        codec: large.codec,
        payload: large.payload,
    };
    assert_eq!(found, FoundSnapshot { snapshot: Some(expected), damaged: Vec::new() });
}

pub async fn t39_of_many_snapshots_the_newest_are_kept<E: Engine>(subject: Subject<E>) {
    let (store, a) = (&*subject.store, key("a"));
    for n in 0..20 {
        let written = Unit { snapshot: Some(snapshot(n.to_string(), 3)), ..unit(store, &a, n, &["x"]) };
        assert_eq!(store.append(written).await, stored(n + 1));
    }
    for (upto, expected) in [(MAX, Some("19")), (19, Some("18")), (18, Some("17")), (17, None)] {
        assert_eq!(newest(store, &a, upto).await.as_deref(), expected, "up to {upto}");
    }
    let older = store.save(a.clone(), 5, store.epoch(), AT, snapshot("late", 3)).await;
    assert_eq!((older, newest(store, &a, 17).await), (Ok(()), None), "it is not one of the newest");
}

pub async fn t67_a_snapshot_of_the_last_event_outlives_all_events<E: Engine>(mut subject: Subject<E>) {
    let a = five(&*subject.store).await;
    let saved = subject.store.save(a.clone(), 5, subject.store.epoch(), AT, snapshot("five", 1)).await;
    assert_eq!((saved, subject.store.delete(a.clone(), MAX).await), (Ok(()), Ok(())));
    subject.restart().await;
    let store = &*subject.store;
    assert_eq!(newest(store, &a, MAX).await.as_deref(), Some("five"));
    assert_eq!(store.append(unit(store, &a, 5, &["a-6"])).await, stored(6));
    assert_eq!(payloads(&all(store, &a).await), ["a-6"]);
}

pub async fn a_snapshot_at_a_number_without_event_is_refused<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let a = five(store).await;
    for (key, seq, last) in [(a.clone(), 6, 5), (key("nobody"), 1, 0)] {
        let refused = store.save(key.clone(), seq, store.epoch(), AT, snapshot("x", 1)).await;
        assert_eq!(refused, Err(AppendError::OutOfRange { key: key.clone(), seq, first: 1, last }));
        assert_eq!(newest(store, &key, MAX).await, None);
    }
}

pub async fn a_snapshot_of_an_older_epoch_is_refused<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let a = five(store).await;
    let epoch = store.epoch();
    let current = store.reopen(epoch).await.expect("it can be opened again");
    let refused = store.save(a.clone(), 5, epoch, AT, snapshot("of what may never have been stored", 1)).await;
    assert_eq!(refused, Err(AppendError::Fenced { key: a.clone(), epoch, current }));
    assert_eq!(newest(store, &a, MAX).await, None);
}

/// A unit with everything that one can have.
fn whole(store: &dyn Store, key: &EntityKey, expected: u64) -> Unit {
    let number = expected + 1;
    Unit {
        snapshot: Some(snapshot(format!("state {number}"), 2)),
        request: Some(request(&format!("request {number}"), 2)),
        rows: vec![
            row(Table::Outbox, "message", Some(10), &format!("message {number}")),
            row(Table::Timer, "timer", Some(20), &format!("timer {number}")),
            row(Table::Seen, "sender", None, &format!("seen {number}")),
        ],
        ..unit(store, key, expected, &["x"])
    }
}

/// What is stored beside the events of `key`, in words.
async fn words(store: &dyn Store, key: &EntityKey) -> Vec<String> {
    let mut words = Vec::from_iter(newest(store, key, MAX).await);
    let requests = store.requests(key.clone(), 100).await.expect("they can be read");
    words.extend(requests.iter().map(|request| format!("{} at {}", request.id, request.seq)));
    for table in [Table::Outbox, Table::Timer, Table::Seen] {
        let rows = store.rows(key.clone(), table, None, 100).await.expect("they can be read");
        words.extend(rows.into_iter().filter_map(|row| String::from_utf8(row.payload?).ok()));
    }
    words
}

pub async fn t71_all_parts_are_stored_with_the_events<E: Engine>(mut subject: Subject<E>) {
    let a = key("a");
    for expected in 0..3 {
        let written = whole(&*subject.store, &a, expected);
        assert_eq!(subject.store.append(written).await, stored(expected + 1));
    }
    subject.restart().await;
    let found = words(&*subject.store, &a).await;
    assert_eq!(found, ["state 3", "request 3 at 3", "request 2 at 2", "message 3", "timer 3", "seen 3"]);
    let requests = subject.store.requests(a, 1).await.expect("they can be read");
    let expected = request("request 3", 2);
    assert_eq!((requests[0].at, requests[0].codec, &requests[0].reply), (AT, expected.codec, &expected.reply));
}

pub async fn t71_no_part_of_a_refused_unit_is_stored<E: Engine>(subject: Subject<E>) {
    let (store, a) = (&*subject.store, key("a"));
    assert!(store.append(whole(store, &a, 7)).await.is_err());
    assert!(store.append(Unit { epoch: 0, ..whole(store, &a, 0) }).await.is_err());
    assert_eq!(words(store, &a).await, [""; 0]);
    assert_eq!(store.append(whole(store, &a, 0)).await, stored(1));
    assert!(store.append(Unit { events: Vec::new(), ..whole(store, &a, 7) }).await.is_err());
    let again = store.append(whole(store, &a, 0)).await.expect("it is there");
    assert!(again.repeated);
    let found = words(store, &a).await;
    assert_eq!(found, ["state 1", "request 1 at 1", "message 1", "timer 1", "seen 1"], "each once");
}

pub async fn a_unit_without_events_checks_the_number_and_leaves_it<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let a = five(store).await;
    let without = |key: &EntityKey, expected| Unit { events: Vec::new(), ..whole(store, key, expected) };
    let refused = store.append(without(&a, 4)).await;
    assert_eq!(refused, Err(AppendError::Conflict { key: a.clone(), expected: 4, last: 5 }));
    assert_eq!(store.append(without(&a, 5)).await, stored(5));
    assert_eq!(words(store, &a).await.first().map(String::as_str), Some("state 6"));
    let new = Unit { snapshot: None, ..without(&key("new"), 0) };
    assert_eq!(store.append(new).await, stored(0));
    assert_eq!(store.ids("ledger".into(), None, 10).await.map(|ids| ids.len()), Ok(2));
    assert_eq!(store.append(unit(store, &key("new"), 0, &["first"])).await, stored(1));
}

pub async fn requests_are_kept_newest_first<E: Engine>(subject: Subject<E>) {
    let (store, a) = (&*subject.store, key("a"));
    for n in 0..10 {
        let written = Unit { request: Some(request(&n.to_string(), 4)), ..unit(store, &a, n, &["x"]) };
        assert_eq!(store.append(written).await, stored(n + 1));
    }
    for (limit, expected) in [(100, &["9", "8", "7", "6"][..]), (2, &["9", "8"]), (0, &[])] {
        let found = store.requests(a.clone(), limit).await.expect("they can be read");
        assert_eq!(found.iter().map(|request| &*request.id).collect::<Vec<_>>(), expected);
    }
    assert_eq!(store.requests(key("nobody"), 10).await, Ok(Vec::new()));
}

pub async fn rows_are_replaced_and_removed_and_come_in_pages<E: Engine>(subject: Subject<E>) {
    let (store, a) = (&*subject.store, key("a"));
    let ids: Vec<_> = (0..25).map(|n| format!("{n:02}")).collect();
    let rows = ids.iter().map(|id| row(Table::Outbox, id, None, id)).collect();
    assert_eq!(store.append(Unit { rows, ..unit(store, &a, 0, &[]) }).await, stored(0));
    let removed = Row { payload: None, ..row(Table::Outbox, "03", Some(1), "") };
    let in_order = [row(Table::Outbox, "04", None, "gone"), Row { id: "04".into(), ..removed.clone() }];
    let elsewhere = [row(Table::Seen, "03", None, "kept"), Row { id: "nothing".into(), ..removed.clone() }];
    let rows = [removed, row(Table::Outbox, "05", None, "new")].into_iter().chain(in_order).chain(elsewhere).collect();
    assert_eq!(store.append(Unit { rows, ..unit(store, &a, 0, &["x"]) }).await, stored(1));

    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = store.rows(a.clone(), Table::Outbox, after, 10).await.expect("they can be read");
        assert!(page.len() <= 10);
        let Some(last) = page.last() else { break };
        after = Some(last.id.clone());
        found.extend(page.into_iter().map(|row| String::from_utf8(row.payload.unwrap_or_default()).expect("text")));
    }
    let mut expected = ids;
    expected.drain(3..5);
    expected[3] = "new".into();
    assert_eq!(found, expected);
    let seen = store.rows(a, Table::Seen, None, 10).await.expect("they can be read");
    assert_eq!(seen, [row(Table::Seen, "03", None, "kept")]);
}

pub async fn rows_that_are_due_come_earliest_first<E: Engine>(mut subject: Subject<E>) {
    let store = &*subject.store;
    let timers = [("a", "1", Some(30)), ("a", "2", Some(-10)), ("b", "1", Some(20)), ("b", "2", None)];
    for (n, (id, timer, due)) in timers.into_iter().enumerate() {
        let rows = vec![row(Table::Timer, timer, due, ""), row(Table::Outbox, &n.to_string(), Some(0), "other")];
        assert_eq!(store.append(Unit { rows, ..unit(store, &key(id), 0, &[]) }).await, stored(0));
    }
    // One is put off, one is removed.
    let later = row(Table::Timer, "1", Some(40), "later");
    let removed = Row { payload: None, ..row(Table::Timer, "1", None, "") };
    assert_eq!(store.append(Unit { rows: vec![later], ..unit(store, &key("a"), 0, &[]) }).await, stored(0));
    subject.restart().await;
    let store = &*subject.store;
    for (upto, limit, expected) in
        [(-11, 9, &[][..]), (20, 9, &[-10, 20]), (39, 9, &[-10, 20]), (40, 9, &[-10, 20, 40]), (40, 2, &[-10, 20])]
    {
        let due = store.due(Table::Timer, upto, limit).await.expect("they can be read");
        assert_eq!(due.iter().filter_map(|(_, row)| row.due).collect::<Vec<_>>(), expected, "up to {upto}");
    }
    assert_eq!(store.append(Unit { rows: vec![removed], ..unit(store, &key("b"), 0, &[]) }).await, stored(0));
    let due = store.due(Table::Timer, i64::MAX, 9).await.expect("they can be read");
    let expected = [row(Table::Timer, "2", Some(-10), ""), row(Table::Timer, "1", Some(40), "later")];
    assert_eq!(due, expected.map(|row| (key("a"), row)));
}

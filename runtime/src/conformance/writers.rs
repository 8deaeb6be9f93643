//! Who may write, and what is refused.

use super::engine::{Engine, Subject};
use super::units::{all, event, five, key, payloads, request, row, snapshot, stored, unit};
use crate::journal::{
    AppendError, Appended, MAX_NUMBER, MAX_ROW_BYTES, MAX_TAG_BYTES, MAX_UNIT_BYTES, MAX_UNIT_PARTS, Pending, Table,
    Unit,
};
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

pub async fn t49_a_wrong_number_is_a_conflict_that_names_the_right_one<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let a = five(store).await;
    for expected in [0, 3, 4] {
        let refused = store.append(unit(store, &a, expected, &["x"])).await;
        assert_eq!(refused, Err(AppendError::Conflict { key: a.clone(), expected, last: 5 }));
    }
    assert_eq!(all(store, &a).await.len(), 5);
}

pub async fn t50_the_same_unit_again_is_there_already<E: Engine>(subject: Subject<E>) {
    let (store, a) = (&*subject.store, key("a"));
    let first = unit(store, &a, 0, &["a-1", "a-2"]);
    assert_eq!(store.append(first.clone()).await, stored(2));
    assert_eq!(store.append(first.clone()).await, Ok(Appended { last: 2, repeated: true }));
    assert_eq!(store.append(unit(store, &a, 2, &["a-3"])).await, stored(3));
    assert_eq!(store.append(first).await, Ok(Appended { last: 2, repeated: true }), "also behind others");
    assert_eq!(payloads(&all(store, &a).await), ["a-1", "a-2", "a-3"]);
}

pub async fn t50_the_same_unit_under_the_next_epoch_is_there_already<E: Engine>(subject: Subject<E>) {
    let (store, a) = (&*subject.store, key("a"));
    let lost = unit(store, &a, 0, &["a-1"]);
    assert_eq!(store.append(lost.clone()).await, stored(1));
    let epoch = store.reopen(lost.epoch).await.expect("it can be opened again");
    let again = store.append(Unit { epoch, at: 0, ..lost.clone() }).await;
    assert_eq!(again, Ok(Appended { last: 1, repeated: true }), "it keeps the command's id, which names the old epoch");
    assert!(matches!(store.append(lost).await, Err(AppendError::Fenced { .. })), "T54 comes first");
}

pub async fn t51_other_content_at_the_same_number_is_a_conflict<E: Engine>(subject: Subject<E>) {
    let (store, a) = (&*subject.store, key("a"));
    let first = unit(store, &a, 0, &["first", "second"]);
    assert_eq!(store.append(first.clone()).await, stored(2));
    let (mut version, mut name, mut command) = (first.clone(), first.clone(), first.clone());
    version.events[1].version += 1;
    name.events[0].name = "withdrawn".into();
    command.command.number += 1;
    let mut longer = first.clone();
    longer.events.push(event("third"));
    let others = [unit(store, &a, 0, &["other", "second"]), unit(store, &a, 0, &["first", "other"])];
    for other in others.into_iter().chain([version, name, command, longer]) {
        let refused = store.append(other).await;
        assert_eq!(refused, Err(AppendError::Conflict { key: a.clone(), expected: 0, last: 2 }));
    }
    assert_eq!(payloads(&all(store, &a).await), ["first", "second"]);
}

pub async fn t53_a_number_too_high_is_a_conflict<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let a = five(store).await;
    let refused = store.append(unit(store, &a, 6, &["x"])).await;
    assert_eq!(refused, Err(AppendError::Conflict { key: a.clone(), expected: 6, last: 5 }));
    let refused = store.append(unit(store, &key("new"), 1, &["x"])).await;
    assert_eq!(refused, Err(AppendError::Conflict { key: key("new"), expected: 1, last: 0 }));
    assert_eq!(store.ids("ledger".into(), None, 10).await, Ok(vec![a.id().clone()]));
}

pub async fn t54_an_older_epoch_is_refused<E: Engine>(mut subject: Subject<E>) {
    let a = five(&*subject.store).await;
    let late = unit(&*subject.store, &a, 5, &["late"]);
    let before = late.epoch;
    if !subject.restart().await {
        return;
    }
    let store = &*subject.store;
    let refused = store.append(late).await;
    assert_eq!(refused, Err(AppendError::Fenced { key: a.clone(), epoch: before, current: store.epoch() }));
    assert_eq!(store.append(unit(store, &a, 5, &["a-6"])).await, stored(6));
}

pub async fn t54_an_epoch_of_the_future_is_refused<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let early = Unit { epoch: store.epoch() + 1, ..unit(store, &key("a"), 0, &["x"]) };
    assert!(matches!(store.append(early).await, Err(AppendError::Fenced { .. })));
    assert_eq!(all(store, &key("a")).await, []);
}

pub(super) fn is_answered<T, E>(pending: Pending<T, E>) -> bool {
    matches!(pin!(pending).poll(&mut Context::from_waker(Waker::noop())), Poll::Ready(_))
}

pub async fn t56_answers_come_in_order<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let keys: Vec<_> = (0..100).map(|n| key(&n.to_string())).collect();
    let mut pending: Vec<_> = keys.iter().map(|key| store.append(unit(store, key, 0, &["x"]))).collect();
    let last = pending.pop().expect("100 of them");
    assert_eq!(last.await, stored(1));
    assert!(pending.into_iter().all(is_answered));
}

pub async fn t63_numbers_beyond_32_and_53_bits<E: Engine>(subject: Subject<E>) {
    let (store, a) = (&*subject.store, key("a"));
    let mut high = unit(store, &a, 0, &["x"]);
    high.command.number = MAX_NUMBER;
    assert_eq!(store.append(high.clone()).await, stored(1));
    assert_eq!(all(store, &a).await[0].command, high.command);

    let good = unit(store, &key("b"), 0, &["x"]);
    let mut command = good.clone();
    command.command.number = MAX_NUMBER + 1;
    let invalid = [
        Unit { expected: MAX_NUMBER, ..good.clone() },
        Unit { expected: u64::MAX, ..good.clone() },
        Unit { epoch: MAX_NUMBER + 1, ..good.clone() },
        command,
    ];
    for unit in invalid {
        let error = store.append(unit).await.expect_err("it is too high");
        assert!(matches!(&error, AppendError::Invalid { key: found, .. } if *found == key("b")), "{error}");
    }
    assert_eq!(all(store, &key("b")).await, []);
}

pub async fn t64_what_is_too_large_is_refused_before_it_is_written<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let good = unit(store, &key("a"), 0, &["x"]);
    let large = |change: &dyn Fn(&mut Unit)| {
        let mut unit = good.clone();
        change(&mut unit);
        unit
    };
    let huge = || vec![0; MAX_UNIT_BYTES];
    let long = "x".repeat(256);
    let units = [
        (large(&|unit| unit.events.push(event(huge()))), MAX_UNIT_BYTES),
        (large(&|unit| unit.snapshot = Some(snapshot(huge(), 1))), MAX_UNIT_BYTES),
        (large(&|unit| unit.events.resize(MAX_UNIT_PARTS + 1, event("x"))), MAX_UNIT_PARTS),
        (large(&|unit| unit.rows.resize(MAX_UNIT_PARTS + 1, row(Table::Seen, "x", None, ""))), MAX_UNIT_PARTS),
        (large(&|unit| unit.rows.push(row(Table::Seen, "x", None, &"x".repeat(MAX_ROW_BYTES + 1)))), MAX_ROW_BYTES),
        (large(&|unit| unit.rows.push(row(Table::Seen, &long, None, ""))), 255),
        (large(&|unit| unit.request = Some(request(&long, 1))), 255),
    ];
    for (unit, expected) in units {
        let error = store.append(unit).await.expect_err("it is too large");
        assert!(matches!(&error, AppendError::TooLarge { limit, .. } if *limit == expected), "{error}");
    }
    assert_eq!(store.kinds().await, Ok(Vec::new()), "nothing was written");
}

pub async fn t64_a_unit_without_parts_and_ids_of_no_length_are_invalid<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let empty = unit(store, &key("a"), 0, &[]);
    let units = [
        empty.clone(),
        Unit { rows: vec![row(Table::Outbox, "", None, "x")], ..empty.clone() },
        Unit { request: Some(request("", 1)), ..empty.clone() },
        Unit { request: Some(request("x", 0)), ..empty.clone() },
        Unit { snapshot: Some(snapshot("of nothing", 1)), ..empty.clone() },
        Unit { snapshot: Some(snapshot("not kept", 0)), ..unit(store, &key("a"), 0, &["x"]) },
    ];
    for unit in units {
        let error = store.append(unit).await.expect_err("it is invalid");
        assert!(matches!(error, AppendError::Invalid { .. }), "{error}");
    }
    assert_eq!(store.kinds().await, Ok(Vec::new()));
}

pub async fn t64_tags_that_are_no_words_and_traces_of_no_length_are_refused<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let long = "x".repeat(MAX_TAG_BYTES + 1);
    let plain = unit(store, &key("a"), 0, &["x"]);
    let tagged = |tag: &str| {
        let mut tagged = plain.clone();
        tagged.events[0].tags = vec!["money".into(), tag.to_string().into()];
        tagged
    };
    let traced = |trace: &str| Unit { trace: Some(trace.into()), ..plain.clone() };
    for unit in [tagged(""), tagged("of money"), tagged("a\nb"), tagged("a\0b"), traced("")] {
        let error = store.append(unit).await.expect_err("it is invalid");
        assert!(matches!(error, AppendError::Invalid { .. }), "{error}");
    }
    for unit in [tagged(&long), traced(&long)] {
        let error = store.append(unit).await.expect_err("it is too large");
        assert!(matches!(error, AppendError::TooLarge { limit: MAX_TAG_BYTES, .. }), "{error}");
    }
    assert_eq!(store.kinds().await, Ok(Vec::new()));
}

pub async fn a_refused_unit_leaves_the_others_alone<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
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

pub async fn units_of_one_entity_follow_each_other_unawaited<E: Engine>(subject: Subject<E>) {
    let (store, a) = (&*subject.store, key("a"));
    let pending: Vec<_> = (0..50).map(|n| store.append(unit(store, &a, n * 2, &["x", "y"]))).collect();
    for (answer, n) in pending.into_iter().zip(1..) {
        assert_eq!(answer.await, stored(n * 2));
    }
    assert_eq!(all(store, &a).await.len(), 100);
}

pub async fn tasks_append_at_once<E: Engine>(subject: Subject<E>) {
    let tasks: Vec<_> = (0..64)
        .map(|task| {
            let store = Arc::clone(&subject.store);
            tokio::spawn(async move {
                for n in 0..20 {
                    let unit = unit(&*store, &key(&task.to_string()), n, &[&format!("{task}-{n}")]);
                    assert_eq!(store.append(unit).await, stored(n + 1));
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("the task is done");
    }
    for task in 0..64 {
        let expected: Vec<_> = (0..20).map(|n| format!("{task}-{n}")).collect();
        assert_eq!(payloads(&all(&*subject.store, &key(&task.to_string())).await), expected);
    }
}

pub async fn one_of_many_writers_wins_each_number<E: Engine>(subject: Subject<E>) {
    let (store, a) = (&*subject.store, key("a"));
    for expected in 0..10 {
        let writers: Vec<_> =
            (0..8).map(|writer| store.append(unit(store, &a, expected, &[&writer.to_string()]))).collect();
        let mut won = 0;
        for answer in writers {
            match answer.await {
                Ok(appended) => won += u32::from(appended == Appended { last: expected + 1, repeated: false }),
                Err(error) => {
                    assert_eq!(error, AppendError::Conflict { key: a.clone(), expected, last: expected + 1 });
                }
            }
        }
        assert_eq!(won, 1);
    }
}

pub async fn an_append_nobody_waits_for_is_stored<E: Engine>(subject: Subject<E>) {
    let (store, a) = (&*subject.store, key("a"));
    drop(store.append(unit(store, &a, 0, &["first"])));
    assert_eq!(store.append(unit(store, &a, 1, &["second"])).await, stored(2));
}

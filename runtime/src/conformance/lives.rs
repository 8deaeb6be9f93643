//! Opening, closing, and opening again.

use super::engine::{Engine, Subject};
use super::units::{all, five, key, payloads, stored, unit};
use super::writers::is_answered;
use crate::journal::{AppendError, ReadError, ReopenError};
use std::sync::Arc;

const FIVE: [&str; 5] = ["a-1", "a-2", "a-3", "a-4", "a-5"];

pub async fn t70_a_second_owner_is_kept_out_or_makes_an_end_of_the_first<E: Engine>(mut subject: Subject<E>) {
    let a = five(&*subject.store).await;
    if !subject.engine.restarts() {
        eprintln!("skipped: the engine does not restart");
        return;
    }
    let first = unit(&*subject.store, &a, 5, &["a-6"]);
    match subject.engine.open().await {
        Err(refused) => {
            assert!(!refused.to_string().is_empty());
            assert_eq!(subject.store.append(first).await, stored(6));
        }
        Ok(second) => {
            assert!(matches!(subject.store.append(first).await, Err(AppendError::Fenced { .. })));
            assert_eq!(second.append(unit(&*second, &a, 5, &["a-6"])).await, stored(6));
        }
    }
}

pub async fn reopening_raises_the_epoch_and_keeps_everything<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let a = five(store).await;
    let before = store.epoch();
    let late = unit(store, &a, 5, &["late"]);
    let epoch = store.reopen(before).await.expect("it can be opened again");
    assert_eq!(store.epoch(), epoch);
    assert!(epoch > before);
    let refused = store.append(late).await;
    assert_eq!(refused, Err(AppendError::Fenced { key: a.clone(), epoch: before, current: epoch }));
    assert_eq!(payloads(&all(store, &a).await), FIVE);
    assert_eq!(store.append(unit(store, &a, 5, &["a-6"])).await, stored(6));
}

pub async fn all_who_reopen_share_one_reopening<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let before = store.epoch();
    let asked: Vec<_> = (0..10).map(|_| store.reopen(before)).collect();
    for answer in asked {
        assert_eq!(answer.await, Ok(before + 1));
    }
    assert_eq!(store.reopen(before).await, Ok(before + 1), "also one who comes late");
    assert_eq!(store.append(unit(store, &key("a"), 0, &["a-1"])).await, stored(1));
}

pub async fn a_restart_keeps_everything_and_raises_the_epoch<E: Engine>(mut subject: Subject<E>) {
    let a = five(&*subject.store).await;
    for _ in 0..3 {
        let before = subject.store.epoch();
        if !subject.restart().await {
            return;
        }
        assert!(subject.store.epoch() > before);
        assert_eq!(payloads(&all(&*subject.store, &a).await), FIVE);
    }
}

pub async fn a_closed_store_answers_closed<E: Engine>(mut subject: Subject<E>) {
    let store = Arc::clone(&subject.store);
    let a = key("a");
    let queued = store.append(unit(&*store, &a, 0, &["queued"]));
    assert_eq!(store.close().await, Ok(()));
    assert!(is_answered(queued), "what was appended is decided before the store is released");
    assert_eq!(store.append(unit(&*store, &a, 1, &["x"])).await, Err(AppendError::Closed));
    assert_eq!(store.purge(a.clone()).await, Err(AppendError::Closed));
    assert_eq!(store.read(a.clone(), 0, u64::MAX, 1).await, Err(ReadError::Closed));
    assert_eq!(store.snapshot(a.clone(), u64::MAX).await, Err(ReadError::Closed));
    assert_eq!(store.kinds().await, Err(ReadError::Closed));
    assert_eq!(store.reopen(store.epoch()).await, Err(ReopenError::Closed));
    assert_eq!(store.close().await, Err(AppendError::Closed));
    if subject.restart().await {
        assert_eq!(payloads(&all(&*subject.store, &a).await), ["queued"]);
    }
}

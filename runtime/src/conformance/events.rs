//! Reading events, and which entities there are.

use super::engine::{Engine, Subject};
use super::units::{all, event, five, key, payloads, stored, unit};
use crate::journal::{EntityKey, MAX_PAGE_BYTES, MAX_TAG_BYTES};
use std::sync::Arc;

const MAX: u64 = u64::MAX;

pub async fn t01_to_t11_windows_with_both_bounds_and_a_count<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    let a = five(store).await;
    let expected: [(u64, u64, usize, &[&str]); 14] = [
        (0, MAX, usize::MAX, &["a-1", "a-2", "a-3", "a-4", "a-5"]),
        (2, MAX, 10, &["a-3", "a-4", "a-5"]),
        (0, 3, 10, &["a-1", "a-2", "a-3"]),
        (0, MAX, 3, &["a-1", "a-2", "a-3"]),
        (1, 3, 10, &["a-2", "a-3"]),
        (1, 5, 2, &["a-2", "a-3"]),
        (1, 2, 10, &["a-2"]),
        (1, 4, 1, &["a-2"]),
        (0, MAX, 0, &[]),
        (2, 2, 10, &[]),
        (3, 2, 10, &[]),
        (5, MAX, 10, &[]),
        (6, MAX, 10, &[]),
        (MAX, MAX, 10, &[]),
    ];
    for (after, upto, limit, events) in expected {
        let page = store.read(a.clone(), after, upto, limit).await.expect("it can be read");
        assert_eq!(payloads(&page.records), events, "after {after} up to {upto}, at most {limit}");
        assert!(page.records.iter().zip(after.saturating_add(1)..).all(|(record, seq)| record.seq == seq));
        assert_eq!((page.last, page.deleted, page.origin), (5, 0, 0));
    }
}

pub async fn t11_an_unknown_entity_has_nothing<E: Engine>(subject: Subject<E>) {
    let page = subject.store.read(key("nobody"), 0, MAX, 10).await.expect("it can be read");
    assert_eq!((page.records.len(), page.last), (0, 0));
}

pub async fn t21_t22_a_record_comes_back_as_it_was<E: Engine>(mut subject: Subject<E>) {
    let mut written = unit(&*subject.store, &key("a"), 0, &["first", "second"]);
    written.at = -1;
    for (event, (name, version)) in written.events.iter_mut().zip([("deposited", 0), ("näme", u32::MAX)]) {
        (event.name, event.version) = (name.into(), version);
    }
    written.trace = Some("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".into());
    assert_eq!(subject.store.append(written.clone()).await, stored(2));
    subject.restart().await;

    let records = all(&*subject.store, &key("a")).await;
    for ((record, event), seq) in records.iter().zip(&written.events).zip(1..) {
        assert_eq!((record.seq, record.epoch, record.at), (seq, written.epoch, -1));
        assert_eq!((record.command, &*record.name, record.version), (written.command, &*event.name, event.version));
        assert_eq!((record.codec, &record.payload), (event.codec, &event.payload));
        assert_eq!((&record.trace, record.tags.len()), (&written.trace, 0));
    }
    assert_eq!(records.len(), 2);
    let store = &*subject.store;
    assert_eq!(store.append(unit(store, &key("b"), 0, &["x"])).await, stored(1));
    assert_eq!(all(store, &key("b")).await[0].trace, None);
}

pub async fn t61_tags_belong_to_each_event<E: Engine>(mut subject: Subject<E>) {
    let long = "x".repeat(MAX_TAG_BYTES);
    let tags: [&[&str]; 4] = [&["money"], &[], &["vip", "money", "größe-1/2", "%"], &[&long]];
    let mut written = unit(&*subject.store, &key("a"), 0, &["1", "2", "3", "4"]);
    for (event, tags) in written.events.iter_mut().zip(tags) {
        event.tags = tags.iter().map(|tag| tag.to_string().into()).collect();
    }
    assert_eq!(subject.store.append(written).await, stored(4));
    subject.restart().await;
    for (record, tags) in all(&*subject.store, &key("a")).await.iter().zip(tags) {
        assert_eq!(record.tags.iter().map(|tag| &**tag).collect::<Vec<_>>(), tags);
    }
}

pub async fn t55_a_read_sees_what_was_appended_before_it<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    for n in 0..50 {
        let appended = store.append(unit(store, &key("a"), n, &["x"]));
        let page = store.read(key("a"), n, MAX, 10).await.expect("it can be read");
        assert_eq!((page.records.len(), page.last), (1, n + 1));
        assert_eq!(appended.await, stored(n + 1));
    }
}

pub async fn t57_the_last_number_counts_what_a_page_leaves_out<E: Engine>(subject: Subject<E>) {
    let a = five(&*subject.store).await;
    let page = subject.store.read(a, 1, MAX, 2).await.expect("it can be read");
    assert_eq!((page.records.last().map(|record| record.seq), page.last), (Some(3), 5));
}

pub async fn t62_ids_do_not_mix<E: Engine>(mut subject: Subject<E>) {
    let long = "x".repeat(255);
    let ids = ["a", "a-b", "a%2Db", "a/b", "ü", "u\u{308}", "A", "a ", "a\0b", "'; DROP TABLE event; --", "_", &long];
    let kinds = ["ledger", "ledger2", "led"];
    let keys: Vec<_> = kinds.iter().flat_map(|kind| ids.map(|id| EntityKey::new(*kind, id).expect("an id"))).collect();
    for key in &keys {
        let store = &*subject.store;
        assert_eq!(store.append(unit(store, key, 0, &[&key.to_string()])).await, stored(1));
    }
    subject.restart().await;

    for key in &keys {
        assert_eq!(payloads(&all(&*subject.store, key).await), [key.to_string()]);
    }
    let mut sorted = ids;
    sorted.sort_unstable();
    for kind in kinds {
        let found = subject.store.ids(kind.into(), None, 100).await.expect("they can be read");
        assert_eq!(found.iter().map(|id| &**id).collect::<Vec<_>>(), sorted);
    }
}

pub async fn t64_payloads_of_all_sizes<E: Engine>(mut subject: Subject<E>) {
    let sizes = [0, 1, 1024 * 1024, 16 * 1024 * 1024];
    let mut written = unit(&*subject.store, &key("a"), 0, &[]);
    written.events = sizes.iter().map(|size| event(vec![7; *size])).collect();
    assert_eq!(subject.store.append(written).await, stored(4));
    subject.restart().await;
    let records = all(&*subject.store, &key("a")).await;
    assert_eq!(records.iter().map(|record| record.payload.len()).collect::<Vec<_>>(), sizes);
}

/// A million events if `MAINSTAY_LONG` is set.
pub async fn t65_a_long_history_comes_in_bounded_pages<E: Engine>(subject: Subject<E>) {
    const UNIT: u64 = 10_000;
    let units = if std::env::var_os("MAINSTAY_LONG").is_some() {
        100
    } else {
        eprintln!("shortened: a million events with MAINSTAY_LONG=1");
        2
    };
    let (store, a) = (&*subject.store, key("a"));
    for n in 0..units {
        let mut long = unit(store, &a, n * UNIT, &[]);
        long.events = (0..UNIT).map(|_| event([0; 100])).collect();
        assert_eq!(store.append(long).await, stored((n + 1) * UNIT));
    }
    let mut seq = 0;
    while seq < units * UNIT {
        let page = store.read(a.clone(), seq, MAX, usize::MAX).await.expect("it can be read");
        let bytes: usize = page.records.iter().map(|record| record.payload.len()).sum();
        assert!(bytes < MAX_PAGE_BYTES + 100, "a page has {bytes} bytes");
        assert!(!page.records.is_empty(), "a page is never empty before the end");
        for record in page.records {
            seq += 1;
            assert_eq!(record.seq, seq);
        }
    }
    // One record may be larger than a page.
    let mut large = unit(store, &key("b"), 0, &[]);
    large.events = (0..10).map(|_| event(vec![0; MAX_PAGE_BYTES / 3])).collect();
    assert_eq!(store.append(large).await, stored(10));
    let page = store.read(key("b"), 0, MAX, 100).await.expect("it can be read");
    assert!((1..=4).contains(&page.records.len()) && page.last == 10);
}

pub async fn ids_come_in_pages<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    for kind in ["a", "ledger", "z"] {
        for n in 0..25 {
            let key = EntityKey::new(kind, format!("{kind}{n:02}")).expect("an id");
            assert_eq!(store.append(unit(store, &key, 0, &["x"])).await, stored(1));
        }
    }
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = store.ids("ledger".into(), after, 10).await.expect("they can be read");
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

pub async fn kinds_are_sorted<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    assert_eq!(store.kinds().await, Ok(Vec::new()));
    for (kind, id) in [("order", "1"), ("ledger", "1"), ("order", "2"), ("Ledger", "1")] {
        let key = EntityKey::new(kind, id).expect("an id");
        assert_eq!(store.append(unit(store, &key, 0, &["x"])).await, stored(1));
    }
    let kinds = store.kinds().await.expect("they can be read");
    assert_eq!(kinds.iter().map(|kind| &**kind).collect::<Vec<_>>(), ["Ledger", "ledger", "order"]);
}

//! The order of all events.

use super::engine::{Engine, Subject};
use super::units::{key, stored, unit};
use crate::journal::{EntityKey, Found, Select, Store, Unit};
use std::sync::Arc;

/// Everything of `select` after the place `after`, `limit` at a time, and where it ends.
async fn all(store: &dyn Store, select: &Select, after: u64, limit: usize) -> (Vec<Found>, u64) {
    let (mut found, mut upto) = (Vec::new(), after);
    loop {
        let stretch = store.feed(select.clone(), upto, limit).await.expect("it can be read");
        assert!(stretch.events.len() <= limit, "no more than was asked for");
        assert!(stretch.events.iter().all(|event| upto < event.place && event.place <= stretch.upto));
        assert!(stretch.events.is_sorted_by(|a, b| a.place < b.place), "in order, and each once");
        assert!(stretch.upto > upto || stretch.upto == stretch.end, "each part gets further");
        found.extend(stretch.events);
        upto = stretch.upto;
        if upto == stretch.end {
            return (found, upto);
        }
    }
}

fn texts(found: &[Found]) -> Vec<&str> {
    found.iter().map(|found| std::str::from_utf8(&found.record.payload).expect("text")).collect()
}

/// Appends an event with tags to `key` at `expected`.
async fn append(store: &dyn Store, key: &EntityKey, expected: u64, payload: &str, tags: &[&str]) {
    let mut written: Unit = unit(store, key, expected, &[payload]);
    written.events[0].tags = tags.iter().map(|tag| (*tag).to_string().into()).collect();
    assert_eq!(store.append(written).await, stored(expected + 1));
}

/// Six events of three entities, two of which are of one type.
async fn six(store: &dyn Store) -> EntityKey {
    let other = EntityKey::new("order", "a").expect("an id");
    append(store, &key("a"), 0, "1", &["money"]).await;
    append(store, &other, 0, "2", &["vip", "money"]).await;
    append(store, &key("b"), 0, "3", &[]).await;
    append(store, &key("a"), 1, "4", &["vip"]).await;
    append(store, &other, 1, "5", &["money2"]).await;
    append(store, &key("a"), 2, "6", &["money"]).await;
    other
}

pub async fn t43_t47_all_events_come_in_one_order<E: Engine>(mut subject: Subject<E>) {
    let other = six(&*subject.store).await;
    for _ in 0..2 {
        let store = &*subject.store;
        for (select, expected) in [
            (Select::All, &["1", "2", "3", "4", "5", "6"][..]),
            (Select::kind("ledger"), &["1", "3", "4", "6"]),
            (Select::kind("order"), &["2", "5"]),
            (Select::tag("money"), &["1", "2", "6"]),
            (Select::tag("vip"), &["2", "4"]),
            (Select::entity(key("a")), &["1", "4", "6"]),
            (Select::entity(other.clone()), &["2", "5"]),
        ] {
            for limit in 1..=7 {
                assert_eq!(texts(&all(store, &select, 0, limit).await.0), expected, "{select:?}, {limit} at a time");
            }
        }
        let (found, _) = all(store, &Select::All, 0, 9).await;
        assert_eq!((&found[1].key, found[1].record.seq, found[3].record.seq), (&other, 1, 2));
        assert_eq!(found[1].record.tags.iter().map(|tag| &**tag).collect::<Vec<_>>(), ["vip", "money"]);
        if !subject.restart().await {
            return;
        }
    }
}

pub async fn t44_the_offset_is_exclusive_and_every_place_can_be_resumed<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    six(store).await;
    let (found, end) = all(store, &Select::All, 0, 9).await;
    assert_eq!(end, found[5].place);
    for select in [Select::All, Select::kind("ledger"), Select::tag("money"), Select::entity(key("a"))] {
        let (whole, _) = all(store, &select, 0, 9).await;
        for place in 0..=end {
            let (rest, upto) = all(store, &select, place, 2).await;
            let expected: Vec<_> = whole.iter().filter(|event| event.place > place).cloned().collect();
            assert_eq!((rest, upto), (expected, end), "{select:?} after {place}");
        }
    }
    let beyond = store.feed(Select::All, end + 5, 9).await.expect("it can be read");
    assert_eq!((beyond.events.len(), beyond.upto, beyond.end), (0, end, end), "a place that there is not yet");
}

pub async fn t45_deleted_events_are_passed_over_and_their_places_are_not_given_again<E: Engine>(
    mut subject: Subject<E>,
) {
    let other = six(&*subject.store).await;
    let (_, end) = all(&*subject.store, &Select::All, 0, 9).await;
    assert_eq!(subject.store.delete(key("a"), 2).await, Ok(()));
    for restarted in [false, true] {
        let store = &*subject.store;
        for (select, expected) in [
            (Select::All, &["2", "3", "5", "6"][..]),
            (Select::tag("vip"), &["2"]),
            (Select::tag("money"), &["2", "6"]),
            (Select::entity(key("a")), &["6"]),
        ] {
            assert_eq!(texts(&all(store, &select, 0, 2).await.0), expected, "{select:?}");
        }
        if !restarted && !subject.restart().await {
            return;
        }
    }
    // Those with the highest places: whoever has read up to the end must not miss what comes.
    assert_eq!(subject.store.delete(key("a"), 3).await, Ok(()));
    assert_eq!(subject.store.purge(other.clone()).await, Ok(()));
    assert_eq!(texts(&all(&*subject.store, &Select::All, 0, 9).await.0), ["3"]);
    subject.restart().await;
    let store = &*subject.store;
    append(store, &other, 2, "7", &["vip"]).await;
    assert_eq!(store.purge(other.clone()).await, Ok(()));
    append(store, &key("a"), 3, "8", &["vip"]).await;
    for select in [Select::All, Select::tag("vip"), Select::entity(key("a"))] {
        let (found, upto) = all(store, &select, end, 9).await;
        assert_eq!((texts(&found), upto), (vec!["8"], end + 2), "{select:?}");
    }
}

pub async fn t46_no_more_is_read_than_was_asked_for<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    six(store).await;
    for limit in 0..7 {
        let stretch = store.feed(Select::All, 0, limit).await.expect("it can be read");
        assert_eq!(stretch.events.len(), limit.min(6));
    }
    let nothing = store.feed(Select::All, 2, 0).await.expect("it can be read");
    assert_eq!(nothing.upto, 2, "what was not read is not behind");
}

pub async fn t48_a_tag_that_nothing_has_is_at_the_end_at_once<E: Engine>(subject: Subject<E>) {
    let store = &*subject.store;
    for select in [Select::All, Select::tag("none"), Select::kind("none"), Select::entity(key("none"))] {
        let empty = store.feed(select, 0, 9).await.expect("it can be read");
        assert_eq!((empty.events.len(), empty.upto, empty.end), (0, 0, 0));
    }
    six(store).await;
    let (_, end) = all(store, &Select::All, 0, 9).await;
    for select in [Select::tag("none"), Select::tag("money,vip"), Select::kind("none"), Select::entity(key("none"))] {
        let none = store.feed(select, 0, 9).await.expect("it can be read");
        assert_eq!((none.events.len(), none.upto), (0, end));
    }
}

pub async fn t59_no_event_appears_behind_a_place_that_was_read<E: Engine>(subject: Subject<E>) {
    const WRITERS: usize = 8;
    const EVENTS: u64 = 60;
    let store = &subject.store;
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let store = Arc::clone(store);
        writers.spawn(async move {
            let key = key(&writer.to_string());
            for n in 0..EVENTS {
                append(&*store, &key, n, "x", &["tag"]).await;
                if n % 7 == 3 {
                    assert_eq!(store.delete(key.clone(), n / 2).await, Ok(()));
                }
            }
        });
    }
    let followers = [Select::All, Select::tag("tag"), Select::entity(key("3"))].map(|select| {
        let (store, mut commits) = (Arc::clone(store), store.commits());
        tokio::spawn(async move {
            let (mut seen, mut upto) = (Vec::new(), 0);
            loop {
                let (found, end) = all(&*store, &select, upto, 5).await;
                seen.extend(found.into_iter().map(|found| (found.key, found.record.seq)));
                upto = end;
                let writers = if matches!(select, Select::Entity(_)) { 1 } else { WRITERS };
                if seen.iter().filter(|(_, seq)| *seq == EVENTS).count() == writers {
                    return seen;
                }
                assert!(commits.next().await, "a live follower is woken");
            }
        })
    });
    while let Some(writer) = writers.join_next().await {
        writer.expect("it has written");
    }
    for (follower, of) in followers.into_iter().zip([WRITERS, WRITERS, 1]) {
        let mut seen = follower.await.expect("it has read");
        seen.sort_unstable();
        let once = seen.len();
        seen.dedup();
        assert_eq!(seen.len(), once, "each once");
        // What was deleted before it was read is not seen; what is there still, is.
        for writer in (0..WRITERS).map(|writer| key(&writer.to_string())).filter(|key| of > 1 || &**key.id() == "3") {
            let numbers: Vec<_> = seen.iter().filter(|(key, _)| *key == writer).map(|(_, seq)| *seq).collect();
            let left = store.read(writer, 0, u64::MAX, 100).await.expect("it can be read").records;
            assert!(left.len() >= 30 && left.iter().all(|record| numbers.contains(&record.seq)), "{numbers:?}");
        }
    }
}

pub async fn t43_who_follows_is_told_of_commits_and_of_the_end<E: Engine>(subject: Subject<E>) {
    let store = &subject.store;
    let mut commits = store.commits();
    append(&**store, &key("a"), 0, "1", &[]).await;
    assert!(commits.next().await, "what was committed before the wait is told");

    let mut commits = store.commits();
    let before = store.feed(Select::All, 0, 9).await.expect("it can be read").upto;
    let follower = tokio::spawn({
        let store = Arc::clone(store);
        async move {
            loop {
                assert!(commits.next().await, "it is woken");
                let stretch = store.feed(Select::All, before, 9).await.expect("it can be read");
                // An engine may tell of more than there was.
                if !stretch.events.is_empty() {
                    return (stretch.events.len(), commits);
                }
            }
        }
    });
    tokio::task::yield_now().await;
    append(&**store, &key("a"), 1, "2", &[]).await;
    let (seen, mut commits) = follower.await.expect("it was woken");
    assert_eq!(seen, 1);
    store.close().await.expect("it can be closed");
    // Told once or told that there is no more: either way nobody waits for ever.
    commits.next().await;
    assert!(store.feed(Select::All, 0, 9).await.is_err());
}

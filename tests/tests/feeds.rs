//! Feeds: the events of a system in one order. What engines do is in `mainstay::conformance`.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "common/tally.rs"]
mod tally;

use futures_core::Stream;
use mainstay::entity::DecodeError;
use mainstay::feed::{Feed, FeedError};
use mainstay::journal::{Found, MemoryStore, ReadError, Select, Store};
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use tally::{Add, Added, Tally, added, history, key, system, unknown};

async fn add(system: &System, id: &str, n: u64) {
    system.entity::<Tally>(id).expect("hosted").ask(Add(n)).await.expect("stored");
}

async fn rest(feed: &mut Feed) -> Vec<Found> {
    let mut found = Vec::new();
    while let Some(next) = feed.next().await {
        found.push(next.expect("readable"));
    }
    found
}

/// How much each event adds.
fn amounts(found: &[Found]) -> Vec<u64> {
    let amount = |found: &Found| found.event::<Added>().expect("it fits").expect("that is what they are called").0;
    found.iter().map(amount).collect()
}

async fn open(store: impl Store) -> System {
    system(store, &Arc::default(), Settings::default()).await
}

#[tokio::test]
async fn t43_t44_a_feed_ends_with_what_there_was_and_goes_on_after_any_place() {
    let system = open(MemoryStore::new()).await;
    for (id, n) in [("a", 1), ("b", 2), ("a", 3)] {
        add(&system, id, n).await;
    }
    let mut feed = system.feed(Select::All).page(2);
    let first = feed.next().await.expect("there are some").expect("readable");
    add(&system, "b", 4).await;
    let mut found = rest(&mut feed).await;
    assert_eq!(amounts(&found), [2, 3], "what is stored after the first was asked for is not in it");
    assert!(feed.next().await.is_none(), "and it stays at its end");
    found.insert(0, first);
    for (at, found) in (1..).zip(&found) {
        let after = rest(&mut system.feed(Select::All).after(found.place)).await;
        assert_eq!(amounts(&after), [1, 2, 3, 4][at..]);
    }
    let of_b = rest(&mut system.feed(Select::entity(key("b")))).await;
    assert_eq!((amounts(&of_b), of_b[1].record.seq), (vec![2, 4], 2));
}

#[tokio::test]
async fn t43_a_live_feed_sees_what_is_stored_later_and_nothing_twice() {
    let system = open(MemoryStore::new()).await;
    add(&system, "a", 1).await;
    let mut feed = system.feed(Select::kind("tally")).live();
    assert_eq!(feed.next().await.expect("live").expect("readable").place, 1);
    for n in 2..50 {
        let waits = poll_fn(|cx| Poll::Ready(Pin::new(&mut feed).poll_next(cx).is_pending())).await;
        assert!(waits, "there is no more yet");
        add(&system, "a", n).await;
        let found = feed.next().await.expect("live").expect("readable");
        assert_eq!(amounts(&[found]), [n]);
    }
    let waiting = tokio::spawn(async move { (feed.next().await, feed.next().await) });
    system.shutdown().await.expect("in order");
    let ended = waiting.await.expect("it ends");
    assert!(matches!(ended, (Some(Err(FeedError::Read(ReadError::Closed))), None)), "loud, and over: {ended:?}");
}

#[tokio::test]
async fn t46_a_page_is_read_when_its_first_event_is_asked_for() {
    let store = Arc::new(FaultyStore::new(MemoryStore::new()));
    history(&store, "a", (0..10).map(added)).await;
    let mut feed = Feed::new(store.clone(), Select::All).page(4);
    assert_eq!(store.calls(Operation::Feed), 0, "nothing before it is asked");
    for n in 1..=10_u64 {
        feed.next().await.expect("there are ten").expect("readable");
        assert_eq!(store.calls(Operation::Feed), n.div_ceil(4), "at event {n}");
    }
    assert!(feed.next().await.is_none());
    assert_eq!(store.calls(Operation::Feed), 3);
}

#[tokio::test]
async fn t57_a_feed_whose_store_fails_says_so_and_goes_on_where_it_was() {
    let store = Arc::new(FaultyStore::new(MemoryStore::new()));
    history(&store, "a", (0..4).map(added)).await;
    store.fail(Operation::Feed, When::Nth(2), Effect::FailAfter);
    let mut feed = Feed::new(store.clone(), Select::All).page(2);
    let mut seen = Vec::new();
    let mut failures = 0;
    while let Some(next) = feed.next().await {
        match next {
            Ok(found) => seen.push(found.place),
            Err(FeedError::Read(ReadError::Engine { .. })) => failures += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!((seen, failures), (vec![1, 2, 3, 4], 1));
}

#[tokio::test]
async fn a_place_of_another_store_is_refused() {
    let store = Arc::new(MemoryStore::new());
    history(&store, "a", (0..4).map(added)).await;
    let mut feed = Feed::new(store, Select::All).after(5).live();
    let refused = feed.next().await;
    assert!(matches!(refused, Some(Err(FeedError::Ahead { place: 5, end: 4 }))), "{refused:?}");
    assert!(feed.next().await.is_none(), "what comes at places 5 and 6 is not what it was");
}

#[tokio::test]
async fn events_are_decoded_as_their_type_knows_them() {
    let store = Arc::new(MemoryStore::new());
    history(&store, "a", [added(7), unknown()]).await;
    let found = rest(&mut Feed::new(store, Select::All)).await;
    assert_eq!(found[0].events::<Tally>().expect("known").len(), 1);
    assert_eq!(found[0].event::<Added>().expect("it fits").map(|added| added.0), Some(7));
    assert!(found[1].event::<Added>().expect("another name").is_none());
    assert!(matches!(found[1].events::<Tally>(), Err(DecodeError::Unknown)), "an unknown event is loud");
}

//! One entity and the store as those see them who look from outside.
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::needless_pass_by_value,
    clippy::unused_self,
    reason = "the test is about what is seen of the types"
)]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::entity::{MAX_DEBUG_BYTES, TroubleKind};
use mainstay::journal::{EntityKey, MemoryStore, Store as _};
use mainstay::mailbox::Phase;
use mainstay::prelude::*;
use mainstay::system::{Inspection, LookError, StoreHealth};
use mainstay::testing::simulate;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[actor(persistent = "shelf", snapshot_every = 100)]
#[derive(Default)]
pub struct Shelf {
    books: u64,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "shelf.filled")]
pub struct Filled(u64);

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "shelf.notice")]
pub struct Notice;

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "shelf.dust")]
pub struct Dust;

#[handlers]
impl Shelf {
    #[command]
    fn fill(&self, books: u64) -> Persist<Self, Filled> {
        assert_ne!(books, 13, "an unlucky number");
        persist(Filled(books))
    }

    #[command]
    pub fn announce(&self) -> Persist<Self, Filled> {
        nothing().deliver(named("nobody"), Notice).every(Dust, Duration::from_hours(24))
    }

    /// It comes to no end.
    #[command]
    pub async fn think(&self) -> Persist<Self, Filled> {
        std::future::pending().await
    }

    #[timer]
    fn dusted(&self, _: Dust) -> Persist<Self, Filled> {
        nothing()
    }

    #[query]
    pub fn books(&self) -> u64 {
        self.books
    }

    #[apply]
    fn filled(&mut self, event: &Filled) {
        self.books += event.0;
    }
}

fn key(id: &str) -> EntityKey {
    EntityKey::new("shelf", id).expect("it is an id")
}

/// What is stored of a state, which is one number.
fn books(seen: &Inspection) -> u64 {
    let state = seen.state.as_ref().expect("it is recovered");
    state.stored.as_ref().and_then(|bytes| bytes.last().copied()).expect("it has snapshots").into()
}

#[test]
fn an_inspection_says_what_is_stored_of_an_entity_and_what_it_has_in_memory() {
    simulate(1, |_| async {
        let system = System::volatile().host::<Shelf>().start().await.expect("in memory");
        let shelf = system.entity::<Shelf>("a").expect("hosted");
        shelf.fill(3).await.expect("stored");
        shelf.fill(4).await.expect("stored");
        shelf.announce().await.expect("stored");
        let seen = system.inspect(&key("a")).await.expect("the store is there");
        assert_eq!((&*seen.kind, &*seen.id, seen.phase, seen.depth), ("shelf", "a", Some(Phase::Live), 0));
        assert_eq!((seen.last, seen.deleted, books(&seen)), (2, 0, 7));
        assert_eq!(seen.last_error, None);
        let timers: Vec<_> = seen.timers.iter().map(|timer| (&*timer.name, timer.period, timer.tries)).collect();
        assert_eq!(timers, [("shelf.dust", Some(Duration::from_hours(24)), 0)]);
        let sent: Vec<_> = seen.unconfirmed.iter().map(|sent| (sent.id, &*sent.name, sent.to.to_string())).collect();
        assert_eq!(sent, [(1, "shelf.notice", "the actor \"nobody\"".to_owned())]);

        let json = serde_json::to_value(&seen).expect("it is JSON");
        assert_eq!((&json["id"], &json["phase"], &json["last"]), (&"a".into(), &"live".into(), &2.into()));
        assert_eq!(json["state"]["Ok"]["seq"], 2);
        assert!(seen.to_string().starts_with("shelf \"a\": live, 0 waiting, 2 events\n  state: "), "{seen}");
    });
}

#[test]
fn the_state_after_each_event_is_there_without_waking_anybody() {
    simulate(1, |_| async {
        let store = Arc::new(MemoryStore::new());
        let system = System::with(store.clone()).host::<Shelf>().start().await.expect("in memory");
        for books in [1, 2, 4] {
            system.entity::<Shelf>("a").expect("hosted").fill(books).await.expect("stored");
        }
        let mut states = Vec::new();
        for upto in [0, 1, 2, 3, u64::MAX] {
            let state = system.state_after(&key("a"), upto).await.expect("it is there");
            states.push((state.seq, state.stored.and_then(|bytes| bytes.last().copied())));
        }
        assert_eq!(states, [(0, Some(0)), (1, Some(1)), (2, Some(3)), (3, Some(7)), (3, Some(7))]);
    });
}

#[test]
fn an_entity_that_is_asleep_or_was_never_there_is_not_woken() {
    simulate(1, |sim| async move {
        let system = System::volatile().host::<Shelf>().start().await.expect("in memory");
        system.entity::<Shelf>("a").expect("hosted").fill(5).await.expect("stored");
        // Longer than it stays when nobody uses it.
        sim.clock().sleep(Duration::from_hours(1)).await;
        assert_eq!(system.entity_count(), 0);
        let (asleep, never) = (system.inspect(&key("a")).await, system.inspect(&key("b")).await);
        let (asleep, never) = (asleep.expect("it is stored"), never.expect("it could be there"));
        assert_eq!((asleep.phase, asleep.last, books(&asleep)), (None, 1, 5));
        assert_eq!((never.phase, never.last, books(&never)), (None, 0, 0));
        assert_eq!(system.entity_count(), 0, "nobody was woken");
    });
}

#[test]
fn an_entity_that_is_stuck_in_a_handler_is_seen_all_the_same() {
    simulate(1, |_| async {
        let system = System::volatile().host::<Shelf>().start().await.expect("in memory");
        let shelf = system.entity::<Shelf>("a").expect("hosted");
        shelf.fill(2).await.expect("stored");
        shelf.think().tell().expect("there is room");
        assert!(shelf.books().timeout(Duration::from_secs(1)).await.is_err(), "it thinks");
        shelf.fill(2).tell().expect("there is room");
        let seen = system.inspect(&key("a")).await.expect("the store is there");
        assert_eq!((seen.phase, books(&seen)), (Some(Phase::Live), 2));
        assert!(seen.depth >= 1, "what waits behind it: {}", seen.depth);
    });
}

#[test]
fn what_went_wrong_last_is_known_until_the_entity_leaves_the_memory() {
    simulate(1, |sim| async move {
        let system = System::volatile().host::<Shelf>().start().await.expect("in memory");
        let shelf = system.entity::<Shelf>("a").expect("hosted");
        assert!(shelf.fill(13).await.is_err());
        let trouble = system.inspect(&key("a")).await.expect("it is stored").last_error.expect("it panicked");
        assert_eq!(trouble.kind, TroubleKind::Quarantined);
        assert!(trouble.cause.contains("an unlucky number"), "{trouble}");
        shelf.fill(1).await.expect("the next one runs");
        assert!(system.inspect(&key("a")).await.expect("it is stored").last_error.is_some());
        drop(shelf);
        sim.clock().sleep(Duration::from_hours(1)).await;
        let shelf = system.entity::<Shelf>("a").expect("hosted");
        assert_eq!(shelf.books().await, Ok(1));
        assert_eq!(system.inspect(&key("a")).await.expect("it is stored").last_error, None);
    });
}

#[test]
fn an_entity_that_cannot_be_recovered_is_seen_with_the_reason() {
    simulate(1, |_| async {
        let make = |id: &EntityId<Shelf>| if id.as_str() == "lost" { Err("lost".into()) } else { Ok(Shelf::default()) };
        let system = System::volatile().host_with::<Shelf>(make).start().await.expect("in memory");
        assert!(system.entity::<Shelf>("lost").expect("hosted").fill(1).await.is_err());
        let seen = system.inspect(&key("lost")).await.expect("what is stored of it can be read");
        assert_eq!(seen.last_error.as_ref().map(|trouble| trouble.kind), Some(TroubleKind::Recovery));
        let why = seen.state.as_ref().expect_err("it cannot be made").to_string();
        assert!(why.contains("lost"), "{why}");
        assert!(serde_json::to_string(&seen).expect("it is JSON").contains("\"Err\""));
    });
}

#[test]
fn a_type_that_nobody_hosts_cannot_be_inspected() {
    simulate(1, |_| async {
        let system = System::volatile().host::<Shelf>().start().await.expect("in memory");
        let other = EntityKey::new("drawer", "a").expect("it is an id");
        let why = system.inspect(&other).await.expect_err("nobody hosts it");
        assert_eq!(why, LookError::Unhosted { kind: "drawer".into() });
    });
}

#[test]
fn a_store_that_is_out_makes_a_system_not_ready_and_no_less_alive() {
    simulate(1, |sim| async move {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let system = System::with(store.clone()).host::<Shelf>().start().await.expect("the store is there");
        let shelf = system.entity::<Shelf>("a").expect("hosted");
        shelf.fill(1).await.expect("stored");
        let health = system.health().await;
        assert!(health.is_alive() && health.is_ready(), "{health}");
        assert_eq!((health.out_for, health.oldest_held, health.units_under_way), (None, None, 0));

        store.fail(Operation::Append, When::Next(u64::MAX), Effect::FailBefore);
        store.fail(Operation::Read, When::Next(u64::MAX), Effect::FailBefore);
        store.fail(Operation::Beside, When::Next(u64::MAX), Effect::FailBefore);
        shelf.fill(1).tell().expect("there is room");
        sim.clock().sleep(Duration::from_mins(1)).await;
        let health = system.health().await;
        assert!(health.is_alive() && !health.is_ready(), "{health}");
        assert!(matches!(health.store, StoreHealth::Fails { .. }), "{health}");
        let minute = Duration::from_mins(1);
        assert!(health.out_for.is_some_and(|since| since <= minute), "{health}");
        assert!(health.oldest_held.is_some_and(|since| since <= minute && !since.is_zero()), "{health}");

        store.heal();
        assert_eq!(shelf.books().await, Ok(2), "nothing is lost");
        let health = system.health().await;
        assert!(health.is_ready(), "{health}");
        assert_eq!((health.out_for, health.oldest_held), (None, None));
    });
}

#[test]
fn a_store_that_does_not_answer_is_told_after_its_deadline_and_units_under_way_are_counted() {
    simulate(1, |sim| async move {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let system = System::with(store.clone()).host::<Shelf>().start().await.expect("the store is there");
        let shelf = system.entity::<Shelf>("a").expect("hosted");
        shelf.fill(1).await.expect("stored");
        store.fail(Operation::Append, When::Next(1), Effect::Hang);
        shelf.fill(1).tell().expect("there is room");
        sim.clock().sleep(Duration::from_secs(1)).await;
        assert_eq!(system.health().await.units_under_way, 1);
        store.fail(Operation::Beside, When::Next(u64::MAX), Effect::Hang);
        let health = system.health().await;
        let StoreHealth::Fails { cause } = &health.store else { panic!("{health}") };
        assert!(cause.contains("has not answered for 10s"), "{cause}");
    });
}

#[test]
fn a_system_that_stops_is_not_alive() {
    simulate(1, |_| async {
        let store = Arc::new(MemoryStore::new());
        let system = System::with(store.clone()).host::<Shelf>().start().await.expect("the store is there");
        system.shutdown().await.expect("in order");
        let health = system.health().await;
        assert!(health.is_stopping && !health.is_alive() && !health.is_ready(), "{health}");
        assert_eq!(health.store, StoreHealth::Closed);
        assert!(store.kinds().await.is_err(), "it is closed for everybody");
    });
}

/// Has more to say than anybody can read.
#[actor(persistent = "endless")]
#[derive(Default)]
pub struct Endless {
    words: u64,
}

impl std::fmt::Debug for Endless {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        loop {
            f.write_str("ähm, ")?;
        }
    }
}

#[handlers]
impl Endless {
    #[apply]
    fn filled(&mut self, event: &Filled) {
        self.words += event.0;
    }
}

#[test]
fn words_for_a_state_are_cut_where_they_come_to_no_end() {
    simulate(1, |_| async {
        let system = System::volatile().host::<Endless>().start().await.expect("in memory");
        let key = EntityKey::new("endless", "a").expect("it is an id");
        let seen = system.inspect(&key).await.expect("the store is there");
        let words = seen.state.expect("it is recovered").debug.expect("it has a `Debug`");
        assert!(words.starts_with("ähm, ähm, ") && words.ends_with('…'), "{}", words.len());
        assert!(words.len() <= MAX_DEBUG_BYTES + '…'.len_utf8(), "{}", words.len());
    });
}

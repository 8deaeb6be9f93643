//! Faults that users of other systems with stored actors reported, tried again here. The numbers are those of the rows B of
//! `cases/reported.md` (`case_b2_..`) and of the rows on storage of `cases/actors.md` (`case_actor_a28a_..`); `rules.rs` checks that none is
//! left out. Rows that belong to a subject of their own are in its file.
//!
//! Impossible by construction:
//! - B6, B8 in part: unstashing in a handler that persists, and what stays stashed. A stored actor has no stash: its commands wait in
//!   the mailbox.
//! - B18: deleting events by the number of a delivery. `delete_events` takes the number of an event, and nothing else has one yet.
//! - B24: an internal message of the store that reaches the user's code. The mailbox holds the actor's own messages; the store
//!   answers by futures that only the cell sees.
//!
//! Later, with what they are about:
//! - B14, B16, B48: later: delivery.
//! - B20, B22, B52: later: machines, whose timers are stored.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::unused_self, reason = "not every command looks at the state")]

use mainstay::entity::{DecodeError, PersistDispatch, RecoveryError, encode_state};
use mainstay::journal::{Codec, CommandId, EntityKey, MemoryStore, NewEvent, NewSnapshot, Record, Store, Unit};
use mainstay::prelude::*;
use mainstay::testing::simulate;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use serde::{Deserialize, Serialize};
use std::future::IntoFuture as _;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "account.moved_in")]
struct MovedIn(i64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "account.moved_out")]
struct MovedOut(i64);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Overdrawn;

/// What the tests see of all incarnations.
#[derive(Clone, Default)]
struct Seen {
    made: Arc<AtomicU32>,
    applied: Arc<AtomicU32>,
    effects: Arc<Mutex<Vec<String>>>,
}

/// Its snapshots are taken on demand.
#[actor(persistent = "account", snapshot_every = 1_000_000)]
#[derive(Default)]
struct Account {
    balance: i64,
    #[volatile]
    seen: Seen,
}

#[handlers]
impl Account {
    #[command]
    fn deposit(&self, amount: i64) -> Persist<Self, MovedIn, i64> {
        persist(MovedIn(amount)).reply_with(|after: &Self| after.balance)
    }

    #[command]
    fn withdraw(&self, amount: i64) -> Decided<Self, MovedOut, i64, Overdrawn> {
        if amount > self.balance {
            return Err(Overdrawn);
        }
        Ok(persist(MovedOut(amount)).reply_with(|after: &Self| after.balance))
    }

    #[command]
    fn save(&self, cx: &mut Context<Self>) -> Persist<Self, MovedIn> {
        cx.snapshot();
        nothing()
    }

    /// Stores nothing or one event; has two effects, of which the first leaves another command to itself.
    #[command]
    fn say(&self, first: String, second: String, store: bool) -> Persist<Self, MovedIn> {
        let decision = if store { persist(MovedIn(1)) } else { nothing() };
        let (said, more) = (self.seen.effects.clone(), self.seen.effects.clone());
        decision
            .then(move |cx: &mut Context<Self>| {
                if first == "outer" {
                    let own = cx.handle().expect("the test holds one");
                    own.say("nested".into(), "nested too".into(), false).tell().expect("there is room");
                }
                said.lock().expect("nobody panics").push(first);
            })
            .then(move |_: &mut Context<Self>| more.lock().expect("nobody panics").push(second))
    }

    #[query]
    fn balance(&self) -> i64 {
        self.balance
    }

    #[apply]
    fn moved_in(&mut self, event: &MovedIn) {
        self.seen.applied.fetch_add(1, Ordering::SeqCst);
        self.balance += event.0;
    }

    #[apply]
    fn moved_out(&mut self, event: &MovedOut) {
        self.balance -= event.0;
    }
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "list.pushed")]
struct Pushed(u64);

/// Each event has a snapshot that it is in.
#[actor(persistent = "list", snapshot_every = 1)]
#[derive(Default, Serialize)]
struct List {
    items: Vec<u64>,
}

#[handlers]
impl List {
    #[command]
    fn push(&self, item: u64) -> Persist<Self, Pushed, Vec<u64>> {
        persist(Pushed(item)).reply_with(|after: &Self| after.items.clone())
    }

    #[query]
    fn items(&self) -> Vec<u64> {
        self.items.clone()
    }

    #[apply]
    fn pushed(&mut self, event: &Pushed) {
        self.items.push(event.0);
    }
}

async fn open<A: PersistDispatch + Default>(store: impl Store) -> System {
    System::with(store).host::<A>().start().await.expect("the store is there")
}

async fn watched(store: impl Store, seen: &Seen) -> System {
    let seen = seen.clone();
    let make = move |_: &EntityId<Account>| {
        seen.made.fetch_add(1, Ordering::SeqCst);
        Ok(Account { balance: 0, seen: seen.clone() })
    };
    System::with(store).host_with(make).start().await.expect("the store is there")
}

fn account(system: &System, id: &str) -> AccountRef {
    system.entity::<Account>(id).expect("hosted")
}

fn key(kind: &str, id: &str) -> EntityKey {
    EntityKey::new(kind, id).expect("an id")
}

async fn records(store: &impl Store, kind: &str, id: &str) -> Vec<Record> {
    store.read(key(kind, id), 0, u64::MAX, 10_000).await.expect("it can be read").records
}

async fn numbers(store: &impl Store, kind: &str, id: &str) -> Vec<u64> {
    records(store, kind, id).await.iter().map(|record| record.seq).collect()
}

/// The numbers of the stored snapshots, newest first.
async fn snapshots(store: &impl Store, kind: &str, id: &str) -> Vec<u64> {
    let (mut numbers, mut upto) = (Vec::new(), u64::MAX);
    while let Some(found) = store.snapshot(key(kind, id), upto).await.expect("it can be read").snapshot {
        numbers.push(found.seq);
        upto = found.seq - 1;
    }
    numbers
}

/// A list "a" of the numbers from 1 up to `last`, and what has stored it.
async fn list(last: u64) -> MemoryStore {
    let store = MemoryStore::new();
    let system = open::<List>(store.restart()).await;
    let entity = system.entity::<List>("a").expect("hosted");
    for item in 1..=last {
        entity.push(item).await.expect("stored");
    }
    system.shutdown().await.expect("in order");
    store
}

/// What the list "a" has in it after a restart.
async fn items(store: &MemoryStore) -> Result<Vec<u64>, CallError<std::convert::Infallible>> {
    let system = open::<List>(store.restart()).await;
    let items = system.entity::<List>("a").expect("hosted").items().await;
    system.shutdown().await.expect("in order");
    items
}

// Rows of `cases/actors.md`.

#[tokio::test]
async fn case_actor_a28a_what_is_in_a_snapshot_and_in_an_event_is_applied_once() {
    let store = list(1).await;
    assert_eq!((snapshots(&store.restart(), "list", "a").await, items(&store).await), (vec![1], Ok(vec![1])));
}

#[tokio::test]
async fn case_actor_a28b_one_event_and_a_stop_in_order_is_recovered() {
    let store = MemoryStore::new();
    let system = open::<Account>(store.restart()).await;
    account(&system, "a").deposit(7).tell().expect("there is room");
    system.shutdown().await.expect("in order");
    let system = open::<Account>(store.restart()).await;
    assert_eq!(account(&system, "a").balance().await, Ok(7));
}

#[test]
fn case_actor_a28c_b9_a_failed_write_leaves_state_and_number_as_they_were() {
    for (effect, balance) in [(Effect::Reject, 6), (Effect::FailBefore, 16), (Effect::FailAfter, 16)] {
        simulate(1, |_| async move {
            let store = Arc::new(FaultyStore::new(MemoryStore::new()));
            let system = open::<Account>(store.clone()).await;
            let account = account(&system, "a");
            assert_eq!(account.deposit(5).await, Ok(5));
            store.fail(Operation::Append, When::Next(1), effect);
            let answer = account.deposit(10).await;
            assert_eq!(answer.is_err(), effect == Effect::Reject, "otherwise it is run again: {answer:?}");
            assert_eq!(account.balance().await, Ok(balance - 1));
            assert_eq!(account.deposit(1).await, Ok(balance));
            let stored = numbers(store.inner(), "account", "a").await;
            assert_eq!(stored, if balance == 6 { vec![1, 2] } else { vec![1, 2, 3] });
        });
    }
}

#[tokio::test]
async fn case_actor_a28e_e45_an_id_that_begins_like_another_has_events_of_its_own() {
    let ids = ["actor1", "actor10", "actor1/", "actor1%", "actor 1", "äctor1", "actor"];
    let store = MemoryStore::new();
    let system = open::<Account>(store.restart()).await;
    for (id, amount) in ids.into_iter().zip(1..) {
        account(&system, id).deposit(amount).await.expect("stored");
    }
    system.shutdown().await.expect("in order");
    let system = open::<Account>(store.restart()).await;
    for (id, amount) in ids.into_iter().zip(1..) {
        assert_eq!(account(&system, id).balance().await, Ok(amount), "{id}");
    }
}

#[test]
fn case_actor_a28g_e57_an_entity_whose_snapshot_does_not_come_is_not_lost_with_its_name() {
    simulate(1, |sim| async move {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let system = open::<Account>(store.clone()).await;
        store.fail(Operation::Snapshot, When::Next(1), Effect::Hang);
        assert_eq!(account(&system, "a").deposit(1).await, Ok(1));
        let waited = sim.clock().now().as_secs();
        assert_eq!((waited, store.calls(Operation::Snapshot)), (30, 2), "it is given up after 30 s, and tried again");
    });
}

#[tokio::test]
async fn case_actor_b1_commands_that_come_together_are_decided_one_after_another() {
    let store = MemoryStore::new();
    let system = open::<Account>(store.restart()).await;
    let account = account(&system, "a");
    assert_eq!(account.deposit(100).await, Ok(100));
    let asks: Vec<_> = (0..10)
        .map(|_| {
            let account = account.clone();
            tokio::spawn(async move { account.withdraw(70).await })
        })
        .collect();
    let mut answers = Vec::new();
    for ask in asks {
        answers.push(ask.await.expect("no panic"));
    }
    assert_eq!(answers.iter().filter(|answer| **answer == Ok(30)).count(), 1);
    assert_eq!(answers.iter().filter(|answer| **answer == Err(CallError::Refused(Overdrawn))).count(), 9);
    assert_eq!(account.balance().await, Ok(30));
    assert_eq!(numbers(&store.restart(), "account", "a").await, [1, 2]);
}

#[tokio::test]
async fn case_actor_b3_e39_events_after_a_snapshot_have_numbers_of_their_own_and_are_recovered() {
    let (store, seen) = (MemoryStore::new(), Seen::default());
    let system = watched(store.restart(), &seen).await;
    let before = account(&system, "a");
    before.deposit(100).await.expect("stored");
    before.save().await.expect("taken");
    before.deposit(7).await.expect("stored");
    before.deposit(5).await.expect("stored");
    system.shutdown().await.expect("in order");
    assert_eq!(snapshots(&store.restart(), "account", "a").await, [1]);
    seen.applied.store(0, Ordering::SeqCst);

    let system = watched(store.restart(), &seen).await;
    let after = account(&system, "a");
    assert_eq!(after.balance().await, Ok(112));
    assert_eq!(seen.applied.load(Ordering::SeqCst), 2, "from the snapshot on");
    after.deposit(1).await.expect("stored");
    system.shutdown().await.expect("in order");
    assert_eq!(numbers(&store.restart(), "account", "a").await, [1, 2, 3, 4]);
}

// Rows B of `cases/reported.md`.

#[tokio::test]
async fn case_b2_e49_a_snapshot_is_taken_as_a_whole_or_all_events_are_applied() {
    let store = list(8).await;
    let opened = store.restart();
    opened.delete_snapshots(key("list", "a"), u64::MAX).await.expect("deleted");
    // One that the program does not take, though it could be decoded: it has another name.
    let payload = encode_state(&List { items: vec![7] }).expect("encoded");
    let other = NewSnapshot { name: "offer".into(), version: 1, codec: Codec::MessagePack, payload, keep: 2 };
    opened.save(key("list", "a"), 3, opened.epoch(), 0, other).await.expect("saved");
    assert_eq!(items(&store).await, Ok((1..=8).collect()));
}

#[tokio::test]
async fn case_b8_e34_a_query_waits_for_its_turn_and_nobody_behind_it_does() {
    let system = open::<Account>(MemoryStore::new()).await;
    let account = account(&system, "a");
    let (first, read, second, again) = tokio::join!(
        biased;
        account.deposit(1).into_future(),
        account.balance().into_future(),
        account.deposit(2).into_future(),
        account.balance().into_future()
    );
    assert_eq!((first, read, second, again), (Ok(1), Ok(1), Ok(3), Ok(3)));
}

#[tokio::test]
async fn case_b26_the_two_newest_snapshots_are_kept() {
    let store = list(10).await;
    assert_eq!(snapshots(&store.restart(), "list", "a").await, [10, 9]);
}

#[tokio::test]
async fn case_b34_e8_e24_effects_run_in_order_after_all_that_was_decided_before() {
    let seen = Seen::default();
    let system = watched(MemoryStore::new(), &seen).await;
    let account = account(&system, "a");
    account.say("one".into(), "two".into(), true).tell().expect("there is room");
    account.say("three".into(), "four".into(), false).tell().expect("there is room");
    account.say("outer".into(), "five".into(), true).tell().expect("there is room");
    account.say("six".into(), "seven".into(), false).await.expect("decided");
    account.balance().await.expect("it lives");
    let order = ["one", "two", "three", "four", "outer", "five", "six", "seven", "nested", "nested too"];
    assert_eq!(*seen.effects.lock().expect("nobody panics"), order);
}

#[tokio::test]
async fn case_b36_e69_a_recovery_ends_with_the_last_event_and_not_before() {
    let (store, seen) = (MemoryStore::new(), Seen::default());
    let opened = store.restart();
    let events: Vec<_> = (0..1_300).map(|_| moved_in(1)).collect();
    let command = CommandId { epoch: opened.epoch(), number: 1 };
    opened.append(Unit::new(key("account", "a"), 0, opened.epoch(), 0, command, events)).await.expect("stored");
    let system = watched(store.restart(), &seen).await;
    assert_eq!(account(&system, "a").deposit(1).await, Ok(1_301), "decided on all of them, which are three pages");
}

fn moved_in(amount: i64) -> NewEvent {
    mainstay::entity::encode(&MovedIn(amount)).expect("it can be encoded")
}

#[test]
fn case_b38_b42_what_cannot_be_recovered_says_so_each_time_and_is_not_tried_in_a_loop() {
    simulate(1, |sim| async move {
        let (store, seen) = (MemoryStore::new(), Seen::default());
        let opened = store.restart();
        let strange = NewEvent { name: "account.renamed".into(), ..moved_in(1) };
        let command = CommandId { epoch: opened.epoch(), number: 1 };
        let unit = Unit::new(key("account", "a"), 0, opened.epoch(), 0, command, vec![strange]);
        opened.append(unit).await.expect("stored");
        let system = watched(store.restart(), &seen).await;
        let broken = account(&system, "a");
        let why = broken.deposit(1).await.expect_err("it cannot be recovered");
        assert!(
            matches!(&why, CallError::Recovery(why) if matches!(**why, RecoveryError::Decode { seq: 1, cause: DecodeError::Unknown, .. })),
            "{why}"
        );
        let made = seen.made.load(Ordering::SeqCst);
        sim.clock().advance(Duration::from_hours(1)).await;
        assert_eq!(seen.made.load(Ordering::SeqCst), made, "nobody asks, nobody tries");
        broken.deposit(1).tell().expect("accepted");
        assert_eq!(broken.deposit(1).await, Err(why), "one clear error");
        assert_eq!(system.dead_letter_count(), 3, "what was told is not dropped without a trace");
        assert_eq!(account(&system, "b").deposit(1).await, Ok(1), "others are not touched");
    });
}

#[test]
fn case_b50_e43_one_recovery_serves_all_who_ask_meanwhile_and_an_empty_id_is_refused() {
    simulate(1, |_| async {
        let seen = Seen::default();
        let system = watched(MemoryStore::new(), &seen).await;
        let (one, other) = (account(&system, "a"), account(&system, "a"));
        let answers = tokio::join!(biased; one.deposit(1).into_future(), other.deposit(1).into_future());
        assert_eq!((answers, seen.made.load(Ordering::SeqCst)), ((Ok(1), Ok(2)), 1));
        assert!(system.entity::<Account>("").is_err());
    });
}

#[tokio::test]
async fn case_b54_b56_a_snapshot_that_cannot_be_read_is_never_an_empty_state() {
    let store = list(5).await;
    let rotten = |payload: &[u8]| NewSnapshot {
        name: "list".into(),
        version: 1,
        codec: Codec::MessagePack,
        payload: payload.to_vec(),
        keep: 2,
    };
    for payload in [&[][..], &[0xc1], &[0x80], b"{}"] {
        let opened = store.restart();
        opened.save(key("list", "a"), 5, opened.epoch(), 0, rotten(payload)).await.expect("saved");
        assert_eq!(items(&store).await, Ok(vec![1, 2, 3, 4, 5]), "all events are applied: {payload:?}");
    }
    let opened = store.restart();
    opened.delete_snapshots(key("list", "a"), u64::MAX).await.expect("deleted");
    opened.save(key("list", "a"), 5, opened.epoch(), 0, rotten(&[0xc1])).await.expect("saved");
    opened.delete(key("list", "a"), 2).await.expect("deleted");
    let refused = items(&store).await;
    assert!(
        matches!(&refused, Err(CallError::Recovery(why)) if matches!(**why, RecoveryError::Incomplete { deleted: 2, .. })),
        "not without the events that are gone: {refused:?}"
    );
}

//! What is delivered from outside of any entity, `entity.deliver(message)`, is kept like what an entity has decided to deliver: the row of that name in
//! `promises.md`. Names of tests begin with the rule that they prove.
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::needless_pass_by_value,
    clippy::unused_self,
    reason = "the test is about what the types do"
)]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::missing_errors_doc, reason = "the refusals are what is tested")]

use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When, crash_at_every_persist};
use mainstay::testing::{Simulation, simulate, simulate_seeds};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Collects coins, until it is full.
#[actor(persistent = "box")]
#[derive(Default)]
pub struct Purse {
    coins: Vec<u64>,
    back: u64,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "box.taken")]
pub struct Taken(u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "box.back")]
pub struct Back(u64);

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[message(error = Full)]
#[confirmable(name = "box.coin")]
pub struct Coin(u64);

#[derive(Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
#[error("full")]
pub struct Full;

/// Nobody takes it.
#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "box.letter")]
pub struct Letter;

#[handlers]
impl Purse {
    #[command(message)]
    fn take(&self, Coin(coin): Coin) -> Decided<Self, Taken, (), Full> {
        if self.coins.len() == 3 { Err(Full) } else { Ok(persist(Taken(coin))) }
    }

    #[command]
    pub fn give(&self, to: EntityId<Purse>, coin: u64) -> Persist<Self, Back> {
        nothing().deliver(to, Coin(coin))
    }

    #[command]
    pub fn write(&self) -> Persist<Self, Back> {
        nothing().deliver(named("nobody"), Letter)
    }

    /// What this purse has given and nobody has taken.
    #[command(message)]
    fn returned(&self, coin: Undelivered<Coin>) -> Persist<Self, Back> {
        persist(Back(coin.message.0))
    }

    #[command]
    pub fn unconfirmed(&self, cx: &mut Context<Self>) -> Persist<Self, Back, usize> {
        nothing().reply(cx.unconfirmed_count())
    }

    #[query]
    pub fn coins(&self) -> Vec<u64> {
        self.coins.clone()
    }

    #[query]
    pub fn back(&self) -> u64 {
        self.back
    }

    #[apply]
    fn on_taken(&mut self, event: &Taken) {
        self.coins.push(event.0);
    }

    #[apply]
    fn on_back(&mut self, event: &Back) {
        self.back += event.0;
    }
}

const INTERVAL: Duration = Duration::from_secs(5);

fn purse(system: &System, id: &str) -> PurseRef {
    system.entity::<Purse>(id).expect("an id")
}

async fn start(store: Arc<MemoryStore>) -> System {
    System::with(store).host::<Purse>().start().await.expect("a start")
}

#[test]
fn d1_from_outside_it_is_stored_when_the_call_returns_and_takes_effect_once() {
    simulate_seeds(0..10, |sim| async move {
        let system = start(Arc::new(MemoryStore::new())).await;
        let alice = purse(&system, "alice");
        for coin in 1..=3 {
            assert_eq!(alice.deliver(Coin(coin)).await, Ok(()));
        }
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(alice.coins().await, Ok(vec![1, 2, 3]));
        assert_eq!(alice.unconfirmed().await, Ok(0));
    });
}

#[test]
fn d29_a_process_that_ends_right_after_the_call_has_returned_keeps_the_promise_when_the_next_one_starts() {
    simulate_seeds(0..10, |sim| async move {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let system = System::with(store.clone()).host::<Purse>().start().await.expect("a start");
        // The promise is the first write. The one in which it is taken is never done: the process has ended by then.
        store.fail(Operation::Append, When::Nth(2), Effect::Crash);
        assert_eq!(purse(&system, "alice").deliver(Coin(7)).await, Ok(()));
        let stored = Arc::new(store.inner().restart());
        drop(system);
        let system = start(stored).await;
        // Nobody has named alice: she was woken for what was promised.
        sim.clock().advance(Duration::from_millis(1)).await;
        assert_eq!(purse(&system, "alice").coins().await, Ok(vec![7]));
        assert_eq!(purse(&system, "alice").unconfirmed().await, Ok(0));
    });
}

#[test]
fn d12_a_refusal_ends_a_promise_of_others_and_is_not_told_as_if_it_were_ones_own() {
    simulate(1, |sim| async move {
        let system = start(Arc::new(MemoryStore::new())).await;
        let (alice, bob) = (purse(&system, "alice"), purse(&system, "bob"));
        for coin in 1..=4 {
            assert_eq!(alice.deliver(Coin(coin)).await, Ok(()));
        }
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(alice.coins().await, Ok(vec![1, 2, 3]));
        assert_eq!(alice.unconfirmed().await, Ok(0));
        assert_eq!(alice.back().await, Ok(0), "she has given nothing");
        assert_eq!(system.dead_letter_count(), 1);
        bob.give(alice.id().clone(), 5).await.expect("a gift");
        sim.clock().advance(INTERVAL).await;
        assert_eq!(bob.back().await, Ok(5), "he has");
    });
}

#[test]
fn d37_from_outside_too_nothing_is_stored_beyond_the_limit() {
    simulate(2, |sim| async move {
        let settings = Settings { max_unconfirmed_messages: 1, ..Settings::default() };
        let system = System::volatile().settings(settings).host::<Purse>().start().await.expect("a start");
        let alice = purse(&system, "alice");
        alice.write().await.expect("a letter");
        assert_eq!(alice.deliver(Coin(1)).await, Err(CallError::Busy));
        sim.clock().advance(INTERVAL).await;
        assert_eq!(alice.coins().await, Ok(vec![]));
        assert_eq!(alice.unconfirmed().await, Ok(1));
    });
}

#[test]
fn d35_a_store_that_does_not_know_what_became_of_a_write_makes_no_promise_lost_or_doubled() {
    for effect in [Effect::FailBefore, Effect::FailAfter, Effect::HangAfter] {
        for write in 1..=9 {
            simulate(write, |sim| async move {
                let store = Arc::new(FaultyStore::new(MemoryStore::new()));
                let system = System::with(store.clone()).host::<Purse>().start().await.expect("a start");
                let alice = purse(&system, "alice");
                store.fail(Operation::Append, When::Nth(write), effect);
                sim.spawn(async move {
                    for coin in 1..=3 {
                        assert_eq!(alice.deliver(Coin(coin)).await, Ok(()));
                    }
                });
                sim.clock().advance(INTERVAL * 20).await;
                let alice = purse(&system, "alice");
                assert_eq!(alice.coins().await, Ok(vec![1, 2, 3]), "write {write}: {effect:?}");
                assert_eq!(alice.unconfirmed().await, Ok(0));
            });
        }
    }
}

#[test]
fn d36_from_outside_a_crash_at_any_persist_loses_nothing() {
    async fn scenario(sim: Simulation, store: Arc<FaultyStore<MemoryStore>>) -> System {
        let system = System::with(store).host::<Purse>().start().await.expect("a start");
        let alice = purse(&system, "alice");
        // Whoever does not know whether it was promised looks first.
        if alice.unconfirmed().await == Ok(0) && alice.coins().await == Ok(vec![]) {
            alice.deliver(Coin(9)).await.expect("a promise");
        }
        sim.clock().advance(INTERVAL * 3).await;
        system
    }
    crash_at_every_persist(0..5, scenario, |system| async move {
        let alice = purse(&system, "alice");
        let end = (alice.coins().await, alice.unconfirmed().await);
        assert_eq!(end, (Ok(vec![9]), Ok(0)));
    });
}

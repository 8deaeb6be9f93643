//! What an entity has decided to deliver arrives, and takes effect once.

#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::needless_pass_by_value,
    clippy::unchecked_time_subtraction,
    clippy::unused_self,
    reason = "the test is about what the types do"
)]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::missing_errors_doc, reason = "the refusals are what is tested")]

use mainstay::delivery::Cause;
use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When, crash_at_every_persist};
use mainstay::testing::{DeliveriesNotDeduplicated, Simulation, simulate, simulate_seeds};
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

#[actor(persistent = "ledger", snapshot_every = 100)]
#[derive(Default)]
pub struct Ledger {
    balance: u64,
    closed: bool,
    /// Ids of credits that came back.
    back: Vec<u64>,
    confirmed: Vec<u64>,
    warned: Vec<Vec<u64>>,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.deposited")]
pub struct Deposited(u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.withdrawn")]
pub struct Withdrawn(u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.closed")]
pub struct Closed;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.bounced")]
pub struct Bounced(u64, u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.settled")]
pub struct Settled(u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.warned")]
pub struct Warned(Vec<u64>);

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[message(error = Refusal)]
#[confirmable(name = "ledger.credit")]
pub struct Credit(u64);

/// One that nobody takes: so nothing confirms it.
#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "ledger.letter")]
pub struct Letter(u64);

#[derive(Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum Refusal {
    #[error("closed")]
    Closed,
}

#[handlers]
impl Ledger {
    #[command]
    pub fn deposit(&self, amount: u64) -> Persist<Self, Deposited> {
        persist(Deposited(amount))
    }

    #[command]
    pub fn transfer(&self, to: EntityId<Ledger>, amount: u64) -> Persist<Self, Withdrawn> {
        persist(Withdrawn(amount)).deliver(to, Credit(amount))
    }

    #[command]
    pub fn transfer_many(&self, to: Vec<String>) -> Persist<Self, Withdrawn> {
        let to = to.into_iter().filter_map(|to| entity::<Ledger>(to).ok());
        to.fold(persist(Withdrawn(0)), |decision, to| decision.deliver(to, Credit(1)))
    }

    #[command]
    pub fn write(&self, to: String, letters: u64) -> Persist<Self, Withdrawn> {
        (0..letters).fold(persist(Withdrawn(0)), |decision, letter| decision.deliver(named(to.clone()), Letter(letter)))
    }

    #[command]
    pub fn forget(&self, id: u64) -> Persist<Self, Withdrawn> {
        nothing().give_up(id)
    }

    #[command(message)]
    fn credit(&self, Credit(amount): Credit) -> Decided<Self, Deposited, (), Refusal> {
        assert_ne!(amount, 13, "an unlucky number");
        if self.closed { Err(Refusal::Closed) } else { Ok(persist(Deposited(amount))) }
    }

    #[command(message)]
    fn bounced(&self, undelivered: Undelivered<Credit>) -> Persist<Self, Bounced> {
        let kind = match undelivered.why {
            Cause::Refused(why) => {
                assert_eq!(*why, Refusal::Closed);
                0
            }
            Cause::Quarantined { .. } => 1_000,
            _ => 2_000,
        };
        persist(Bounced(undelivered.id + kind, undelivered.message.0))
    }

    #[command(message)]
    fn settled(&self, confirmed: Confirmed<Credit>) -> Persist<Self, Settled> {
        persist(Settled(confirmed.id))
    }

    #[command(message)]
    fn warned(&self, warning: UnconfirmedDeliveries) -> Persist<Self, Warned> {
        persist(Warned(warning.unconfirmed.iter().map(|unconfirmed| unconfirmed.id).collect()))
    }

    #[command]
    pub fn close(&self) -> Persist<Self, Closed> {
        persist(Closed)
    }

    #[command]
    pub fn unconfirmed(&self, cx: &mut Context<Self>) -> Persist<Self, Closed, usize> {
        nothing().reply(cx.unconfirmed_count())
    }

    #[query]
    pub fn balance(&self) -> u64 {
        self.balance
    }

    #[query]
    pub fn back(&self) -> Vec<u64> {
        self.back.clone()
    }

    #[query]
    pub fn confirmed(&self) -> Vec<u64> {
        self.confirmed.clone()
    }

    #[query]
    pub fn warnings(&self) -> Vec<Vec<u64>> {
        self.warned.clone()
    }

    #[apply]
    fn on_deposited(&mut self, event: &Deposited) {
        self.balance += event.0;
    }

    #[apply]
    fn on_withdrawn(&mut self, event: &Withdrawn) {
        self.balance = self.balance.saturating_sub(event.0);
    }

    #[apply]
    fn on_closed(&mut self, _: &Closed) {
        self.closed = true;
    }

    #[apply]
    fn on_bounced(&mut self, event: &Bounced) {
        self.back.push(event.0);
        self.balance += event.1;
    }

    #[apply]
    fn on_settled(&mut self, event: &Settled) {
        self.confirmed.push(event.0);
    }

    #[apply]
    fn on_warned(&mut self, event: &Warned) {
        self.warned.push(event.0.clone());
    }
}

async fn start(store: &Arc<MemoryStore>) -> System {
    System::with(store.clone()).host::<Ledger>().start().await.expect("a start")
}

fn ledger(system: &System, id: &str) -> LedgerRef {
    system.entity::<Ledger>(id).expect("an id")
}

fn id(id: &str) -> EntityId<Ledger> {
    EntityId::new(id).expect("an id")
}

/// Lets everything happen that needs no time.
async fn settle(sim: &Simulation) {
    sim.clock().advance(Duration::from_millis(1)).await;
}

const INTERVAL: Duration = Duration::from_secs(5);

#[test]
fn d27_messages_arrive_in_order_each_once_and_are_confirmed() {
    simulate_seeds(0..10, |sim| async move {
        let store = Arc::new(MemoryStore::new());
        let system = start(&store).await;
        let (alice, bob) = (ledger(&system, "alice"), ledger(&system, "bob"));
        for amount in 1..=3 {
            alice.transfer(id("bob"), amount).await.expect("a transfer");
        }
        settle(&sim).await;
        assert_eq!(bob.balance().await, Ok(6));
        assert_eq!(alice.confirmed().await, Ok(vec![1, 2, 3]));
        assert_eq!(alice.unconfirmed().await, Ok(0));
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(bob.balance().await, Ok(6));
        assert_eq!(alice.confirmed().await, Ok(vec![1, 2, 3]));
    });
}

#[test]
fn c19_ids_have_no_gaps_over_all_destinations_and_go_on_after_a_restart() {
    simulate(1, |sim| async move {
        let store = Arc::new(MemoryStore::new());
        let system = start(&store).await;
        ledger(&system, "alice").transfer_many(vec!["bob".into(), "carol".into()]).await.expect("transfers");
        settle(&sim).await;
        system.shutdown().await.expect("a shutdown");
        let system = start(&Arc::new(store.restart())).await;
        let alice = ledger(&system, "alice");
        alice.transfer_many(vec!["carol".into(), "bob".into()]).await.expect("transfers");
        settle(&sim).await;
        let mut confirmed = alice.confirmed().await.expect("an answer");
        confirmed.sort_unstable();
        assert_eq!(confirmed, [1, 2, 3, 4]);
        assert_eq!(ledger(&system, "bob").balance().await, Ok(2));
        assert_eq!(ledger(&system, "carol").balance().await, Ok(2));
    });
}

#[test]
fn a_refusal_reaches_the_sender_typed_and_once() {
    simulate_seeds(0..10, |sim| async move {
        let store = Arc::new(MemoryStore::new());
        let system = start(&store).await;
        let (alice, bob) = (ledger(&system, "alice"), ledger(&system, "bob"));
        alice.deposit(10).await.expect("a deposit");
        bob.close().await.expect("a close");
        alice.transfer(id("bob"), 4).await.expect("a transfer");
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(alice.back().await, Ok(vec![1]));
        assert_eq!(alice.balance().await, Ok(10));
        assert_eq!(bob.balance().await, Ok(0));
    });
}

#[test]
fn a_receiver_that_panics_confirms_negatively() {
    simulate(3, |sim| async move {
        let store = Arc::new(MemoryStore::new());
        let system = start(&store).await;
        let alice = ledger(&system, "alice");
        alice.deposit(20).await.expect("a deposit");
        alice.transfer(id("bob"), 13).await.expect("a transfer");
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(alice.back().await, Ok(vec![1_001]));
        assert_eq!(alice.balance().await, Ok(20));
        assert_eq!(ledger(&system, "bob").balance().await, Ok(0));
    });
}

#[test]
fn d8_d9_d32_all_ids_of_a_tick_are_warned_of_once_after_five_attempts_and_again_after_a_restart() {
    simulate(4, |sim| async move {
        let store = Arc::new(MemoryStore::new());
        let system = start(&store).await;
        let alice = ledger(&system, "alice");
        alice.write("nobody".into(), 1).await.expect("a letter");
        alice.write("nobody else".into(), 1).await.expect("a letter");
        // The sixth time that they are sent is the fifth that they are sent again.
        sim.clock().advance(INTERVAL * 5 - Duration::from_secs(1)).await;
        assert_eq!(alice.warnings().await, Ok(vec![]));
        sim.clock().advance(INTERVAL * 5).await;
        assert_eq!(alice.warnings().await, Ok(vec![vec![1, 2]]));
        sim.clock().advance(INTERVAL * 20).await;
        assert_eq!(alice.warnings().await, Ok(vec![vec![1, 2]]));
        system.shutdown().await.expect("a shutdown");
        let system = start(&Arc::new(store.restart())).await;
        sim.clock().advance(INTERVAL * 10).await;
        assert_eq!(ledger(&system, "alice").warnings().await, Ok(vec![vec![1, 2], vec![1, 2]]));
    });
}

#[test]
fn d20_d37_beyond_the_limit_the_caller_is_told_and_nothing_is_stored_but_recovery_knows_no_limit() {
    simulate(5, |sim| async move {
        let store = Arc::new(MemoryStore::new());
        let limit = |most| Settings { max_unconfirmed_messages: most, ..Settings::default() };
        let start = async |store: Arc<MemoryStore>, most| {
            System::with(store).settings(limit(most)).host::<Ledger>().start().await.expect("a start")
        };
        let system = start(store.clone(), 3).await;
        let alice = ledger(&system, "alice");
        alice.write("nobody".into(), 3).await.expect("letters");
        assert_eq!(alice.write("nobody".into(), 1).await, Err(CallError::Busy));
        assert_eq!(alice.unconfirmed().await, Ok(3));
        alice.forget(2).await.expect("an end");
        assert_eq!(alice.unconfirmed().await, Ok(2));
        alice.write("nobody".into(), 1).await.expect("a letter");
        system.shutdown().await.expect("a shutdown");
        let system = start(Arc::new(store.restart()), 2).await;
        settle(&sim).await;
        assert_eq!(ledger(&system, "alice").unconfirmed().await, Ok(3));
        assert_eq!(ledger(&system, "alice").write("nobody".into(), 1).await, Err(CallError::Busy));
    });
}

#[actor]
#[derive(Default)]
pub struct Mailer {
    letters: Vec<u64>,
}

#[handlers]
impl Mailer {
    #[handle(message)]
    fn post(&mut self, letter: Letter) {
        self.letters.push(letter.0);
    }

    #[handle]
    pub fn letters(&self) -> Vec<u64> {
        self.letters.clone()
    }
}

#[test]
fn d24_a_name_that_nobody_has_yet_gets_its_messages_when_somebody_has_it() {
    simulate_seeds(0..5, |sim| async move {
        let store = Arc::new(MemoryStore::new());
        let system = start(&store).await;
        let alice = ledger(&system, "alice");
        alice.write("mailer".into(), 3).await.expect("letters");
        sim.clock().advance(INTERVAL * 2).await;
        assert_eq!(alice.unconfirmed().await, Ok(3));
        let mailer = system.spawn_named("mailer", Mailer::default()).expect("a name");
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(mailer.letters().await, Ok(vec![0, 1, 2]));
        assert_eq!(alice.unconfirmed().await, Ok(0));
    });
}

#[test]
fn d29_after_a_restart_what_is_not_confirmed_is_sent_before_anything_new() {
    simulate(6, |sim| async move {
        let store = Arc::new(MemoryStore::new());
        let system = start(&store).await;
        ledger(&system, "alice").write("mailer".into(), 2).await.expect("letters");
        system.shutdown().await.expect("a shutdown");
        let system = start(&Arc::new(store.restart())).await;
        let mailer = system.spawn_named("mailer", Mailer::default()).expect("a name");
        // Nobody has named alice yet: she was woken for what she has to send.
        sim.clock().advance(INTERVAL * 2).await;
        assert_eq!(mailer.letters().await, Ok(vec![0, 1]));
        let alice = ledger(&system, "alice");
        assert_eq!(alice.unconfirmed().await, Ok(0));
        assert_eq!(mailer.letters().await.map(|letters| letters.len()), Ok(2));
    });
}

#[test]
fn d29_a_store_that_is_out_at_the_start_is_asked_again_who_has_something_to_send() {
    for effect in [Effect::FailBefore, Effect::Hang] {
        simulate(16, |sim| async move {
            let store = Arc::new(MemoryStore::new());
            let system = start(&store).await;
            ledger(&system, "alice").write("mailer".into(), 2).await.expect("letters");
            system.shutdown().await.expect("a shutdown");
            let store = Arc::new(FaultyStore::new(store.restart()));
            store.fail(Operation::Beside, When::Next(3), effect);
            let system = System::with(store).host::<Ledger>().start().await.expect("a start");
            let mailer = system.spawn_named("mailer", Mailer::default()).expect("a name");
            sim.clock().advance(Duration::from_mins(2)).await;
            assert_eq!(mailer.letters().await, Ok(vec![0, 1]));
        });
    }
}

#[test]
fn d34_no_more_than_the_burst_limit_is_sent_at_a_time_and_all_of_it_in_the_end() {
    simulate(7, |sim| async move {
        let settings = Settings { redelivery_burst_limit: 2, ..Settings::default() };
        let system = System::volatile().settings(settings).host::<Ledger>().start().await.expect("a start");
        let alice = ledger(&system, "alice");
        alice.write("mailer".into(), 5).await.expect("letters");
        settle(&sim).await;
        let mailer = system.spawn_named("mailer", Mailer::default()).expect("a name");
        let mut counts = Vec::new();
        for _ in 0..6 {
            sim.clock().advance(INTERVAL / 2).await;
            counts.push(mailer.letters().await.expect("letters").len());
        }
        assert_eq!(counts, [0, 2, 4, 5, 5, 5]);
    });
}

/// One transfer that is taken and one that is refused.
async fn two_transfers(sim: Simulation, store: Arc<FaultyStore<MemoryStore>>) -> System {
    let system = System::with(store).host::<Ledger>().start().await.expect("a start");
    let alice = ledger(&system, "alice");
    alice.deposit(10).id("deposit").await.expect("a deposit");
    ledger(&system, "carol").close().id("close").await.expect("a close");
    alice.transfer(id("bob"), 3).id("to bob").await.expect("a transfer");
    alice.transfer(id("carol"), 4).id("to carol").await.expect("a transfer");
    sim.clock().advance(INTERVAL * 3).await;
    system
}

async fn sums(system: System) -> (u64, u64, u64, usize) {
    let (alice, bob, carol) = (ledger(&system, "alice"), ledger(&system, "bob"), ledger(&system, "carol"));
    (
        alice.balance().await.expect("a sum"),
        bob.balance().await.expect("a sum"),
        carol.balance().await.expect("a sum"),
        alice.unconfirmed().await.expect("a count"),
    )
}

#[test]
fn d36_a_crash_at_any_persist_of_either_side_does_not_change_the_end() {
    let end = |system| async {
        let end = sums(system).await;
        assert_eq!(end, (7, 3, 0, 0));
        end
    };
    crash_at_every_persist(0..5, two_transfers, end);
}

#[test]
fn d36_without_what_is_stored_as_seen_a_crash_changes_the_end() {
    let _forgetful = DeliveriesNotDeduplicated::on_this_thread();
    let crashes = AssertUnwindSafe(|| crash_at_every_persist(0..5, two_transfers, sums));
    assert!(catch_unwind(crashes).is_err());
}

#[test]
fn d35_a_store_that_fails_at_random_loses_nothing_and_doubles_nothing() {
    simulate_seeds(0..20, |sim| async move {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let system = System::with(store.clone()).host::<Ledger>().start().await.expect("a start");
        let (alice, bob) = (ledger(&system, "alice"), ledger(&system, "bob"));
        alice.deposit(100).await.expect("a deposit");
        for (operation, probability, effect) in [
            (Operation::Append, 0.3, Effect::FailAfter),
            (Operation::Read, 0.25, Effect::FailBefore),
            (Operation::Beside, 0.2, Effect::FailBefore),
        ] {
            store.fail(operation, When::Chance { probability, seed: 11 }, effect);
        }
        for amount in 1..=10 {
            let alice = alice.clone();
            sim.spawn(async move {
                alice.transfer(id("bob"), amount).await.expect("a transfer");
            });
        }
        sim.clock().advance(INTERVAL * 20).await;
        store.heal();
        sim.clock().advance(INTERVAL * 20).await;
        assert_eq!(bob.balance().await, Ok(55));
        assert_eq!(alice.balance().await, Ok(45));
        assert_eq!(alice.unconfirmed().await, Ok(0));
    });
}

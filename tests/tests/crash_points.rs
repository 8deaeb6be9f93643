//! A crash before and after every write: the end is the same, and a program for which it is not is found out.

#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::missing_errors_doc, reason = "the refusals are what is tested")]
#![allow(clippy::unused_self, reason = "not every command looks at the state")]

use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use mainstay::testing::store::{FaultyStore, crash_at_every_persist};
use mainstay::testing::{DEADLINE, Simulation, expect};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

#[actor(persistent = "ledger", snapshot_every = 3)]
#[derive(Default)]
pub struct Ledger {
    balance: u64,
    tickets: Vec<u64>,
    times: Vec<SystemTime>,
    /// A mistake: what is decided depends on something that is not stored.
    #[volatile]
    next: AtomicU64,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.deposited")]
pub struct Deposited {
    amount: u64,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.withdrawn")]
pub struct Withdrawn {
    amount: u64,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.numbered")]
pub struct Numbered {
    ticket: u64,
    at: SystemTime,
}

#[derive(Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
#[error("only {0} left")]
pub struct Insufficient(u64);

#[handlers]
impl Ledger {
    #[command]
    pub fn deposit(&self, amount: u64) -> Persist<Self, Deposited, u64> {
        persist(Deposited { amount }).reply_with(|after: &Self| after.balance)
    }

    #[command]
    pub fn withdraw(&self, amount: u64) -> Decided<Self, Withdrawn, u64, Insufficient> {
        let rest = self.balance.checked_sub(amount).ok_or(Insufficient(self.balance))?;
        Ok(persist(Withdrawn { amount }).reply(rest))
    }

    /// The mistake is made here.
    #[command]
    pub fn number(&self, cx: &mut Context<Self>) -> Persist<Self, Numbered> {
        persist(Numbered { ticket: self.next.fetch_add(1, Ordering::Relaxed), at: cx.now() })
    }

    #[query]
    pub fn balance(&self) -> u64 {
        self.balance
    }

    #[query]
    pub fn tickets(&self) -> Vec<u64> {
        self.tickets.clone()
    }

    #[query]
    pub fn times(&self) -> Vec<SystemTime> {
        self.times.clone()
    }

    #[apply]
    fn deposited(&mut self, event: &Deposited) {
        self.balance += event.amount;
    }

    #[apply]
    fn withdrawn(&mut self, event: &Withdrawn) {
        self.balance -= event.amount;
    }

    #[apply]
    fn numbered(&mut self, event: &Numbered) {
        self.tickets.push(event.ticket);
        self.times.push(event.at);
    }
}

type Shared = Arc<FaultyStore<MemoryStore>>;

async fn start(store: Shared) -> System {
    System::with(store).host::<Ledger>().start().await.expect("a start")
}

fn ledger(system: &System, id: &str) -> LedgerRef {
    system.entity::<Ledger>(id).expect("an id")
}

/// The words with which `test` fails.
fn failure(test: impl FnOnce()) -> String {
    let Err(words) = catch_unwind(AssertUnwindSafe(test)) else { panic!("it did not fail") };
    *words.downcast::<String>().expect("words")
}

/// Two clients at once, who give their calls ids.
async fn two_clients(sim: Simulation, store: Shared) -> System {
    let system = start(store).await;
    let alice = ledger(&system, "alice");
    let (bob, other) = (ledger(&system, "bob"), system.clone());
    sim.spawn(async move {
        for amount in 1..=3 {
            let _ = ledger(&other, "bob").deposit(amount).id(format!("d{amount}")).await;
        }
    });
    for amount in 1..=4 {
        alice.deposit(amount).id(format!("d{amount}")).await.expect("a deposit");
    }
    assert_eq!(alice.withdraw(7).id("w").await, Ok(3));
    assert_eq!(alice.withdraw(7).id("too much").await, Err(CallError::Refused(Insufficient(3))));
    let last = bob.deposit(10).id("d10");
    last.await.expect("a deposit");
    sim.clock().settle().await;
    system
}

async fn balances(system: System) -> (u64, u64) {
    let (alice, bob) = (ledger(&system, "alice"), ledger(&system, "bob"));
    let sums = async { (alice.balance().await.expect("a sum"), bob.balance().await.expect("a sum")) };
    expect(DEADLINE, sums).await
}

#[test]
fn a_crash_at_any_persist_does_not_change_the_end() {
    crash_at_every_persist(0..10, two_clients, balances);
}

#[test]
fn the_end_is_that_of_all_commands() {
    let ends = RefCell::new(BTreeSet::new());
    let end = |system| async {
        let end = balances(system).await;
        ends.borrow_mut().insert(end);
        end
    };
    crash_at_every_persist(0..2, two_clients, end);
    assert_eq!(ends.into_inner(), BTreeSet::from([(3, 16)]));
}

#[test]
fn there_are_two_runs_for_each_append_and_two_lives_in_each() {
    let lives = Cell::new(0);
    let scenario = |_, store| {
        lives.set(lives.get() + 1);
        async {
            let system = start(store).await;
            for amount in 1..=5 {
                ledger(&system, "alice").deposit(amount).id(format!("{amount}")).await.expect("a deposit");
            }
            system
        }
    };
    crash_at_every_persist(7..8, scenario, balances);
    assert_eq!(lives.get(), 1 + 5 * 2 * 2);
}

#[test]
fn a_client_that_repeats_without_an_id_is_found_out() {
    let scenario = |_, store| async {
        let system = start(store).await;
        ledger(&system, "alice").deposit(5).await.expect("a deposit");
        system
    };
    let words = failure(|| crash_at_every_persist(3..4, scenario, balances));
    let expected = "seed 3, with a crash after append 1 of 1: the end is (10, 0), and without a crash it is (5, 0)";
    assert_eq!(words, expected);
}

#[test]
fn an_actor_that_decides_on_what_is_not_stored_is_found_out() {
    let scenario = |_, store| async {
        let system = start(store).await;
        for n in 1..=3 {
            ledger(&system, "alice").number().id(format!("{n}")).await.expect("a number");
        }
        system
    };
    let end = |system| async move { ledger(&system, "alice").tickets().await.expect("tickets") };
    let words = failure(|| crash_at_every_persist(0..1, scenario, end));
    let expected =
        "seed 0, with a crash after append 1 of 3: the end is [0, 0, 1], and without a crash it is [0, 1, 2]";
    assert_eq!(words, expected);
}

#[test]
fn the_time_of_day_goes_on_after_a_crash() {
    let starts = RefCell::new(Vec::new());
    let scenario = |sim: Simulation, store| {
        starts.borrow_mut().push(sim.clock().wall());
        async move {
            let system = start(store).await;
            for n in 1..=2 {
                sim.clock().advance(Duration::from_hours(1)).await;
                ledger(&system, "alice").number().id(format!("{n}")).await.expect("a number");
            }
            system
        }
    };
    let end = |system| async move { ledger(&system, "alice").times().await.expect("times").is_sorted() };
    crash_at_every_persist(0..1, scenario, end);
    let starts = starts.into_inner();
    let hours = |start: &SystemTime| start.duration_since(starts[0]).expect("a later time").as_secs() / 3600;
    assert_eq!(starts.iter().map(hours).collect::<Vec<_>>(), [0, 0, 1, 0, 1, 0, 2, 0, 2]);
}

#[test]
fn a_scenario_that_stores_nothing_tests_nothing() {
    let words = failure(|| crash_at_every_persist(2..3, |_, store| start(store), balances));
    assert_eq!(words, "seed 2: the scenario stores nothing");
}

//! Deliveries that are taken in the order in which they were decided, a window of them at a time.
#![deny(warnings)]
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "the test is about what the types do"
)]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::testing::store::{FaultyStore, crash_at_every_persist};
use mainstay::testing::{Faults, Network, Simulation, simulate};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex};

#[actor(persistent = "clerk")]
#[derive(Default)]
pub struct Clerk {
    given: u32,
    taken: Vec<u32>,
    is_stubborn: bool,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "clerk.given")]
pub struct Given(u32);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "clerk.taken")]
pub struct Taken(u32);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "clerk.stubborn")]
pub struct Stubborn;

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[message(error = No)]
#[confirmable(name = "clerk.form")]
pub struct Form(u32);

#[derive(Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum No {
    #[error("no")]
    No,
}

#[handlers]
impl Clerk {
    #[command]
    pub fn give(&self, to: EntityId<Clerk>, forms: u32) -> Persist<Self, Given> {
        let new = self.given + 1..=self.given + forms;
        new.fold(persist(Given(forms)), |decision, form| decision.deliver(ordered(&to), Form(form)))
    }

    #[command]
    pub fn give_out_of_order(&self, to: EntityId<Clerk>, forms: Vec<u32>) -> Persist<Self, Given> {
        forms.into_iter().fold(nothing(), |decision, form| decision.deliver(&to, Form(form)))
    }

    #[command]
    pub fn give_to_name(&self, to: String, forms: u32) -> Persist<Self, Given> {
        let new = self.given + 1..=self.given + forms;
        new.fold(persist(Given(forms)), |decision, form| decision.deliver(ordered(named(to.clone())), Form(form)))
    }

    #[command]
    pub fn forget(&self, id: u64) -> Persist<Self, Given> {
        nothing().give_up(id)
    }

    #[command]
    pub fn refuse_every_third(&self) -> Persist<Self, Stubborn> {
        persist(Stubborn)
    }

    #[command(message)]
    fn take(&self, Form(form): Form) -> Decided<Self, Taken, (), No> {
        if self.is_stubborn && form.is_multiple_of(3) { Err(No::No) } else { Ok(persist(Taken(form))) }
    }

    #[command]
    pub fn unconfirmed(&self, cx: &mut Context<Self>) -> Persist<Self, Given, usize> {
        nothing().reply(cx.unconfirmed_count())
    }

    #[query]
    pub fn given(&self) -> u32 {
        self.given
    }

    #[query]
    pub fn taken(&self) -> Vec<u32> {
        self.taken.clone()
    }

    #[apply]
    fn on_given(&mut self, event: &Given) {
        self.given += event.0;
    }

    #[apply]
    fn on_taken(&mut self, event: &Taken) {
        self.taken.push(event.0);
    }

    #[apply]
    fn on_stubborn(&mut self, _: &Stubborn) {
        self.is_stubborn = true;
    }
}

/// An actor in memory, which fails at each form that it has not seen and that is a multiple of 10.
#[actor(mailbox = 1024, backoff(min = "1ms"), intensity(restarts = 100, within = "1m"))]
pub struct Copyist(Arc<Mutex<Vec<u32>>>);

#[handlers]
impl Copyist {
    #[handle(message)]
    fn copy(&mut self, Form(form): Form) -> Result<(), No> {
        let mut seen = self.0.lock().expect("no panic under the lock");
        let is_new = !seen.contains(&form);
        seen.push(form);
        drop(seen);
        assert!(!is_new || !form.is_multiple_of(10), "it happens");
        Ok(())
    }
}

const INTERVAL: Duration = Duration::from_secs(5);

/// All that a network can do, but for the end of it.
fn bad() -> Faults {
    Faults { lose: 0.2, duplicate: 0.3, reorder: 0.4, delay: Duration::ZERO..Duration::from_millis(20), ..Faults::NONE }
}

fn id(id: &str) -> EntityId<Clerk> {
    EntityId::new(id).expect("an id")
}

fn clerk(system: &System, id: &str) -> ClerkRef {
    system.entity::<Clerk>(id).expect("an id")
}

async fn start(store: Arc<MemoryStore>, settings: Settings) -> System {
    System::with(store).settings(settings).host::<Clerk>().start().await.expect("a start")
}

fn window(window: usize, backlog: usize) -> Settings {
    Settings { ordered_window: window, ordered_backlog: backlog, ..Settings::default() }
}

fn ten_seeds<F: Future<Output = ()>>(test: impl Fn(u64, Simulation) -> F) {
    for seed in 0..10 {
        simulate(seed, |sim| test(seed, sim));
    }
}

/// Lets everything happen that needs no time.
async fn settle(sim: &Simulation) {
    sim.clock().advance(Duration::from_millis(1)).await;
}

#[test]
fn d41_d22_ordered_deliveries_are_taken_in_order_without_gap_or_copy_whatever_the_network_does() {
    ten_seeds(|seed, sim| async move {
        let network = Network::new(seed);
        let _carried = network.carry_deliveries();
        network.faults("clerk/alice", "clerk/bob", bad());
        network.faults(Network::CONFIRMATIONS, "clerk/alice", bad());
        let system = start(Arc::default(), window(8, 1000)).await;
        let (alice, bob) = (clerk(&system, "alice"), clerk(&system, "bob"));
        for _ in 0..10 {
            alice.give(id("bob"), 10).await.expect("there is room");
            sim.clock().advance(Duration::from_secs(1)).await;
        }
        for _ in 0..200 {
            sim.clock().advance(INTERVAL).await;
        }
        assert_eq!(bob.taken().await, Ok((1..=100).collect()));
        assert_eq!(alice.unconfirmed().await, Ok(0));
        let traffic = network.traffic("clerk/alice", "clerk/bob");
        assert!(traffic.lost > 0 && traffic.doubled > 0 && traffic.reordered > 0, "{traffic:?}");
    });
}

#[test]
fn d22_without_order_the_same_network_changes_the_order() {
    simulate(1, |sim| async move {
        let network = Network::new(1);
        let _carried = network.carry_deliveries();
        network.faults("clerk/alice", "clerk/bob", Faults { lose_every: Some(2), ..Faults::NONE });
        let system = start(Arc::default(), Settings::default()).await;
        let (alice, bob) = (clerk(&system, "alice"), clerk(&system, "bob"));
        alice.give_out_of_order(id("bob"), vec![1, 2, 3]).await.expect("there is room");
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(bob.taken().await, Ok(vec![1, 3, 2]));
    });
}

#[test]
fn d40_no_more_than_the_window_is_under_way_and_each_confirmation_lets_one_more_go() {
    simulate(1, |sim| async move {
        let network = Network::new(1);
        let _carried = network.carry_deliveries();
        network.faults(Network::CONFIRMATIONS, "clerk/alice", Faults::CUT);
        let system = start(Arc::default(), window(3, 100)).await;
        let (alice, bob) = (clerk(&system, "alice"), clerk(&system, "bob"));
        alice.give(id("bob"), 10).await.expect("there is room");
        settle(&sim).await;
        assert_eq!(bob.taken().await, Ok(vec![1, 2, 3]));
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(bob.taken().await, Ok(vec![1, 2, 3]), "nothing was confirmed");
        network.faults(Network::CONFIRMATIONS, "clerk/alice", Faults::NONE);
        sim.clock().advance(INTERVAL * 2).await;
        assert_eq!(bob.taken().await, Ok((1..=10).collect()), "all of it at once, since nobody waits any more");
        assert_eq!(alice.unconfirmed().await, Ok(0));
    });
}

#[test]
fn d40_the_window_is_for_each_destination() {
    simulate(1, |sim| async move {
        let network = Network::new(1);
        let _carried = network.carry_deliveries();
        network.faults("clerk/alice", "clerk/bob", Faults::CUT);
        let system = start(Arc::default(), window(2, 4)).await;
        let alice = clerk(&system, "alice");
        alice.give(id("bob"), 6).await.expect("there is room");
        alice.give(id("carol"), 6).await.expect("there is room for another destination");
        settle(&sim).await;
        assert_eq!(clerk(&system, "carol").taken().await, Ok((7..=12).collect()));
        assert_eq!(network.traffic("clerk/alice", "clerk/bob").sent, 2);
    });
}

#[test]
fn d39_beyond_the_window_and_what_may_wait_behind_it_the_caller_is_told_and_nothing_is_stored() {
    simulate(1, |sim| async move {
        let network = Network::new(1);
        let _carried = network.carry_deliveries();
        network.faults("clerk/alice", "clerk/bob", Faults::CUT);
        let system = start(Arc::default(), window(2, 3)).await;
        let alice = clerk(&system, "alice");
        alice.give(id("bob"), 4).await.expect("there is room");
        assert_eq!(alice.give(id("bob"), 2).await, Err(CallError::Busy));
        assert_eq!(alice.given().await, Ok(4), "nothing of it was stored");
        alice.give(id("bob"), 1).await.expect("there is room for one");
        assert_eq!(alice.give(id("bob"), 1).await, Err(CallError::Busy));
        assert_eq!(alice.give_out_of_order(id("bob"), vec![100]).await, Ok(()), "the bound is for those in order");
        network.faults("clerk/alice", "clerk/bob", Faults::NONE);
        sim.clock().advance(INTERVAL * 2).await;
        alice.give(id("bob"), 5).await.expect("all was confirmed");
        settle(&sim).await;
        let mut taken = clerk(&system, "bob").taken().await.expect("an answer");
        taken.retain(|form| *form != 100);
        assert_eq!(taken, (1..=10).collect::<Vec<_>>());
    });
}

#[test]
fn d46_d43_a_restart_goes_on_with_the_first_that_is_not_confirmed_also_when_there_is_none() {
    ten_seeds(|seed, sim| async move {
        let network = Network::new(seed);
        let _carried = network.carry_deliveries();
        let mut store = Arc::new(MemoryStore::new());
        for round in 0..6_u32 {
            let system = start(store.clone(), window(4, 100)).await;
            // The second process begins with what the first has left, on a bad network, too; the fourth with nothing.
            let is_good = round % 3 == 2;
            let faults = if is_good { Faults::NONE } else { bad() };
            network.faults("clerk/alice", "clerk/bob", faults.clone());
            network.faults(Network::CONFIRMATIONS, "clerk/alice", faults);
            clerk(&system, "alice").give(id("bob"), 10).await.expect("there is room");
            sim.clock().advance(if is_good { INTERVAL * 8 } else { INTERVAL / 4 }).await;
            system.shutdown().await.expect("a shutdown");
            store = Arc::new(store.restart());
        }
        let system = start(store, window(4, 100)).await;
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(clerk(&system, "bob").taken().await, Ok((1..=60).collect()));
        assert_eq!(clerk(&system, "alice").unconfirmed().await, Ok(0));
    });
}

/// Six forms in order through a window of two.
async fn six_forms(sim: Simulation, store: Arc<FaultyStore<MemoryStore>>) -> System {
    let system = System::with(store).settings(window(2, 100)).host::<Clerk>().start().await.expect("a start");
    let alice = clerk(&system, "alice");
    alice.give(id("bob"), 3).id("first").await.expect("there is room");
    alice.give(id("bob"), 3).id("second").await.expect("there is room");
    sim.clock().advance(INTERVAL * 3).await;
    system
}

#[test]
fn d42_a_crash_at_any_persist_of_either_side_keeps_the_order_and_takes_each_once() {
    let end = |system| async move {
        let taken = clerk(&system, "bob").taken().await;
        assert_eq!(taken, Ok((1..=6).collect()));
        assert_eq!(clerk(&system, "alice").unconfirmed().await, Ok(0));
        drop(system);
        taken
    };
    crash_at_every_persist(0..5, six_forms, end);
}

#[test]
fn a_refused_delivery_is_over_and_those_behind_it_go_on() {
    simulate(1, |sim| async move {
        let system = start(Arc::default(), window(2, 100)).await;
        let (alice, bob) = (clerk(&system, "alice"), clerk(&system, "bob"));
        bob.refuse_every_third().await.expect("it is stored");
        alice.give(id("bob"), 8).await.expect("there is room");
        settle(&sim).await;
        assert_eq!(bob.taken().await, Ok(vec![1, 2, 4, 5, 7, 8]));
        assert_eq!(alice.unconfirmed().await, Ok(0));
    });
}

#[test]
fn one_that_is_given_up_is_over_and_a_late_copy_of_it_is_not_taken() {
    simulate(1, |sim| async move {
        let network = Network::new(1);
        let _carried = network.carry_deliveries();
        network.faults("clerk/alice", "clerk/bob", Faults { reorder: 1.0, ..Faults::NONE });
        let system = start(Arc::default(), window(1, 100)).await;
        let (alice, bob) = (clerk(&system, "alice"), clerk(&system, "bob"));
        alice.give(id("bob"), 3).await.expect("there is room");
        settle(&sim).await;
        network.faults("clerk/alice", "clerk/bob", Faults::NONE);
        alice.forget(1).await.expect("it is stored");
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(bob.taken().await, Ok(vec![2, 3]));
        assert_eq!(network.traffic("clerk/alice", "clerk/bob").arrived, 3, "the first came after the second");
        assert_eq!(alice.unconfirmed().await, Ok(0));
    });
}

#[test]
fn d41_an_actor_in_memory_takes_them_in_order_and_again_from_the_one_that_it_failed_at() {
    ten_seeds(|seed, sim| async move {
        let network = Network::new(seed);
        let _carried = network.carry_deliveries();
        network.faults("clerk/alice", "copyist", bad());
        let system = start(Arc::default(), window(8, 100)).await;
        let log = Arc::new(Mutex::new(Vec::new()));
        let its = log.clone();
        system.spawn_named_with("copyist", move || Copyist(its.clone())).expect("a name");
        let alice = clerk(&system, "alice");
        alice.give_to_name("copyist".into(), 40).await.expect("there is room");
        for _ in 0..200 {
            sim.clock().advance(INTERVAL).await;
        }
        assert_eq!(alice.unconfirmed().await, Ok(0));
        let log = log.lock().expect("no panic under the lock").clone();
        let mut first_times = Vec::new();
        for form in &log {
            if !first_times.contains(form) {
                first_times.push(*form);
            }
        }
        assert_eq!(first_times, (1..=40).collect::<Vec<_>>());
        assert!(log.len() >= 44, "those that it failed at came again: {log:?}");
    });
}

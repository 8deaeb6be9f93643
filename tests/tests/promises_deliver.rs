//! The rows of the table of promises in the documentation of `mainstay::delivery` about what entities deliver, a test for each cell: plain and in
//! order, to entities and to actors in memory. That what is ordered keeps its order on any network is in `delivery_ordered.rs`, and what a pool
//! does in `delivery_work.rs`.
#![deny(warnings)]
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::missing_panics_doc,
    clippy::needless_pass_by_value,
    clippy::unused_self,
    reason = "the test is about what the types do"
)]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use mainstay::testing::{Faults, Network, simulate};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::sync::{Arc, Mutex};

thread_local! {
    /// How often an entity still fails at letter 2.
    static FAILURES: Cell<u32> = const { Cell::new(0) };
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Way {
    Plain,
    InOrder,
}

const WAYS: [Way; 2] = [Way::Plain, Way::InOrder];

#[actor(persistent = "writer")]
#[derive(Default)]
pub struct Writer {
    sent: u32,
    read: Vec<u32>,
    came_back: Vec<u32>,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "writer.sent")]
pub struct Sent;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "writer.read")]
pub struct Read(u32);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "writer.came_back")]
pub struct CameBack(u32);

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "writer.letter")]
pub struct Letter(u32);

#[handlers]
impl Writer {
    #[command]
    pub fn send(&self, way: Way, to: EntityId<Writer>) -> Persist<Self, Sent> {
        let letter = Letter(self.sent + 1);
        match way {
            Way::Plain => persist(Sent).deliver(to, letter),
            Way::InOrder => persist(Sent).deliver(ordered(to), letter),
        }
    }

    #[command]
    pub fn send_to_name(&self, way: Way) -> Persist<Self, Sent> {
        let letter = Letter(self.sent + 1);
        match way {
            Way::Plain => persist(Sent).deliver(named("reader"), letter),
            Way::InOrder => persist(Sent).deliver(ordered(named("reader")), letter),
        }
    }

    #[command]
    pub fn fail(&self) -> Persist<Self, Sent> {
        panic!("it happens")
    }

    #[command(message)]
    fn read(&self, Letter(letter): Letter) -> Persist<Self, Read> {
        let failures = FAILURES.get();
        if letter == 2 && failures > 0 {
            FAILURES.set(failures - 1);
            panic!("it happens");
        }
        persist(Read(letter))
    }

    #[command(message)]
    fn came_back(&self, undelivered: Undelivered<Letter>) -> Persist<Self, CameBack> {
        persist(CameBack(undelivered.message.0))
    }

    #[query]
    pub fn sent(&self) -> u32 {
        self.sent
    }

    #[query]
    pub fn letters(&self) -> Vec<u32> {
        self.read.clone()
    }

    #[query]
    pub fn returned(&self) -> Vec<u32> {
        self.came_back.clone()
    }

    #[apply]
    fn on_sent(&mut self, _: &Sent) {
        self.sent += 1;
    }

    #[apply]
    fn on_read(&mut self, event: &Read) {
        self.read.push(event.0);
    }

    #[apply]
    fn on_came_back(&mut self, event: &CameBack) {
        self.came_back.push(event.0);
    }
}

/// In memory. It fails at letter 2 the first time.
#[actor(backoff(min = "1ms"))]
pub struct Reader(Arc<Mutex<Vec<u32>>>);

#[handlers]
impl Reader {
    #[handle(message)]
    fn read(&mut self, Letter(letter): Letter) {
        let mut seen = self.0.lock().expect("no panic under the lock");
        let is_new = !seen.contains(&letter);
        seen.push(letter);
        drop(seen);
        assert!(letter != 2 || !is_new, "it happens");
    }

    #[handle]
    fn fail(&mut self) {
        panic!("it happens");
    }
}

const INTERVAL: Duration = Duration::from_secs(5);

async fn start(store: impl Into<Arc<MemoryStore>>) -> (System, WriterRef, WriterRef) {
    let system = System::with(store.into()).host::<Writer>().start().await.expect("a start");
    let (alice, bob) = (writer(&system, "alice"), writer(&system, "bob"));
    (system, alice, bob)
}

fn writer(system: &System, id: &str) -> WriterRef {
    system.entity::<Writer>(id).expect("an id")
}

#[test]
fn deliver_does_not_keep_the_order_and_ordered_does() {
    for (way, taken) in [(Way::Plain, [1, 3, 2]), (Way::InOrder, [1, 2, 3])] {
        simulate(1, |sim| async move {
            let network = Network::new(1);
            let _carried = network.carry_deliveries();
            network.faults("writer/alice", "writer/bob", Faults { lose_every: Some(2), ..Faults::NONE });
            let (_system, alice, bob) = start(MemoryStore::new()).await;
            for _ in 0..3 {
                alice.send(way, bob.id().clone()).await.expect("it is stored");
            }
            sim.clock().advance(INTERVAL / 5).await;
            network.faults("writer/alice", "writer/bob", Faults::NONE);
            sim.clock().advance(INTERVAL * 2).await;
            assert_eq!(bob.letters().await, Ok(taken.into()));
        });
    }
}

#[test]
fn deliver_is_run_again_when_an_entity_crashes_and_comes_back_when_it_crashes_too_often() {
    for way in WAYS {
        for (failures, taken, returned) in [(2, vec![1, 2, 3], vec![]), (3, vec![1, 3], vec![2])] {
            simulate(1, |sim| async move {
                FAILURES.set(failures);
                let (_system, alice, bob) = start(MemoryStore::new()).await;
                for _ in 0..3 {
                    alice.send(way, bob.id().clone()).await.expect("it is stored");
                }
                sim.clock().advance(INTERVAL * 4).await;
                assert_eq!((bob.letters().await, alice.returned().await), (Ok(taken), Ok(returned)), "{way:?}");
            });
        }
    }
}

#[test]
fn deliver_is_sent_again_when_an_actor_in_memory_crashes_and_what_is_ordered_waits_for_it() {
    for (way, taken) in [(Way::Plain, vec![1, 2, 3, 2]), (Way::InOrder, vec![1, 2, 2, 3])] {
        simulate(1, |sim| async move {
            let (system, alice, _) = start(MemoryStore::new()).await;
            let log = Arc::new(Mutex::new(Vec::new()));
            let its = log.clone();
            system.spawn_named_with("reader", move || Reader(its.clone())).expect("a name");
            for _ in 0..3 {
                alice.send_to_name(way).await.expect("it is stored");
            }
            sim.clock().advance(INTERVAL * 4).await;
            assert_eq!(*log.lock().expect("no panic under the lock"), taken, "{way:?}");
        });
    }
}

#[test]
fn deliver_may_come_twice_to_an_actor_in_memory_that_has_crashed() {
    for way in WAYS {
        simulate(1, |sim| async move {
            let network = Network::new(1);
            let _carried = network.carry_deliveries();
            network.faults(Network::CONFIRMATIONS, "writer/alice", Faults::CUT);
            let (system, alice, _) = start(MemoryStore::new()).await;
            let log = Arc::new(Mutex::new(Vec::new()));
            let its = log.clone();
            let reader = system.spawn_named_with("reader", move || Reader(its.clone())).expect("a name");
            alice.send_to_name(way).await.expect("it is stored");
            sim.clock().advance(INTERVAL * 2).await;
            assert_eq!(*log.lock().expect("no panic under the lock"), [1], "a copy is not run");
            assert_eq!(reader.fail().await, Err(CallError::Failed));
            sim.clock().advance(INTERVAL * 2).await;
            assert_eq!(*log.lock().expect("no panic under the lock"), [1, 1], "it has forgotten");
        });
    }
}

#[test]
fn deliver_is_sent_again_when_the_sender_crashes() {
    for way in WAYS {
        simulate(1, |sim| async move {
            let network = Network::new(1);
            let _carried = network.carry_deliveries();
            network.faults("writer/alice", "writer/bob", Faults::CUT);
            let (_system, alice, bob) = start(MemoryStore::new()).await;
            for _ in 0..3 {
                alice.send(way, bob.id().clone()).await.expect("it is stored");
            }
            network.faults("writer/alice", "writer/bob", Faults::NONE);
            assert!(matches!(alice.fail().await, Err(CallError::Quarantined { .. })));
            sim.clock().advance(INTERVAL / 5).await;
            assert_eq!(
                bob.letters().await,
                Ok(vec![1, 2, 3]),
                "{way:?}: at once, by the incarnation that has recovered"
            );
        });
    }
}

#[test]
fn deliver_is_lost_with_the_process_before_it_is_stored_and_else_is_sent_by_the_next_one() {
    for way in WAYS {
        for (effect, sent, taken) in [(Effect::Crash, 0, vec![]), (Effect::CrashAfter, 1, vec![1])] {
            simulate(1, |sim| async move {
                let memory = Arc::new(MemoryStore::new());
                let store = Arc::new(FaultyStore::new(memory.clone()));
                store.fail(Operation::Append, When::Nth(1), effect);
                let system = System::with(store.clone()).host::<Writer>().start().await.expect("a start");
                writer(&system, "alice").send(way, EntityId::new("bob").expect("an id")).tell().expect("there is room");
                store.crashed().await;
                drop(system);
                let (_system, alice, bob) = start(memory.restart()).await;
                sim.clock().advance(INTERVAL).await;
                assert_eq!((alice.sent().await, bob.letters().await), (Ok(sent), Ok(taken)), "{way:?}");
            });
        }
    }
}

#[test]
fn deliver_never_takes_effect_twice_at_an_entity() {
    for way in WAYS {
        simulate(1, |sim| async move {
            let network = Network::new(1);
            let _carried = network.carry_deliveries();
            network.faults("writer/alice", "writer/bob", Faults { duplicate: 1.0, ..Faults::NONE });
            network.faults(Network::CONFIRMATIONS, "writer/alice", Faults::CUT);
            let store = Arc::new(MemoryStore::new());
            let (system, alice, bob) = start(store.clone()).await;
            for _ in 0..3 {
                alice.send(way, bob.id().clone()).await.expect("it is stored");
            }
            sim.clock().advance(INTERVAL * 4).await;
            assert_eq!(bob.letters().await, Ok(vec![1, 2, 3]));
            system.shutdown().await.expect("a shutdown");
            let (_system, _alice, bob) = start(store.restart()).await;
            sim.clock().advance(INTERVAL * 4).await;
            assert!(network.traffic("writer/alice", "writer/bob").arrived >= 12);
            assert_eq!(bob.letters().await, Ok(vec![1, 2, 3]));
        });
    }
}

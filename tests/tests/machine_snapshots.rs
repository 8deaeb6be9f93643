//! Snapshots of machines: the state with what all states share, and none of it needs `Clone` or `Debug`.

#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::entity::{Persistent as _, Recover as _};
use mainstay::journal::{EntityKey, MemoryStore, Snapshot, Store as _};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Events that were applied, in all incarnations.
type Applied = Arc<AtomicU64>;

#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = u64)]
pub struct Add(u64);
#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Pay;
/// Asks for the total, the number of notes, and whether it is paid.
#[derive(Message, Clone)]
#[message(reply = (u64, usize, bool))]
pub struct Look;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.added")]
pub struct Added(u64);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.paid")]
pub struct WasPaid;

/// Neither `Clone` nor `Debug`.
#[derive(Serialize, Deserialize)]
pub struct Open {
    total: u64,
}
#[derive(Serialize, Deserialize)]
pub struct Paid {
    total: u64,
}
#[derive(Serialize, Deserialize)]
pub struct Note(String);

/// The same machine with other options: programs of different days.
macro_rules! order {
    ($module:ident, $($option:tt)*) => {
        mod $module {
            use super::*;

            #[fsm(states = OrderState, $($option)*)]
            pub struct Order {
                #[volatile]
                pub applied: Applied,
                pub notes: Vec<Note>,
            }

            #[derive(States, Serialize, Deserialize)]
            #[states(Order, name = "order")]
            #[query(Look)]
            pub enum OrderState {
                #[initial]
                #[on(Add => Added => stay)]
                #[on(Pay => WasPaid => Paid)]
                Open(Open),
                #[terminal]
                Paid(Paid),
            }

            impl OrderFlow for Order {
                fn initial(&self) -> Open {
                    Open { total: 0 }
                }

                fn open_add(&self, _: &Open, Add(n): Add, cx: &mut Context<Self>) -> Decide<Self, Add, Added> {
                    if n == 1_000 {
                        cx.snapshot();
                    }
                    persist(Added(n)).reply(n)
                }

                fn open_pay(&self, _: &Open, _: Pay, _: &mut Context<Self>) -> Decide<Self, Pay, WasPaid> {
                    persist(WasPaid)
                }

                fn open_added(&mut self, open: &mut Open, event: &Added) {
                    self.note();
                    open.total += event.0;
                }

                fn open_was_paid(&mut self, open: Open, _: &WasPaid) -> Paid {
                    self.note();
                    Paid { total: open.total }
                }

                fn look(&self, state: &OrderState, _: Look) -> (u64, usize, bool) {
                    match state {
                        OrderState::Open(open) => (open.total, self.notes.len(), false),
                        OrderState::Paid(paid) => (paid.total, self.notes.len(), true),
                    }
                }
            }

            impl Order {
                fn note(&mut self) {
                    self.applied.fetch_add(1, Ordering::SeqCst);
                    self.notes.push(Note("applied".into()));
                }
            }

            /// Tells the order `adds`, pays in between if asked to, and says what there is at the end and how many events that took.
            pub async fn run(store: &MemoryStore, adds: &[u64], pay: bool) -> ((u64, usize, bool), u64) {
                let applied = Applied::default();
                let given = applied.clone();
                let make = move |_: &EntityId<Order>| Ok(Order { applied: given.clone(), notes: Vec::new() });
                let system = System::with(store.restart()).host_with::<Order>(make).start().await.expect("a start");
                let order = system.entity::<Order>("a").expect("hosted");
                for n in adds {
                    order.ask(Add(*n)).await.expect("taken");
                }
                if pay {
                    order.ask(Pay).await.expect("taken");
                }
                let seen = order.ask(Look).await.expect("an answer");
                system.shutdown().await.expect("in order");
                (seen, applied.load(Ordering::SeqCst))
            }
        }
    };
}

order!(every_3, snapshot_every = 3);
order!(every_3_of_version_2, snapshot_every = 3, snapshot_version = 2);
order!(on_demand, snapshot_version = 7);
order!(without, mailbox = 8);

async fn newest(store: &MemoryStore) -> Option<Snapshot> {
    let key = EntityKey::new("order", "a").expect("an id");
    store.restart().snapshot(key, u64::MAX).await.expect("in order").snapshot
}

#[tokio::test]
async fn e48_recovery_starts_from_the_snapshot_and_applies_what_came_after_it() {
    let store = MemoryStore::new();
    assert_eq!(every_3::run(&store, &[1, 2, 3, 4], false).await, ((10, 4, false), 4));
    let snapshot = newest(&store).await.expect("one was taken");
    assert_eq!((snapshot.seq, &*snapshot.name, snapshot.version), (3, "order", 1));
    assert_eq!(every_3::run(&store, &[], false).await, ((10, 4, false), 1), "the event after the snapshot alone");
}

#[tokio::test]
async fn e86_a_snapshot_holds_the_state_with_its_data_and_what_all_states_share() {
    let store = MemoryStore::new();
    assert_eq!(every_3::run(&store, &[5, 6], true).await, ((11, 3, true), 3));
    assert_eq!(newest(&store).await.map(|snapshot| snapshot.seq), Some(3));
    assert_eq!(
        every_3::run(&store, &[], false).await,
        ((11, 3, true), 0),
        "the state is `Paid`, and the volatile field new"
    );
}

#[tokio::test]
async fn v8_a_snapshot_of_another_version_is_not_used() {
    let store = MemoryStore::new();
    every_3::run(&store, &[1, 2, 3], false).await;
    assert_eq!(every_3_of_version_2::run(&store, &[], false).await, ((6, 3, false), 3), "the whole history");
    assert_eq!(newest(&store).await.map(|snapshot| snapshot.version), Some(2), "taken after so long a recovery");
    assert_eq!(every_3_of_version_2::run(&store, &[4, 5], false).await, ((15, 5, false), 2), "the new ones alone");
}

#[tokio::test]
async fn e48_a_command_may_ask_for_a_snapshot() {
    let store = MemoryStore::new();
    on_demand::run(&store, &[1, 2, 3, 4, 5, 6], false).await;
    assert_eq!(newest(&store).await, None);
    on_demand::run(&store, &[1_000], false).await;
    assert_eq!(newest(&store).await.map(|snapshot| (snapshot.seq, snapshot.version)), Some((7, 7)));
    assert_eq!(on_demand::run(&store, &[], false).await, ((1_021, 7, false), 0));
}

#[tokio::test]
async fn a_machine_takes_no_snapshots_unless_it_says_so() {
    assert_eq!((without::Order::SNAPSHOT, without::Order::SNAPSHOT_EVERY), (None, None));
    let store = MemoryStore::new();
    without::run(&store, &[1, 2, 3, 1_000], false).await;
    assert_eq!(newest(&store).await, None);
    assert_eq!(without::run(&store, &[], false).await, ((1_006, 4, false), 4));
}

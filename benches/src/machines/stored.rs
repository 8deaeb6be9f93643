//! A machine that is stored, without its store: it decides, and changes by what it has decided.

use super::gate::Input;
use crate::ours::Outcome;
use mainstay::entity::{EventMeta, PersistHandler, Recover};
use mainstay::journal::{CommandId, MemoryStore};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::hint::black_box;
use std::sync::Arc;
use std::time::SystemTime;

#[derive(Message, Clone, Serialize, Deserialize)]
struct Coin(u64);

#[derive(Message, Clone, Serialize, Deserialize)]
struct Push;

/// Lets another machine of the same table take so many inputs, and says how many have passed.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = u64)]
struct Spin(u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "bench.paid")]
struct Paid(u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "bench.went_through")]
struct WentThrough;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "bench.shut")]
struct Shut;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "bench.refused")]
struct Refused;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "bench.spun")]
struct Spun;

#[fsm(states = StoredGateState)]
#[derive(Default, Serialize, Deserialize)]
struct StoredGate {
    passed: u64,
    refused: u64,
}

#[derive(Default, Serialize, Deserialize)]
struct Unlocked {
    coins: u64,
}

#[derive(States)]
#[states(StoredGate, name = "stored_gate")]
#[otherwise(Spin => Spun => stay)]
enum StoredGateState {
    #[initial]
    #[on(Coin => Paid => Unlocked)]
    #[on(Push => Refused => stay)]
    Locked,
    #[on(Coin => Paid => stay)]
    #[on(Push => WentThrough => stay, Shut => Locked)]
    Unlocked(Unlocked),
}

impl StoredGateFlow for StoredGate {
    fn locked_coin(&self, Coin(by): Coin, _: &mut Context<Self>) -> Persist<Self, Paid> {
        persist(Paid(by))
    }

    fn locked_paid(&mut self, Paid(by): &Paid) -> Unlocked {
        Unlocked { coins: *by }
    }

    fn locked_push(&self, _: Push, _: &mut Context<Self>) -> Persist<Self, Refused> {
        persist(Refused)
    }

    fn locked_refused(&mut self, _: &Refused) {
        self.refused += 1;
    }

    fn unlocked_coin(&self, _: &Unlocked, Coin(by): Coin, _: &mut Context<Self>) -> Persist<Self, Paid> {
        persist(Paid(by))
    }

    fn unlocked_paid(&mut self, unlocked: &mut Unlocked, Paid(by): &Paid) {
        unlocked.coins += by;
    }

    fn unlocked_push(
        &self,
        unlocked: &Unlocked,
        _: Push,
        _: &mut Context<Self>,
    ) -> Persist<Self, StoredGateUnlockedPush> {
        if unlocked.coins > 1 { persist(WentThrough) } else { persist(Shut) }
    }

    fn unlocked_went_through(&mut self, unlocked: &mut Unlocked, _: &WentThrough) {
        self.passed += 1;
        unlocked.coins -= 1;
    }

    fn unlocked_shut(&mut self, _: Unlocked, _: &Shut) {
        self.passed += 1;
    }

    fn otherwise_spun(&mut self, _: &Spun) {}

    fn otherwise_spin(
        &self,
        _: &StoredGateState,
        Spin(times): Spin,
        cx: &mut Context<Self>,
    ) -> Persist<Self, Spun, u64> {
        let mut gate = Self::default().start();
        let meta = EventMeta::new(1, SystemTime::UNIX_EPOCH, CommandId { epoch: 1, number: 1 });
        for n in 0..times {
            // A step keeps what was decided to itself, so the event is made once more.
            let event: <Self as Recover>::Event = match (black_box(Input::at(n)), &gate.state) {
                (Input::Coin(by), _) => {
                    black_box(<Self as PersistHandler<Coin>>::persist(&gate, Coin(by), cx));
                    Paid(by).into()
                }
                (Input::Push, StoredGateState::Unlocked(unlocked)) if unlocked.coins > 1 => {
                    black_box(<Self as PersistHandler<Push>>::persist(&gate, Push, cx));
                    StoredGateUnlockedPush::WentThrough(WentThrough).into()
                }
                (Input::Push, _) => {
                    black_box(<Self as PersistHandler<Push>>::persist(&gate, Push, cx));
                    StoredGateUnlockedPush::Shut(Shut).into()
                }
            };
            gate = match Self::apply(gate, &event, &meta) {
                Ok(gate) => gate,
                Err(_) => return nothing().reply(0),
            };
        }
        nothing().reply(gate.data.passed)
    }
}

/// A machine that lives in a system, since only what lives has a context; what it lets another one decide is not stored.
pub(super) async fn machine(times: u64) -> Outcome<u64> {
    let system = System::with(Arc::new(MemoryStore::new())).host::<StoredGate>().start().await?;
    let passed = system.entity::<StoredGate>("1")?.ask(Spin(times)).await?;
    system.shutdown().await?;
    Ok(passed)
}

enum State {
    Locked,
    Unlocked { coins: u64 },
}

enum Event {
    Paid(u64),
    WentThrough,
    Shut,
    Refused,
}

struct ByHand {
    passed: u64,
    refused: u64,
    state: State,
}

impl ByHand {
    fn decide(&self, input: &Input) -> Event {
        match (&self.state, input) {
            (_, Input::Coin(by)) => Event::Paid(*by),
            (State::Locked, Input::Push) => Event::Refused,
            (State::Unlocked { coins }, Input::Push) if *coins > 1 => Event::WentThrough,
            (State::Unlocked { .. }, Input::Push) => Event::Shut,
        }
    }

    fn evolve(mut self, event: &Event) -> Option<Self> {
        self.state = match (self.state, event) {
            (State::Locked, Event::Paid(by)) => State::Unlocked { coins: *by },
            (State::Locked, Event::Refused) => {
                self.refused += 1;
                State::Locked
            }
            (State::Unlocked { coins }, Event::Paid(by)) => State::Unlocked { coins: coins + by },
            (State::Unlocked { coins }, Event::WentThrough) => {
                self.passed += 1;
                State::Unlocked { coins: coins - 1 }
            }
            (State::Unlocked { .. }, Event::Shut) => {
                self.passed += 1;
                State::Locked
            }
            _ => return None,
        };
        Some(self)
    }
}

/// An enum for the states and one for the events, a `match` that decides and one that changes.
pub(super) fn by_hand(times: u64) -> u64 {
    let mut gate = ByHand { passed: 0, refused: 0, state: State::Locked };
    for n in 0..times {
        let event = black_box(gate.decide(&black_box(Input::at(n))));
        gate = match gate.evolve(&event) {
            Some(gate) => gate,
            None => return 0,
        };
    }
    gate.passed + gate.refused
}

//! The types of a shop, as its program has them.
#![allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    reason = "what a module of a program shows is for the program"
)]
#![allow(clippy::unused_self, reason = "a command reads the state, also where it has nothing to read")]

use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A sale, as the first version of the program had it.
#[derive(Serialize, Deserialize)]
pub struct SoldV1 {
    pub whole: u64,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "till.sold", version = 2, from(1 = SoldV1))]
pub struct Sold {
    pub cents: u64,
}

impl From<SoldV1> for Sold {
    fn from(old: SoldV1) -> Self {
        Self { cents: old.whole * 100 }
    }
}

/// Its state is shown as its snapshots hold it.
#[actor(persistent = "till", snapshot_version = 1)]
#[derive(Debug, Default)]
pub struct Till {
    cents: u64,
    amounts: HashSet<u64>,
}

#[handlers]
impl Till {
    #[command]
    pub fn sell(&self, cents: u64, cx: &mut Context<Self>) -> Persist<Self, Sold> {
        // After every third sale.
        if self.amounts.len() % 3 == 2 {
            cx.snapshot();
        }
        persist(Sold { cents })
    }

    /// Tells a note of a sale.
    #[command]
    pub fn report(&self, to: EntityId<Note>) -> Persist<Self, Sold> {
        persist(Sold { cents: 1 }).deliver(to, Told("sold".into()))
    }

    #[command]
    pub fn unconfirmed(&self, cx: &mut Context<Self>) -> Persist<Self, Sold, usize> {
        nothing().reply(cx.unconfirmed_count())
    }

    #[apply]
    fn sold(&mut self, event: &Sold) {
        self.cents += event.cents;
        self.amounts.insert(event.cents);
    }
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "note.written")]
pub struct Written(String);

/// What a note is told.
#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "note.told")]
pub struct Told(String);

/// It has neither snapshots nor a `Debug`.
#[actor(persistent = "note")]
#[derive(Default)]
pub struct Note {
    text: String,
}

#[handlers]
impl Note {
    #[command]
    pub fn write(&self, text: String) -> Persist<Self, Written> {
        persist(Written(text))
    }

    #[command(message)]
    fn told(&self, Told(text): Told) -> Persist<Self, Written> {
        persist(Written(text))
    }

    #[query]
    pub fn read(&self) -> String {
        self.text.clone()
    }

    #[apply]
    fn written(&mut self, Written(text): &Written) {
        self.text.clone_from(text);
    }
}

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Open;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.opened")]
pub struct Opened;

/// A machine without a `Debug`: its states have names.
#[fsm(states = DoorState)]
pub struct Door;

#[derive(States)]
#[states(Door, name = "door")]
pub enum DoorState {
    #[initial]
    #[on(Open => Opened => Ajar)]
    Shut,
    #[terminal]
    Ajar,
}

impl DoorFlow for Door {
    fn shut_open(&self, _: Open, _: &mut Context<Self>) -> Decide<Self, Open, Opened> {
        persist(Opened)
    }

    fn shut_opened(&mut self, _: &Opened) {}
}

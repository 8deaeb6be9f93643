//! What both machines have in common: how a row is consumed, and once only.

use mainstay::entity::{Persistent, Stores};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

/// `Confirmation of receipt`: the row that registers a case. It goes to both machines.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Register(pub u32);

/// A row that the state does not expect. It goes to the machine that had no row for it, in whatever state.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Deviate {
    pub row: u32,
    pub code: String,
}

/// Asks for the state of a case, for the report.
#[derive(Message, Clone)]
#[message(reply = Tally)]
pub struct Describe;

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Consumed {
    /// The state has a row for it.
    Accepted,
    /// A deviation: stored as a fact of the case, and the state stays.
    Refused,
    /// It was consumed before, perhaps by a process that is gone. Nothing is stored.
    Before,
}

/// The state of one machine of a case.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    pub state: &'static str,
    pub accepted: u64,
    pub refused: u64,
}

/// Which rows were consumed, and how.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rows {
    last: u32,
    accepted: u64,
    refused: u64,
}

impl Rows {
    /// Decides that the row `row` is what the state expects.
    pub fn take<A: Persistent, O: Stores<E>, E>(&self, row: u32, event: E) -> Persist<A, O, Consumed> {
        self.consume(row, event, Consumed::Accepted)
    }

    /// Decides that the row `row` is a deviation.
    pub fn deviate<A: Persistent, O: Stores<E>, E>(&self, row: u32, event: E) -> Persist<A, O, Consumed> {
        self.consume(row, event, Consumed::Refused)
    }

    // The rows of a case come in order, so the last number tells them all: a resumed run may send everything again.
    fn consume<A: Persistent, O: Stores<E>, E>(&self, row: u32, event: E, how: Consumed) -> Persist<A, O, Consumed> {
        if row <= self.last { nothing().reply(Consumed::Before) } else { persist(event).reply(how) }
    }

    pub fn accept(&mut self, row: u32) {
        self.note(row);
        self.accepted += 1;
    }

    pub fn refuse(&mut self, row: u32) {
        self.note(row);
        self.refused += 1;
    }

    /// Notes a row that the other machine counts.
    pub fn note(&mut self, row: u32) {
        self.last = row;
    }

    pub fn tally(&self, state: &'static str) -> Tally {
        Tally { state, accepted: self.accepted, refused: self.refused }
    }
}

//! `mainstay` under another name: every macro is told where it is, and no name of ours is in scope.

use keel::prelude::*;
use serde::{Deserialize, Serialize};

/// The runtime, for those who use this crate and know of no other.
pub mod inside {
    pub use keel as runtime;
}

/// A message.
#[derive(Debug, Clone, Message, Confirmable, Serialize, Deserialize)]
#[message(reply = u64, crate = ::keel)]
#[confirmable(name = "rename.add", crate = ::keel)]
pub struct Add(pub u64);

/// An event.
#[derive(Debug, Event, Serialize, Deserialize)]
#[event(name = "rename.added", crate = ::keel)]
pub struct Added(pub u64);

/// A timer.
#[derive(Debug, Clone, Timer, Serialize, Deserialize)]
#[timer(name = "rename.beat", crate = ::keel)]
pub struct Beat;

/// An actor in memory.
#[actor(mailbox = 8, crate = ::keel)]
#[derive(Debug, Default)]
pub struct Counter(u64);

#[handlers(crate = ::keel)]
impl Counter {
    /// Counts.
    #[handle]
    pub fn count(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }

    /// Adds.
    #[handle(message)]
    pub fn add(&mut self, Add(number): Add) -> u64 {
        self.0 += number;
        self.0
    }

    /// Begins anew.
    #[handle(message)]
    pub(crate) fn reset(&mut self, _: Reset) {
        self.0 = 0;
    }
}

/// A message of this crate, to an actor that others may use.
#[derive(Debug, Clone, Message, Serialize, Deserialize)]
#[message(crate = ::keel)]
pub(crate) struct Reset;

/// A persistent actor.
#[actor(persistent = "rename.sum", snapshot_every = 2, crate = ::keel)]
#[derive(Debug, Default)]
pub struct Sum(u64);

#[handlers(crate = ::keel)]
impl Sum {
    /// Adds.
    #[command(message)]
    pub fn add(&self, Add(number): Add) -> Decide<Self, Add, Added> {
        persist(Added(number)).reply_with(|after: &Self| after.0)
    }

    /// Begins anew.
    #[command(message)]
    pub(crate) fn reset(&self, _: Reset) -> Decide<Self, Reset, Added> {
        persist(Added(self.0))
    }

    #[timer]
    fn beat(&self, _: Beat) -> Persist<Self, Added> {
        persist(Added(self.0))
    }

    #[apply]
    fn added(&mut self, event: &Added) {
        self.0 += event.0;
    }
}

/// A machine.
#[fsm(states = StepState, snapshot_every = 2, crate = ::keel)]
#[derive(Debug, Default)]
pub struct Step {
    total: u64,
}

/// Its states.
#[derive(Debug, States, Serialize, Deserialize)]
#[states(Step, name = "rename.step", crate = ::keel)]
pub enum StepState {
    /// Before.
    #[initial]
    #[on(Add => Added => Done)]
    #[after(late: "1d" => Added => Done)]
    Before,
    /// After.
    #[terminal]
    Done,
}

impl StepFlow for Step {
    fn before_add(&self, Add(number): Add, _: &mut Context<Self>) -> Decide<Self, Add, Added> {
        persist(Added(number)).reply(number)
    }

    fn before_late(&self, _: &mut Context<Self>) -> Persist<Self, Added> {
        persist(Added(0))
    }

    fn before_added(&mut self, event: &Added) {
        self.total += event.0;
    }
}

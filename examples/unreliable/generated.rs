//! The same count, generated. What the other one needs a supervisor, a wrapper and confirmations for is what every stored machine does.

use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

/// Replies with the count after it.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = u64)]
pub struct Add(pub u32);

#[derive(Message, Clone)]
#[message(reply = u64)]
pub struct GetCount;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "count.added")]
pub struct Added(u32);

#[fsm(states = CountState)]
#[derive(Default)]
pub struct Count {
    count: u64,
}

#[derive(States)]
#[states(Count, name = "count")]
#[query(GetCount)]
pub enum CountState {
    #[initial]
    #[on(Add => Added => stay)]
    Counting,
}

impl CountFlow for Count {
    fn counting_add(&self, Add(value): Add, _: &mut Context<Self>) -> Decide<Self, Add, Added> {
        persist(Added(value)).reply_with(|after: &Machine<Self, CountState>| after.data.count)
    }

    fn counting_added(&mut self, Added(value): &Added) {
        self.count += u64::from(*value);
    }

    fn get_count(&self, _: &CountState, _: GetCount) -> u64 {
        self.count
    }
}

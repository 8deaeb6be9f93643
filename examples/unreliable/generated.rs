//! The same count, generated. What the other one needs a supervisor, a wrapper and confirmations for is what every persistent actor does.

#![allow(clippy::unused_self, reason = "this command stores what it is given, whatever the state")]

use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "count.added")]
pub struct Added(u32);

#[actor(persistent = "count")]
#[derive(Default)]
pub struct Count {
    count: u64,
}

#[handlers]
impl Count {
    /// Replies with the count after it.
    #[command]
    pub fn add(&self, value: u32) -> Persist<Self, Added, u64> {
        persist(Added(value)).reply_with(|after: &Self| after.count)
    }

    #[query]
    pub fn count(&self) -> u64 {
        self.count
    }

    #[apply]
    fn added(&mut self, Added(value): &Added) {
        self.count += u64::from(*value);
    }
}

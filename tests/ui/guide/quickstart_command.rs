use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "counter.added")]
struct Added(u64);

#[actor(persistent = "counter")]
struct Counter {
    count: u64,
}

#[handlers]
impl Counter {
    #[command]
    fn add(&mut self, by: u64) -> Persist<Self, Added> {
        self.count += by;
        persist(Added(by))
    }

    #[apply]
    fn added(&mut self, event: &Added) {
        self.count += event.0;
    }
}
fn main() {}

//! The macros where the runtime is part of another crate, as it is for users of a framework.
#![allow(clippy::expect_used, missing_docs, missing_debug_implementations, reason = "a test")]

use mainstay_rename_tests::inside::runtime::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Message, Confirmable, Serialize, Deserialize)]
#[message(crate = ::mainstay_rename_tests::inside::runtime)]
#[confirmable(name = "reexport.set", crate = ::mainstay_rename_tests::inside::runtime)]
pub struct Set(pub u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "reexport.was_set", crate = ::mainstay_rename_tests::inside::runtime)]
pub struct WasSet(pub u64);

#[actor(persistent = "reexport.cell", snapshot_every = 1, crate = ::mainstay_rename_tests::inside::runtime)]
#[derive(Default)]
pub struct Cell(u64);

#[handlers(crate = ::mainstay_rename_tests::inside::runtime)]
impl Cell {
    #[command(message)]
    pub fn set(&self, Set(number): Set) -> Decide<Self, Set, WasSet> {
        persist(WasSet(number))
    }

    #[query]
    pub fn get(&self) -> u64 {
        self.0
    }

    #[apply]
    fn was_set(&mut self, event: &WasSet) {
        self.0 = event.0;
    }
}

#[tokio::test]
async fn an_actor_runs_on_a_runtime_inside_of_another_crate() {
    let system = System::volatile().host::<Cell>().start().await.expect("it is in memory");
    let cell = system.entity::<Cell>("1").expect("it is hosted");
    assert_eq!(cell.ask(Set(3)).await, Ok(()));
    assert_eq!(cell.get().await, Ok(3));
    system.shutdown().await.expect("in order");
}

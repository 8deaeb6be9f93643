use mainstay::entity::{Parts, Split};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "a", version = 2, split(2 = Old))]
pub struct A {}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "b", version = 3, from(1 = Old, 2 = Old), split(1 = Old))]
pub struct B {}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "c", version = 2, split(Old))]
pub struct C {}

#[derive(Deserialize)]
pub struct Old {}

impl Split for Old {
    fn split(self, _: &mut Parts) {}
}

impl From<Old> for B {
    fn from(_: Old) -> Self {
        B {}
    }
}

fn main() {}

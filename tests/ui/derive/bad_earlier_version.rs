use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "a", version = 2, from(2 = Old))]
pub struct A {}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "b", version = 3, from(2 = Old, 1 = Old))]
pub struct B {}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "c", version = 2, from(Old))]
pub struct C {}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "d", alias("d", ""), tags("of money"))]
pub struct D {}

#[derive(Deserialize)]
pub struct Old {}

impl From<Old> for A {
    fn from(_: Old) -> Self {
        A {}
    }
}

impl From<Old> for B {
    fn from(_: Old) -> Self {
        B {}
    }
}

fn main() {}

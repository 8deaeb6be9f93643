use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "a", version = 2, split(1 = Old))]
pub struct A {}

#[derive(Deserialize)]
pub struct Old {}

fn main() {}

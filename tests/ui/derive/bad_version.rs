use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.paid", version = 0)]
pub struct Paid;

fn main() {}

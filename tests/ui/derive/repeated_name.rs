use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.paid", alias = "order.paid")]
pub struct Paid;

fn main() {}

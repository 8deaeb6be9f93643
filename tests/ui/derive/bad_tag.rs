use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.paid", tags("of money"))]
pub struct Paid;

fn main() {}

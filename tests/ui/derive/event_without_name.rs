use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
struct Paid;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "")]
struct Shipped;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "closed", version = 0)]
struct Closed;

#[derive(Event, Serialize, Deserialize)]
#[event = "open"]
struct Open;

fn main() {}

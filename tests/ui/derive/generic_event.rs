use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.changed")]
pub struct Changed<T> {
    to: T,
}

fn main() {}

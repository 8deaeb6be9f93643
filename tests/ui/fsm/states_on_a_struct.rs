//! The states are no enum.
use mainstay::prelude::*;
use parts::*;

#[path = "parts/mod.rs"]
mod parts;

#[fsm(states = OrderState)]
struct Order;

#[derive(States)]
#[states(Order, name = "order")]
struct OrderState {
    open: Open,
}

fn main() {}

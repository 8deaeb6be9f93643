//! The enum does not say that it holds the states.
use mainstay::prelude::*;
use parts::*;

#[path = "parts/mod.rs"]
mod parts;

#[fsm(states = OrderState)]
struct Order;

enum OrderState {
    Open(Open),
    Paid(Paid),
    Closed,
}

fn main() {}

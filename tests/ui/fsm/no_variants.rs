//! A machine of no states.
use mainstay::prelude::*;

#[fsm(states = OrderState)]
struct Order;

#[derive(States)]
#[states(Order, name = "order")]
enum OrderState {}

impl OrderFlow for Order {}

fn main() {}

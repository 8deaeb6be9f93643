//! A machine without any handlers.
use mainstay::prelude::*;
use parts::*;

#[path = "parts/mod.rs"]
mod parts;

#[fsm(states = OrderState)]
struct Order;

#[derive(States)]
#[states(Order, name = "order")]
enum OrderState {
    #[initial]
    #[on(Add => ItemAdded => stay)]
    #[on(Pay => PaymentTaken => Paid, PaymentRefused => stay)]
    Open(Open),
    #[on(Ship => Shipped => Closed)]
    Paid(Paid),
    #[terminal]
    Closed,
}

fn main() {}

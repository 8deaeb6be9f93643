//! A row without its method.
use mainstay::prelude::*;
use parts::*;

#[path = "parts/mod.rs"]
mod parts;

#[fsm(states = OrderState)]
struct Order;

#[derive(States)]
#[states(Order)]
enum OrderState {
    #[initial]
    #[on(Ship => Paid)]
    Open,
    #[on(Note => Open)]
    Paid(Paid),
}

impl OrderFlow for Order {
    fn paid_note(&mut self, _: &mut Paid, _: Note, _: &mut Context<Self>) {}
}

fn main() {}

//! A machine that stores nothing has no name in stores.
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
    #[on(Ship => Paid)]
    Open,
    #[on(Note => Open)]
    Paid(Paid),
}

impl OrderFlow for Order {
    fn open_ship(&mut self, _: Ship, _: &mut Context<Self>) -> Move<Ship, Paid> {
        goto(Paid { receipt: 1 })
    }

    fn paid_note(&mut self, _: &mut Paid, _: Note, _: &mut Context<Self>) {}
}

fn main() {}

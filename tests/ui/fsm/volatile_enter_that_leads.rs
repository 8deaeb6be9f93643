//! A hook sends the machine nowhere.
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
    #[enter]
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

    fn open_enter(&mut self, _: &mut Context<Self>) -> Goto<Paid> {
        goto(Paid { receipt: 1 })
    }
}

fn main() {}

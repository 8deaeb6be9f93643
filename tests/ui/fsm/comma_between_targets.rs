//! Several targets of a row are alternatives.
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
    #[on(Ship => Paid, Closed)]
    Open,
    #[on(Note => stay)]
    #[on(Ship => Closed)]
    Paid,
    #[terminal]
    Closed,
}

impl OrderFlow for Order {
    fn open_ship(&mut self, _: Ship, _: &mut Context<Self>) -> Move<Ship, OrderOpenShip> {
        goto(OrderOpenShip::Closed)
    }

    fn paid_note(&mut self, _: Note, _: &mut Context<Self>) {}

    fn paid_ship(&mut self, _: Ship, _: &mut Context<Self>) {}
}

fn main() {}

//! Groups that are still being written.
use mainstay::prelude::*;
use parts::*;

#[path = "parts/mod.rs"]
mod parts;

#[fsm(states = OrderState)]
struct Order;

#[derive(States)]
#[states(Order, name = "order")]
#[group]
#[group(Empty())]
#[group(Number(1))]
#[group(on(Ship => Shipped => Closed), Late(Open))]
#[group(Active(Open), enter, exit(Ship))]
enum OrderState {
    #[initial]
    #[on(Ship => Shipped => Closed)]
    Open,
    #[terminal]
    Closed,
}

impl OrderFlow for Order {
    fn open_ship(&self, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, Shipped> {
        persist(Shipped)
    }

    fn open_shipped(&mut self, _: &Shipped) {}
}

fn main() {}

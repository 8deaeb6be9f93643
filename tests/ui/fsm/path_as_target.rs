//! The row names the state with its enum.
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
    #[on(Ship => Shipped => OrderState::Closed)]
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

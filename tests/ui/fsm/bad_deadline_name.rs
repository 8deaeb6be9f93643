//! A deadline's name is that of a method.
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
    #[after(order::late: "15m" => Shipped => Closed)]
    #[on(Ship => Shipped => Closed)]
    Open,
    #[terminal]
    Closed,
}

impl OrderFlow for Order {
    fn open_late(&self, _: &mut Context<Self>) -> Persist<Self, Shipped> {
        persist(Shipped)
    }

    fn open_ship(&self, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, Shipped> {
        persist(Shipped)
    }

    fn open_shipped(&mut self, _: &Shipped) {}
}

fn main() {}

//! Two states that take from each other what they postpone.
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
    #[on(Add => ItemAdded => Full)]
    #[postpone(Ship)]
    Empty,
    #[on(Ship => Shipped => Empty)]
    #[postpone(Add)]
    Full,
}

impl OrderFlow for Order {
    fn empty_add(&self, Add(price): Add, _: &mut Context<Self>) -> Decide<Self, Add, ItemAdded> {
        persist(ItemAdded(price))
    }

    fn full_ship(&self, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, Shipped> {
        persist(Shipped)
    }

    fn empty_item_added(&mut self, _: &ItemAdded) {}

    fn full_shipped(&mut self, _: &Shipped) {}
}

fn main() {}

//! A state from which no path leads to the end that there is: a warning, here an error.
#![deny(warnings)]

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
    #[on(Add => ItemAdded => Left)]
    #[on(Ship => Shipped => Closed)]
    Open,
    #[on(Add => ItemAdded => Right)]
    Left,
    #[on(Add => ItemAdded => Left)]
    Right,
    #[terminal]
    Closed,
}

impl OrderFlow for Order {
    fn open_add(&self, Add(price): Add, _: &mut Context<Self>) -> Decide<Self, Add, ItemAdded> {
        persist(ItemAdded(price))
    }

    fn open_ship(&self, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, Shipped> {
        persist(Shipped)
    }

    fn left_add(&self, Add(price): Add, _: &mut Context<Self>) -> Decide<Self, Add, ItemAdded> {
        persist(ItemAdded(price))
    }

    fn right_add(&self, Add(price): Add, _: &mut Context<Self>) -> Decide<Self, Add, ItemAdded> {
        persist(ItemAdded(price))
    }

    fn open_item_added(&mut self, _: &ItemAdded) {}

    fn open_shipped(&mut self, _: &Shipped) {}

    fn left_item_added(&mut self, _: &ItemAdded) {}

    fn right_item_added(&mut self, _: &ItemAdded) {}
}

fn main() {}

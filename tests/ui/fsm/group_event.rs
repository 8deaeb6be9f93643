//! An event that a group takes to one place and a state of it to another.
use mainstay::prelude::*;
use parts::*;

#[path = "parts/mod.rs"]
mod parts;

#[fsm(states = OrderState)]
struct Order;

#[derive(States)]
#[states(Order, name = "order")]
#[group(Active(Open), on(Note => ItemAdded => Closed))]
enum OrderState {
    #[initial]
    #[on(Add => ItemAdded => stay)]
    #[on(Ship => Shipped => Closed)]
    Open,
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

    fn open_item_added(&mut self, _: &ItemAdded) {}

    fn open_shipped(&mut self, _: &Shipped) {}

    fn active_note(&self, _: &OrderState, _: Note, _: &mut Context<Self>) -> Decide<Self, Note, ItemAdded> {
        persist(ItemAdded(1))
    }

    fn active_item_added(&mut self, _: OrderState, _: &ItemAdded) {}
}

fn main() {}

//! A row that stores nothing beside rows that do.
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
    #[on(Add => ItemAdded => stay)]
    #[on(Ship => Shipped => Closed)]
    #[on(Note => stay | Closed)]
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

    fn open_note(&self, _: Note, _: &mut Context<Self>) {}
}

fn main() {}

//! A state in two groups.
use mainstay::prelude::*;
use parts::*;

#[path = "parts/mod.rs"]
mod parts;

#[fsm(states = OrderState)]
struct Order;

#[derive(States)]
#[states(Order, name = "order")]
#[group(Active(Open), on(Note => Noted => stay))]
#[group(Early(Open))]
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

    fn active_note(&self, _: &OrderState, Note(text): Note, _: &mut Context<Self>) -> Decide<Self, Note, Noted> {
        persist(Noted(text))
    }

    fn active_noted(&mut self, _: &Noted) {}
}

fn main() {}

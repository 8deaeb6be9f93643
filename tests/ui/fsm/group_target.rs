//! A row of a group that leads to one of its states.
use mainstay::prelude::*;
use parts::*;

#[path = "parts/mod.rs"]
mod parts;

#[fsm(states = OrderState)]
struct Order;

#[derive(States)]
#[states(Order, name = "order")]
#[group(Active(Open, Packed), on(Note => Noted => Packed))]
enum OrderState {
    #[initial]
    #[on(Ship => Shipped => Closed)]
    Open,
    Packed,
    #[terminal]
    Closed,
}

impl OrderFlow for Order {
    fn open_ship(&self, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, Shipped> {
        persist(Shipped)
    }

    fn active_note(&self, _: &OrderState, Note(text): Note, _: &mut Context<Self>) -> Decide<Self, Note, Noted> {
        persist(Noted(text))
    }

    fn open_shipped(&mut self, _: &Shipped) {}

    fn active_noted(&mut self, _: OrderState, _: &Noted) {}
}

fn main() {}

//! A row for all states that no state ever comes to.
use mainstay::prelude::*;
use parts::*;

#[path = "parts/mod.rs"]
mod parts;

#[fsm(states = OrderState)]
struct Order;

#[derive(States)]
#[states(Order, name = "order")]
#[otherwise(Note => Noted => stay)]
enum OrderState {
    #[initial]
    #[on(Ship => Shipped => Closed)]
    #[discard(Note)]
    Open,
    #[terminal]
    #[discard(Note)]
    Closed,
}

impl OrderFlow for Order {
    fn open_ship(&self, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, Shipped> {
        persist(Shipped)
    }

    fn otherwise_note(&self, _: &OrderState, Note(text): Note, _: &mut Context<Self>) -> Decide<Self, Note, Noted> {
        persist(Noted(text))
    }

    fn open_shipped(&mut self, _: &Shipped) {}

    fn otherwise_noted(&mut self, _: &Noted) {}
}

fn main() {}

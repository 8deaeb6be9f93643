//! A handler forgets what the state knows.
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
    Open(Open),
}

impl OrderFlow for Order {
    fn initial(&self) -> Open {
        Open { total: 0 }
    }

    fn open_add(&self, Add(price): Add, _: &mut Context<Self>) -> Decide<Self, Add, ItemAdded> {
        persist(ItemAdded(price))
    }

    fn open_item_added(&mut self, open: &mut Open, event: &ItemAdded) {
        open.total += event.0;
    }
}

fn main() {}

//! Snapshots of a machine with a field that serde cannot write.
use mainstay::prelude::*;
use parts::*;
use serde::{Deserialize, Serialize};

#[path = "parts/mod.rs"]
mod parts;

struct Gateway;

#[fsm(states = OrderState, snapshot_every = 100)]
struct Order {
    gateway: Gateway,
}

#[derive(States, Serialize, Deserialize)]
#[states(Order, name = "order")]
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
}

fn main() {}

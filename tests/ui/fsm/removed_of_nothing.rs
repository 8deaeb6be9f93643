//! What was removed has a name, and a machine that stores nothing has nothing to remove.
use mainstay::prelude::*;
use parts::*;

#[path = "parts/mod.rs"]
mod parts;

#[fsm(states = OrderState)]
struct Order;

#[derive(States)]
#[states(Order, removed("order.old"))]
enum OrderState {
    #[initial]
    #[on(Ship => Paid)]
    Open,
    #[on(Note => Open)]
    Paid(Paid),
}

impl OrderFlow for Order {
    fn open_ship(&mut self, _: Ship, _: &mut Context<Self>) -> Move<Ship, Paid> {
        goto(Paid { receipt: 1 })
    }

    fn paid_note(&mut self, _: &mut Paid, _: Note, _: &mut Context<Self>) {}
}

mod stored {
    use super::*;

    #[fsm(states = ParcelState)]
    pub struct Parcel;

    #[derive(States)]
    #[states(Parcel, name = "parcel", removed("parcel lost"))]
    pub enum ParcelState {
        #[initial]
        #[on(Ship => Shipped => stay)]
        Open,
    }

    impl ParcelFlow for Parcel {
        fn open_ship(&self, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, Shipped> {
            persist(Shipped)
        }

        fn open_shipped(&mut self, _: &Shipped) {}
    }
}

fn main() {}

//! A reply of another type than the message says.
use mainstay::prelude::*;
use parts::*;

#[path = "parts/mod.rs"]
mod parts;

#[fsm(states = OrderState)]
struct Order;

#[derive(States)]
#[states(Order)]
enum OrderState {
    #[initial]
    #[on(Pay => Paid)]
    Open,
    #[on(Note => Open)]
    Paid(Paid),
}

impl OrderFlow for Order {
    fn open_pay(&mut self, _: Pay, _: &mut Context<Self>) -> Move<Pay, Paid> {
        Ok(goto(Paid { receipt: 1 }).reply("thanks"))
    }

    fn paid_note(&mut self, _: &mut Paid, _: Note, _: &mut Context<Self>) {}
}

fn main() {}

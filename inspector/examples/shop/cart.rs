//! Carts are stored machines: they wait for their payment, remind of it, and send a bill that somebody has to confirm.

use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Add {
    pub item: String,
    pub price: u64,
}

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Order;

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Pay;

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Cancel;

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "bill")]
pub struct Bill {
    pub total: u64,
}

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "remind")]
pub struct Remind;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "cart.item_added")]
pub struct ItemAdded {
    pub item: String,
    pub price: u64,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "cart.ordered")]
pub struct Ordered;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "cart.reminded")]
pub struct Reminded;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "cart.paid")]
pub struct Paid;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "cart.cancelled")]
pub struct Cancelled;

#[fsm(states = CartState)]
#[derive(Default, Debug)]
pub struct Cart {
    items: Vec<String>,
    total: u64,
    reminders: u32,
}

#[derive(States, Debug)]
#[states(Cart, name = "cart")]
pub enum CartState {
    /// Things are put into it.
    #[initial]
    #[on(Add => ItemAdded => stay)]
    #[on(Order => Ordered => Unpaid)]
    #[on(Cancel => Cancelled => Abandoned)]
    Open,
    /// It waits for its payment.
    #[on(Pay => Paid => Closed)]
    #[on(Cancel => Cancelled => Abandoned)]
    #[timer(Remind => Reminded => stay)]
    #[after(unpaid: "3d" => Cancelled => Abandoned)]
    Unpaid,
    #[terminal]
    Closed,
    #[terminal]
    Abandoned,
}

const REMINDED_AFTER: Duration = Duration::from_hours(24);

impl CartFlow for Cart {
    fn open_add(&self, add: Add, _: &mut Context<Self>) -> Decide<Self, Add, ItemAdded> {
        persist(ItemAdded { item: add.item, price: add.price })
    }

    fn open_order(&self, _: Order, _: &mut Context<Self>) -> Decide<Self, Order, Ordered> {
        persist(Ordered).deliver(named("clerk"), Bill { total: self.total }).start(Remind, REMINDED_AFTER)
    }

    fn open_cancel(&self, _: Cancel, _: &mut Context<Self>) -> Decide<Self, Cancel, Cancelled> {
        persist(Cancelled)
    }

    fn unpaid_pay(&self, _: Pay, _: &mut Context<Self>) -> Decide<Self, Pay, Paid> {
        persist(Paid)
    }

    fn unpaid_cancel(&self, _: Cancel, _: &mut Context<Self>) -> Decide<Self, Cancel, Cancelled> {
        persist(Cancelled)
    }

    fn unpaid_remind(&self, _: Remind, _: &mut Context<Self>) -> Persist<Self, Reminded> {
        persist(Reminded).start(Remind, REMINDED_AFTER)
    }

    fn unpaid_unpaid(&self, _: &mut Context<Self>) -> Persist<Self, Cancelled> {
        persist(Cancelled)
    }

    fn open_item_added(&mut self, event: &ItemAdded) {
        self.items.push(event.item.clone());
        self.total += event.price;
    }

    fn open_ordered(&mut self, _: &Ordered) {}

    fn open_cancelled(&mut self, _: &Cancelled) {}

    fn unpaid_paid(&mut self, _: &Paid) {}

    fn unpaid_cancelled(&mut self, _: &Cancelled) {}

    fn unpaid_reminded(&mut self, _: &Reminded) {
        self.reminders += 1;
    }
}

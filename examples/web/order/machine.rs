//! The order: its commands, its events, its states, and what each state does.
//!
//! Money moves elsewhere, and no store rolls that back. So the order first stores what it is about to do (`Paying`, `Refunding`), then does it under a
//! key that every attempt shares: whenever this process dies, the order knows where it was, and whoever asks again goes on from there. If nobody
//! does, the order itself does after a minute.

use crate::till::{Desk, DeskError, Receipt};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

/// The highest price of an item, in cents.
pub const MAX_PRICE: u64 = 100_000_000;
/// The largest number of one item in a line.
pub const MAX_QUANTITY: u64 = 1_000;
/// The longest name of an item, in bytes.
pub const MAX_NAME: usize = 100;
/// An order has so many lines at most, so that it stays small however long it is added to.
pub const MAX_LINES: usize = 100;

/// A line of an order; the price is that of one piece, in cents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    pub name: String,
    pub price: u64,
    #[serde(default = "one")]
    pub quantity: u64,
}

fn one() -> u64 {
    1
}

// Commands.

#[derive(Message, Clone)]
#[message(reply = View, error = Refusal)]
pub struct Add(pub Item);

#[derive(Message, Clone)]
#[message(reply = View, error = Refusal)]
pub struct Remove {
    pub name: String,
}

/// From here on the items are fixed, and a card may be charged.
#[derive(Message, Clone)]
#[message(reply = View, error = Refusal)]
pub struct Pay;

#[derive(Message, Clone)]
#[message(reply = View, error = Refusal)]
pub struct Charge {
    pub card: String,
}

#[derive(Message, Clone)]
#[message(reply = View)]
pub struct Ship;

#[derive(Message, Clone)]
#[message(reply = View)]
pub struct Cancel {
    pub why: String,
}

#[derive(Message, Clone)]
#[message(reply = View, error = Refusal)]
pub struct Refund;

/// Asks what the order is like now. There is none as long as nothing was added.
#[derive(Message, Clone)]
#[message(reply = Option<View>)]
pub struct Look;

/// The business's own reasons to say no.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum Refusal {
    #[error("an item has a name of 1 to {MAX_NAME} bytes")]
    Name,
    #[error("a price is 1 to {MAX_PRICE} cents")]
    Price,
    #[error("a quantity is 1 to {MAX_QUANTITY}, and so is what a line adds up to")]
    Quantity,
    #[error("an order has at most {MAX_LINES} lines")]
    TooLong,
    #[error("there is no `{0}` in the order")]
    NotThere(String),
    #[error("there is nothing to pay for: the order is empty")]
    Empty,
    #[error("the card was refused")]
    CardRefused,
    #[error("the till does not answer")]
    TillUnreachable,
}

// Events: what is stored. No card is among them.

pub mod event {
    use super::{Deserialize, Event, Item, Receipt, Serialize};

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.item_added")]
    pub struct ItemAdded(pub Item);

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.item_removed")]
    pub struct ItemRemoved {
        pub name: String,
    }

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.payment_asked")]
    pub struct PaymentAsked;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.paid")]
    pub struct PaymentTaken(pub Receipt);

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.payment_refused")]
    pub struct PaymentRefused;

    /// The order waits for another minute.
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.till_unreachable")]
    pub struct TillUnreachable;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.shipped")]
    pub struct Shipped;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.cancelled")]
    pub struct Cancelled {
        pub why: String,
    }

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.refunded")]
    pub struct Refunded {
        pub receipt: Option<Receipt>,
    }
}

// States.

pub struct Paid {
    receipt: Receipt,
}

pub struct Cancelled {
    why: String,
    /// What was paid and given back.
    refunded: Option<Receipt>,
}

/// What all states share.
#[fsm(states = OrderState)]
pub struct Order {
    items: Vec<Item>,
    /// How many cards were refused.
    refused: u64,
    #[volatile]
    desk: Desk,
}

#[derive(States)]
#[states(Order, name = "order")]
#[query(Look)]
pub enum OrderState {
    /// Nobody has ordered anything under this id.
    #[initial]
    #[on(Add => event::ItemAdded => Open)]
    New,

    /// Takes items.
    #[on(Add => event::ItemAdded => stay)]
    #[on(Remove => event::ItemRemoved => stay)]
    #[on(Pay => event::PaymentAsked => Paying)]
    #[on(Cancel => event::Cancelled => Cancelled)]
    Open,

    /// A card is being charged, or was about to be when the process died.
    #[on(async Charge => event::PaymentTaken => Paid, event::PaymentRefused => Open)]
    #[on(Cancel => event::Cancelled => Refunding)]
    #[after(async settle: "1m" => event::PaymentTaken => Paid, event::PaymentRefused => Open, event::TillUnreachable => reenter)]
    #[discard(Pay)]
    Paying,

    /// Waits for shipping.
    #[on(Ship => event::Shipped => Shipped)]
    #[on(Cancel => event::Cancelled => Refunding)]
    Paid(Paid),

    /// What may have been paid is given back.
    #[on(async Refund => event::Refunded => Cancelled)]
    #[after(async refund_again: "1m" => event::Refunded => Cancelled, event::TillUnreachable => reenter)]
    #[discard(Cancel)]
    Refunding(Cancelled),

    #[terminal]
    Shipped(Paid),

    #[terminal]
    Cancelled(Cancelled),
}

impl OrderFlow for Order {
    fn new_add(&self, Add(item): Add, _: &mut Context<Self>) -> Decide<Self, Add, event::ItemAdded> {
        self.add(item)
    }

    fn open_add(&self, Add(item): Add, _: &mut Context<Self>) -> Decide<Self, Add, event::ItemAdded> {
        self.add(item)
    }

    fn open_remove(&self, Remove { name }: Remove, _: &mut Context<Self>) -> Decide<Self, Remove, event::ItemRemoved> {
        if !self.items.iter().any(|item| item.name == name) {
            return Err(Refusal::NotThere(name));
        }
        Ok(persist(event::ItemRemoved { name }).reply_with(View::after))
    }

    fn open_pay(&self, _: Pay, _: &mut Context<Self>) -> Decide<Self, Pay, event::PaymentAsked> {
        if self.items.is_empty() {
            return Err(Refusal::Empty);
        }
        Ok(persist(event::PaymentAsked).reply_with(View::after))
    }

    fn open_cancel(&self, cancel: Cancel, _: &mut Context<Self>) -> Decide<Self, Cancel, event::Cancelled> {
        cancelled(cancel)
    }

    async fn paying_charge(
        &self,
        Charge { card }: Charge,
        cx: &mut Context<Self>,
    ) -> Decide<Self, Charge, OrderPayingCharge> {
        match self.desk.charge(self.attempt(cx), card, total(&self.items)).await {
            Ok(receipt) => Ok(persist(event::PaymentTaken(receipt)).reply_with(View::after)),
            Err(DeskError::CardRefused) => Ok(persist(event::PaymentRefused).refuse(Refusal::CardRefused)),
            Err(DeskError::Unreachable) => Err(Refusal::TillUnreachable),
        }
    }

    /// Whoever was paying is gone, perhaps with the process: what the till says now is final.
    async fn paying_settle(&self, cx: &mut Context<Self>) -> Persist<Self, OrderPayingSettle> {
        match self.desk.settle(self.attempt(cx)).await {
            Ok(Some(receipt)) => persist(event::PaymentTaken(receipt)),
            Ok(None) => persist(event::PaymentRefused),
            Err(_) => persist(event::TillUnreachable),
        }
    }

    fn paying_cancel(&self, cancel: Cancel, _: &mut Context<Self>) -> Decide<Self, Cancel, event::Cancelled> {
        cancelled(cancel)
    }

    fn paid_ship(&self, _: &Paid, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, event::Shipped> {
        persist(event::Shipped).reply_with(View::after)
    }

    fn paid_cancel(&self, _: &Paid, cancel: Cancel, _: &mut Context<Self>) -> Decide<Self, Cancel, event::Cancelled> {
        cancelled(cancel)
    }

    async fn refunding_refund(
        &self,
        _: &Cancelled,
        _: Refund,
        cx: &mut Context<Self>,
    ) -> Decide<Self, Refund, event::Refunded> {
        let receipt = self.desk.refund(self.attempt(cx)).await.map_err(|_| Refusal::TillUnreachable)?;
        Ok(persist(event::Refunded { receipt }).reply_with(View::after))
    }

    async fn refunding_refund_again(
        &self,
        _: &Cancelled,
        cx: &mut Context<Self>,
    ) -> Persist<Self, OrderRefundingRefundAgain> {
        match self.desk.refund(self.attempt(cx)).await {
            Ok(receipt) => persist(event::Refunded { receipt }),
            Err(_) => persist(event::TillUnreachable),
        }
    }

    fn look(&self, state: &OrderState, _: Look) -> Option<View> {
        match state {
            OrderState::New => None,
            _ => Some(View::of(self, state)),
        }
    }

    fn new_item_added(&mut self, event: &event::ItemAdded) {
        self.put(&event.0);
    }

    fn open_item_added(&mut self, event: &event::ItemAdded) {
        self.put(&event.0);
    }

    fn open_item_removed(&mut self, event: &event::ItemRemoved) {
        self.items.retain(|item| item.name != event.name);
    }

    fn open_payment_asked(&mut self, _: &event::PaymentAsked) {}

    fn open_cancelled(&mut self, event: &event::Cancelled) -> Cancelled {
        Cancelled::of(event)
    }

    fn paying_payment_taken(&mut self, event: &event::PaymentTaken) -> Paid {
        Paid { receipt: event.0.clone() }
    }

    fn paying_payment_refused(&mut self, _: &event::PaymentRefused) {
        self.refused += 1;
    }

    fn paying_till_unreachable(&mut self, _: &event::TillUnreachable) {}

    fn paying_cancelled(&mut self, event: &event::Cancelled) -> Cancelled {
        Cancelled::of(event)
    }

    fn paid_shipped(&mut self, paid: Paid, _: &event::Shipped) -> Paid {
        paid
    }

    fn paid_cancelled(&mut self, _: Paid, event: &event::Cancelled) -> Cancelled {
        Cancelled::of(event)
    }

    fn refunding_till_unreachable(&mut self, cancelled: Cancelled, _: &event::TillUnreachable) -> Cancelled {
        cancelled
    }

    fn refunding_refunded(&mut self, cancelled: Cancelled, event: &event::Refunded) -> Cancelled {
        Cancelled { refunded: event.receipt.clone(), ..cancelled }
    }
}

/// In every state that can be cancelled; where it leads to is in the table.
fn cancelled(Cancel { why }: Cancel) -> Persist<Order, event::Cancelled, View> {
    persist(event::Cancelled { why }).reply_with(View::after)
}

impl Cancelled {
    fn of(event: &event::Cancelled) -> Self {
        Self { why: event.why.clone(), refunded: None }
    }
}

impl Order {
    pub fn new(desk: Desk) -> Self {
        Self { items: Vec::new(), refused: 0, desk }
    }

    /// The key of the charge. It names the attempt and not the command: after a crash the caller asks again, and that is another command.
    fn attempt(&self, cx: &Context<Self>) -> String {
        format!("{}/{}", cx.id().as_str(), self.refused)
    }

    /// Decides on an item: the limits make sure that no sum overflows.
    fn add(&self, item: Item) -> Decide<Self, Add, event::ItemAdded> {
        let line = self.line(&item);
        let already = line.map_or(0, |line| line.quantity);
        if item.name.is_empty() || item.name.len() > MAX_NAME {
            Err(Refusal::Name)
        } else if !(1..=MAX_PRICE).contains(&item.price) {
            Err(Refusal::Price)
        } else if item.quantity == 0 || item.quantity > MAX_QUANTITY - already {
            Err(Refusal::Quantity)
        } else if line.is_none() && self.items.len() == MAX_LINES {
            Err(Refusal::TooLong)
        } else {
            Ok(persist(event::ItemAdded(item)).reply_with(View::after))
        }
    }

    /// The line that an item belongs to: one of the same name and price.
    fn line(&self, item: &Item) -> Option<&Item> {
        self.items.iter().find(|line| line.name == item.name && line.price == item.price)
    }

    fn put(&mut self, item: &Item) {
        match self.items.iter_mut().find(|line| line.name == item.name && line.price == item.price) {
            Some(line) => line.quantity += item.quantity,
            None => self.items.push(item.clone()),
        }
    }
}

fn total(items: &[Item]) -> u64 {
    items.iter().map(|item| item.price * item.quantity).sum()
}

/// The order as its callers see it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct View {
    pub state: String,
    pub items: Vec<Item>,
    /// In cents.
    pub total: u64,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub receipt: Option<Receipt>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cancelled: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub refunded: Option<Receipt>,
}

impl View {
    fn of(order: &Order, state: &OrderState) -> Self {
        let mut view = Self {
            state: state.name().to_owned(),
            items: order.items.clone(),
            total: total(&order.items),
            receipt: None,
            cancelled: None,
            refunded: None,
        };
        match state {
            OrderState::New | OrderState::Open | OrderState::Paying => {}
            OrderState::Paid(paid) | OrderState::Shipped(paid) => view.receipt = Some(paid.receipt.clone()),
            OrderState::Refunding(cancelled) | OrderState::Cancelled(cancelled) => {
                view.cancelled = Some(cancelled.why.clone());
                view.refunded.clone_from(&cancelled.refunded);
            }
        }
        view
    }

    fn after(after: &After<Order>) -> Self {
        Self::of(&after.data, &after.state)
    }
}

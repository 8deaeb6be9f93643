//! A durable state machine. `#[fsm]` makes the struct an actor; the enum *is* the machine: its rows are checked as a graph
//! while compiling, listed in the documentation, and turned into the trait below. Bodies live in a plain `impl`, outside every macro.
#![allow(missing_docs, missing_debug_implementations, reason = "the program is its own documentation")]

use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

// Commands.
#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Add(pub Item);
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Receipt, error = PayError)]
pub struct Pay(pub Card);
#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Ship;
#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Cancel {
    pub why: String,
}

// Events: what is stored.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.item_added")]
pub struct ItemAdded(pub Item);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.paid")]
pub struct PaymentTaken(pub Receipt);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.payment_refused")]
pub struct PaymentRefused;
#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.shipped")]
pub struct Shipped;
#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.cancelled")]
pub struct Cancelled {
    pub why: String,
}

// States.
#[derive(Default, Serialize, Deserialize)]
pub struct Open {
    items: Vec<Item>,
}
#[derive(Serialize, Deserialize)]
pub struct Paid {
    items: Vec<Item>,
    receipt: Receipt,
}

/// What all states share, and the services the handlers need.
#[fsm(states = OrderState)]
pub struct Order {
    #[volatile]
    gateway: Gateway, // not stored: given by the factory to each incarnation
}

#[derive(States)]
#[states(Order, name = "order")]
pub enum OrderState {
    #[initial]
    #[on(Add => ItemAdded => stay)]
    #[on(async Pay => PaymentTaken => Paid, PaymentRefused => stay)] // only this handler makes a future
    #[on(Cancel => Cancelled => Closed)]
    Open(Open),

    #[on(Ship => Shipped => Closed)]
    #[discard(Pay)]
    Paid(Paid),

    #[terminal]
    Closed,
}

impl OrderFlow for Order {
    fn initial(&self) -> Open {
        Open::default()
    }

    // decide: state is borrowed, `?` leaves everything as it was, nothing is stored
    fn open_add(&self, _: &Open, Add(item): Add, _: &mut Context<Self>) -> Decide<Self, Add, ItemAdded> {
        persist(ItemAdded(item)) // `Add` has no error, so no `Result`
    }

    async fn open_pay(&self, open: &Open, Pay(card): Pay, cx: &mut Context<Self>) -> Decide<Self, Pay, OrderOpenPay> {
        let total = open.items.iter().map(|item| item.price).sum();
        // The key names this command: a gateway that keeps it recognises a second run.
        match self.gateway.charge(cx.key(), card, total).await? {
            Charge::Taken(receipt) => Ok(persist(PaymentTaken(receipt.clone())).reply(receipt)),
            Charge::Refused => Ok(persist(PaymentRefused).refuse(PayError::Refused)),
        }
    }

    fn open_cancel(&self, _: &Open, Cancel { why }: Cancel, _: &mut Context<Self>) -> Decide<Self, Cancel, Cancelled> {
        persist(Cancelled { why })
    }

    fn paid_ship(&self, paid: &Paid, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, Shipped> {
        let (items, receipt) = (paid.items.len(), paid.receipt.clone());
        // Effects leave when the event is durable, and never in recovery.
        persist(Shipped).then(move |_| println!("shipping {items} item(s) of {receipt}"))
    }

    // evolve: pure and total; called once live, and again in every recovery
    fn open_item_added(&mut self, open: &mut Open, event: &ItemAdded) {
        open.items.push(event.0.clone());
    }

    fn open_payment_taken(&mut self, open: Open, event: &PaymentTaken) -> Paid {
        Paid { items: open.items, receipt: event.0.clone() }
    }

    fn open_payment_refused(&mut self, _: &mut Open, _: &PaymentRefused) {}

    // A target without fields needs no value.
    fn open_cancelled(&mut self, _: Open, _: &Cancelled) {}

    fn paid_shipped(&mut self, _: Paid, _: &Shipped) {}
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gateway = Gateway::sandbox();
    let dir = tempfile::tempdir()?; // a directory that stays, in earnest: `System::open("./orders")`
    let system = System::open(dir.path()).host_with(move |_id| Ok(Order { gateway: gateway.clone() })).start().await?;
    let order = system.entity::<Order>("42")?;
    order.ask(Add(Item::new("book", 12))).await?;
    match order.ask(Pay(Card::empty())).await {
        Err(CallError::Refused(why)) => println!("not paid: {why}"),
        other => println!("an empty card pays: {other:?}"),
    }
    let receipt = order.ask(Pay(Card::test())).await?;
    println!("paid: {receipt}; now {:?}, may {:?}", order.state().await?, order.permitted().await?);
    order.tell(Ship)?;
    system.shutdown().await?; // what was accepted is handled first
    Ok(())
}

// What the order deals with.

#[derive(Clone, Serialize, Deserialize)]
pub struct Item {
    name: String,
    price: u64,
}

impl Item {
    pub fn new(name: &str, price: u64) -> Self {
        Self { name: name.into(), price }
    }
}

#[derive(Clone, Serialize, Deserialize)]
pub struct Card {
    balance: u64,
}

impl Card {
    fn test() -> Self {
        Self { balance: 100 }
    }

    fn empty() -> Self {
        Self { balance: 0 }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Receipt(pub String);

impl std::fmt::Display for Receipt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum PayError {
    #[error("the card was refused")]
    Refused,
    #[error("the gateway does not answer")]
    Unreachable,
}

/// Stands for a service elsewhere.
#[derive(Clone)]
pub struct Gateway {
    up: bool,
}

enum Charge {
    Taken(Receipt),
    Refused,
}

impl Gateway {
    fn sandbox() -> Self {
        Self { up: true }
    }

    async fn charge(&self, key: mainstay::journal::CommandId, card: Card, total: u64) -> Result<Charge, PayError> {
        tokio::time::sleep(Duration::from_millis(1)).await;
        match card.balance.checked_sub(total) {
            _ if !self.up => Err(PayError::Unreachable),
            None => Ok(Charge::Refused),
            Some(_) => Ok(Charge::Taken(Receipt(format!("receipt {key} over {total}")))),
        }
    }
}

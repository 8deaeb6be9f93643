//! A machine without macros: what `#[fsm]`, `#[derive(States)]`, `#[derive(Message)]` and `#[derive(Event)]` write, written by hand
//! against the public traits.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]

use mainstay::journal::MemoryStore;
use mainstay::fsm::States as _;
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;

// What the user writes.

// #[derive(Message)]
#[derive(Clone)]
pub struct Add(pub u64);

// #[derive(Message)] #[message(reply = u64, error = PayError)]
#[derive(Clone)]
pub struct Pay(pub u64);

// #[derive(Message)]
#[derive(Clone)]
pub struct Ship;

// #[derive(Message)] #[message(reply = u32)]
#[derive(Clone)]
pub struct Note(pub String);

// #[derive(Message)] #[message(reply = Report)]
pub struct Describe;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("refused")]
pub struct PayError;

#[derive(Debug, PartialEq)]
pub struct Report {
    pub state: &'static str,
    pub notes: u32,
}

// #[derive(Event)] #[event(name = "order.item_added")] and so on
#[derive(Serialize, Deserialize)]
pub struct ItemAdded(pub u64);
#[derive(Serialize, Deserialize)]
pub struct PaymentTaken(pub u64);
#[derive(Serialize, Deserialize)]
pub struct PaymentRefused;
#[derive(Serialize, Deserialize)]
pub struct Shipped;
#[derive(Serialize, Deserialize)]
pub struct Noted(pub String);

#[derive(Default)]
pub struct Open {
    total: u64,
}
pub struct Paid {
    receipt: u64,
}

#[fsm(states = OrderState)]
#[derive(Default)]
pub struct Order {
    notes: u32,
}

#[derive(States)]
#[states(Order, name = "order")]
#[otherwise(Note => Noted => stay)]
#[query(Describe)]
pub enum OrderState {
    #[initial]
    #[on(Add => ItemAdded => stay)]
    #[on(async Pay => PaymentTaken => Paid, PaymentRefused => reenter)]
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

    fn open_add(&self, _: &Open, Add(price): Add, _: &mut Context<Self>) -> Decide<Self, Add, ItemAdded> {
        persist(ItemAdded(price))
    }

    async fn open_pay(&self, open: &Open, Pay(sum): Pay, _: &mut Context<Self>) -> Decide<Self, Pay, OrderOpenPay> {
        tokio::task::yield_now().await;
        if sum < open.total {
            return Ok(persist(PaymentRefused).refuse(PayError));
        }
        Ok(persist(PaymentTaken(sum)).reply(sum - open.total))
    }

    fn paid_ship(&self, paid: &Paid, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, Shipped> {
        assert!(paid.receipt > 0, "the test pays something");
        persist(Shipped)
    }

    fn otherwise_note(&self, _: &OrderState, Note(text): Note, _: &mut Context<Self>) -> Decide<Self, Note, Noted> {
        persist(Noted(text)).reply_with(|after: &Machine<Self, OrderState>| after.data.notes)
    }

    fn describe(&self, state: &OrderState, _: Describe) -> Report {
        Report { state: state.name(), notes: self.notes }
    }

    fn open_item_added(&mut self, open: &mut Open, event: &ItemAdded) {
        open.total += event.0;
    }

    fn open_payment_taken(&mut self, _: Open, event: &PaymentTaken) -> Paid {
        Paid { receipt: event.0 }
    }

    fn open_payment_refused(&mut self, open: Open, _: &PaymentRefused) -> Open {
        open
    }

    fn paid_shipped(&mut self, _: Paid, _: &Shipped) {}

    fn otherwise_noted(&mut self, _: &Noted) {
        self.notes += 1;
    }
}

// What `#[derive(Message)]` writes, here in short.

macro_rules! message {
    ($message:ty) => { message!($message, (), Infallible, P, Ok); };
    ($message:ty, $reply:ty) => { message!($message, $reply, Infallible, P, Ok); };
    ($message:ty, $reply:ty, $error:ty) => { message!($message, $reply, $error, Result<P, $error>, std::convert::identity); };
    ($message:ty, $reply:ty, $error:ty, $decision:ty, $decided:expr) => {
        impl Message for $message {
            type Reply = $reply;
            type Error = $error;
            type Decision<P> = $decision;

            fn decided<P>(decision: $decision) -> Result<P, $error> {
                $decided(decision)
            }
        }
    };
}
message!(Add);
message!(Pay, u64, PayError);
message!(Ship);
message!(Note, u32);
message!(Describe, Report);

// What `#[derive(Event)]` writes.

impl Event for ItemAdded {
    const NAME: &'static str = "order.item_added";
    const VERSION: u32 = 1;
}
impl Event for PaymentTaken {
    const NAME: &'static str = "order.payment_taken";
    const VERSION: u32 = 1;
}
impl Event for PaymentRefused {
    const NAME: &'static str = "order.payment_refused";
    const VERSION: u32 = 1;
}
impl Event for Shipped {
    const NAME: &'static str = "order.shipped";
    const VERSION: u32 = 1;
}
impl Event for Noted {
    const NAME: &'static str = "order.noted";
    const VERSION: u32 = 1;
}

// What the machine does.

async fn system(store: MemoryStore) -> System {
    System::with(store).host::<Order>().start().await.expect("the store is there")
}

#[tokio::test]
async fn a_machine_goes_on_where_it_was() {
    let store = MemoryStore::new();
    let first = system(store.reopen()).await;
    let order = first.entity::<Order>("42").expect("hosted");
    assert_eq!(order.ask(Add(12)).await, Ok(()));
    assert_eq!(order.ask(Pay(10)).await, Err(CallError::Refused(PayError)));
    assert_eq!(order.ask(Ship).await, Err(CallError::Unhandled { state: "Open" }));
    assert_eq!(order.ask(Note("slow".into())).await, Ok(1));
    first.shutdown().await.expect("in order");

    let second = system(store.reopen()).await;
    let order = second.entity::<Order>("42").expect("hosted");
    assert_eq!(order.ask(Pay(15)).await, Ok(3));
    assert_eq!(order.ask(Pay(15)).await, Err(CallError::Discarded { state: "Paid" }));
    assert_eq!(order.permitted().await, Ok(vec!["Ship"]));
    assert_eq!(order.ask(Ship).await, Ok(()));
    assert_eq!(order.ask(Note("gone".into())).await, Ok(2));
    assert_eq!(order.ask(Describe).await, Ok(Report { state: "Closed", notes: 2 }));
    assert_eq!(order.state().await, Ok("Closed"));
    second.shutdown().await.expect("in order");
}

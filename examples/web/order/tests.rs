//! What the order does by itself when whoever was paying is gone. The minutes are those of a simulated world.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use crate::machine::{Add, Cancel, Charge, Item, Look, Order, OrderRef, Pay, View};
use crate::till::{Desk, Till, TillRef};
use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use mainstay::testing::simulate_seeds;
use std::sync::Arc;

const MINUTE: Duration = Duration::from_mins(1);

/// One life of the process.
struct Shop {
    system: System,
    desk: Desk,
}

impl Shop {
    /// Without a way to the till.
    async fn start(store: &Arc<MemoryStore>) -> Self {
        let desk = Desk::default();
        let make = {
            let desk = desk.clone();
            move |_id: &_| Ok(Order::new(desk.clone()))
        };
        let system = System::with(store.clone()).host_with(make).host::<Till>().start().await.expect("a start");
        Self { system, desk }
    }

    async fn open(store: &Arc<MemoryStore>) -> Self {
        let shop = Self::start(store).await;
        shop.desk.open(shop.till());
        shop
    }

    /// Ends, and begins anew on what is stored.
    async fn restarted(self, store: &mut Arc<MemoryStore>) -> Self {
        self.system.shutdown().await.expect("an end");
        *store = Arc::new(store.restart());
        Self::open(store).await
    }

    fn order(&self) -> OrderRef {
        self.system.entity::<Order>("1").expect("an id")
    }

    fn till(&self) -> TillRef {
        self.system.entity::<Till>("main").expect("an id")
    }

    /// Somebody begins to pay, and is gone.
    async fn pays(&self) {
        self.order().ask(Add(Item { name: "book".into(), price: 1_200, quantity: 1 })).await.expect("an item");
        let view = self.order().ask(Pay).await.expect("there is something to pay for");
        assert_eq!(view.state, "Paying");
    }

    async fn view(&self) -> View {
        self.order().ask(Look).await.expect("an answer").expect("there is an order")
    }
}

#[test]
fn d54_a_payment_that_was_never_made_is_given_up_and_can_never_be_made() {
    simulate_seeds(0..5, |sim| async move {
        let mut store = Arc::<MemoryStore>::default();
        let shop = Shop::open(&store).await;
        shop.pays().await;
        let shop = shop.restarted(&mut store).await;
        sim.clock().advance(MINUTE * 2).await;
        assert_eq!(shop.view().await.state, "Open");
        let late = shop.till().charge("1/0".into(), "4242".into(), 1_200).await;
        assert!(
            matches!(late, Err(CallError::Refused(_))),
            "a charge that was lost on its way takes nothing: {late:?}"
        );

        shop.order().ask(Pay).await.expect("it is open");
        let paid = shop.order().ask(Charge { card: "4242".into() }).await.expect("it has another key");
        assert_eq!(paid.state, "Paid");
    });
}

#[test]
fn d54_a_payment_that_was_made_and_not_answered_is_found() {
    simulate_seeds(0..5, |sim| async move {
        let mut store = Arc::<MemoryStore>::default();
        let shop = Shop::open(&store).await;
        shop.pays().await;
        shop.till().charge("1/0".into(), "4242".into(), 1_200).await.expect("the till takes it");
        let shop = shop.restarted(&mut store).await;
        sim.clock().advance(MINUTE * 2).await;
        let view = shop.view().await;
        assert_eq!((view.state.as_str(), view.receipt.map(|receipt| receipt.amount)), ("Paid", Some(1_200)));
    });
}

#[test]
fn d54_what_was_paid_is_given_back_though_nobody_asks_again() {
    simulate_seeds(0..5, |sim| async move {
        let mut store = Arc::<MemoryStore>::default();
        let shop = Shop::open(&store).await;
        shop.pays().await;
        shop.order().ask(Charge { card: "4242".into() }).await.expect("it is paid");
        let view = shop.order().ask(Cancel { why: "no".into() }).await.expect("it can be cancelled");
        assert_eq!(view.state, "Refunding");
        let shop = shop.restarted(&mut store).await;
        sim.clock().advance(MINUTE * 2).await;
        let view = shop.view().await;
        assert_eq!((view.state.as_str(), view.refunded.map(|receipt| receipt.amount)), ("Cancelled", Some(1_200)));
        assert_eq!(shop.till().report().await.expect("a report").balance, 0);
    });
}

#[test]
fn an_order_waits_for_a_till_that_is_out() {
    simulate_seeds(0..5, |sim| async move {
        let shop = Shop::start(&Arc::default()).await;
        shop.pays().await;
        sim.clock().advance(MINUTE * 10).await;
        assert_eq!(shop.view().await.state, "Paying");
        shop.desk.open(shop.till());
        sim.clock().advance(MINUTE * 2).await;
        assert_eq!(shop.view().await.state, "Open");
    });
}

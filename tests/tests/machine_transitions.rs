//! Who subscribes to a machine's transitions: what is told, in which order, and when that ends.
#![deny(warnings)]
#![allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    reason = "the machines are small and in modules"
)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "the machines are there to show what happens"
)]

#[path = "common/held.rs"]
mod held;

use held::Held;
use mainstay::fsm::{TRANSITIONS_KEPT, Transition, Transitions};
use mainstay::prelude::*;

/// All that have come by now: the machine has answered since.
async fn told(transitions: &mut Transitions, count: usize) -> Vec<(&'static str, &'static str)> {
    let mut told = Vec::new();
    for _ in 0..count {
        let Transition { from, to } = transitions.next().await.expect("the machine lives");
        told.push((from, to));
    }
    told
}

mod lamp {
    use super::*;

    #[derive(Message)]
    pub struct Press;
    #[derive(Message)]
    pub struct Look;
    #[derive(Message)]
    pub struct Flicker;
    #[derive(Message)]
    pub struct Cut;
    #[derive(Message)]
    pub struct Burst;

    #[fsm(states = LampState)]
    #[derive(Default)]
    pub struct Lamp;

    #[derive(States)]
    #[states(Lamp)]
    #[group(Whole(Dark, Bright), on(Cut => Broken), on(Look => stay))]
    pub enum LampState {
        #[initial]
        #[on(Press => Bright)]
        #[on(Burst => stay)]
        Dark,
        #[on(Press => Dark)]
        #[on(Flicker => reenter)]
        #[after(burnt: "1h" => Broken)]
        Bright,
        #[terminal]
        Broken,
    }

    impl LampFlow for Lamp {
        fn dark_press(&mut self, _: Press, _: &mut Context<Self>) {}
        fn dark_burst(&mut self, _: Burst, _: &mut Context<Self>) {
            panic!("on purpose");
        }
        fn bright_press(&mut self, _: Press, _: &mut Context<Self>) {}
        fn bright_flicker(&mut self, _: Flicker, _: &mut Context<Self>) {}
        fn bright_burnt(&mut self, _: &mut Context<Self>) {}
        fn whole_cut(&mut self, _: &LampState, _: Cut, _: &mut Context<Self>) {}
        fn whole_look(&mut self, _: &LampState, _: Look, _: &mut Context<Self>) {}
    }
}

use lamp::{Burst, Cut, Flicker, Lamp, Look, Press};

#[tokio::test]
async fn f64_a_subscriber_is_told_the_state_then_every_transition_in_order() {
    let lamp = Lamp.spawn();
    assert_eq!(lamp.ask(Press).await, Ok(()));
    let mut transitions = lamp.transitions().await.expect("it lives");
    assert_eq!(transitions.state(), "Bright");
    assert_eq!(lamp.ask(Press).await, Ok(()));
    assert_eq!(lamp.ask(Press).await, Ok(()));
    assert_eq!(told(&mut transitions, 2).await, [("Bright", "Dark"), ("Dark", "Bright")]);
    assert_eq!(transitions.state(), "Bright");
}

#[tokio::test]
async fn f64_stay_tells_nothing_and_reenter_tells_of_the_state_itself() {
    let lamp = Lamp.spawn();
    let mut transitions = lamp.transitions().await.expect("it lives");
    assert_eq!(lamp.ask(Look).await, Ok(()));
    assert_eq!(lamp.ask(Press).await, Ok(()));
    assert_eq!(lamp.ask(Flicker).await, Ok(()));
    assert_eq!(lamp.ask(Look).await, Ok(()));
    assert_eq!(lamp.ask(Press).await, Ok(()));
    let expected = [("Dark", "Bright"), ("Bright", "Bright"), ("Bright", "Dark")];
    assert_eq!(told(&mut transitions, 3).await, expected);
}

#[tokio::test]
async fn f64_a_subscriber_that_is_gone_harms_nobody() {
    let lamp = Lamp.spawn();
    drop(lamp.transitions().await.expect("it lives"));
    let mut second = lamp.transitions().await.expect("it lives");
    assert_eq!(lamp.ask(Press).await, Ok(()));
    assert_eq!(told(&mut second, 1).await, [("Dark", "Bright")]);
}

#[tokio::test(start_paused = true)]
async fn f64_a_deadline_and_a_row_of_a_group_are_told_of_and_the_end_ends_the_subscription() {
    let lamp = Lamp.spawn();
    let mut transitions = lamp.transitions().await.expect("it lives");
    assert_eq!(lamp.ask(Press).await, Ok(()));
    assert_eq!(told(&mut transitions, 2).await, [("Dark", "Bright"), ("Bright", "Broken")]);
    assert_eq!(transitions.next().await, None);

    let lamp = Lamp.spawn();
    let mut transitions = lamp.transitions().await.expect("it lives");
    assert_eq!(lamp.ask(Cut).await, Ok(()));
    assert_eq!(told(&mut transitions, 1).await, [("Dark", "Broken")]);
}

#[tokio::test(start_paused = true)]
async fn f64_a_failure_ends_the_subscription_and_the_next_one_begins_with_the_first_state() {
    let lamp = Lamp::spawn_with(Lamp::default);
    let mut transitions = lamp.transitions().await.expect("it lives");
    assert_eq!(lamp.ask(Burst).await, Err(CallError::Failed));
    assert_eq!(transitions.next().await, None);
    assert_eq!(lamp.transitions().await.expect("it lives").state(), "Dark");
}

#[tokio::test]
async fn f64_a_subscriber_too_far_behind_is_told_what_was_kept_and_no_more() {
    let lamp = Lamp.spawn();
    let mut slow = lamp.transitions().await.expect("it lives");
    for _ in 0..=TRANSITIONS_KEPT {
        assert_eq!(lamp.ask(Press).await, Ok(()));
    }
    assert_eq!(told(&mut slow, TRANSITIONS_KEPT).await.len(), TRANSITIONS_KEPT);
    assert_eq!(slow.next().await, None);
}

mod order {
    use super::*;
    use serde::{Deserialize, Serialize};

    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Pay;
    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Amend;
    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Restate;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.paid")]
    pub struct WasPaid;
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.amended")]
    pub struct Amended;
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.restated")]
    pub struct Restated;
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.shipped")]
    pub struct WasShipped;

    #[fsm(states = OrderState)]
    #[derive(Default)]
    pub struct Order;

    #[derive(States)]
    #[states(Order, name = "order")]
    pub enum OrderState {
        #[initial]
        #[on(Pay => WasPaid => Paid)]
        #[on(Amend => Amended => stay)]
        #[on(Restate => Restated => reenter)]
        Open,
        #[after(ship: "1h" => WasShipped => Shipped)]
        Paid,
        #[terminal]
        Shipped,
    }

    impl OrderFlow for Order {
        fn open_pay(&self, _: Pay, _: &mut Context<Self>) -> Decide<Self, Pay, WasPaid> {
            persist(WasPaid)
        }
        fn open_amend(&self, _: Amend, _: &mut Context<Self>) -> Decide<Self, Amend, Amended> {
            persist(Amended)
        }
        fn open_restate(&self, _: Restate, _: &mut Context<Self>) -> Decide<Self, Restate, Restated> {
            persist(Restated)
        }
        fn paid_ship(&self, _: &mut Context<Self>) -> Persist<Self, WasShipped> {
            persist(WasShipped)
        }
        fn open_was_paid(&mut self, _: &WasPaid) {}
        fn open_amended(&mut self, _: &Amended) {}
        fn open_restated(&mut self, _: &Restated) {}
        fn paid_was_shipped(&mut self, _: &WasShipped) {}
    }
}

mod durable {
    use super::order::{Amend, Order, Pay, Restate};
    use super::{told, *};
    use mainstay::journal::MemoryStore;
    use mainstay::testing::simulate;
    use std::future::{Future as _, poll_fn};
    use std::pin::pin;
    use std::sync::Arc;
    use std::task::Poll;

    #[test]
    fn f64_a_stored_machine_tells_the_state_then_the_transitions_and_its_end_ends_the_subscription() {
        simulate(1, |sim| async move {
            let system = System::volatile().host::<Order>().start().await.expect("a start");
            let order = system.entity::<Order>("1").expect("an id");
            let mut transitions = order.transitions().await.expect("it is there");
            assert_eq!(transitions.state(), "Open");
            assert_eq!(order.ask(Amend).await, Ok(()));
            assert_eq!(order.ask(Restate).await, Ok(()));
            assert_eq!(order.ask(Pay).await, Ok(()));
            sim.clock().advance(Duration::from_hours(1)).await;
            let expected = [("Open", "Open"), ("Open", "Paid"), ("Paid", "Shipped")];
            assert_eq!(told(&mut transitions, 3).await, expected);
            assert_eq!(transitions.next().await, None, "a machine at its end leaves the memory");
        });
    }

    #[test]
    fn f64_f73_recovery_tells_nothing() {
        simulate(1, |_| async {
            let store = Arc::new(MemoryStore::new());
            let first = System::with(store.clone()).host::<Order>().start().await.expect("a start");
            assert_eq!(first.entity::<Order>("1").expect("an id").ask(Pay).await, Ok(()));
            first.shutdown().await.expect("in order");
            let second = System::with(Arc::new(store.restart())).host::<Order>().start().await.expect("a start");
            let order = second.entity::<Order>("1").expect("an id");
            let mut transitions = order.transitions().await.expect("it is there");
            assert_eq!(transitions.state(), "Paid");
            second.shutdown().await.expect("in order");
            assert_eq!(transitions.next().await, None);
        });
    }

    #[tokio::test]
    async fn f64_f71_only_what_is_durable_is_told() {
        let (store, mut calls) = Held::appends();
        let system = System::with(Arc::new(store)).host::<Order>().start().await.expect("a start");
        let order = system.entity::<Order>("1").expect("an id");
        let mut transitions = order.transitions().await.expect("it is there");
        order.tell(Pay).expect("there is room");
        let write = calls.recv().await.expect("a unit is on its way");
        {
            let mut next = pin!(transitions.next());
            let is_told = poll_fn(|task| Poll::Ready(next.as_mut().poll(task).is_ready())).await;
            assert!(!is_told, "the unit may still be refused");
        }
        write.go_on();
        assert_eq!(told(&mut transitions, 1).await, [("Open", "Paid")]);
    }
}

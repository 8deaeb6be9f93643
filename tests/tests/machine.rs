//! What a machine made by the macros does. Names of tests begin with the rule that they prove, by its number.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![deny(missing_docs, reason = "what the macros write is documented")]
#![deny(warnings, reason = "what the macros write gives nobody a warning")]
#![allow(missing_debug_implementations, reason = "the types of the test are not printed")]

use mainstay::fsm::{States as _, Target, Trigger};
use mainstay::journal::{EntityKey, MemoryStore, Store as _};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Adds an item of this price.
#[derive(Message, Clone)]
pub struct Add(pub u64);

/// Pays a sum; gives back what was too much.
#[derive(Message, Clone)]
#[message(reply = u64, error = PayError)]
pub struct Pay(pub u64);

/// Sends the goods.
#[derive(Message, Clone)]
pub struct Ship;

/// Empties the order.
#[derive(Message, Clone)]
pub struct Clear;

/// Writes something down, whatever the state; gives the number of notes.
#[derive(Message, Clone)]
#[message(reply = u32)]
pub struct Note(pub &'static str);

/// Asks how the order stands.
#[derive(Message, Clone)]
#[message(reply = Report)]
pub struct Describe;

/// Asks for the receipt.
#[derive(Message, Clone)]
#[message(reply = u64, error = PayError)]
pub struct Receipt;

/// Why there is no payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum PayError {
    /// Nothing was said.
    #[error("refused")]
    Refused,
    /// The sum is too small, which is written down.
    #[error("too little")]
    TooLittle,
}

/// How the order stands.
#[derive(Debug, PartialEq, Eq)]
pub struct Report {
    /// The name of the state.
    pub state: &'static str,
    /// The number of notes.
    pub notes: u32,
    /// How often the order was opened.
    pub entered: u32,
}

mod event {
    use super::{Deserialize, Event, Serialize};

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.item_added")]
    pub struct ItemAdded(pub u64);

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.paid")]
    pub struct Paid(pub u64);

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.payment_refused")]
    pub struct PaymentRefused;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.cleared")]
    pub struct Cleared;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.shipped")]
    pub struct Shipped;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "order.noted")]
    pub struct Noted(pub String);
}

/// The first state.
#[derive(Debug)]
pub struct Open {
    total: u64,
    entered: u32,
}

/// A state with the name of an event.
#[derive(Debug)]
pub struct Paid {
    receipt: u64,
}

/// What all states share.
#[fsm(states = OrderState, mailbox = unbounded)]
#[derive(Default)]
pub struct Order {
    #[volatile]
    asked: Arc<AtomicU32>,
    notes: u32,
}

/// The states.
#[derive(States)]
#[states(Order, name = "order")]
#[otherwise(Note => event::Noted => stay)]
#[query(Describe, Receipt)]
#[derive(Debug)]
pub enum OrderState {
    /// Takes items.
    #[initial]
    #[on(Add => event::ItemAdded => stay)]
    #[on(async Pay => event::Paid => Paid, event::PaymentRefused => stay)]
    #[on(Clear => event::Cleared => reenter)]
    Open(Open),
    /// Waits for shipping.
    #[on(Ship => event::Shipped => Closed)]
    #[discard(Pay)]
    Paid(Paid),
    /// A row that is not there.
    #[cfg(any())]
    #[on(Ship => event::Shipped => Closed)]
    Lost,
    /// The end.
    #[terminal]
    #[cfg_attr(all(), discard(Clear))]
    #[cfg_attr(any(), on(Ship => event::Shipped => Open))]
    Closed,
}

impl OrderFlow for Order {
    fn initial(&self) -> Open {
        Open { total: 0, entered: 1 }
    }

    fn open_add(&self, _: &Open, Add(price): Add, _: &mut Context<Self>) -> Decide<Self, Add, event::ItemAdded> {
        assert!(price != 13, "unlucky");
        persist(event::ItemAdded(price))
    }

    async fn open_pay(&self, open: &Open, Pay(sum): Pay, _: &mut Context<Self>) -> Decide<Self, Pay, OrderOpenPay> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        tokio::task::yield_now().await;
        match sum {
            0 => Err(PayError::Refused),
            sum if sum < open.total => Ok(persist(event::PaymentRefused).refuse(PayError::TooLittle)),
            sum => Ok(persist(event::Paid(sum)).reply(sum - open.total)),
        }
    }

    fn open_clear(&self, _: &Open, _: Clear, _: &mut Context<Self>) -> Decide<Self, Clear, event::Cleared> {
        persist(event::Cleared)
    }

    fn paid_ship(&self, _: &Paid, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, event::Shipped> {
        persist(event::Shipped)
    }

    fn otherwise_note(
        &self,
        _: &OrderState,
        Note(text): Note,
        _: &mut Context<Self>,
    ) -> Decide<Self, Note, event::Noted> {
        persist(event::Noted(text.to_owned())).reply_with(|after: &Machine<Self, OrderState>| after.data.notes)
    }

    fn describe(&self, state: &OrderState, _: Describe) -> Report {
        let entered = match state {
            OrderState::Open(open) => open.entered,
            _ => 0,
        };
        Report { state: state.name(), notes: self.notes, entered }
    }

    fn receipt(&self, state: &OrderState, _: Receipt) -> Result<u64, PayError> {
        match state {
            OrderState::Paid(paid) => Ok(paid.receipt),
            _ => Err(PayError::Refused),
        }
    }

    fn open_item_added(&mut self, open: &mut Open, event: &event::ItemAdded) {
        assert!(event.0 != 666, "no state after this");
        open.total += event.0;
    }

    fn open_paid(&mut self, _: Open, event: &event::Paid) -> Paid {
        Paid { receipt: event.0 }
    }

    fn open_payment_refused(&mut self, _: &mut Open, _: &event::PaymentRefused) {
        self.notes += 100;
    }

    fn open_cleared(&mut self, open: Open, _: &event::Cleared) -> Open {
        Open { total: 0, entered: open.entered + 1 }
    }

    fn paid_shipped(&mut self, _: Paid, _: &event::Shipped) {}

    fn otherwise_noted(&mut self, event: &event::Noted) {
        assert!(!event.0.is_empty(), "a note says something");
        self.notes += 1;
    }
}

async fn system(store: &MemoryStore) -> System {
    System::with(store.restart()).host::<Order>().start().await.expect("the store is there")
}

/// The stored names of the events of order 42.
async fn stored(store: &MemoryStore) -> Vec<String> {
    let key = EntityKey::new("order", "42").expect("it is an id");
    let page = store.restart().read(key, 0, u64::MAX, 100).await.expect("the store can be read");
    page.records.iter().map(|record| record.name.to_string()).collect()
}

#[tokio::test]
async fn f20_stay_keeps_the_state() {
    let system = system(&MemoryStore::new()).await;
    let order = system.entity::<Order>("42").expect("hosted");
    assert_eq!(order.ask(Add(12)).await, Ok(()));
    assert_eq!(order.ask(Describe).await, Ok(Report { state: "Open", notes: 0, entered: 1 }));
    assert_eq!(order.ask(Pay(15)).await, Ok(3), "the item is in the state");
}

#[tokio::test]
async fn f20_reenter_makes_the_state_anew() {
    let system = system(&MemoryStore::new()).await;
    let order = system.entity::<Order>("42").expect("hosted");
    assert_eq!(order.ask(Add(12)).await, Ok(()));
    assert_eq!(order.ask(Clear).await, Ok(()));
    assert_eq!(order.ask(Describe).await, Ok(Report { state: "Open", notes: 0, entered: 2 }));
    assert_eq!(order.ask(Pay(15)).await, Ok(15), "the items are gone");
}

#[tokio::test]
async fn f12_a_refusal_stores_nothing() {
    let store = MemoryStore::new();
    let system = system(&store).await;
    let order = system.entity::<Order>("42").expect("hosted");
    assert_eq!(order.ask(Pay(0)).await, Err(CallError::Refused(PayError::Refused)));
    assert_eq!(order.state().await, Ok("Open"));
    system.shutdown().await.expect("in order");
    assert_eq!(stored(&store).await, [""; 0]);
}

#[tokio::test]
async fn f71_a_refusal_that_is_a_fact_is_stored() {
    let store = MemoryStore::new();
    let system = system(&store).await;
    let order = system.entity::<Order>("42").expect("hosted");
    assert_eq!(order.ask(Add(12)).await, Ok(()));
    assert_eq!(order.ask(Pay(10)).await, Err(CallError::Refused(PayError::TooLittle)));
    assert_eq!(order.ask(Describe).await, Ok(Report { state: "Open", notes: 100, entered: 1 }));
    system.shutdown().await.expect("in order");
    assert_eq!(stored(&store).await, ["order.item_added", "order.payment_refused"]);
}

#[tokio::test]
async fn f65_a_command_without_a_row_is_unhandled() {
    let store = MemoryStore::new();
    let system = system(&store).await;
    let order = system.entity::<Order>("42").expect("hosted");
    assert_eq!(order.ask(Ship).await, Err(CallError::Unhandled { state: "Open" }));
    assert_eq!(order.permitted().await, Ok(vec!["Add", "Pay", "Clear"]));
    system.shutdown().await.expect("in order");
    assert_eq!(stored(&store).await, [""; 0]);
}

#[tokio::test]
async fn f65_a_discarded_command_says_so() {
    let system = system(&MemoryStore::new()).await;
    let order = system.entity::<Order>("42").expect("hosted");
    assert_eq!(order.ask(Pay(1)).await, Ok(1));
    assert_eq!(order.ask(Pay(1)).await, Err(CallError::Discarded { state: "Paid" }));
    assert_eq!(order.ask(Ship).await, Ok(()));
    assert_eq!(
        order.ask(Clear).await,
        Err(CallError::Discarded { state: "Closed" }),
        "the end may discard, also by `cfg_attr`"
    );
    assert_eq!(order.ask(Pay(1)).await, Err(CallError::Unhandled { state: "Closed" }));
}

#[tokio::test]
async fn f17_otherwise_is_for_the_end_too() {
    let system = system(&MemoryStore::new()).await;
    let order = system.entity::<Order>("42").expect("hosted");
    assert_eq!(order.ask(Note("open")).await, Ok(1));
    assert_eq!(order.ask(Pay(1)).await, Ok(1));
    assert_eq!(order.ask(Ship).await, Ok(()));
    assert_eq!(order.ask(Note("closed")).await, Ok(2));
    assert_eq!(order.state().await, Ok("Closed"));
}

#[tokio::test]
async fn a_query_is_answered_in_any_state_and_stores_nothing() {
    let store = MemoryStore::new();
    let system = system(&store).await;
    let order = system.entity::<Order>("42").expect("hosted");
    assert_eq!(order.ask(Receipt).await, Err(CallError::Refused(PayError::Refused)));
    assert_eq!(order.ask(Pay(7)).await, Ok(7));
    assert_eq!(order.ask(Receipt).await, Ok(7));
    assert_eq!(order.ask(Ship).await, Ok(()));
    assert_eq!(order.ask(Describe).await, Ok(Report { state: "Closed", notes: 0, entered: 0 }));
    system.shutdown().await.expect("in order");
    assert_eq!(stored(&store).await, ["order.paid", "order.shipped"]);
}

#[tokio::test]
async fn f78_a_machine_goes_on_where_it_was() {
    let store = MemoryStore::new();
    let first = system(&store).await;
    let order = first.entity::<Order>("42").expect("hosted");
    assert_eq!(order.ask(Add(12)).await, Ok(()));
    assert_eq!(order.ask(Note("slow")).await, Ok(1));
    assert_eq!(order.ask(Pay(20)).await, Ok(8));
    first.shutdown().await.expect("in order");

    let second = system(&store).await;
    let order = second.entity::<Order>("42").expect("hosted");
    assert_eq!(order.state().await, Ok("Paid"));
    assert_eq!(order.ask(Receipt).await, Ok(20));
    assert_eq!(order.ask(Note("still")).await, Ok(2));
    assert_eq!(order.ask(Ship).await, Ok(()));
}

#[tokio::test]
async fn f73_recovery_runs_no_handler() {
    let store = MemoryStore::new();
    let asked = Arc::new(AtomicU32::new(0));
    for _ in 0..2 {
        let asked = asked.clone();
        let host = System::with(store.restart()).host_with(move |_| Ok(Order { asked: asked.clone(), notes: 0 }));
        let system = host.start().await.expect("the store is there");
        let order = system.entity::<Order>("42").expect("hosted");
        if order.state().await == Ok("Open") {
            assert_eq!(order.ask(Pay(20)).await, Ok(20));
        }
        assert_eq!(order.state().await, Ok("Paid"));
        system.shutdown().await.expect("in order");
    }
    assert_eq!(asked.load(Ordering::Relaxed), 1, "only the first incarnation decided");
    assert_eq!(stored(&store).await, ["order.paid"]);
}

#[tokio::test]
async fn f12_a_panic_in_a_decision_stores_nothing() {
    let store = MemoryStore::new();
    let system = system(&store).await;
    let order = system.entity::<Order>("42").expect("hosted");
    assert_eq!(order.ask(Add(12)).await, Ok(()));
    assert!(matches!(order.ask(Add(13)).await, Err(CallError::Quarantined { .. })));
    assert_eq!(order.ask(Pay(12)).await, Ok(0), "the machine goes on with what is stored");
    system.shutdown().await.expect("in order");
    assert_eq!(stored(&store).await, ["order.item_added", "order.paid"]);
}

#[tokio::test]
async fn f12_a_panic_in_an_event_method_stores_nothing() {
    let store = MemoryStore::new();
    let system = system(&store).await;
    let order = system.entity::<Order>("42").expect("hosted");
    assert_eq!(order.ask(Add(12)).await, Ok(()));
    assert!(matches!(order.ask(Add(666)).await, Err(CallError::Quarantined { .. })));
    assert!(matches!(order.ask(Note("")).await, Err(CallError::Quarantined { .. })), "of a row for all states neither");
    assert_eq!(order.ask(Note("fine")).await, Ok(1));
    assert_eq!(order.ask(Pay(12)).await, Ok(0));
    system.shutdown().await.expect("in order");
    assert_eq!(stored(&store).await, ["order.item_added", "order.noted", "order.paid"]);
}

#[test]
fn the_table_says_what_the_rows_say() {
    let names: Vec<_> = OrderState::TABLE.states.iter().map(|state| state.name).collect();
    assert_eq!(names, ["Open", "Paid", "Closed"], "rows and states that are configured away are not there");
    let pay = &OrderState::TABLE.states[0].rows[1];
    assert_eq!(pay.trigger, Trigger::Command("Pay"));
    assert_eq!(pay.outcomes[0].event, Some("order.paid"));
    assert_eq!(pay.outcomes[0].target, Target::To("Paid"));
    assert_eq!(pay.outcomes[1].target, Target::Stay);
    assert_eq!(OrderState::TABLE.otherwise[0].trigger, Trigger::Command("Note"));
}

#[tokio::test]
async fn a_machine_may_live_in_a_function() {
    #[derive(Message, Clone)]
    struct Flip;
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "switch.flipped")]
    struct Flipped;

    #[fsm(states = SwitchState)]
    #[derive(Default)]
    struct Switch;

    #[derive(States)]
    #[states(Switch, name = "switch")]
    enum SwitchState {
        #[initial]
        #[on(Flip => Flipped => On)]
        Off,
        #[on(Flip => Flipped => Off)]
        On,
    }

    impl SwitchFlow for Switch {
        fn off_flip(&self, _: Flip, _: &mut Context<Self>) -> Decide<Self, Flip, Flipped> {
            persist(Flipped)
        }

        fn on_flip(&self, _: Flip, _: &mut Context<Self>) -> Decide<Self, Flip, Flipped> {
            persist(Flipped)
        }

        fn off_flipped(&mut self, _: &Flipped) {}

        fn on_flipped(&mut self, _: &Flipped) {}
    }

    let system = System::volatile().host::<Switch>().start().await.expect("nothing is stored");
    let switch = system.entity::<Switch>("hall").expect("hosted");
    assert_eq!(switch.ask(Flip).await, Ok(()));
    assert_eq!(switch.state().await, Ok("On"));
    assert_eq!(switch.ask(Flip).await, Ok(()));
    assert_eq!(switch.state().await, Ok("Off"));
}

/// Types with the names that generated code would like to use.
pub mod awkward_names {
    use mainstay::prelude::*;
    use serde::{Deserialize, Serialize};

    /// A command.
    #[derive(Message, Clone)]
    pub struct Inbox;
    /// A command.
    #[derive(Message, Clone)]
    pub struct StateName;
    /// An event.
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "later")]
    pub struct Later;
    /// An event.
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "any_event")]
    pub struct AnyEvent;
    /// A state.
    #[derive(Default)]
    pub struct Cx(u8);
    #[allow(dead_code, reason = "hides the one of the prelude")]
    struct Result;
    #[allow(dead_code, reason = "hides the one of the prelude")]
    struct Option;
    #[allow(dead_code, reason = "hides the one of the prelude")]
    struct Send;

    /// The machine.
    #[fsm(states = Names)]
    #[derive(Default)]
    pub struct Event;

    /// Its states.
    #[derive(States)]
    #[states(Event, name = "event")]
    pub enum Names {
        /// The first.
        #[initial]
        #[on(Inbox => Later => stay, AnyEvent => r#Self_)]
        Cx(Cx),
        /// The last.
        #[on(StateName => Later => Cx)]
        r#Self_,
    }

    impl EventFlow for Event {
        fn initial(&self) -> Cx {
            Cx::default()
        }

        fn cx_inbox(&self, state: &Cx, _: Inbox, _: &mut Context<Self>) -> Decide<Self, Inbox, EventCxInbox> {
            match state.0 {
                0 => persist(Later),
                _ => persist(AnyEvent),
            }
        }

        fn self__state_name(&self, _: StateName, _: &mut Context<Self>) -> Decide<Self, StateName, Later> {
            persist(Later)
        }

        fn cx_later(&mut self, state: &mut Cx, _: &Later) {
            state.0 += 1;
        }

        fn cx_any_event(&mut self, _: Cx, _: &AnyEvent) {}

        fn self__later(&mut self, _: &Later) -> Cx {
            Cx(0)
        }
    }
}

#[tokio::test]
async fn generated_names_hide_nothing_of_the_users() {
    use awkward_names::{Event, Inbox, StateName};
    let system = System::volatile().host::<Event>().start().await.expect("nothing is stored");
    let event = system.entity::<Event>("1").expect("hosted");
    assert_eq!(event.ask(Inbox).await, Ok(()));
    assert_eq!(event.ask(Inbox).await, Ok(()));
    assert_eq!(event.state().await, Ok("Self_"));
    assert_eq!(event.ask(StateName).await, Ok(()));
    assert_eq!(event.state().await, Ok("Cx"));
}

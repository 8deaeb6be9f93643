//! Given, when, then: what an entity decides, without a runtime and without a store. Not one of these tests has a runtime.

#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::missing_errors_doc, clippy::missing_panics_doc, reason = "they are what is tested")]
#![allow(clippy::unused_self, reason = "not every command looks at the state")]

use mainstay::entity::EventMeta;
use mainstay::prelude::*;
use mainstay::testing::given;
use serde::{Deserialize, Serialize};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{Poll, Waker};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[actor(persistent = "ledger")]
#[derive(Default)]
pub struct Ledger {
    balance: u64,
    closed_at: Option<SystemTime>,
    applied: Vec<(u64, SystemTime)>,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.deposited")]
pub struct Deposited {
    amount: u64,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.withdrawn", version = 2)]
pub struct Withdrawn {
    amount: u64,
    memo: String,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.closed")]
pub struct Closed {
    at: SystemTime,
}

#[derive(Event, Deserialize)]
#[event(name = "ledger.broken")]
pub struct Broken;

impl Serialize for Broken {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("it is broken"))
    }
}

#[derive(Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
#[error("only {0} left")]
pub struct Insufficient(u64);

#[handlers]
impl Ledger {
    #[command]
    pub fn deposit(&self, amount: u64) -> Persist<Self, Deposited, u64> {
        persist(Deposited { amount }).reply_with(|after: &Self| after.balance)
    }

    #[command]
    pub fn withdraw(&self, amount: u64) -> Decided<Self, Withdrawn, u64, Insufficient> {
        let rest = self.balance.checked_sub(amount).ok_or(Insufficient(self.balance))?;
        Ok(persist(Withdrawn { amount, memo: "rent".into() }).reply(rest))
    }

    /// Pays out what is there, and closes.
    #[command]
    pub fn close(&self, cx: &mut Context<Self>) -> Persist<Self, LedgerEvent, String> {
        let closed = persist(Withdrawn { amount: self.balance, memo: "the rest".into() }).and(Closed { at: cx.now() });
        closed.reply(format!("{} {}", cx.id(), cx.key())).then(|_| panic!("an effect has run"))
    }

    #[command]
    pub async fn ask_bank(&self, cx: &mut Context<Self>) -> Persist<Self, Deposited, SystemTime> {
        std::future::ready(()).await;
        persist(Deposited { amount: 1 }).reply(cx.now())
    }

    #[command]
    pub fn break_it(&self) -> Persist<Self, Broken> {
        persist(Broken)
    }

    #[apply]
    fn deposited(&mut self, event: &Deposited, meta: &EventMeta) {
        self.balance += event.amount;
        self.applied.push((meta.seq, meta.at));
    }

    #[apply]
    fn withdrawn(&mut self, event: &Withdrawn, meta: &EventMeta) {
        self.balance -= event.amount;
        self.applied.push((meta.seq, meta.at));
    }

    #[apply]
    fn closed(&mut self, event: &Closed) {
        self.closed_at = Some(event.at);
    }

    #[apply]
    fn broken(&mut self, _: &Broken) {}
}

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Add(u32);
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = u32, error = Declined)]
pub struct Pay(u32);
#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Ship;

#[derive(Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
#[error("declined")]
pub struct Declined;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.item_added")]
pub struct ItemAdded(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.paid")]
pub struct PaymentTaken(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.payment_refused")]
pub struct PaymentRefused;
#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.shipped")]
pub struct Shipped;

#[derive(Default)]
pub struct Open {
    total: u32,
}

pub struct Paid {
    receipt: u32,
}

/// The limit of the card is what the gateway knows.
#[fsm(states = OrderState)]
pub struct Order {
    limit: u32,
}

#[derive(States)]
#[states(Order, name = "order")]
pub enum OrderState {
    #[initial]
    #[on(Add => ItemAdded => stay)]
    #[on(async Pay => PaymentTaken => Paid, PaymentRefused => stay)]
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

    async fn open_pay(&self, open: &Open, Pay(card): Pay, _: &mut Context<Self>) -> Decide<Self, Pay, OrderOpenPay> {
        std::future::ready(()).await;
        if open.total > self.limit {
            return Ok(persist(PaymentRefused).refuse(Declined));
        }
        Ok(persist(PaymentTaken(card)).reply(card))
    }

    fn paid_ship(&self, _: &Paid, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, Shipped> {
        persist(Shipped)
    }

    fn open_item_added(&mut self, open: &mut Open, event: &ItemAdded) {
        open.total += event.0;
    }

    fn open_payment_taken(&mut self, _: Open, event: &PaymentTaken) -> Paid {
        Paid { receipt: event.0 }
    }

    fn open_payment_refused(&mut self, _: &mut Open, _: &PaymentRefused) {}

    fn paid_shipped(&mut self, _: Paid, _: &Shipped) {}
}

/// What is ready needs no runtime.
fn ready<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut std::task::Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("it waits for something"),
    }
}

/// The words with which `test` fails.
fn failure<T>(test: impl FnOnce() -> T) -> String {
    let Err(words) = catch_unwind(AssertUnwindSafe(test)) else { panic!("it did not fail") };
    words
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| words.downcast_ref::<&str>().map(|s| (*s).into()))
        .expect("words")
}

/// 2030-01-01, midnight UTC.
fn midnight() -> SystemTime {
    UNIX_EPOCH + Duration::from_hours(525_960)
}

#[test]
fn c71_a_command_gives_its_events_its_reply_and_the_state_after() {
    let outcome = given(Ledger::default()).event(Deposited { amount: 10 }).when_called(|ledger, _| ledger.withdraw(3));
    let outcome = outcome.then_event(Withdrawn { amount: 3, memo: "rent".into() }).then_reply(7);
    assert!(matches!(&outcome.events[..], [LedgerEvent::Withdrawn(Withdrawn { amount: 3, .. })]));
    assert_eq!((outcome.state.balance, outcome.effects), (7, 0));
}

#[test]
fn c71_a_reply_is_made_of_the_state_after() {
    given(Ledger::default())
        .event(Deposited { amount: 2 })
        .when_called(|ledger, _| ledger.deposit(3))
        .then_event(Deposited { amount: 3 })
        .then_reply(5);
}

#[test]
fn c71_a_refusal_stores_nothing() {
    let refused = given(Ledger::default()).event(Deposited { amount: 3 }).event(Deposited { amount: 4 });
    let refused = refused.when_called(|ledger, _| ledger.withdraw(8)).then_refused(Insufficient(7));
    assert!(refused.events.is_empty());
    refused
        .go_on()
        .when_called(|ledger, _| ledger.withdraw(7))
        .then_event(Withdrawn { amount: 7, memo: "rent".into() })
        .then_reply(0);
}

#[test]
fn c71_effects_are_counted_and_not_run_and_the_time_is_the_tests() {
    let noon = midnight() + Duration::from_hours(12);
    let closed = given(Ledger::default()).id("alice").event(Deposited { amount: 5 }).after(Duration::from_hours(12));
    let closed = closed.when_called(Ledger::close);
    let closed = closed.then_event(Withdrawn { amount: 5, memo: "the rest".into() }).then_event(Closed { at: noon });
    let closed = closed.then_reply("alice 1.1".into());
    assert_eq!((closed.effects, closed.state.closed_at), (1, Some(noon)));
    assert_eq!(closed.state.applied, [(1, midnight()), (2, noon)]);
}

#[test]
fn c71_a_time_is_stored_to_the_microsecond() {
    let at = UNIX_EPOCH + Duration::from_nanos(1_999);
    let outcome = given(Ledger::default()).at(at).when_called(|ledger, _| ledger.deposit(1));
    assert_eq!(outcome.state.applied, [(1, UNIX_EPOCH + Duration::from_micros(1))]);
}

#[test]
fn c71_an_async_command_needs_no_runtime() {
    let asked =
        ready(given(Ledger::default()).when_called_async(async |ledger: &Ledger, cx| ledger.ask_bank(cx).await));
    asked.then_event(Deposited { amount: 1 }).then_reply(midnight());
}

#[test]
fn c71_a_machine_decides_and_changes_its_state() {
    let paid = ready(given(Order { limit: 20 }).event(ItemAdded(12)).when_async(Pay(4)))
        .then_event(PaymentTaken(4))
        .then_reply(4);
    assert!(matches!(&paid.state.state, OrderState::Paid(Paid { receipt: 4 })));
    let shipped = paid.go_on().when(Ship).then_event(Shipped).then_reply(());
    assert!(matches!(shipped.state.state, OrderState::Closed));
}

#[test]
fn c71_a_refusal_that_is_a_fact_is_stored() {
    let refused = ready(given(Order { limit: 20 }).event(ItemAdded(12)).event(ItemAdded(9)).when_async(Pay(4)));
    let refused = refused.then_event(PaymentRefused).then_refused(Declined);
    assert!(matches!(refused.state.state, OrderState::Open(Open { total: 21 })));
}

#[test]
fn c71_a_command_without_a_row_is_unhandled_and_one_that_is_dropped_is_discarded() {
    given(Order { limit: 0 }).when(Ship).then_unhandled();
    given(Order { limit: 0 }).event(PaymentTaken(1)).when(Add(1)).then_unhandled();
    ready(given(Order { limit: 0 }).event(PaymentTaken(1)).when_async(Pay(1))).then_discarded();
}

#[test]
fn c71_another_event_fails_with_both_in_words() {
    let words = failure(|| {
        given(Ledger::default())
            .when_called(|ledger, _| ledger.deposit(3))
            .then_event(Withdrawn { amount: 3, memo: "rent".into() })
    });
    let expected = "event 1 is `ledger.deposited` version 1 {\"amount\": 3}, not `ledger.withdrawn` version 2 {\"amount\": 3, \"memo\": \"rent\"}";
    assert_eq!(words, expected);
    let words = failure(|| {
        given(Ledger::default()).when_called(|ledger, _| ledger.deposit(3)).then_event(Deposited { amount: 4 })
    });
    assert_eq!(
        words,
        "event 1 is `ledger.deposited` version 1 {\"amount\": 3}, not `ledger.deposited` version 1 {\"amount\": 4}"
    );
}

#[test]
fn c71_an_event_too_few_or_too_many_fails() {
    let deposit = || given(Ledger::default()).when_called(|ledger, _| ledger.deposit(3));
    let words = failure(|| deposit().then_reply(3));
    assert_eq!(words, "event 1 is `ledger.deposited` version 1 {\"amount\": 3}, and none is expected");
    let words = failure(|| deposit().then_event(Deposited { amount: 3 }).then_event(Deposited { amount: 3 }));
    assert_eq!(words, "no event comes where `ledger.deposited` version 1 {\"amount\": 3} is expected");
}

#[test]
fn c71_another_answer_fails() {
    let withdraw =
        |n| given(Ledger::default()).event(Deposited { amount: 5 }).when_called(move |ledger, _| ledger.withdraw(n));
    let taken = || withdraw(3).then_event(Withdrawn { amount: 3, memo: "rent".into() });
    assert_eq!(failure(|| taken().then_reply(3)), "the answer is Ok(2), not Ok(3)");
    assert_eq!(
        failure(|| taken().then_refused(Insufficient(5))),
        "the answer is Ok(2), not the refusal Insufficient(5)"
    );
    assert_eq!(failure(|| withdraw(6).then_reply(0)), "the answer is Err(Refused(Insufficient(5))), not Ok(0)");
    assert_eq!(
        failure(|| withdraw(6).then_refused(Insufficient(6))),
        "the answer is Err(Refused(Insufficient(5))), not the refusal Insufficient(6)"
    );
    assert_eq!(failure(|| withdraw(6).then_unhandled()), "the answer is Err(Refused(Insufficient(5))), not Unhandled");
    assert_eq!(failure(|| withdraw(6).then_discarded()), "it is not discarded: Err(Refused(Insufficient(5)))");
}

#[test]
fn c71_an_event_that_no_cell_would_store_fails() {
    let words = failure(|| given(Ledger::default()).when_called(|ledger, _| ledger.break_it()));
    assert_eq!(words, "event 1: event `ledger.broken` cannot be encoded: it is broken");
    let words = failure(|| given(Order { limit: 0 }).event(Shipped));
    assert_eq!(words, "event 1: event `order.shipped` has no row in state `Open`");
}

#[test]
fn c71_an_outcome_shows_what_came() {
    let outcome = given(Ledger::default()).when_called(|ledger, _| ledger.deposit(3));
    let shown =
        "Outcome { events: [\"`ledger.deposited` version 1 {\\\"amount\\\": 3}\"], answer: Ok(3), effects: 0, .. }";
    assert_eq!(format!("{outcome:?}"), shown);
}

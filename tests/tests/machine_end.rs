//! Machines that have ended, and commands without a row. Names of tests begin with the rule that they prove, by its number.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(missing_debug_implementations, reason = "the types of the test are not printed")]

use mainstay::fsm::Unhandled;
use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Fills the glass.
#[derive(Message, Clone)]
pub struct Fill;

/// Drinks it.
#[derive(Message, Clone)]
#[message(reply = u32)]
pub struct Drink;

/// Drops it.
#[derive(Message, Clone)]
pub struct Drop;

/// Pays for it, whatever became of it; gives how often that was done.
#[derive(Message, Clone)]
#[message(reply = u32)]
pub struct Pay;

/// An event.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "glass.filled")]
pub struct Filled;

/// An event.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "glass.drunk")]
pub struct Drunk;

/// An event.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "glass.dropped")]
pub struct Dropped;

/// An event.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "glass.paid")]
pub struct Paid;

/// A glass.
#[fsm(states = GlassState)]
#[derive(Default)]
pub struct Glass {
    drunk: u32,
    paid: u32,
}

/// Its states.
#[derive(States)]
#[states(Glass, name = "glass", unhandled = postpone)]
#[otherwise(Pay => Paid => stay)]
pub enum GlassState {
    /// Nothing in it.
    #[initial]
    #[on(Fill => Filled => Full)]
    #[on(Drop => Dropped => Broken)]
    Empty,
    /// Something in it.
    #[on(Drink => Drunk => Empty)]
    #[unhandled(error)]
    Full,
    /// The end.
    #[terminal]
    Broken,
}

impl GlassFlow for Glass {
    fn empty_fill(&self, _: Fill, _: &mut Context<Self>) -> Decide<Self, Fill, Filled> {
        persist(Filled)
    }

    fn empty_drop(&self, _: Drop, _: &mut Context<Self>) -> Decide<Self, Drop, Dropped> {
        persist(Dropped)
    }

    fn full_drink(&self, _: Drink, _: &mut Context<Self>) -> Decide<Self, Drink, Drunk> {
        persist(Drunk).reply_with(|after: &After<Self>| after.data.drunk)
    }

    fn otherwise_pay(&self, _: &GlassState, _: Pay, _: &mut Context<Self>) -> Decide<Self, Pay, Paid> {
        persist(Paid).reply_with(|after: &After<Self>| after.data.paid)
    }

    fn empty_filled(&mut self, _: &Filled) {}

    fn empty_dropped(&mut self, _: &Dropped) {}

    fn full_drunk(&mut self, _: &Drunk) {
        self.drunk += 1;
    }

    fn otherwise_paid(&mut self, _: &Paid) {
        self.paid += 1;
    }
}

/// A system, and how many incarnations of its entities have been made.
async fn system(store: &MemoryStore) -> (System, Arc<AtomicU32>) {
    let made = Arc::new(AtomicU32::new(0));
    let count = made.clone();
    let host = System::with(store.restart()).host_with(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        Ok(Glass::default())
    });
    (host.start().await.expect("the store is there"), made)
}

const BROKEN: &str = "Broken";

#[tokio::test]
async fn f70_a_machine_that_has_ended_is_not_started_again_to_say_so() {
    let (system, made) = system(&MemoryStore::new()).await;
    let glass = system.entity::<Glass>("1").expect("hosted");
    assert_eq!(glass.ask(Drop).await, Ok(()));
    assert_eq!(glass.ask(Drop).await, Err(CallError::Finished { state: BROKEN }));
    assert_eq!(glass.ask(Drink).await, Err(CallError::Finished { state: BROKEN }));
    assert_eq!(made.load(Ordering::Relaxed), 1);
    assert_eq!(glass.ask(Pay).await, Ok(1), "it has a row for this");
    assert_eq!(glass.state().await, Ok(BROKEN));
    assert!(made.load(Ordering::Relaxed) > 1, "it had left the memory");
}

#[tokio::test]
async fn f78_a_machine_that_is_stored_at_its_end_says_so() {
    let store = MemoryStore::new();
    let (first, _) = system(&store).await;
    assert_eq!(first.entity::<Glass>("1").expect("hosted").ask(Drop).await, Ok(()));
    first.shutdown().await.expect("in order");

    let (second, made) = system(&store).await;
    let glass = second.entity::<Glass>("1").expect("hosted");
    assert_eq!(glass.ask(Fill).await, Err(CallError::Finished { state: BROKEN }));
    assert_eq!(glass.ask(Fill).await, Err(CallError::Finished { state: BROKEN }));
    assert_eq!(made.load(Ordering::Relaxed), 1, "once to find out");
}

#[tokio::test]
async fn a_repeated_id_is_answered_as_before_also_at_the_end() {
    let (system, _) = system(&MemoryStore::new()).await;
    let glass = system.entity::<Glass>("1").expect("hosted");
    assert_eq!(glass.ask(Drop).id("drop").await, Ok(()));
    assert_eq!(glass.ask(Drop).id("drop").await, Ok(()));
    assert_eq!(glass.ask(Drop).id("another").await, Err(CallError::Finished { state: BROKEN }));
}

#[tokio::test]
async fn a_machine_that_is_purged_begins_anew() {
    let (system, _) = system(&MemoryStore::new()).await;
    let glass = system.entity::<Glass>("1").expect("hosted");
    assert_eq!(glass.ask(Drop).await, Ok(()));
    system.purge::<Glass>("1").await.expect("the store is there");
    assert_eq!(glass.ask(Fill).await, Ok(()));
}

#[tokio::test]
async fn f36_what_was_postponed_is_told_that_the_machine_has_ended() {
    let (system, _) = system(&MemoryStore::new()).await;
    let glass = system.entity::<Glass>("1").expect("hosted");
    let waits = tokio::spawn({
        let glass = glass.clone();
        async move { glass.ask(Drink).await }
    });
    tokio::task::yield_now().await;
    assert_eq!(glass.ask(Drop).await, Ok(()));
    assert_eq!(waits.await.expect("it runs to its end"), Err(CallError::Finished { state: BROKEN }));
}

#[tokio::test]
async fn f65_what_becomes_of_a_command_without_a_row_is_said_for_the_machine_and_for_a_state() {
    let (system, _) = system(&MemoryStore::new()).await;
    let glass = system.entity::<Glass>("1").expect("hosted");
    glass.tell(Fill).expect("it has room");
    assert_eq!(glass.ask(Fill).await, Err(CallError::Unhandled { state: "Full" }), "who asks is always told");
    assert_eq!(glass.ask(Drink).await, Ok(1));
    let waits = tokio::spawn({
        let glass = glass.clone();
        async move { glass.ask(Drink).await }
    });
    tokio::task::yield_now().await;
    assert_eq!(glass.state().await, Ok("Empty"));
    assert!(!waits.is_finished(), "it is postponed");
    assert_eq!(glass.ask(Fill).await, Ok(()));
    assert_eq!(waits.await.expect("it runs to its end"), Ok(2));
    let policies: Vec<_> = GlassState::TABLE.states.iter().map(|state| state.unhandled).collect();
    assert_eq!(policies, [Unhandled::Postpone, Unhandled::Error, Unhandled::Postpone]);
}

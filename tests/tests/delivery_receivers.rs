//! Who receives deliveries in other ways than a hosted entity does: by hand, in memory, as often as they come. Names of tests begin with the rule that
//! they prove.
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::needless_pass_by_value,
    clippy::unused_self,
    reason = "the test is about what the types do"
)]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::delivery::by_hand;
use mainstay::journal::{EntityKey, MemoryStore, Store as _, Table};
use mainstay::prelude::*;
use mainstay::supervise::{ConfirmableMessage as _, ConfirmationKey};
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use mainstay::testing::{assert_idempotent, given, simulate, simulate_seeds};
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "receivers.letter")]
pub struct Letter(pub u64);

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "receivers.level")]
pub struct Level(pub u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "receivers.nothing")]
pub struct Nothing;

/// Sends.
#[actor(persistent = "sender")]
#[derive(Default)]
pub struct Sender;

#[handlers]
impl Sender {
    #[command]
    pub fn write(&self, to: EntityId<Clerk>, letter: u64) -> Persist<Self, Nothing> {
        nothing().deliver(by_hand(to), Letter(letter))
    }

    #[command]
    pub fn write_by_name(&self, to: String, letter: u64) -> Persist<Self, Nothing> {
        nothing().deliver(named(to), Letter(letter))
    }

    #[command]
    pub fn set(&self, to: EntityId<Clerk>, level: u64) -> Persist<Self, Nothing> {
        nothing().deliver(to, Level(level))
    }

    #[command]
    pub fn unconfirmed(&self, cx: &mut Context<Self>) -> Persist<Self, Nothing, usize> {
        nothing().reply(cx.unconfirmed_count())
    }

    #[apply]
    fn on_nothing(&mut self, _: &Nothing) {}
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "clerk.copy")]
pub struct Copied(u64, ConfirmationKey);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "clerk.set")]
pub struct Set(u64);

/// Takes wrapped letters, and confirms by hand the second copy of each; and levels, as often as they come.
#[actor(persistent = "clerk")]
#[derive(Default)]
pub struct Clerk {
    copies: Vec<(u64, ConfirmationKey)>,
    levels: Vec<u64>,
}

#[handlers]
impl Clerk {
    #[command(message)]
    fn letter(&self, letter: LetterDelivery) -> Persist<Self, Copied> {
        let key = letter.delivery.key();
        let is_second = self.copies.iter().any(|(_, known)| *known == key);
        let confirmation = letter.confirmation("clerk");
        let decision = persist(Copied(letter.message.0, key));
        if is_second { decision.then(move |_| confirmation.tell()) } else { decision }
    }

    #[command(message, idempotent)]
    fn level(&self, Level(level): Level) -> Persist<Self, Set> {
        if level == 0 || self.levels.last() != Some(&level) { persist(Set(level)) } else { nothing() }
    }

    #[query]
    pub fn copies(&self) -> Vec<(u64, ConfirmationKey)> {
        self.copies.clone()
    }

    #[query]
    pub fn levels(&self) -> Vec<u64> {
        self.levels.clone()
    }

    #[apply]
    fn copied(&mut self, event: &Copied) {
        self.copies.push((event.0, event.1));
    }

    #[apply]
    fn on_set(&mut self, event: &Set) {
        self.levels.push(event.0);
    }
}

const INTERVAL: Duration = Duration::from_secs(5);

fn ends(system: &System) -> (SenderRef, ClerkRef) {
    (system.entity::<Sender>("ada").expect("an id"), system.entity::<Clerk>("clerk").expect("an id"))
}

#[test]
fn d16_a_receiver_by_hand_gets_every_copy_under_one_key_until_it_has_confirmed() {
    simulate_seeds(0..10, |sim| async move {
        let system = System::volatile().host::<Sender>().host::<Clerk>().start().await.expect("a start");
        let (ada, clerk) = ends(&system);
        ada.write(clerk.id().clone(), 7).await.expect("a letter");
        sim.clock().advance(INTERVAL / 2).await;
        assert_eq!(ada.unconfirmed().await, Ok(1), "it is not confirmed by being handled");
        sim.clock().advance(INTERVAL * 6).await;
        assert_eq!(ada.unconfirmed().await, Ok(0));
        let copies = clerk.copies().await.expect("an answer");
        let [(7, first), (7, second)] = copies[..] else { panic!("{copies:?}") };
        assert_eq!(first, second);
    });
}

#[test]
fn p12_an_idempotent_handler_runs_for_each_copy_confirms_each_and_nothing_is_stored_as_seen() {
    simulate(3, |sim| async move {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let system = System::with(store.clone()).host::<Sender>().host::<Clerk>().start().await.expect("a start");
        let (ada, clerk) = ends(&system);
        // The intent is the first write, what the clerk stores the second, and the end of the delivery the third, which fails: so it comes again.
        store.fail(Operation::Append, When::Nth(3), Effect::FailBefore);
        ada.set(clerk.id().clone(), 0).await.expect("a level");
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(ada.unconfirmed().await, Ok(0));
        assert_eq!(clerk.levels().await, Ok(vec![0, 0]));
        let key = EntityKey::new("clerk", "clerk").expect("an id");
        let seen = store.rows(key, Table::Seen, None, 10).await.expect("rows");
        assert!(seen.is_empty(), "{seen:?}");
    });
}

#[test]
fn p12_what_a_handler_that_says_idempotent_promises_is_tested_without_a_system() {
    assert_idempotent(given(Clerk::default()), Level(3));
    let failed = catch_unwind(AssertUnwindSafe(|| assert_idempotent(given(Clerk::default()), Level(0))));
    assert!(failed.is_err(), "it stores each copy of level 0");
}

/// Takes letters, in memory; it answers only when it is told to.
#[actor]
#[derive(Default)]
pub struct Desk {
    letters: Vec<u64>,
    open: Vec<ReplyTo<()>>,
}

#[handlers]
impl Desk {
    #[handle(message)]
    fn letter(&mut self, Letter(letter): Letter, reply: ReplyTo<()>) {
        self.letters.push(letter);
        self.open.push(reply);
    }

    #[handle]
    pub fn answer(&mut self) {
        self.open.drain(..).for_each(|reply| reply.reply(()));
    }

    #[handle]
    pub fn letters(&self) -> Vec<u64> {
        self.letters.clone()
    }
}

#[test]
fn p11_an_actor_in_memory_drops_copies_of_what_is_in_hand_and_confirms_when_it_has_answered() {
    simulate_seeds(0..10, |sim| async move {
        let system = System::volatile().host::<Sender>().host::<Clerk>().start().await.expect("a start");
        let (ada, _) = ends(&system);
        let desk = system.spawn_named("desk", Desk::default()).expect("a name");
        ada.write_by_name("desk".into(), 1).await.expect("a letter");
        sim.clock().advance(INTERVAL * 6).await;
        assert_eq!(desk.letters().await, Ok(vec![1]), "five copies later");
        assert_eq!(ada.unconfirmed().await, Ok(1));
        desk.answer().await.expect("it answers");
        sim.clock().advance(INTERVAL * 2).await;
        assert_eq!(ada.unconfirmed().await, Ok(0));
        assert_eq!(desk.letters().await, Ok(vec![1]));
    });
}

#[test]
fn d24_an_actor_that_is_made_again_under_its_name_gets_what_the_one_before_has_not_confirmed() {
    simulate_seeds(0..10, |sim| async move {
        let system = System::volatile().host::<Sender>().host::<Clerk>().start().await.expect("a start");
        let (ada, _) = ends(&system);
        let first = system.spawn_named("desk", Desk::default()).expect("a name");
        ada.write_by_name("desk".into(), 1).await.expect("a letter");
        sim.clock().advance(Duration::from_millis(1)).await;
        assert_eq!(first.letters().await, Ok(vec![1]));
        first.answer().await.expect("it answers");
        ada.write_by_name("desk".into(), 2).await.expect("a letter");
        sim.clock().advance(Duration::from_millis(1)).await;
        first.kill();
        first.stopped().await;
        let second = system.spawn_named("desk", Desk::default()).expect("the name is free");
        sim.clock().advance(INTERVAL * 2).await;
        assert_eq!(second.letters().await, Ok(vec![2]), "the first was confirmed");
        second.answer().await.expect("it answers");
        sim.clock().advance(INTERVAL * 2).await;
        assert_eq!(ada.unconfirmed().await, Ok(0));
    });
}

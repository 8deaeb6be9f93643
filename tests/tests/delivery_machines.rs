//! Machines that send deliveries and get them. Names of tests begin with the rule that they prove, by its number, where there is one.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::delivery::Cause;
use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::testing::store::{FaultyStore, crash_at_every_persist};
use mainstay::testing::{Simulation, simulate_seeds};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[message(error = Torn)]
#[confirmable(name = "post.letter")]
pub struct Letter(pub u64);

#[derive(Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
#[error("letter {0} is torn")]
pub struct Torn(u64);

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Open;

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Demolish;

#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Vec<u64>)]
pub struct Look;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "box.opened")]
pub struct Opened;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "box.received")]
pub struct Received(u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "box.demolished")]
pub struct Demolished;

/// Takes letters once it is open, and none when it is gone.
#[fsm(states = LetterboxState)]
#[derive(Default)]
pub struct Letterbox {
    letters: Vec<u64>,
}

#[derive(States)]
#[states(Letterbox, name = "box")]
pub enum LetterboxState {
    #[initial]
    #[on(Open => Opened => Wide)]
    #[postpone(Letter)]
    Shut,
    #[on(Letter => Received => stay)]
    #[on(Demolish => Demolished => Gone)]
    #[on(Look => Opened => stay)]
    Wide,
    #[terminal]
    Gone,
}

impl LetterboxFlow for Letterbox {
    fn shut_open(&self, _: Open, _: &mut Context<Self>) -> Decide<Self, Open, Opened> {
        persist(Opened)
    }

    fn wide_letter(&self, Letter(number): Letter, _: &mut Context<Self>) -> Decide<Self, Letter, Received> {
        if number == 13 { Err(Torn(number)) } else { Ok(persist(Received(number))) }
    }

    fn wide_demolish(&self, _: Demolish, _: &mut Context<Self>) -> Decide<Self, Demolish, Demolished> {
        persist(Demolished)
    }

    fn wide_look(&self, _: Look, _: &mut Context<Self>) -> Decide<Self, Look, Opened> {
        nothing().reply(self.letters.clone())
    }

    fn shut_opened(&mut self, _: &Opened) {}

    fn wide_received(&mut self, event: &Received) {
        self.letters.push(event.0);
    }

    fn wide_demolished(&mut self, _: &Demolished) {}

    fn wide_opened(&mut self, _: &Opened) {}
}

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Post {
    pub to: EntityId<Letterbox>,
    pub number: u64,
}

#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = String)]
pub struct HowWasIt;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "sender.posted")]
pub struct Posted;

/// Never stored: a machine that is asked answers without.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "sender.looked")]
pub struct Looked;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "sender.arrived")]
pub struct Arrived;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "sender.returned")]
pub struct Returned(String);

/// Posts one letter and waits for what becomes of it.
#[fsm(states = SenderState)]
#[derive(Default)]
pub struct Sender {
    outcomes: Vec<String>,
}

#[derive(States)]
#[states(Sender, name = "sender", allow(no_end))]
#[otherwise(HowWasIt => Looked => stay)]
pub enum SenderState {
    #[initial]
    #[on(Post => Posted => Waiting)]
    Idle,
    #[on(Confirmed<Letter> => Arrived => Idle)]
    #[on(Undelivered<Letter> => Returned => Idle)]
    Waiting,
}

impl SenderFlow for Sender {
    fn idle_post(&self, Post { to, number }: Post, _: &mut Context<Self>) -> Decide<Self, Post, Posted> {
        persist(Posted).deliver(to, Letter(number))
    }

    fn waiting_confirmed(
        &self,
        _: Confirmed<Letter>,
        _: &mut Context<Self>,
    ) -> Decide<Self, Confirmed<Letter>, Arrived> {
        persist(Arrived)
    }

    fn waiting_undelivered(
        &self,
        letter: Undelivered<Letter>,
        _: &mut Context<Self>,
    ) -> Decide<Self, Undelivered<Letter>, Returned> {
        persist(Returned(match letter.why {
            Cause::Refused(why) => why.to_string(),
            Cause::Unhandled { state } => format!("the box is {state}"),
            _ => "lost".into(),
        }))
    }

    fn otherwise_how_was_it(
        &self,
        _: &SenderState,
        _: HowWasIt,
        _: &mut Context<Self>,
    ) -> Decide<Self, HowWasIt, Looked> {
        nothing().reply(self.outcomes.join(", "))
    }

    fn idle_posted(&mut self, _: &Posted) {}

    fn waiting_arrived(&mut self, _: &Arrived) {
        self.outcomes.push("arrived".into());
    }

    fn waiting_returned(&mut self, event: &Returned) {
        self.outcomes.push(event.0.clone());
    }

    fn otherwise_looked(&mut self, _: &Looked) {}
}

const INTERVAL: Duration = Duration::from_secs(5);

async fn start(settings: Settings) -> System {
    let system = System::volatile().settings(settings).host::<Sender>().host::<Letterbox>();
    system.start().await.expect("a start")
}

fn ends(system: &System) -> (SenderRef, LetterboxRef) {
    (system.entity::<Sender>("ada").expect("an id"), system.entity::<Letterbox>("box").expect("an id"))
}

#[test]
fn c21_a_machine_sends_another_takes_it_and_the_outcome_is_a_row_of_the_sender() {
    simulate_seeds(0..10, |sim| async move {
        let system = start(Settings::default()).await;
        let (ada, letterbox) = ends(&system);
        letterbox.ask(Open).await.expect("it opens");
        for number in [1, 13] {
            ada.ask(Post { to: letterbox.id().clone(), number }).await.expect("it is posted");
            sim.clock().advance(INTERVAL).await;
        }
        assert_eq!(ada.ask(HowWasIt).await, Ok("arrived, letter 13 is torn".into()));
        assert_eq!(letterbox.ask(Look).await, Ok(vec![1]));
    });
}

#[test]
fn d24_copies_of_a_postponed_delivery_are_dropped_and_it_takes_effect_once_in_the_state_that_takes_it() {
    simulate_seeds(0..10, |sim| async move {
        // Two may be postponed: a third copy would be refused, if copies were kept.
        let system = start(Settings { stash: mainstay::mailbox::Capacity::bounded(2), ..Settings::default() }).await;
        let (ada, letterbox) = ends(&system);
        ada.ask(Post { to: letterbox.id().clone(), number: 1 }).await.expect("it is posted");
        sim.clock().advance(INTERVAL * 10).await;
        assert_eq!(ada.ask(HowWasIt).await, Ok(String::new()), "it is not taken yet");
        let bob = system.entity::<Sender>("bob").expect("an id");
        bob.ask(Post { to: letterbox.id().clone(), number: 2 }).await.expect("it is posted");
        sim.clock().advance(Duration::from_millis(1)).await;
        letterbox.ask(Open).await.expect("it opens");
        sim.clock().advance(Duration::from_millis(1)).await;
        assert_eq!(letterbox.ask(Look).await, Ok(vec![1, 2]), "there was room for the second, at once");
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(ada.ask(HowWasIt).await, Ok("arrived".into()));
        assert_eq!(letterbox.ask(Look).await, Ok(vec![1, 2]));
    });
}

#[test]
fn d24_a_machine_that_has_ended_answers_a_delivery_so_that_it_is_not_sent_for_ever() {
    simulate_seeds(0..10, |sim| async move {
        let system = start(Settings::default()).await;
        let (ada, letterbox) = ends(&system);
        letterbox.ask(Open).await.expect("it opens");
        letterbox.ask(Demolish).await.expect("it goes");
        // It has left the memory meanwhile.
        sim.clock().advance(INTERVAL).await;
        ada.ask(Post { to: letterbox.id().clone(), number: 1 }).await.expect("it is posted");
        sim.clock().advance(INTERVAL).await;
        assert_eq!(ada.ask(HowWasIt).await, Ok("the box is Gone".into()));
    });
}

#[test]
fn d36_machines_too_end_the_same_whatever_write_the_process_ends_at() {
    async fn scenario(sim: Simulation, store: Arc<FaultyStore<MemoryStore>>) -> System {
        let system = System::with(store).host::<Sender>().host::<Letterbox>().start().await.expect("a start");
        let (ada, letterbox) = ends(&system);
        ada.ask(Post { to: letterbox.id().clone(), number: 5 }).id("post").await.expect("it is posted");
        letterbox.ask(Open).id("open").await.expect("it opens");
        sim.clock().advance(INTERVAL * 3).await;
        system
    }
    crash_at_every_persist(0..5, scenario, |system| async move {
        let (ada, letterbox) = ends(&system);
        let end = (ada.ask(HowWasIt).await, letterbox.ask(Look).await);
        assert_eq!(end, (Ok("arrived".into()), Ok(vec![5])));
    });
}

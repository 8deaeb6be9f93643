//! What a stored machine sends itself: in which order it comes, and how that ends.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the machines are small")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::actor::{Exit, RAISED_IN_A_ROW};
use mainstay::fsm::Actions;
use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use mainstay::testing::simulate;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

// A rocket, which writes down what happens to it.

#[derive(Message, Clone, Serialize, Deserialize)]
struct Start(Vec<u32>);
#[derive(Message, Clone, Serialize, Deserialize)]
struct Tick(u32);
#[derive(Message, Clone, Serialize, Deserialize)]
struct Outside;
#[derive(Message, Clone, Serialize, Deserialize)]
struct Board;
#[derive(Message, Clone, Serialize, Deserialize)]
struct Ping;
#[derive(Message, Clone, Serialize, Deserialize)]
struct Pong;
#[derive(Message, Clone, Serialize, Deserialize)]
struct Refused;
#[derive(Message, Clone)]
#[message(reply = Vec<String>)]
struct Log;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "rocket.noted")]
struct Noted(String);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "rocket.started")]
struct Started;

#[fsm(states = RocketState)]
#[derive(Default)]
struct Rocket {
    log: Vec<String>,
}

#[derive(States)]
#[states(Rocket, name = "rocket", allow(dead_end))]
#[query(Log)]
enum RocketState {
    #[initial]
    #[on(Start => Started => Counting)]
    #[on(Outside => Noted => stay)]
    #[on(Ping => Noted => stay)]
    #[on(Pong => Noted => stay)]
    #[on(Refused => Noted => stay)]
    #[postpone(Board)]
    Ready,
    #[enter]
    #[on(Tick => Noted => stay)]
    #[on(Outside => Noted => stay)]
    #[on(Board => Noted => stay)]
    #[after(soon: "0s" => Noted => stay)]
    #[on(Start => Started => reenter)]
    Counting,
}

impl RocketFlow for Rocket {
    fn ready_start(&self, Start(ticks): Start, _: &mut Context<Self>) -> Decide<Self, Start, Started> {
        ticks.into_iter().fold(persist(Started), |decision, tick| decision.raise(Tick(tick)))
    }

    fn ready_outside(&self, _: Outside, _: &mut Context<Self>) -> Decide<Self, Outside, Noted> {
        persist(Noted("outside".into()))
    }

    fn ready_ping(&self, _: Ping, _: &mut Context<Self>) -> Decide<Self, Ping, Noted> {
        nothing().raise(Pong)
    }

    fn ready_pong(&self, _: Pong, _: &mut Context<Self>) -> Decide<Self, Pong, Noted> {
        nothing().raise(Ping)
    }

    /// What it raises, nobody has a row for.
    fn ready_refused(&self, _: Refused, _: &mut Context<Self>) -> Decide<Self, Refused, Noted> {
        nothing().raise(Tick(7)).raise(Outside)
    }

    fn counting_enter(&self, actions: &mut Actions<Self>) {
        actions.raise(Tick(0));
    }

    fn counting_tick(&self, Tick(left): Tick, _: &mut Context<Self>) -> Decide<Self, Tick, Noted> {
        let noted = persist(Noted(format!("tick {left}")));
        if left == 5 { noted.raise(Tick(4)) } else { noted }
    }

    fn counting_outside(&self, _: Outside, _: &mut Context<Self>) -> Decide<Self, Outside, Noted> {
        persist(Noted("outside".into()))
    }

    fn counting_board(&self, _: Board, _: &mut Context<Self>) -> Decide<Self, Board, Noted> {
        persist(Noted("board".into()))
    }

    fn counting_soon(&self, _: &mut Context<Self>) -> Persist<Self, Noted> {
        persist(Noted("soon".into()))
    }

    fn counting_start(&self, _: Start, _: &mut Context<Self>) -> Decide<Self, Start, Started> {
        persist(Started)
    }

    fn log(&self, _: &RocketState, _: Log) -> Vec<String> {
        self.log.clone()
    }

    fn ready_started(&mut self, _: &Started) {}

    fn ready_noted(&mut self, event: &Noted) {
        self.log.push(event.0.clone());
    }

    fn counting_noted(&mut self, event: &Noted) {
        self.log.push(event.0.clone());
    }

    fn counting_started(&mut self, _: &Started) {}
}

async fn system(store: &Arc<MemoryStore>) -> System {
    System::with(store.clone()).host::<Rocket>().start().await.expect("a start")
}

#[test]
fn f25_to_f28_f46_raised_by_the_row_then_by_the_state_then_postponed_then_due_at_once_then_mail() {
    simulate(1, |_| async {
        let system = system(&Arc::default()).await;
        let rocket = system.entity::<Rocket>("1").expect("an id");
        rocket.tell(Board).expect("there is room");
        rocket.tell(Start(vec![5, 1])).expect("there is room");
        rocket.tell(Outside).expect("there is room");
        let log = rocket.ask(Log).await.expect("an answer");
        assert_eq!(log, ["tick 5", "tick 1", "tick 0", "tick 4", "board", "soon", "outside"]);
    });
}

#[test]
fn f25_what_is_raised_and_has_no_row_is_skipped_and_the_rest_goes_on() {
    simulate(1, |_| async {
        let system = system(&Arc::default()).await;
        let rocket = system.entity::<Rocket>("1").expect("an id");
        assert_eq!(rocket.ask(Refused).await, Ok(()));
        assert_eq!(rocket.ask(Log).await.expect("an answer"), ["outside"]);
    });
}

#[test]
fn f26_f77_what_is_raised_is_stored_in_a_unit_of_its_own_and_recovery_raises_nothing() {
    simulate(1, |_| async {
        let store = Arc::<MemoryStore>::default();
        let first = system(&store).await;
        let rocket = first.entity::<Rocket>("1").expect("an id");
        assert_eq!(rocket.ask(Start(vec![1])).await, Ok(()));
        let log = rocket.ask(Log).await.expect("an answer");
        first.shutdown().await.expect("in order");
        let second = system(&Arc::new(store.restart())).await;
        let rocket = second.entity::<Rocket>("1").expect("an id");
        assert_eq!(rocket.ask(Log).await, Ok(log.clone()));
        assert_eq!(log, ["tick 1", "tick 0", "soon"]);
    });
}

#[test]
fn case_f21_f30_f31_a_stored_machine_that_sends_itself_messages_for_ever_goes_on_and_a_dead_letter_says_what_goes_round()
 {
    simulate(1, |_| async {
        let system = system(&Arc::default()).await;
        let mut letters = system.dead_letters();
        let rocket = system.entity::<Rocket>("1").expect("an id");
        rocket.tell(Ping).expect("there is room");
        assert_eq!(rocket.ask(Outside).await, Ok(()), "it goes on with its mailbox");
        let letter = letters.next().await.expect("the system lives").expect("it is the first");
        let Exit::Panicked(words) = letter.reason else { panic!("it says why") };
        let expected = format!("it has sent itself {RAISED_IN_A_ROW} messages in a row, and would go on: ");
        assert!(words.starts_with(&expected), "{words}");
        assert!(words.ends_with("Ping → Pong → Ping") || words.ends_with("Pong → Ping → Pong"), "{words}");
    });
}

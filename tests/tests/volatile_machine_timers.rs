//! The time of machines that store nothing: deadlines of states, quiet, and timers of their own.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the machines are small")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "the machines are there to show what happens"
)]

use mainstay::prelude::*;
use mainstay::testing::simulate;
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<&'static str>>>);

impl Log {
    fn note(&self, what: &'static str) {
        self.0.lock().expect("nobody panics in here").push(what);
    }

    fn take(&self) -> Vec<&'static str> {
        std::mem::take(&mut *self.0.lock().expect("nobody panics in here"))
    }
}

const fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

// An oven, which goes off after ten seconds.

#[derive(Message)]
struct On;
#[derive(Message)]
struct Off;
#[derive(Message)]
struct Touch;
#[derive(Message)]
struct Restart;
#[derive(Message, Clone)]
struct Beep;
#[derive(Message, Clone)]
struct Chime;
#[derive(Message)]
struct Fail;

struct Hot {
    seconds: u64,
}

#[fsm(states = OvenState)]
#[derive(Default)]
struct Oven {
    log: Log,
    seconds: u64,
}

#[derive(States)]
#[states(Oven)]
#[timer(Chime => stay)]
#[otherwise(Fail => stay)]
enum OvenState {
    #[initial]
    #[on(On => Hot)]
    #[on(Touch => stay)]
    Cold,
    #[exit]
    #[on(Off => Cold)]
    #[on(Touch => stay)]
    #[on(Restart => reenter)]
    #[after(burn: _ => Cold)]
    #[timer(Beep => stay)]
    Hot(Hot),
}

impl OvenFlow for Oven {
    fn cold_on(&mut self, _: On, cx: &mut Context<Self>) -> Move<On, Hot> {
        cx.start_timer("beep", seconds(4), Beep);
        cx.start_timer("chime", seconds(6), Chime);
        goto(Hot { seconds: self.seconds })
    }

    fn cold_touch(&mut self, _: Touch, _: &mut Context<Self>) {}

    fn hot_off(&mut self, _: &mut Hot, _: Off, _: &mut Context<Self>) {
        self.log.note("off");
    }

    fn hot_touch(&mut self, _: &mut Hot, _: Touch, _: &mut Context<Self>) {}

    fn hot_restart(&mut self, _: &mut Hot, _: Restart, _: &mut Context<Self>) {
        self.log.note("restart");
    }

    fn hot_burn(&mut self, _: &mut Hot, _: &mut Context<Self>) {
        self.log.note("burn");
    }

    fn hot_beep(&mut self, _: &mut Hot, _: Beep, _: &mut Context<Self>) {
        self.log.note("beep");
    }

    fn otherwise_chime(&mut self, _: &OvenState, _: Chime, _: &mut Context<Self>) {
        self.log.note("chime");
    }

    fn otherwise_fail(&mut self, _: &OvenState, _: Fail, _: &mut Context<Self>) {
        panic!("on purpose");
    }

    fn hot_burn_after(&self, hot: &Hot) -> Duration {
        seconds(hot.seconds)
    }

    fn hot_exit(&mut self, _: &mut Hot, _: &mut Context<Self>) {
        self.log.note("exit");
    }
}

fn oven(seconds: u64) -> (OvenRef, Log) {
    let log = Log::default();
    let made = log.clone();
    (Oven::spawn_with(move || Oven { log: made.clone(), seconds }), log)
}

#[test]
fn f44_a_deadline_is_put_off_by_nothing_that_stays() {
    simulate(1, |sim| async move {
        let (oven, log) = oven(10);
        assert_eq!(oven.ask(On).await, Ok(()));
        for _ in 0..9 {
            sim.clock().advance(seconds(1)).await;
            assert_eq!(oven.ask(Touch).await, Ok(()));
        }
        assert_eq!(oven.state().await, Ok("Hot"));
        sim.clock().advance(seconds(1)).await;
        assert_eq!(oven.state().await, Ok("Cold"));
        assert_eq!(log.take(), ["beep", "chime", "burn", "exit"]);
    });
}

#[test]
fn f20_f45_reenter_starts_the_deadline_anew_and_keeps_the_timers() {
    simulate(1, |sim| async move {
        let (oven, log) = oven(10);
        assert_eq!(oven.ask(On).await, Ok(()));
        sim.clock().advance(seconds(3)).await;
        assert_eq!(oven.ask(Restart).await, Ok(()));
        sim.clock().advance(seconds(9)).await;
        assert_eq!(oven.state().await, Ok("Hot"));
        assert_eq!(log.take(), ["restart", "exit", "beep", "chime"]);
        sim.clock().advance(seconds(1)).await;
        assert_eq!(oven.state().await, Ok("Cold"));
    });
}

#[test]
fn f49_f55_the_deadline_of_a_visit_is_not_that_of_the_next_one() {
    simulate(1, |sim| async move {
        let (oven, log) = oven(10);
        assert_eq!(oven.ask(On).await, Ok(()));
        sim.clock().advance(seconds(8)).await;
        assert_eq!(oven.ask(Off).await, Ok(()));
        assert_eq!(oven.ask(On).await, Ok(()));
        log.take();
        sim.clock().advance(seconds(9)).await;
        assert_eq!(oven.state().await, Ok("Hot"), "nine seconds old");
        sim.clock().advance(seconds(1)).await;
        assert_eq!(oven.state().await, Ok("Cold"));
    });
}

#[test]
fn f53_a_timer_of_a_state_dies_with_it_and_one_of_the_machine_does_not() {
    simulate(1, |sim| async move {
        let (oven, log) = oven(10);
        assert_eq!(oven.ask(On).await, Ok(()));
        assert_eq!(oven.ask(Off).await, Ok(()));
        sim.clock().advance(seconds(20)).await;
        assert_eq!(oven.state().await, Ok("Cold"));
        assert_eq!(log.take(), ["off", "exit", "chime"]);
    });
}

#[test]
fn f59_no_deadline_of_an_incarnation_acts_on_the_next() {
    simulate(1, |sim| async move {
        let (oven, log) = oven(10);
        assert_eq!(oven.ask(On).await, Ok(()));
        assert_eq!(oven.ask(Fail).await, Err(CallError::Failed));
        sim.clock().advance(seconds(5)).await;
        assert_eq!(oven.ask(On).await, Ok(()));
        log.take();
        sim.clock().advance(seconds(8)).await;
        assert_eq!(oven.state().await, Ok("Hot"), "eight seconds old");
        assert_eq!(log.take(), ["beep", "chime"]);
    });
}

#[test]
fn f58_a_machine_that_is_stopped_gets_no_deadline() {
    simulate(1, |sim| async move {
        let (oven, log) = oven(10);
        assert_eq!(oven.ask(On).await, Ok(()));
        oven.stop();
        assert_eq!(oven.stopped().await, Exit::Stopped);
        sim.clock().advance(seconds(20)).await;
        assert!(log.take().is_empty());
    });
}

// A gate, whose deadline has no delay.

#[derive(Message)]
struct Enter;
#[derive(Message)]
struct Wait;
#[derive(Message)]
struct Mail;
#[derive(Message)]
struct Inner;

#[fsm(states = GateState)]
#[derive(Default)]
struct Gate {
    log: Log,
}

#[derive(States)]
#[states(Gate)]
enum GateState {
    #[initial]
    #[on(Enter => Passing)]
    #[postpone(Wait)]
    #[on(Mail => stay)]
    Before,
    #[enter]
    #[on(Wait => stay)]
    #[on(Inner => stay)]
    #[on(Mail => stay)]
    #[after(first: "0s" => stay)]
    #[after(second: "0s" => Behind)]
    Passing,
    #[on(Mail => stay)]
    #[on(Enter => Before)]
    Behind,
}

impl GateFlow for Gate {
    fn before_enter(&mut self, _: Enter, _: &mut Context<Self>) {
        self.log.note("enter");
    }

    fn before_mail(&mut self, _: Mail, _: &mut Context<Self>) {
        self.log.note("mail before");
    }

    fn passing_enter(&mut self, cx: &mut Context<Self>) {
        cx.raise(Inner);
    }

    fn passing_wait(&mut self, _: Wait, _: &mut Context<Self>) {
        self.log.note("waited");
    }

    fn passing_inner(&mut self, _: Inner, _: &mut Context<Self>) {
        self.log.note("raised");
    }

    fn passing_mail(&mut self, _: Mail, _: &mut Context<Self>) {
        self.log.note("mail between");
    }

    fn passing_first(&mut self, _: &mut Context<Self>) {
        self.log.note("first");
    }

    fn passing_second(&mut self, _: &mut Context<Self>) {
        self.log.note("second");
    }

    fn behind_mail(&mut self, _: Mail, _: &mut Context<Self>) {
        self.log.note("mail behind");
    }

    fn behind_enter(&mut self, _: Enter, _: &mut Context<Self>) {}
}

#[test]
fn f26_f46_internal_then_postponed_then_deadlines_without_delay_then_mail() {
    simulate(1, |_| async {
        let log = Log::default();
        let gate = Gate { log: log.clone() }.spawn();
        gate.tell(Wait).expect("there is room");
        gate.tell(Wait).expect("there is room");
        gate.tell(Enter).expect("there is room");
        assert_eq!(gate.ask(Mail).await, Ok(()));
        assert_eq!(log.take(), ["enter", "raised", "waited", "waited", "first", "second", "mail behind"]);
    });
}

// A session, which ends when nobody wants anything.

#[fsm(states = SessionState)]
#[derive(Default)]
struct Session {
    log: Log,
}

#[derive(States)]
#[states(Session)]
#[timer(Chime => stay)]
enum SessionState {
    #[initial]
    #[enter]
    #[on(Touch => stay)]
    #[idle_after(quiet: "10s" => Away)]
    Here,
    #[on(Touch => Here)]
    Away,
}

impl SessionFlow for Session {
    fn here_enter(&mut self, cx: &mut Context<Self>) {
        cx.start_repeating("chime", seconds(3), Chime);
    }

    fn here_touch(&mut self, _: Touch, _: &mut Context<Self>) {
        self.log.note("touch");
    }

    fn here_quiet(&mut self, _: &mut Context<Self>) {
        self.log.note("quiet");
    }

    fn away_touch(&mut self, _: Touch, _: &mut Context<Self>) {
        self.log.note("back");
    }

    fn otherwise_chime(&mut self, _: &SessionState, _: Chime, _: &mut Context<Self>) {}
}

#[test]
fn f44_quiet_is_put_off_by_any_command_and_by_no_timer() {
    simulate(1, |sim| async move {
        let log = Log::default();
        let session = Session { log: log.clone() }.spawn();
        for _ in 0..3 {
            sim.clock().advance(seconds(9)).await;
            assert_eq!(session.ask(Touch).await, Ok(()));
        }
        sim.clock().advance(seconds(10)).await;
        assert_eq!(log.take(), ["touch", "touch", "touch", "quiet"]);
        sim.clock().advance(seconds(30)).await;
        assert!(log.take().is_empty(), "it belongs to the state that is left");
        assert_eq!(session.ask(Touch).await, Ok(()));
        assert_eq!(session.state().await, Ok("Here"));
        sim.clock().advance(seconds(10)).await;
        assert_eq!(log.take(), ["back", "quiet"]);
    });
}

// Rows of several states.

#[derive(Message)]
#[message(reply = &'static str)]
struct Cancel;
#[derive(Message)]
struct Next;

struct Gone {
    why: &'static str,
}

#[fsm(states = TripState)]
#[derive(Default)]
struct Trip {}

#[derive(States)]
#[states(Trip)]
#[group(Active(Planned, Booked), on(Cancel => Gone))]
enum TripState {
    #[initial]
    #[on(Next => Booked)]
    Planned,
    #[on(Next => Planned)]
    Booked,
    #[on(Next => Planned)]
    Gone(Gone),
}

impl TripFlow for Trip {
    fn planned_next(&mut self, _: Next, _: &mut Context<Self>) {}

    fn booked_next(&mut self, _: Next, _: &mut Context<Self>) {}

    fn gone_next(&mut self, gone: &mut Gone, _: Next, _: &mut Context<Self>) {
        assert!(["Planned", "Booked"].contains(&gone.why));
    }

    fn active_cancel(&mut self, state: &TripState, _: Cancel, _: &mut Context<Self>) -> Move<Cancel, Gone> {
        goto(Gone { why: state.name() }).reply(state.name())
    }
}

#[test]
fn f15_a_row_of_a_group_is_one_of_each_of_its_states() {
    simulate(1, |_| async {
        let trip = Trip::default().spawn();
        assert_eq!(trip.ask(Next).await, Ok(()));
        assert_eq!(trip.ask(Cancel).await, Ok("Booked"));
        assert_eq!(trip.state().await, Ok("Gone"));
        assert_eq!(trip.ask(Cancel).await, Err(CallError::Unhandled { state: "Gone" }));
        assert_eq!(trip.ask(Next).await, Ok(()));
        assert_eq!(trip.ask(Cancel).await, Ok("Planned"));
    });
}

//! Machines that store nothing: what becomes of commands without a row, how many may wait, what is done at a stop, and what a deadline does
//! when much happens at once.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the machines are small")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "the machines are there to show what happens"
)]

use mainstay::prelude::*;
use mainstay::system::DeadLetter;
use mainstay::testing::simulate;
use std::any::type_name;
use std::sync::{Arc, Mutex};
use tokio::sync::oneshot;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn note(&self, what: impl Into<String>) {
        self.0.lock().expect("nobody panics in here").push(what.into());
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().expect("nobody panics in here"))
    }
}

const fn millis(count: u64) -> Duration {
    Duration::from_millis(count)
}

// A desk, which takes what its states say, and so many as it says.

#[derive(Message)]
struct Open;
#[derive(Message, Clone, PartialEq)]
struct Serve(u32);
#[derive(Message)]
struct Close;

#[fsm(states = DeskState, stash = 2)]
#[derive(Default)]
struct Desk {
    log: Log,
}

#[derive(States)]
#[states(Desk, unhandled = error)]
#[on_stop]
enum DeskState {
    #[initial]
    #[on(Open => Attended)]
    #[unhandled(postpone)]
    Empty,
    #[on(Serve => stay)]
    #[on(Close => Shut)]
    Attended,
    #[unhandled(ignore)]
    #[terminal]
    Shut,
}

impl DeskFlow for Desk {
    fn empty_open(&mut self, _: Open, _: &mut Context<Self>) {}

    fn attended_serve(&mut self, Serve(whom): Serve, _: &mut Context<Self>) {
        self.log.note(format!("serve {whom}"));
    }

    fn attended_close(&mut self, _: Close, _: &mut Context<Self>) {}

    fn on_stop(&mut self, state: &mut DeskState, _: &mut Context<Self>) {
        self.log.note(format!("stopped in {}", state.name()));
    }
}

fn desk() -> (Desk, Log) {
    let log = Log::default();
    (Desk { log: log.clone() }, log)
}

#[tokio::test]
async fn f65_what_becomes_of_a_command_without_a_row_is_said_for_the_machine_and_for_a_state() {
    let (desk, log) = desk();
    let desk = desk.spawn();
    desk.tell(Serve(1)).expect("there is room");
    assert_eq!(desk.ask(Open).await, Ok(()));
    assert_eq!(desk.ask(Open).await, Err(CallError::Unhandled { state: "Attended" }));
    assert_eq!(log.take(), ["serve 1"], "it had waited");
}

#[tokio::test]
async fn f37_f38_two_equal_commands_wait_and_one_more_than_may_is_a_dead_letter() {
    let system = System::volatile().start().await.expect("nothing is opened");
    let mut letters = system.dead_letters();
    let (desk, log) = desk();
    let desk = system.spawn(desk);
    for _ in 0..3 {
        desk.tell(Serve(1)).expect("there is room in the mailbox");
    }
    assert_eq!(desk.ask(Serve(2)).await, Err(CallError::Full));
    let letter = DeadLetter { actor: type_name::<Desk>(), id: None, message: "Serve", reason: Exit::Full };
    assert_eq!(letters.next().await, Some(Ok(letter.clone())), "of the one that was told");
    assert_eq!(letters.next().await, Some(Ok(letter)), "of the one that was asked");
    assert_eq!(desk.ask(Open).await, Ok(()));
    assert_eq!(desk.ask(Serve(3)).await, Ok(()));
    assert_eq!(log.take(), ["serve 1", "serve 1", "serve 3"]);
}

#[tokio::test]
async fn f58_f68_a_stop_from_outside_runs_the_hook_once_in_the_state_of_that_moment() {
    let (desk, log) = desk();
    let desk = desk.spawn();
    assert_eq!(desk.ask(Open).await, Ok(()));
    desk.tell(Serve(1)).expect("there is room");
    desk.stop();
    assert_eq!(desk.stopped().await, Exit::Stopped);
    assert_eq!(log.take(), ["serve 1", "stopped in Attended"]);
}

#[tokio::test]
async fn f68_f69_a_machine_at_its_end_runs_the_hook_in_that_state() {
    let (desk, log) = desk();
    let desk = desk.spawn();
    assert_eq!(desk.ask(Open).await, Ok(()));
    assert_eq!(desk.ask(Close).await, Ok(()));
    assert_eq!(desk.stopped().await, Exit::Stopped);
    assert_eq!(log.take(), ["stopped in Shut"]);
}

#[tokio::test]
async fn f68_a_machine_that_is_killed_runs_no_hook() {
    let (desk, log) = desk();
    let desk = desk.spawn();
    desk.kill();
    assert_eq!(desk.stopped().await, Exit::Killed);
    assert!(log.take().is_empty());
}

// A clock, whose states have deadlines and timers.

#[derive(Message)]
struct Begin(Duration);
#[derive(Message)]
struct Anew;
#[derive(Message)]
struct Slow(oneshot::Receiver<()>);
#[derive(Message)]
struct Note(&'static str);
#[derive(Message, Clone)]
struct Beat;
#[derive(Message)]
struct Rest;
#[derive(Message)]
struct Pass;

struct Waiting {
    delay: Duration,
}

#[fsm(states = ClockState)]
#[derive(Default)]
struct Clock {
    log: Log,
    beats: u32,
}

#[derive(States)]
#[states(Clock)]
enum ClockState {
    #[initial]
    #[on(Begin => Waiting)]
    #[on(Note => stay)]
    #[on(Rest => Resting)]
    #[on(Pass => Passing)]
    Idle,
    #[on(Anew => reenter)]
    #[on(async Slow => stay)]
    #[on(Note => stay)]
    #[after(over: _ => Idle)]
    Waiting(Waiting),
    #[enter]
    #[timer(Beat => stay)]
    #[on(Pass => Idle)]
    Resting,
    #[enter]
    #[on(Pass => Idle)]
    #[after(late: "1s" => Resting)]
    Passing,
}

impl ClockFlow for Clock {
    fn idle_begin(&mut self, Begin(delay): Begin, cx: &mut Context<Self>) -> Move<Begin, Waiting> {
        if delay.is_zero() {
            cx.raise(Anew);
        }
        goto(Waiting { delay })
    }

    fn idle_note(&mut self, Note(what): Note, _: &mut Context<Self>) {
        self.log.note(what);
    }

    fn idle_rest(&mut self, _: Rest, _: &mut Context<Self>) {}

    fn idle_pass(&mut self, _: Pass, _: &mut Context<Self>) {}

    fn waiting_anew(&mut self, waiting: &mut Waiting, _: Anew, _: &mut Context<Self>) {
        waiting.delay = millis(50);
    }

    async fn waiting_slow(&mut self, _: &mut Waiting, Slow(until): Slow, _: &mut Context<Self>) {
        let _ = until.await;
        self.log.note("slow");
    }

    fn waiting_note(&mut self, _: &mut Waiting, Note(what): Note, _: &mut Context<Self>) {
        self.log.note(what);
    }

    fn waiting_over(&mut self, _: &mut Waiting, _: &mut Context<Self>) {
        self.log.note("over");
    }

    fn waiting_over_after(&self, waiting: &Waiting) -> Duration {
        waiting.delay
    }

    fn resting_enter(&mut self, cx: &mut Context<Self>) {
        assert!(!cx.cancel_timer("none"), "there is no such timer");
        cx.start_repeating("beat", millis(10), Beat);
    }

    fn resting_beat(&mut self, _: Beat, cx: &mut Context<Self>) {
        self.beats += 1;
        self.log.note(format!("beat {}", self.beats));
        if self.beats == 5 {
            assert!(cx.cancel_timer("beat"));
        }
    }

    fn resting_pass(&mut self, _: Pass, _: &mut Context<Self>) {}

    fn passing_enter(&mut self, cx: &mut Context<Self>) {
        cx.raise(Pass);
    }

    fn passing_pass(&mut self, _: Pass, _: &mut Context<Self>) {
        self.log.note("passed");
    }

    fn passing_late(&mut self, _: &mut Context<Self>) {
        self.log.note("late");
    }
}

fn clock() -> (ClockRef, Log) {
    let log = Log::default();
    (Clock { log: log.clone(), beats: 0 }.spawn(), log)
}

#[test]
fn f48_a_deadline_without_delay_that_is_set_anew_comes_once_and_at_its_new_time() {
    simulate(1, |sim| async move {
        let (clock, log) = clock();
        assert_eq!(clock.ask(Begin(Duration::ZERO)).await, Ok(()));
        sim.clock().advance(millis(49)).await;
        assert_eq!(clock.state().await, Ok("Waiting"));
        sim.clock().advance(millis(1)).await;
        assert_eq!(clock.state().await, Ok("Idle"));
        sim.clock().advance(Duration::from_secs(2)).await;
        assert_eq!(log.take(), ["over"]);
    });
}

#[test]
fn f50_a_deadline_takes_its_place_among_the_mail() {
    simulate(1, |sim| async move {
        let (clock, log) = clock();
        assert_eq!(clock.ask(Begin(millis(10))).await, Ok(()));
        let (go_on, until) = oneshot::channel();
        clock.tell(Slow(until)).expect("there is room");
        clock.tell(Note("first")).expect("there is room");
        clock.tell(Note("second")).expect("there is room");
        sim.clock().advance(millis(10)).await;
        clock.tell(Note("third")).expect("there is room");
        go_on.send(()).expect("it waits");
        assert_eq!(clock.state().await, Ok("Idle"));
        assert_eq!(log.take(), ["slow", "first", "second", "over", "third"]);
    });
}

#[test]
fn f51_f54_a_timer_that_is_ended_from_its_own_tick_comes_no_more() {
    simulate(1, |sim| async move {
        let (clock, log) = clock();
        assert_eq!(clock.ask(Rest).await, Ok(()));
        for _ in 0..20 {
            sim.clock().advance(millis(10)).await;
        }
        assert_eq!(clock.state().await, Ok("Resting"));
        assert_eq!(log.take(), ["beat 1", "beat 2", "beat 3", "beat 4", "beat 5"]);
    });
}

#[test]
fn f56_a_state_that_is_left_as_soon_as_it_is_entered_has_no_deadline() {
    simulate(1, |sim| async move {
        let (clock, log) = clock();
        assert_eq!(clock.ask(Pass).await, Ok(()));
        assert_eq!(clock.state().await, Ok("Idle"));
        sim.clock().advance(Duration::from_secs(5)).await;
        assert_eq!(clock.state().await, Ok("Idle"));
        assert_eq!(log.take(), ["passed"]);
    });
}

#[test]
fn f57_a_state_whose_deadline_is_never_waits_for_ever() {
    simulate(1, |sim| async move {
        let (clock, log) = clock();
        assert_eq!(clock.ask(Begin(Duration::MAX)).await, Ok(()));
        sim.clock().advance(Duration::from_hours(24 * 365)).await;
        assert_eq!(clock.state().await, Ok("Waiting"));
        assert!(log.take().is_empty());
    });
}

// A drawer, where the tick of a timer waits for another state.

#[derive(Message, Clone)]
struct Ring;
#[derive(Message)]
struct Wake;

#[fsm(states = DrawerState)]
#[derive(Default)]
struct Drawer {
    log: Log,
}

#[derive(States)]
#[states(Drawer)]
enum DrawerState {
    #[initial]
    #[enter]
    #[postpone(Ring)]
    #[on(Wake => Awake)]
    Asleep,
    #[on(Ring => stay)]
    #[on(Wake => Asleep)]
    Awake,
}

impl DrawerFlow for Drawer {
    fn asleep_enter(&mut self, cx: &mut Context<Self>) {
        cx.start_timer("ring", millis(10), Ring);
    }

    fn asleep_wake(&mut self, _: Wake, _: &mut Context<Self>) {}

    fn awake_ring(&mut self, _: Ring, _: &mut Context<Self>) {
        self.log.note("ring");
    }

    fn awake_wake(&mut self, _: Wake, _: &mut Context<Self>) {}
}

#[test]
fn case_f7_f42_the_tick_of_a_timer_that_was_postponed_comes_in_the_next_state() {
    simulate(1, |sim| async move {
        let log = Log::default();
        let drawer = Drawer { log: log.clone() }.spawn();
        sim.clock().advance(millis(10)).await;
        assert!(log.take().is_empty());
        assert_eq!(drawer.ask(Wake).await, Ok(()));
        assert_eq!(drawer.state().await, Ok("Awake"));
        assert_eq!(log.take(), ["ring"]);
    });
}

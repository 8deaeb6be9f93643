//! Machines that store nothing: in which order things happen, what a row may say, and how a machine ends.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the machines are small")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "the machines are there to show what happens"
)]

use mainstay::actor::RAISED_IN_A_ROW;
use mainstay::prelude::*;
use std::future::IntoFuture as _;
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

// A door, which says what happens to it.

#[derive(Message)]
#[message(reply = u32, error = Stuck)]
struct Push {
    force: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stuck;

#[derive(Message)]
struct Knock;
#[derive(Message)]
struct Rattle;
#[derive(Message)]
struct Lock;
#[derive(Message)]
#[message(reply = usize)]
struct Name;
#[derive(Message)]
#[message(reply = u32)]
struct Opened;

/// Not to be copied: what moves from one state to the next is moved.
struct Hinge(u32);

struct Shut {
    hinge: Option<Hinge>,
}

struct Wide {
    hinge: Hinge,
    from: u32,
}

#[fsm(states = DoorState)]
#[derive(Default)]
struct Door {
    log: Log,
    panics: Option<&'static str>,
}

impl Door {
    fn note(&self, what: &'static str) {
        self.log.note(what);
        assert!(self.panics != Some(what), "on purpose");
    }
}

#[derive(States)]
#[states(Door)]
#[otherwise(Name => stay)]
#[query(Opened)]
enum DoorState {
    #[initial]
    #[enter]
    #[exit]
    #[on(Push => stay | Wide | Broken)]
    #[on(Knock => stay)]
    #[on(Rattle => reenter)]
    Shut(Shut),
    #[enter]
    #[exit]
    #[on(Push => Shut)]
    #[on(async Lock => Broken)]
    #[discard(Knock)]
    Wide(Wide),
    #[enter]
    #[on(Push => Shut)]
    Broken,
}

impl DoorFlow for Door {
    fn initial(&self) -> Shut {
        Shut { hinge: Some(Hinge(0)) }
    }

    fn shut_push(&mut self, shut: &mut Shut, push: Push, _: &mut Context<Self>) -> Move<Push, DoorShutPush> {
        self.note("shut push");
        match push.force {
            0 => Err(Stuck),
            1 => Ok(goto(DoorShutPush::Stay).reply(1)),
            2 => {
                let Hinge(opened) = shut.hinge.take().ok_or(Stuck)?;
                Ok(goto(Wide { hinge: Hinge(opened + 1), from: 2 }).reply(2))
            }
            _ => Ok(goto(DoorShutPush::Broken).reply(3)),
        }
    }

    fn shut_knock(&mut self, _: &mut Shut, _: Knock, _: &mut Context<Self>) {
        self.note("shut knock");
    }

    fn shut_rattle(&mut self, _: &mut Shut, _: Rattle, _: &mut Context<Self>) {
        self.note("shut rattle");
    }

    fn shut_enter(&mut self, _: &mut Shut, _: &mut Context<Self>) {
        self.note("enter shut");
    }

    fn shut_exit(&mut self, _: &mut Shut, _: &mut Context<Self>) {
        self.note("exit shut");
    }

    fn wide_push(&mut self, wide: &mut Wide, push: Push, _: &mut Context<Self>) -> Move<Push, Shut> {
        self.note("wide push");
        if push.force < wide.from {
            return Err(Stuck);
        }
        Ok(goto(Shut { hinge: Some(Hinge(wide.hinge.0)) }).reply(4))
    }

    async fn wide_lock(&mut self, _: &mut Wide, _: Lock, _: &mut Context<Self>) {
        tokio::task::yield_now().await;
        self.note("wide lock");
    }

    fn wide_enter(&mut self, _: &mut Wide, _: &mut Context<Self>) {
        self.note("enter wide");
    }

    fn wide_exit(&mut self, _: &mut Wide, _: &mut Context<Self>) {
        self.note("exit wide");
    }

    fn broken_push(&mut self, _: Push, _: &mut Context<Self>) -> Move<Push, Shut> {
        self.note("broken push");
        Err(Stuck)
    }

    fn broken_enter(&mut self, _: &mut Context<Self>) {
        self.note("enter broken");
    }

    fn otherwise_name(&mut self, state: &DoorState, _: Name, _: &mut Context<Self>) -> usize {
        state.name().len()
    }

    fn opened(&self, state: &DoorState, _: Opened) -> u32 {
        match state {
            DoorState::Shut(shut) => shut.hinge.as_ref().map_or(0, |hinge| hinge.0),
            DoorState::Wide(wide) => wide.hinge.0,
            DoorState::Broken => 0,
        }
    }
}

fn door() -> (DoorRef, Log) {
    let log = Log::default();
    let door = Door { log: log.clone(), panics: None }.spawn();
    (door, log)
}

#[tokio::test]
async fn f1_the_handler_decides_then_the_old_state_is_left_then_the_new_one_entered() {
    let (door, log) = door();
    assert_eq!(door.ask(Push { force: 2 }).await, Ok(2));
    assert_eq!(door.state().await, Ok("Wide"));
    assert_eq!(log.take(), ["enter shut", "shut push", "exit shut", "enter wide"]);
}

#[tokio::test]
async fn f9_the_first_state_is_entered_once_when_the_machine_starts() {
    let (door, log) = door();
    assert_eq!(door.state().await, Ok("Shut"));
    assert_eq!(log.take(), ["enter shut"]);
}

#[tokio::test]
async fn f12_a_refusal_leaves_the_machine_where_it_was() {
    let (door, log) = door();
    assert_eq!(door.ask(Push { force: 0 }).await, Err(CallError::Refused(Stuck)));
    assert_eq!(door.state().await, Ok("Shut"));
    assert_eq!(door.ask(Push { force: 2 }).await, Ok(2));
    assert_eq!(door.ask(Push { force: 1 }).await, Err(CallError::Refused(Stuck)));
    assert_eq!(door.ask(Opened).await, Ok(1), "nothing of the state is lost");
    assert_eq!(log.take(), ["enter shut", "shut push", "shut push", "exit shut", "enter wide", "wide push"]);
}

#[tokio::test]
async fn f18_f19_one_call_of_one_method_decides_among_the_targets() {
    let (door, log) = door();
    assert_eq!(door.ask(Push { force: 1 }).await, Ok(1));
    assert_eq!(door.state().await, Ok("Shut"));
    assert_eq!(door.ask(Push { force: 3 }).await, Ok(3));
    assert_eq!(door.state().await, Ok("Broken"));
    assert_eq!(log.take(), ["enter shut", "shut push", "shut push", "exit shut", "enter broken"]);
}

#[tokio::test]
async fn f20_f21_f23_stay_leaves_nothing_and_reenter_leaves_and_enters() {
    let (door, log) = door();
    assert_eq!(door.ask(Knock).await, Ok(()));
    assert_eq!(log.take(), ["enter shut", "shut knock"]);
    assert_eq!(door.ask(Rattle).await, Ok(()));
    assert_eq!(log.take(), ["shut rattle", "exit shut", "enter shut"]);
}

#[tokio::test]
async fn f7_f8_f62_the_reply_is_given_although_the_next_state_fails_when_it_is_entered() {
    let door = Door { log: Log::default(), panics: Some("enter broken") }.spawn();
    assert_eq!(door.ask(Push { force: 3 }).await, Ok(3));
    assert_eq!(door.stopped().await, Exit::Panicked("on purpose".into()));
}

#[tokio::test]
async fn f12_what_fails_on_the_way_out_is_a_failure_of_the_machine_and_its_caller_is_told() {
    let door = Door { log: Log::default(), panics: Some("exit shut") }.spawn();
    assert_eq!(door.ask(Push { force: 2 }).await, Err(CallError::Failed));
    assert_eq!(door.stopped().await, Exit::Panicked("on purpose".into()));
}

#[tokio::test(start_paused = true)]
async fn f9_f59_a_machine_that_starts_over_begins_in_a_first_state_of_its_own() {
    let log = Log::default();
    let made = log.clone();
    let door = Door::spawn_with(move || Door { log: made.clone(), panics: Some("wide push") });
    assert_eq!(door.ask(Push { force: 2 }).await, Ok(2));
    assert_eq!(door.ask(Push { force: 2 }).await, Err(CallError::Failed));
    assert_eq!(door.state().await, Ok("Shut"), "nothing half moved is used again");
    assert_eq!(door.ask(Opened).await, Ok(0));
    assert_eq!(log.take(), ["enter shut", "shut push", "exit shut", "enter wide", "wide push", "enter shut"]);
}

#[tokio::test]
async fn f29_what_comes_while_an_async_row_waits_comes_after_it() {
    let (door, log) = door();
    assert_eq!(door.ask(Push { force: 2 }).await, Ok(2));
    log.take();
    let (locked, pushed) = tokio::join!(door.ask(Lock).into_future(), door.ask(Push { force: 9 }).into_future());
    assert_eq!((locked, pushed), (Ok(()), Err(CallError::Refused(Stuck))));
    assert_eq!(log.take(), ["wide lock", "exit wide", "enter broken", "broken push"]);
}

#[tokio::test]
async fn f63_f65_a_call_without_a_row_is_an_error_and_a_discarded_one_says_so() {
    let (door, _) = door();
    assert_eq!(door.ask(Lock).await, Err(CallError::Unhandled { state: "Shut" }));
    assert_eq!(door.ask(Name).await, Ok(4), "a row for all states");
    assert_eq!(door.ask(Push { force: 2 }).await, Ok(2));
    assert_eq!(door.ask(Knock).await, Err(CallError::Discarded { state: "Wide" }));
    assert_eq!(door.permitted().await, Ok(vec!["Push", "Lock"]));
}

#[test]
fn the_table_says_that_nothing_is_stored() {
    let table = DoorState::TABLE;
    assert!(!table.persistent);
    let shut = table.state("Shut").expect("it is there");
    assert!(shut.enter && shut.exit && shut.initial);
}

// A countdown, which raises what comes next.

#[derive(Message)]
struct Start(u32);
#[derive(Message)]
struct Tick(u32);
#[derive(Message)]
struct Land;
#[derive(Message)]
struct Outside;
#[derive(Message)]
struct Ping;
#[derive(Message)]
struct Pong;

#[fsm(states = RocketState)]
#[derive(Default)]
struct Rocket {
    log: Log,
}

#[derive(States)]
#[states(Rocket, allow(dead_end))]
enum RocketState {
    #[initial]
    #[on(Start => Counting)]
    #[on(Ping => Circling)]
    #[on(Outside => stay)]
    Ready,
    #[enter]
    #[on(Tick => stay | Flying)]
    #[on(Outside => stay)]
    Counting,
    #[enter]
    #[on(Land => Ready)]
    #[on(Outside => stay)]
    Flying,
    #[enter]
    #[on(Pong => Pinging)]
    Circling,
    #[enter]
    #[on(Ping => Circling)]
    Pinging,
}

impl RocketFlow for Rocket {
    fn ready_start(&mut self, Start(from): Start, cx: &mut Context<Self>) {
        cx.raise(Tick(from));
        cx.raise(Tick(from - 1));
    }

    fn ready_ping(&mut self, _: Ping, _: &mut Context<Self>) {}

    fn ready_outside(&mut self, _: Outside, _: &mut Context<Self>) {
        self.log.note("outside, ready");
    }

    fn counting_enter(&mut self, cx: &mut Context<Self>) {
        self.log.note("enter counting");
        cx.raise(Tick(0));
    }

    fn counting_tick(&mut self, Tick(left): Tick, _: &mut Context<Self>) -> Move<Tick, RocketCountingTick> {
        self.log.note(["zero", "one", "two"][left as usize]);
        goto(if left == 0 { RocketCountingTick::Flying } else { RocketCountingTick::Stay })
    }

    fn counting_outside(&mut self, _: Outside, _: &mut Context<Self>) {
        self.log.note("outside, counting");
    }

    fn flying_enter(&mut self, cx: &mut Context<Self>) {
        self.log.note("enter flying");
        cx.raise(Land);
    }

    fn flying_land(&mut self, _: Land, _: &mut Context<Self>) {
        self.log.note("land");
    }

    fn flying_outside(&mut self, _: Outside, _: &mut Context<Self>) {
        self.log.note("outside, flying");
    }

    fn circling_enter(&mut self, cx: &mut Context<Self>) {
        cx.raise(Pong);
    }

    fn circling_pong(&mut self, _: Pong, _: &mut Context<Self>) {}

    fn pinging_enter(&mut self, cx: &mut Context<Self>) {
        cx.raise(Ping);
    }

    fn pinging_ping(&mut self, _: Ping, _: &mut Context<Self>) {}
}

#[tokio::test]
async fn f10_f25_to_f28_what_is_raised_comes_in_order_after_the_state_is_entered_and_before_all_mail() {
    let log = Log::default();
    let rocket = Rocket { log: log.clone() }.spawn();
    rocket.tell(Start(2)).expect("there is room");
    assert_eq!(rocket.ask(Outside).await, Ok(()));
    assert_eq!(log.take(), ["enter counting", "two", "one", "zero", "enter flying", "land", "outside, ready"]);
}

#[tokio::test]
async fn f30_a_machine_that_sends_itself_messages_for_ever_fails_and_says_what_goes_round() {
    let rocket = Rocket::default().spawn();
    rocket.tell(Ping).expect("there is room");
    let Exit::Panicked(words) = rocket.stopped().await else { panic!("it goes on for ever") };
    let expected = format!("it has sent itself {RAISED_IN_A_ROW} messages in a row, and would go on: ");
    assert!(words.starts_with(&expected), "{words}");
    assert!(words.ends_with("Ping → Pong → Ping") || words.ends_with("Pong → Ping → Pong"), "{words}");
}

// A teller, who postpones what the state is not for.

#[derive(Message)]
struct Serve(&'static str);
#[derive(Message)]
struct Open;
#[derive(Message)]
struct Close;
#[derive(Message)]
struct Sweep;
#[derive(Message)]
struct Again;

#[fsm(states = TellerState)]
#[derive(Default)]
struct Teller {
    log: Log,
}

#[derive(States)]
#[states(Teller)]
enum TellerState {
    #[initial]
    #[on(Open => Opened)]
    #[on(Sweep => stay)]
    #[on(Again => reenter)]
    #[postpone(Serve)]
    Closed,
    #[on(Serve => stay | Closed)]
    #[on(Close => Closed)]
    Opened,
}

impl TellerFlow for Teller {
    fn closed_open(&mut self, _: Open, _: &mut Context<Self>) {
        self.log.note("open");
    }

    fn closed_sweep(&mut self, _: Sweep, _: &mut Context<Self>) {
        self.log.note("sweep");
    }

    fn closed_again(&mut self, _: Again, _: &mut Context<Self>) {
        self.log.note("again");
    }

    fn opened_serve(&mut self, Serve(whom): Serve, _: &mut Context<Self>) -> Move<Serve, TellerOpenedServe> {
        self.log.note(whom);
        goto(if whom == "last" { TellerOpenedServe::Closed } else { TellerOpenedServe::Stay })
    }

    fn opened_close(&mut self, _: Close, _: &mut Context<Self>) {
        self.log.note("close");
    }
}

fn teller() -> (TellerRef, Log) {
    let log = Log::default();
    (Teller { log: log.clone() }.spawn(), log)
}

#[tokio::test]
async fn f32_f34_f39_postponed_commands_come_in_the_order_of_arrival_before_newer_mail() {
    let (teller, log) = teller();
    for whom in ["a", "b"] {
        teller.tell(Serve(whom)).expect("there is room");
    }
    teller.tell(Open).expect("there is room");
    assert_eq!(teller.ask(Serve("c")).await, Ok(()));
    assert_eq!(log.take(), ["open", "a", "b", "c"]);
}

#[tokio::test]
async fn f33_stay_retries_nothing_and_reenter_does() {
    let (teller, log) = teller();
    teller.tell(Serve("a")).expect("there is room");
    teller.tell(Sweep).expect("there is room");
    teller.tell(Again).expect("there is room");
    teller.tell(Sweep).expect("there is room");
    assert_eq!(teller.ask(Open).await, Ok(()));
    assert_eq!(teller.ask(Serve("b")).await, Ok(()));
    assert_eq!(log.take(), ["sweep", "again", "sweep", "open", "a", "b"], "retried, and postponed once more");
}

#[tokio::test]
async fn f35_f40_what_is_postponed_again_stays_in_front_of_what_came_later() {
    let (teller, log) = teller();
    for whom in ["last", "b", "last", "d"] {
        teller.tell(Serve(whom)).expect("there is room");
    }
    for _ in 0..3 {
        teller.tell(Open).expect("there is room");
    }
    assert_eq!(teller.ask(Serve("e")).await, Ok(()));
    assert_eq!(log.take(), ["open", "last", "open", "b", "last", "open", "d", "e"]);
}

#[tokio::test]
async fn f36_a_postponed_call_is_told_when_the_machine_stops() {
    let (teller, _) = teller();
    let call = async { teller.ask(Serve("a")).await };
    let stop = async {
        assert_eq!(teller.ask(Sweep).await, Ok(()));
        teller.stop();
    };
    let (called, ()) = tokio::join!(biased; call, stop);
    assert_eq!(called, Err(CallError::Stopped));
}

#[tokio::test]
async fn f38_no_more_are_postponed_than_may_be_and_the_next_is_told() {
    let (teller, log) = teller();
    for _ in 0..1024 {
        while teller.tell(Serve("a")).is_err() {
            tokio::task::yield_now().await;
        }
    }
    assert_eq!(teller.ask(Serve("b")).await, Err(CallError::Full));
    assert_eq!(teller.ask(Open).await, Ok(()));
    assert_eq!(teller.ask(Serve("c")).await, Ok(()));
    let served = log.take();
    assert_eq!((served.len(), served.last()), (1026, Some(&"c")), "f43: a thousand and more come back");
}

#[tokio::test(start_paused = true)]
async fn f41_what_is_postponed_outlives_the_incarnation() {
    let log = Log::default();
    let made = log.clone();
    let door = Guard::spawn_with(move || Guard { log: made.clone() });
    door.tell(Serve("a")).expect("there is room");
    door.tell(Serve("b")).expect("there is room");
    assert_eq!(door.ask(Close).await, Err(CallError::Failed));
    assert_eq!(door.ask(Open).await, Ok(()));
    assert_eq!(door.ask(Serve("c")).await, Ok(()));
    assert_eq!(log.take(), ["a", "b", "c"]);
}

#[fsm(states = GuardState)]
struct Guard {
    log: Log,
}

#[derive(States)]
#[states(Guard, allow(no_end))]
enum GuardState {
    #[initial]
    #[on(Open => Awake)]
    #[on(Close => stay)]
    #[postpone(_)]
    Asleep,
    #[on(Serve => stay)]
    #[on(Close => Asleep)]
    Awake,
}

impl GuardFlow for Guard {
    fn asleep_open(&mut self, _: Open, _: &mut Context<Self>) {}

    fn asleep_close(&mut self, _: Close, _: &mut Context<Self>) {
        panic!("on purpose");
    }

    fn awake_serve(&mut self, Serve(whom): Serve, _: &mut Context<Self>) {
        self.log.note(whom);
    }

    fn awake_close(&mut self, _: Close, _: &mut Context<Self>) {}
}

// A ticket, which is answered from a later state, and ends.

#[derive(Message)]
#[message(reply = &'static str)]
struct Order;
#[derive(Message)]
struct Cook;

struct Ordered {
    guest: Option<ReplyTo<&'static str>>,
}

#[derive(Message)]
struct Seat(ReplyTo<&'static str>);

#[fsm(states = TicketState)]
#[derive(Default)]
struct Ticket {
    log: Log,
}

#[derive(States)]
#[states(Ticket)]
enum TicketState {
    #[initial]
    #[on(Seat => Ordered)]
    Free,
    #[on(Cook => Served)]
    Ordered(Ordered),
    #[terminal]
    #[enter]
    Served,
}

impl TicketFlow for Ticket {
    fn free_seat(&mut self, Seat(guest): Seat, _: &mut Context<Self>) -> Move<Seat, Ordered> {
        goto(Ordered { guest: Some(guest) })
    }

    fn ordered_cook(&mut self, ordered: &mut Ordered, _: Cook, _: &mut Context<Self>) {
        if let Some(guest) = ordered.guest.take() {
            guest.reply("soup");
        }
    }

    fn served_enter(&mut self, cx: &mut Context<Self>) {
        self.log.note("served");
        cx.raise(Cook);
    }
}

#[actor]
struct Waiter(TicketRef);

#[handlers]
impl Waiter {
    #[handle(message)]
    fn order(&mut self, _: Order, reply: ReplyTo<&'static str>) {
        // A ticket that is gone drops the way back, which tells the guest.
        let _ = self.0.tell(Seat(reply));
    }
}

#[tokio::test]
async fn f61_a_way_back_moves_into_the_next_state_and_is_answered_from_there() {
    let ticket = Ticket::default().spawn();
    let waiter = Waiter(ticket.clone()).spawn();
    let order = async { waiter.ask(Order).await };
    let cook = async {
        while ticket.state().await != Ok("Ordered") {}
        ticket.ask(Cook).await
    };
    let (order, cook) = tokio::join!(order, cook);
    assert_eq!((order, cook), (Ok("soup"), Ok(())));
}

#[tokio::test]
async fn f61_a_way_back_that_is_dropped_with_its_state_tells_the_caller() {
    let ticket = Ticket::default().spawn();
    let waiter = Waiter(ticket.clone()).spawn();
    let order = async { waiter.ask(Order).await };
    let kill = async {
        while ticket.state().await != Ok("Ordered") {}
        ticket.kill();
    };
    let (order, ()) = tokio::join!(order, kill);
    assert_eq!(order, Err(CallError::NoReply));
}

#[tokio::test]
async fn f11_f68_f69_f70_a_machine_at_its_end_stops_and_takes_nothing_more() {
    let log = Log::default();
    let ticket = Ticket { log: log.clone() }.spawn();
    let waiter = Waiter(ticket.clone()).spawn();
    let order = async { waiter.ask(Order).await };
    let cook = async {
        while ticket.state().await != Ok("Ordered") {}
        ticket.ask(Cook).await
    };
    let _ = tokio::join!(order, cook);
    assert_eq!(ticket.stopped().await, Exit::Stopped);
    assert_eq!(log.take(), ["served"], "what is raised at the end has no row there");
    assert_eq!(ticket.tell(Cook), Err(TellError::Stopped));
    assert_eq!(ticket.ask(Cook).await, Err(CallError::Stopped));
}

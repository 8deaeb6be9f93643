//! Commands that wait for another state. Names of tests begin with the rule that they prove, by its number.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(missing_debug_implementations, reason = "the types of the test are not printed")]

use mainstay::journal::MemoryStore;
use mainstay::mailbox::Capacity;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use serde::{Deserialize, Serialize};

/// Opens the door.
#[derive(Message, Clone)]
pub struct Open;

/// Shuts the door.
#[derive(Message, Clone)]
pub struct Shut;

/// Lets somebody through an open door; gives the names of all that went through.
#[derive(Message, Clone)]
#[message(reply = Vec<String>)]
pub struct Enter(pub &'static str);

/// Lets the next one through and shuts the door behind it.
#[derive(Message, Clone)]
#[message(reply = Vec<String>)]
pub struct Last(pub &'static str);

/// Locks the door for good.
#[derive(Message, Clone)]
pub struct Lock;

/// Paints the door, whatever its state.
#[derive(Message, Clone)]
#[message(reply = u32)]
pub struct Paint;

/// An event.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.opened")]
pub struct Opened;

/// An event.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.shut")]
pub struct WasShut;

/// An event.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.entered")]
pub struct Entered(String);

/// An event.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.entered_last")]
pub struct EnteredLast(String);

/// An event.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.locked")]
pub struct Locked;

/// An event.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.painted")]
pub struct Painted;

/// A door.
#[fsm(states = DoorState)]
#[derive(Default)]
pub struct Door {
    inside: Vec<String>,
    coats: u32,
}

/// Its states.
#[derive(States)]
#[states(Door, name = "door", allow(postpone_cycle))]
#[otherwise(Paint => Painted => stay)]
pub enum DoorState {
    /// Nobody gets in.
    #[initial]
    #[on(Open => Opened => Wide)]
    #[on(Lock => Locked => Bolted)]
    #[postpone(_)]
    Closed,
    /// Whoever comes gets in.
    #[on(Enter => Entered => stay)]
    #[on(Last => EnteredLast => Closed)]
    #[on(Shut => WasShut => Closed)]
    #[postpone(Open)]
    Wide,
    /// The end.
    #[terminal]
    Bolted,
}

impl DoorFlow for Door {
    fn closed_open(&self, _: Open, _: &mut Context<Self>) -> Decide<Self, Open, Opened> {
        persist(Opened)
    }

    fn closed_lock(&self, _: Lock, _: &mut Context<Self>) -> Decide<Self, Lock, Locked> {
        persist(Locked)
    }

    fn wide_enter(&self, Enter(who): Enter, _: &mut Context<Self>) -> Decide<Self, Enter, Entered> {
        persist(Entered(who.into())).reply_with(|after: &After<Self>| after.data.inside.clone())
    }

    fn wide_last(&self, Last(who): Last, _: &mut Context<Self>) -> Decide<Self, Last, EnteredLast> {
        persist(EnteredLast(who.into())).reply_with(|after: &After<Self>| after.data.inside.clone())
    }

    fn wide_shut(&self, _: Shut, _: &mut Context<Self>) -> Decide<Self, Shut, WasShut> {
        persist(WasShut)
    }

    fn otherwise_paint(&self, _: &DoorState, _: Paint, _: &mut Context<Self>) -> Decide<Self, Paint, Painted> {
        persist(Painted).reply_with(|after: &After<Self>| after.data.coats)
    }

    fn closed_opened(&mut self, _: &Opened) {}

    fn closed_locked(&mut self, _: &Locked) {}

    fn wide_entered(&mut self, event: &Entered) {
        self.inside.push(event.0.clone());
    }

    fn wide_entered_last(&mut self, event: &EnteredLast) {
        self.inside.push(event.0.clone());
    }

    fn wide_was_shut(&mut self, _: &WasShut) {}

    fn otherwise_painted(&mut self, _: &Painted) {
        self.coats += 1;
    }
}

async fn system() -> System {
    System::volatile().host::<Door>().start().await.expect("nothing is stored")
}

#[tokio::test]
async fn f32_postponed_commands_come_in_the_order_of_their_arrival_and_before_newer_mail() {
    let system = system().await;
    let door = system.entity::<Door>("front").expect("hosted");
    door.tell(Enter("ada")).expect("it has room");
    door.tell(Enter("bob")).expect("it has room");
    door.tell(Open).expect("it has room");
    let names = door.ask(Enter("eve")).await;
    assert_eq!(names, Ok(vec!["ada".to_owned(), "bob".to_owned(), "eve".to_owned()]));
}

#[tokio::test]
async fn f33_a_state_that_is_not_left_is_offered_nothing_again() {
    let system = system().await;
    let door = system.entity::<Door>("front").expect("hosted");
    let waits = tokio::spawn({
        let door = door.clone();
        async move { door.ask(Enter("ada")).await }
    });
    tokio::task::yield_now().await;
    assert_eq!(door.ask(Paint).await, Ok(1), "an event that stays");
    assert_eq!(door.state().await, Ok("Closed"));
    assert!(!waits.is_finished(), "it still waits");
    assert_eq!(door.ask(Open).await, Ok(()));
    assert_eq!(waits.await.expect("it runs to its end"), Ok(vec!["ada".to_owned()]));
}

#[tokio::test]
async fn f17_a_row_for_all_states_comes_before_everything_that_is_postponed() {
    let system = system().await;
    let door = system.entity::<Door>("front").expect("hosted");
    assert_eq!(door.ask(Paint).await, Ok(1));
}

#[tokio::test]
async fn f35_f40_what_is_postponed_again_keeps_its_place() {
    let system = system().await;
    let door = system.entity::<Door>("front").expect("hosted");
    for who in ["ada", "bob"] {
        door.tell(Enter(who)).expect("it has room");
    }
    door.tell(Last("carl")).expect("it has room");
    for who in ["dan", "eve"] {
        door.tell(Enter(who)).expect("it has room");
    }
    assert_eq!(door.ask(Open).await, Ok(()));
    // Carl shut the door: Dan and Eve are offered to the closed door again, which postpones them again.
    door.tell(Enter("fay")).expect("it has room");
    assert_eq!(door.state().await, Ok("Closed"));
    assert_eq!(door.ask(Open).await, Ok(()));
    let names = door.ask(Enter("gus")).await.expect("the door is open");
    assert_eq!(names, ["ada", "bob", "carl", "dan", "eve", "fay", "gus"]);
}

#[tokio::test]
async fn f36_who_waits_for_a_state_that_does_not_come_is_told_at_the_end() {
    let system = system().await;
    let mut letters = system.dead_letters();
    let door = system.entity::<Door>("front").expect("hosted");
    let waits = tokio::spawn({
        let door = door.clone();
        async move { door.ask(Enter("ada")).await }
    });
    tokio::task::yield_now().await;
    assert_eq!(door.state().await, Ok("Closed"));
    system.shutdown().await.expect("in order");
    assert_eq!(waits.await.expect("it runs to its end"), Err(CallError::Stopped));
    let letter = letters.next().await.expect("there is one").expect("none is missed");
    assert_eq!(letter.message, "Enter");
}

#[tokio::test]
async fn f38_so_many_commands_may_wait_and_the_next_is_told() {
    let settings = Settings { stash: Capacity::bounded(2), ..Settings::default() };
    let system = System::volatile().settings(settings).host::<Door>().start().await.expect("nothing is stored");
    let door = system.entity::<Door>("front").expect("hosted");
    door.tell(Enter("ada")).expect("it has room");
    door.tell(Enter("bob")).expect("it has room");
    assert_eq!(door.ask(Enter("carl")).await, Err(CallError::Full));
    assert_eq!(door.ask(Open).await, Ok(()));
    let names = door.ask(Enter("dan")).await.expect("the door is open");
    assert_eq!(names, ["ada", "bob", "dan"]);
}

#[tokio::test]
async fn f41_f77_what_is_postponed_is_in_memory_and_the_state_is_not() {
    let store = MemoryStore::new();
    let first = System::with(store.restart()).host::<Door>().start().await.expect("the store is there");
    let door = first.entity::<Door>("front").expect("hosted");
    door.tell(Enter("ada")).expect("it has room");
    assert_eq!(door.ask(Paint).await, Ok(1));
    first.shutdown().await.expect("in order");

    let second = System::with(store.restart()).host::<Door>().start().await.expect("the store is there");
    let door = second.entity::<Door>("front").expect("hosted");
    assert_eq!(door.ask(Open).await, Ok(()));
    assert_eq!(door.ask(Enter("bob")).await, Ok(vec!["bob".to_owned()]));
    assert_eq!(door.ask(Paint).await, Ok(2));
}

#[tokio::test]
async fn f43_many_commands_are_offered_one_after_another() {
    const MANY: usize = 1_000;
    let system = system().await;
    let door = system.entity::<Door>("front").expect("hosted");
    for _ in 0..MANY {
        door.tell(Enter("ada")).expect("it has room");
        tokio::task::yield_now().await;
    }
    assert_eq!(door.ask(Open).await, Ok(()));
    assert_eq!(door.ask(Enter("bob")).await.map(|names| names.len()), Ok(MANY + 1));
}

#[test]
fn the_table_says_what_waits() {
    let [closed, wide, _] = DoorState::TABLE.states else { panic!("there are three states") };
    assert!(closed.postpones_rest && closed.postpones.is_empty());
    assert!(!wide.postpones_rest);
    assert_eq!(wide.postpones, ["Open"]);
}

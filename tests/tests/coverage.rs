//! Which rows of a table a test has taken, and ways through the table that take them.

#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use mainstay::testing::store::crash_at_every_persist;
use mainstay::testing::{Given, Step, coverage, given, paths, simulate, walk_on};
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Coverage sees all tests of a process that run at the same time, and these want to be seen alone.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Message, Clone)]
pub struct Shut;
#[derive(Message, Clone)]
pub struct Open;
#[derive(Message, Clone)]
pub struct Lock;
/// With the right key or another.
#[derive(Message, Clone)]
pub struct Unlock(bool);
#[derive(Message, Clone)]
pub struct Blast;
#[derive(Message, Clone)]
pub struct Paint;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.shut")]
pub struct WasShut;
#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.opened")]
pub struct Opened;
#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.locked")]
pub struct WasLocked;
#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.unlocked")]
pub struct Unlocked;
#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.tried")]
pub struct Tried;
#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.blasted")]
pub struct Blasted;
#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.painted")]
pub struct Painted;

#[fsm(states = DoorState)]
#[derive(Default)]
pub struct Door {
    coats: u32,
}

#[derive(States)]
#[states(Door, name = "door")]
#[otherwise(Paint => Painted => stay)]
pub enum DoorState {
    #[initial]
    #[on(Shut => WasShut => Closed)]
    Wide,
    #[on(Open => Opened => Wide)]
    #[on(Lock => WasLocked => Locked)]
    Closed,
    #[on(Unlock => Unlocked => Closed, Tried => stay)]
    #[on(Blast => Blasted => Gone)]
    Locked,
    #[terminal]
    #[discard(Paint)]
    Gone,
}

impl DoorFlow for Door {
    fn wide_shut(&self, _: Shut, _: &mut Context<Self>) -> Decide<Self, Shut, WasShut> {
        persist(WasShut)
    }
    fn closed_open(&self, _: Open, _: &mut Context<Self>) -> Decide<Self, Open, Opened> {
        persist(Opened)
    }
    fn closed_lock(&self, _: Lock, _: &mut Context<Self>) -> Decide<Self, Lock, WasLocked> {
        persist(WasLocked)
    }
    fn locked_unlock(&self, Unlock(fits): Unlock, _: &mut Context<Self>) -> Decide<Self, Unlock, DoorLockedUnlock> {
        if fits { persist(Unlocked) } else { persist(Tried) }
    }
    fn locked_blast(&self, _: Blast, _: &mut Context<Self>) -> Decide<Self, Blast, Blasted> {
        persist(Blasted)
    }
    fn otherwise_paint(&self, _: &DoorState, _: Paint, _: &mut Context<Self>) -> Decide<Self, Paint, Painted> {
        persist(Painted)
    }

    fn wide_was_shut(&mut self, _: &WasShut) {}
    fn closed_opened(&mut self, _: &Opened) {}
    fn closed_was_locked(&mut self, _: &WasLocked) {}
    fn locked_unlocked(&mut self, _: &Unlocked) {}
    fn locked_tried(&mut self, _: &Tried) {}
    fn locked_blasted(&mut self, _: &Blasted) {}
    fn otherwise_painted(&mut self, _: &Painted) {
        self.coats += 1;
    }
}

const ALL: [&str; 7] = [
    "Wide: Shut / door.shut",
    "Closed: Open / door.opened",
    "Closed: Lock / door.locked",
    "Locked: Unlock / door.unlocked",
    "Locked: Unlock / door.tried",
    "Locked: Blast / door.blasted",
    "any state: Paint / door.painted",
];

/// What the steps of a way mean.
fn take(door: Given<Door>, step: &Step) -> Given<Door> {
    match (step.trigger.name(), step.event) {
        ("Shut", _) => door.when(Shut).go_on(),
        ("Open", _) => door.when(Open).go_on(),
        ("Lock", _) => door.when(Lock).go_on(),
        ("Unlock", event) => door.when(Unlock(event == Some("door.unlocked"))).go_on(),
        ("Blast", _) => door.when(Blast).go_on(),
        ("Paint", _) => door.when(Paint).go_on(),
        (other, _) => panic!("no such command: {other}"),
    }
}

/// The same with a door that lives; each with an id, for one who asks again after a crash.
async fn ask(door: &DoorRef, at: usize, step: &Step) {
    let id = format!("step-{at}");
    let answer = match (step.trigger.name(), step.event) {
        ("Shut", _) => door.ask(Shut).id(id).await,
        ("Open", _) => door.ask(Open).id(id).await,
        ("Lock", _) => door.ask(Lock).id(id).await,
        ("Unlock", event) => door.ask(Unlock(event == Some("door.unlocked"))).id(id).await,
        ("Blast", _) => door.ask(Blast).id(id).await,
        ("Paint", _) => door.ask(Paint).id(id).await,
        (other, _) => panic!("no such command: {other}"),
    };
    answer.expect("the table has a row for it");
}

fn words(panic: &(dyn std::any::Any + Send)) -> &str {
    panic.downcast_ref::<String>().map_or("", String::as_str)
}

#[test]
fn coverage_names_every_row_that_was_not_taken_in_the_order_of_the_table() {
    let _alone = alone();
    let coverage = coverage::<Door>();
    assert_eq!(coverage.uncovered(), ALL);
    given(Door::default()).when(Shut).go_on().when(Lock).go_on().when(Unlock(false)).then_event(Tried);
    assert_eq!(coverage.uncovered(), [ALL[1], ALL[3], ALL[5], ALL[6]]);
    let failed = catch_unwind(AssertUnwindSafe(|| coverage.assert_all())).expect_err("rows are missing");
    let [opened, unlocked, blasted, painted] = [ALL[1], ALL[3], ALL[5], ALL[6]];
    assert_eq!(
        words(&*failed),
        format!("4 rows of `door` not taken:\n  {opened}\n  {unlocked}\n  {blasted}\n  {painted}")
    );
}

#[test]
fn coverage_takes_a_row_for_any_state_from_any_that_has_none() {
    let _alone = alone();
    let coverage = coverage::<Door>();
    given(Door::default()).event(WasShut).when(Paint).then_event(Painted);
    assert_eq!(coverage.uncovered(), ALL[..6]);
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "egg.boiled")]
pub struct Boiled;

#[fsm(states = EggState)]
#[derive(Default)]
pub struct Egg {}

#[derive(States)]
#[states(Egg, name = "egg")]
pub enum EggState {
    #[initial]
    #[after(ring: "5m" => Boiled => Done)]
    Boiling,
    #[terminal]
    Done,
}

impl EggFlow for Egg {
    fn boiling_ring(&self, _: &mut Context<Self>) -> Persist<Self, Boiled> {
        persist(Boiled)
    }

    fn boiling_boiled(&mut self, _: &Boiled) {}
}

#[test]
fn coverage_knows_a_deadline_by_its_name() {
    let _alone = alone();
    let coverage = coverage::<Egg>();
    assert_eq!(coverage.uncovered(), ["Boiling: ring / egg.boiled"]);
    given(Egg::default()).when_elapsed("ring").then_event(Boiled);
    coverage.assert_all();
}

#[test]
fn coverage_counts_neither_refused_commands_nor_events_that_were_there() {
    let _alone = alone();
    let coverage = coverage::<Door>();
    given(Door::default()).event(WasShut).event(WasLocked).when(Open).then_unhandled();
    assert_eq!(coverage.uncovered(), ALL);
}

#[test]
fn coverage_counts_what_entities_do_and_not_what_recovery_does_again() {
    let _alone = alone();
    simulate(1, |_| async {
        let store = MemoryStore::new();
        let first = coverage::<Door>();
        let system = System::with(store.restart()).host::<Door>().start().await.expect("the store is there");
        let door = system.entity::<Door>("front").expect("hosted");
        door.ask(Shut).await.expect("open");
        door.ask(Lock).await.expect("shut");
        system.shutdown().await.expect("in order");
        assert_eq!(first.uncovered(), [ALL[1], ALL[3], ALL[4], ALL[5], ALL[6]]);

        let second = coverage::<Door>();
        let system = System::with(store.restart()).host::<Door>().start().await.expect("the store is there");
        let door = system.entity::<Door>("front").expect("hosted");
        assert_eq!(door.state().await, Ok("Locked"));
        assert_eq!(second.uncovered(), ALL);
        door.ask(Blast).await.expect("locked");
        assert_eq!(second.uncovered(), [&ALL[..5], &ALL[6..]].concat());
        system.shutdown().await.expect("in order");
    });
}

#[test]
fn the_report_marks_what_was_not_taken() {
    let _alone = alone();
    let coverage = coverage::<Door>();
    given(Door::default()).when(Shut).then_event(WasShut);
    let report = coverage.drawing().to_markdown();
    assert!(report.contains("| `Wide`, initial | `Shut` | `door.shut` | goes to `Closed` |"), "{report}");
    assert!(report.contains("| `Closed` | `Open` | `door.opened` | **goes to `Wide`** |"), "{report}");
    assert!(coverage.drawing().to_svg().contains("Open / door.opened, to Wide, marked"));
}

#[test]
fn a_shortest_way_leads_to_every_state_and_every_row() {
    let names = |way: &[Step]| way.iter().map(|step| step.trigger.name()).collect::<Vec<_>>();
    let paths = paths::<Door>();
    assert_eq!(paths.to("Wide"), Some(vec![]));
    assert_eq!(names(&paths.to("Gone").expect("there is one")), ["Shut", "Lock", "Blast"]);
    assert_eq!(paths.to("Attic"), None);
    let ends: Vec<Vec<&str>> = paths.to_every_state().iter().map(|way| names(way)).collect();
    assert_eq!(ends, [vec![], vec!["Shut"], vec!["Shut", "Lock"], vec!["Shut", "Lock", "Blast"]]);
    let rows = paths.to_every_row();
    assert_eq!(rows.len(), ALL.len(), "each outcome once");
    assert_eq!(names(&rows[1]), ["Paint"], "in the first state that has no row of its own");
}

#[test]
fn walked_with_a_model_the_ways_cover_the_table() {
    let _alone = alone();
    let coverage = coverage::<Door>();
    for way in paths::<Door>().to_every_row() {
        let _ = walk_on(&way, given(Door::default()), take, Given::state_name);
    }
    coverage.assert_all();
}

#[test]
fn random_ways_are_of_the_table_and_a_shorter_one_begins_a_longer_one() {
    let _alone = alone();
    let paths = paths::<Door>();
    let mut ends = Vec::new();
    for seed in 0..200 {
        let way = paths.random(seed, 30);
        let _ = walk_on(&way, given(Door::default()), take, Given::state_name);
        assert_eq!(paths.random(seed, 7), way[..7.min(way.len())]);
        assert!(
            way.len() == 30 || way.last().is_some_and(|last| last.to == "Gone"),
            "only the end ends a way: {way:?}"
        );
        ends.extend(way.last().map(|last| last.to));
    }
    for state in ["Wide", "Closed", "Locked", "Gone"] {
        assert!(ends.contains(&state), "no way of 200 ends in {state}");
    }
}

#[test]
fn a_machine_that_does_not_do_what_its_model_says_is_found() {
    let _alone = alone();
    let way = paths::<Door>().to("Locked").expect("there is one");
    let lazy = |door: Given<Door>, step: &Step| if step.trigger.name() == "Lock" { door } else { take(door, step) };
    let failed = catch_unwind(AssertUnwindSafe(|| walk_on(&way, given(Door::default()), lazy, Given::state_name)));
    let failed = failed.expect_err("the door is not locked");
    assert!(words(&*failed).contains("after 1 steps"), "{}", words(&*failed));
}

#[test]
fn every_transition_survives_a_crash_before_and_after_it() {
    let _alone = alone();
    for way in paths::<Door>().to_every_row() {
        let end = way.last().map(|last| last.to);
        crash_at_every_persist(
            0..2,
            |_, store| {
                let way = way.clone();
                async move {
                    let system = System::with(store).host::<Door>().start().await.expect("the store is there");
                    let door = system.entity::<Door>("front").expect("hosted");
                    for (at, step) in way.iter().enumerate() {
                        ask(&door, at, step).await;
                    }
                    system
                }
            },
            |system| async move {
                let state = system.entity::<Door>("front").expect("hosted").state().await;
                assert_eq!(state.as_ref().ok().copied(), end);
                state
            },
        );
    }
}

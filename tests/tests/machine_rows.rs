//! Groups of states, and what is done when a state is entered or left. Names of tests begin with the rule that they prove, by its number.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(missing_debug_implementations, reason = "the types of the test are not printed")]

use mainstay::fsm::{Actions, Trigger};
use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex};

/// Starts the work.
#[derive(Message, Clone)]
pub struct Begin;

/// Starts the work and ends it, in one unit.
#[derive(Message, Clone)]
pub struct Rush;

/// Begins anew.
#[derive(Message, Clone)]
pub struct Again;

/// Notes something.
#[derive(Message, Clone)]
#[message(reply = u32)]
pub struct Note;

/// Ends the work.
#[derive(Message, Clone)]
pub struct Cancel {
    /// Why.
    pub why: &'static str,
}

/// An event.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "job.begun")]
pub struct Begun;

/// An event.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "job.begun_again")]
pub struct BegunAgain;

/// An event.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "job.noted")]
pub struct Noted;

/// An event.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "job.cancelled")]
pub struct Cancelled {
    why: String,
}

/// What was done, in order.
type Log = Arc<Mutex<Vec<String>>>;

/// A state with data.
pub struct Running {
    round: u32,
}

/// The end.
pub struct Gone {
    after: u32,
    why: String,
}

/// A job.
#[fsm(states = JobState)]
#[derive(Default)]
pub struct Job {
    #[volatile]
    log: Log,
    notes: u32,
}

/// Its states.
#[derive(States)]
#[states(Job, name = "job")]
#[group(Active(Waiting, Running), on(Cancel => Cancelled => Gone), on(Note => Noted => stay))]
pub enum JobState {
    /// Not begun.
    #[initial]
    #[on(Begin => Begun => Running)]
    #[on(Rush => Begun => Running)]
    #[enter]
    #[exit]
    Waiting,
    /// Begun.
    #[on(Again => BegunAgain => reenter)]
    #[on(Note => Noted => stay)]
    #[discard(Begin)]
    #[enter]
    #[exit]
    Running(Running),
    /// From an earlier version: nothing leads here any more.
    #[deprecated_state]
    #[on(Cancel => Cancelled => Gone)]
    Paused,
    /// Over.
    #[terminal]
    #[enter]
    Gone(Gone),
}

impl Job {
    fn say(&self, words: impl Into<String>) {
        self.log.lock().expect("nobody panics with it").push(words.into());
    }

    fn will_say(&self, words: String, actions: &mut Actions<Self>) {
        self.say(format!("sees {words}"));
        let log = self.log.clone();
        actions.then(move |_| log.lock().expect("nobody panics with it").push(words));
    }
}

impl JobFlow for Job {
    fn waiting_begin(&self, _: Begin, _: &mut Context<Self>) -> Decide<Self, Begin, Begun> {
        let log = self.log.clone();
        persist(Begun).then(move |_| log.lock().expect("nobody panics with it").push("begin".into()))
    }

    fn waiting_rush(&self, _: Rush, _: &mut Context<Self>) -> Decide<Self, Rush, Begun> {
        persist(Begun)
    }

    fn running_again(&self, _: &Running, _: Again, _: &mut Context<Self>) -> Decide<Self, Again, BegunAgain> {
        persist(BegunAgain)
    }

    fn running_note(&self, _: &Running, _: Note, _: &mut Context<Self>) -> Decide<Self, Note, Noted> {
        persist(Noted).reply_with(|after: &After<Self>| after.data.notes)
    }

    fn paused_cancel(&self, Cancel { why }: Cancel, _: &mut Context<Self>) -> Decide<Self, Cancel, Cancelled> {
        persist(Cancelled { why: why.to_owned() })
    }

    fn active_cancel(
        &self,
        _: &JobState,
        Cancel { why }: Cancel,
        _: &mut Context<Self>,
    ) -> Decide<Self, Cancel, Cancelled> {
        persist(Cancelled { why: why.to_owned() })
    }

    fn active_note(&self, _: &JobState, _: Note, _: &mut Context<Self>) -> Decide<Self, Note, Noted> {
        persist(Noted).reply_with(|after: &After<Self>| after.data.notes)
    }

    fn waiting_begun(&mut self, _: &Begun) -> Running {
        self.say("evolves");
        Running { round: 1 }
    }

    fn running_begun_again(&mut self, running: Running, _: &BegunAgain) -> Running {
        Running { round: running.round + 1 }
    }

    fn running_noted(&mut self, _: &mut Running, _: &Noted) {
        self.notes += 10;
    }

    fn paused_cancelled(&mut self, event: &Cancelled) -> Gone {
        Gone { after: 0, why: event.why.clone() }
    }

    fn active_cancelled(&mut self, state: JobState, event: &Cancelled) -> Gone {
        let after = if let JobState::Running(running) = state { running.round } else { 0 };
        Gone { after, why: event.why.clone() }
    }

    fn active_noted(&mut self, _: &Noted) {
        self.notes += 1;
    }

    fn waiting_enter(&self, actions: &mut Actions<Self>) {
        self.will_say("enter Waiting".into(), actions);
    }

    fn waiting_exit(&self, actions: &mut Actions<Self>) {
        self.will_say("exit Waiting".into(), actions);
    }

    fn running_enter(&self, running: &Running, actions: &mut Actions<Self>) {
        self.will_say(format!("enter Running {}", running.round), actions);
    }

    fn running_exit(&self, running: &Running, actions: &mut Actions<Self>) {
        self.will_say(format!("exit Running {}", running.round), actions);
    }

    fn gone_enter(&self, gone: &Gone, actions: &mut Actions<Self>) {
        self.will_say(format!("enter Gone after {}: {}", gone.after, gone.why), actions);
    }
}

async fn system(store: &MemoryStore, log: &Log) -> System {
    let log = log.clone();
    let host = System::with(store.restart()).host_with(move |_| Ok(Job { log: log.clone(), notes: 0 }));
    host.start().await.expect("the store is there")
}

/// What was done since the last look: what the hooks saw when they were asked, and what was done of it.
fn said(log: &Log) -> Vec<String> {
    std::mem::take(&mut *log.lock().expect("nobody panics with it"))
}

#[tokio::test]
async fn f1_f9_a_state_is_left_then_the_row_acts_then_the_next_is_entered() {
    let (store, log) = (MemoryStore::new(), Log::default());
    let system = system(&store, &log).await;
    let job = system.entity::<Job>("1").expect("hosted");
    assert_eq!(job.state().await, Ok("Waiting"));
    assert_eq!(said(&log), [""; 0], "a machine begins with its first event");
    assert_eq!(job.ask(Begin).await, Ok(()));
    assert_eq!(job.state().await, Ok("Running"));
    let seen = ["sees enter Waiting", "sees exit Waiting", "evolves", "sees enter Running 1"];
    let done = ["enter Waiting", "exit Waiting", "begin", "enter Running 1"];
    assert_eq!(said(&log), [seen, done].concat());
}

#[tokio::test]
async fn f20_f23_stay_runs_no_hook_and_reenter_runs_both() {
    let (store, log) = (MemoryStore::new(), Log::default());
    let system = system(&store, &log).await;
    let job = system.entity::<Job>("1").expect("hosted");
    assert_eq!(job.ask(Begin).await, Ok(()));
    assert_eq!(job.state().await, Ok("Running"));
    said(&log);
    assert_eq!(job.ask(Note).await, Ok(10));
    assert_eq!(said(&log), [""; 0]);
    assert_eq!(job.ask(Again).await, Ok(()));
    assert_eq!(job.state().await, Ok("Running"));
    let seen = ["sees exit Running 1", "sees enter Running 2"];
    assert_eq!(said(&log), [seen, ["exit Running 1", "enter Running 2"]].concat());
}

#[tokio::test]
async fn f73_recovery_runs_no_hook() {
    let (store, log) = (MemoryStore::new(), Log::default());
    let first = system(&store, &log).await;
    assert_eq!(first.entity::<Job>("1").expect("hosted").ask(Begin).await, Ok(()));
    first.shutdown().await.expect("in order");
    said(&log);
    let second = system(&store, &log).await;
    assert_eq!(second.entity::<Job>("1").expect("hosted").state().await, Ok("Running"));
    assert_eq!(said(&log), ["evolves"]);
}

#[tokio::test]
async fn f15_a_row_of_the_state_comes_before_that_of_its_group() {
    let (store, log) = (MemoryStore::new(), Log::default());
    let system = system(&store, &log).await;
    let job = system.entity::<Job>("1").expect("hosted");
    assert_eq!(job.ask(Note).await, Ok(1), "of the group");
    assert_eq!(job.ask(Rush).await, Ok(()));
    assert_eq!(job.ask(Note).await, Ok(11), "of the state");
    assert_eq!(job.ask(Begin).await, Err(CallError::Discarded { state: "Running" }));
}

#[tokio::test]
async fn f2_a_row_of_a_group_leads_out_of_each_of_its_states() {
    let (store, log) = (MemoryStore::new(), Log::default());
    let first = system(&store, &log).await;
    let job = first.entity::<Job>("1").expect("hosted");
    assert_eq!(job.ask(Cancel { why: "early" }).await, Ok(()));
    assert_eq!(job.state().await, Ok("Gone"));
    assert!(said(&log).contains(&"enter Gone after 0: early".to_owned()));
    let job = first.entity::<Job>("2").expect("hosted");
    assert_eq!(job.ask(Begin).await, Ok(()));
    assert_eq!(job.ask(Again).await, Ok(()));
    assert_eq!(job.ask(Cancel { why: "late" }).await, Ok(()));
    assert_eq!(job.state().await, Ok("Gone"));
    assert!(said(&log).contains(&"enter Gone after 2: late".to_owned()));
    first.shutdown().await.expect("in order");

    let second = system(&store, &log).await;
    assert_eq!(second.entity::<Job>("2").expect("hosted").state().await, Ok("Gone"), "recovery takes the same row");
}

#[test]
fn the_table_has_groups_hooks_and_deprecated_states() {
    let [waiting, running, paused, gone] = JobState::TABLE.states else { panic!("there are four states") };
    assert_eq!(JobState::TABLE.groups[0].name, "Active");
    assert_eq!(JobState::TABLE.groups[0].states, ["Waiting", "Running"]);
    assert_eq!((waiting.group, running.group, paused.group), (Some("Active"), Some("Active"), None));
    let inherited = |rows: &[mainstay::fsm::Row]| {
        rows.iter().filter(|row| row.inherited).map(|row| row.trigger).collect::<Vec<_>>()
    };
    assert_eq!(inherited(waiting.rows), [Trigger::Command("Cancel"), Trigger::Command("Note")]);
    assert_eq!(inherited(running.rows), [Trigger::Command("Cancel")], "its own row for `Note` counts");
    assert!(waiting.enter && waiting.exit && gone.enter && !gone.exit);
    assert!(paused.deprecated);
    assert_eq!(waiting.docs, "Not begun.");
    assert_eq!(JobState::TABLE.permitted("Running"), ["Again", "Note", "Cancel"]);
}

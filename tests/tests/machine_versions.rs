//! A machine whose table is another one than that which has stored it: what is gone on with, and what is said where that cannot be.
#![deny(warnings)]
#![allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    reason = "the machines are small and in modules"
)]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::entity::{DecodeError, RecoveryError, SnapshotError};
use mainstay::journal::{EntityKey, MemoryStore, Store as _};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Begin;
#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Pause;
#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Resume;
#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Save;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "job.begun")]
pub struct Begun;
#[derive(Event, Serialize, Deserialize)]
#[event(name = "job.paused")]
pub struct WasPaused;
#[derive(Event, Serialize, Deserialize)]
#[event(name = "job.resumed")]
pub struct Resumed;

/// What a paused job remembers.
#[derive(Serialize, Deserialize)]
pub struct Paused {
    since: u32,
}

/// As it was.
mod before {
    use super::*;

    #[fsm(states = JobState, snapshot_version = 1)]
    #[derive(Default)]
    pub struct Job;

    #[derive(States, Serialize, Deserialize)]
    #[states(Job, name = "job")]
    #[otherwise(Save => Noted => stay)]
    pub enum JobState {
        #[initial]
        #[on(Begin => Begun => Running)]
        Waiting,
        #[on(Pause => WasPaused => Paused)]
        Running,
        #[on(Resume => Resumed => Running)]
        Paused(Paused),
    }

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "job.noted")]
    pub struct Noted;

    impl JobFlow for Job {
        fn waiting_begin(&self, _: Begin, _: &mut Context<Self>) -> Decide<Self, Begin, Begun> {
            persist(Begun)
        }
        fn running_pause(&self, _: Pause, _: &mut Context<Self>) -> Decide<Self, Pause, WasPaused> {
            persist(WasPaused)
        }
        fn paused_resume(&self, _: &Paused, _: Resume, _: &mut Context<Self>) -> Decide<Self, Resume, Resumed> {
            persist(Resumed)
        }
        fn otherwise_save(&self, _: &JobState, _: Save, cx: &mut Context<Self>) -> Decide<Self, Save, Noted> {
            cx.snapshot();
            nothing()
        }
        fn waiting_begun(&mut self, _: &Begun) {}
        fn running_was_paused(&mut self, _: &WasPaused) -> Paused {
            Paused { since: 7 }
        }
        fn paused_resumed(&mut self, _: Paused, _: &Resumed) {}
        fn otherwise_noted(&mut self, _: &Noted) {}
    }

    /// A job that is paused, with a snapshot of that.
    pub async fn paused(store: &MemoryStore) {
        let system = System::with(store.restart()).host::<Job>().start().await.expect("a start");
        let job = system.entity::<Job>("1").expect("an id");
        assert_eq!(job.ask(Begin).await, Ok(()));
        assert_eq!(job.ask(Pause).await, Ok(()));
        assert_eq!(job.ask(Save).await, Ok(()));
        system.shutdown().await.expect("in order");
    }
}

/// Nobody pauses any more, and who is paused goes on.
mod deprecated {
    use super::*;

    #[fsm(states = JobState, snapshot_version = 1)]
    #[derive(Default)]
    pub struct Job;

    #[derive(States, Serialize, Deserialize)]
    #[states(Job, name = "job")]
    pub enum JobState {
        #[initial]
        #[on(Begin => Begun => Running)]
        Waiting,
        #[terminal]
        Running,
        #[deprecated_state]
        #[on(Resume => Resumed => Running)]
        Paused(Paused),
    }

    impl JobFlow for Job {
        fn waiting_begin(&self, _: Begin, _: &mut Context<Self>) -> Decide<Self, Begin, Begun> {
            persist(Begun)
        }
        fn paused_resume(&self, paused: &Paused, _: Resume, _: &mut Context<Self>) -> Decide<Self, Resume, Resumed> {
            assert_eq!(paused.since, 7, "what was stored of it is there");
            persist(Resumed)
        }
        fn waiting_begun(&mut self, _: &Begun) {}
        fn paused_resumed(&mut self, _: Paused, _: &Resumed) {}
    }
}

/// The state is gone; its events lead elsewhere.
mod after {
    use super::*;

    #[fsm(states = JobState, snapshot_version = 1)]
    #[derive(Default)]
    pub struct Job;

    #[derive(States, Serialize, Deserialize)]
    #[states(Job, name = "job")]
    pub enum JobState {
        #[initial]
        #[on(Begin => Begun => Running)]
        Waiting,
        #[on(Pause => WasPaused => Waiting)]
        Running,
    }

    impl JobFlow for Job {
        fn waiting_begin(&self, _: Begin, _: &mut Context<Self>) -> Decide<Self, Begin, Begun> {
            persist(Begun)
        }
        fn running_pause(&self, _: Pause, _: &mut Context<Self>) -> Decide<Self, Pause, WasPaused> {
            persist(WasPaused)
        }
        fn waiting_begun(&mut self, _: &Begun) {}
        fn running_was_paused(&mut self, _: &WasPaused) {}
    }
}

async fn delete_events(store: &MemoryStore) -> MemoryStore {
    let store = store.restart();
    let key = EntityKey::new("job", "1").expect("an id");
    store.delete(key, 2).await.expect("in order");
    store
}

#[tokio::test]
async fn f78_a_deprecated_state_is_loaded_from_a_snapshot_and_left() {
    use deprecated::Job;
    let store = MemoryStore::new();
    before::paused(&store).await;
    let store = delete_events(&store).await;
    let system = System::with(store.restart()).host::<Job>().start().await.expect("a start");
    let job = system.entity::<Job>("1").expect("an id");
    assert_eq!(job.state().await, Ok("Paused"));
    assert_eq!(job.ask(Resume).await, Ok(()));
    assert_eq!(job.state().await, Ok("Running"));
}

#[tokio::test]
async fn f78_a_snapshot_of_a_state_that_is_gone_is_not_used_as_long_as_the_events_are_there() {
    use after::Job;
    let store = MemoryStore::new();
    before::paused(&store).await;
    let system = System::with(store.restart()).host::<Job>().start().await.expect("a start");
    let job = system.entity::<Job>("1").expect("an id");
    assert_eq!(job.state().await, Ok("Waiting"), "as the table of today says");
    assert_eq!(job.ask(Begin).await, Ok(()));
}

#[tokio::test]
async fn f78_a_state_that_is_gone_is_an_error_that_says_what_to_write_and_never_the_first_state() {
    use after::Job;
    let store = MemoryStore::new();
    before::paused(&store).await;
    let store = delete_events(&store).await;
    let system = System::with(store.restart()).host::<Job>().start().await.expect("a start");
    let job = system.entity::<Job>("1").expect("an id");
    let why = job.state().await.expect_err("it cannot be recovered");
    let CallError::Recovery(why) = why else { panic!("{why:?}") };
    let RecoveryError::Incomplete { deleted, cause, .. } = *why else { panic!("another error") };
    assert_eq!(deleted, 2);
    let expected = SnapshotError::Decode { seq: 2, cause: DecodeError::State { state: "Paused".into() } };
    assert_eq!(*cause, *expected.to_string());
    let words =
        "the machine was in the state `Paused`, which it has no more: keep that state, as a `#[deprecated_state]`";
    assert!(cause.ends_with(words), "{cause}");
}

/// The row of an event is gone.
mod without_row {
    use super::*;

    #[fsm(states = JobState)]
    #[derive(Default)]
    pub struct Job;

    #[derive(States)]
    #[states(Job, name = "job")]
    pub enum JobState {
        #[initial]
        #[on(Begin => Begun => Running)]
        #[on(Pause => WasPaused => stay)]
        Waiting,
        #[terminal]
        Running,
    }

    impl JobFlow for Job {
        fn waiting_begin(&self, _: Begin, _: &mut Context<Self>) -> Decide<Self, Begin, Begun> {
            persist(Begun)
        }
        fn waiting_pause(&self, _: Pause, _: &mut Context<Self>) -> Decide<Self, Pause, WasPaused> {
            persist(WasPaused)
        }
        fn waiting_begun(&mut self, _: &Begun) {}
        fn waiting_was_paused(&mut self, _: &WasPaused) {}
    }
}

#[tokio::test]
async fn f78_an_event_without_a_row_is_an_error_that_names_it_and_the_state() {
    use without_row::Job;
    let store = MemoryStore::new();
    before::paused(&store).await;
    let system = System::with(store.restart()).host::<Job>().start().await.expect("a start");
    let why = system.entity::<Job>("1").expect("an id").ask(Pause).await.expect_err("it cannot be recovered");
    let CallError::Recovery(why) = why else { panic!("{why:?}") };
    let RecoveryError::Unexpected { seq, event, state, .. } = *why else { panic!("another error") };
    assert_eq!((seq, &*event, state), (2, "job.paused", "Running"));
}

/// Its events have other names, one of them none any more.
mod renamed {
    use super::*;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "job.started", alias = "job.begun")]
    pub struct Started;

    #[fsm(states = JobState)]
    #[derive(Default)]
    pub struct Job;

    #[derive(States)]
    #[states(Job, name = "job", removed("job.paused", "job.noted"), allow(dead_end))]
    pub enum JobState {
        #[initial]
        #[on(Begin => Started => Running)]
        Waiting,
        #[on(Resume => Resumed => stay)]
        Running,
    }

    impl JobFlow for Job {
        fn waiting_begin(&self, _: Begin, _: &mut Context<Self>) -> Decide<Self, Begin, Started> {
            persist(Started)
        }
        fn running_resume(&self, _: Resume, _: &mut Context<Self>) -> Decide<Self, Resume, Resumed> {
            persist(Resumed)
        }
        fn waiting_started(&mut self, _: &Started) {}
        fn running_resumed(&mut self, _: &Resumed) {}
    }
}

#[tokio::test]
async fn v2_v6_events_of_a_machine_are_found_under_earlier_names_and_those_that_are_removed_are_passed_over() {
    use renamed::Job;
    let store = MemoryStore::new();
    before::paused(&store).await;
    let system = System::with(store.restart()).host::<Job>().start().await.expect("a start");
    let job = system.entity::<Job>("1").expect("an id");
    assert_eq!(job.state().await, Ok("Running"), "it has begun, and nothing pauses any more");
    assert_eq!(job.ask(Resume).await, Ok(()));
    system.shutdown().await.expect("in order");
    let key = EntityKey::new("job", "1").expect("an id");
    let stored = store.restart().read(key, 0, u64::MAX, 10).await.expect("it can be read").records;
    let stored: Vec<_> = stored.iter().map(|record| (record.seq, &*record.name)).collect();
    assert_eq!(stored, [(1, "job.begun"), (2, "job.paused"), (3, "job.resumed")], "what is removed has its number");
}

//! Faults that users of other machines reported, tried again here. The numbers are those of the rows F of `cases/reported.md`: a test that is
//! called `case_f9_f75_..` tries row F9 and proves rule F75. Two more stand with their subjects: F7 in `volatile_machine_rules.rs` and F21 in
//! `machine_raise.rs`.
//!
//! Impossible by construction:
//! - F19: a machine of parallel regions that is done too early. A machine is in one state; two things at once are two machines.
//! - F29: a command that was postponed and is not offered again when another region changes its state. The same.
#![deny(warnings)]
#![allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    reason = "the machines are small and in modules"
)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "the machines are there to show what happens"
)]

use mainstay::journal::{EntityKey, MemoryStore, Store as _};
use mainstay::prelude::*;
use mainstay::testing::simulate;
use std::sync::{Arc, Mutex};
use tokio::sync::oneshot;

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

const fn millis(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// Nothing is stored of it.
mod volatile {
    use super::*;

    #[derive(Message)]
    pub struct Go;
    #[derive(Message)]
    pub struct Back;
    #[derive(Message)]
    pub struct Slow(pub oneshot::Receiver<()>);
    #[derive(Message)]
    pub struct Fetch;
    #[derive(Message)]
    pub struct Early(pub &'static str);
    #[derive(Message)]
    pub struct Late(pub &'static str);
    #[derive(Message)]
    pub struct Again;
    #[derive(Message)]
    pub struct Spoil;

    #[fsm(states = JobState)]
    #[derive(Default)]
    pub struct Job {
        pub log: Log,
    }

    #[derive(States)]
    #[states(Job)]
    #[group(Busy(Armed), on(Again => reenter))]
    pub enum JobState {
        #[initial]
        #[on(Go => Armed)]
        #[on(Spoil => Spoilt)]
        #[on(Back => Hasty)]
        #[postpone(Early, Late)]
        Idle,
        #[enter]
        #[exit]
        #[after(due: "1s" => Expired)]
        #[on(Back => Idle)]
        #[on(async Slow => stay)]
        #[postpone(Fetch, Early)]
        #[on(Late => Expired)]
        Armed,
        #[on(Fetch => stay)]
        #[on(Early => stay)]
        #[on(Late => stay)]
        #[on(Back => Idle)]
        Expired,
        #[enter]
        #[on(Fetch => Idle)]
        Spoilt,
        #[enter]
        #[after(at_once: "0s" => Expired)]
        #[on(Go => Idle)]
        Hasty,
    }

    impl JobFlow for Job {
        fn idle_go(&mut self, _: Go, _: &mut Context<Self>) {}
        fn idle_spoil(&mut self, _: Spoil, _: &mut Context<Self>) {}
        fn idle_back(&mut self, _: Back, _: &mut Context<Self>) {}
        fn armed_enter(&mut self, _: &mut Context<Self>) {
            self.log.note("enter");
        }
        fn armed_exit(&mut self, _: &mut Context<Self>) {
            self.log.note("exit");
        }
        fn armed_due(&mut self, _: &mut Context<Self>) {
            self.log.note("due");
        }
        fn armed_back(&mut self, _: Back, _: &mut Context<Self>) {}
        async fn armed_slow(&mut self, Slow(until): Slow, _: &mut Context<Self>) -> Answer<Slow> {
            let _ = until.await;
            panic!("on purpose");
        }
        fn armed_late(&mut self, Late(what): Late, _: &mut Context<Self>) {
            self.log.note(what);
        }
        fn expired_fetch(&mut self, _: Fetch, _: &mut Context<Self>) {
            self.log.note("fetch");
        }
        fn expired_early(&mut self, Early(what): Early, _: &mut Context<Self>) {
            self.log.note(what);
        }
        fn expired_late(&mut self, Late(what): Late, _: &mut Context<Self>) {
            self.log.note(what);
        }
        fn expired_back(&mut self, _: Back, _: &mut Context<Self>) {}
        fn spoilt_enter(&mut self, cx: &mut Context<Self>) {
            cx.raise(Fetch);
            panic!("on purpose");
        }
        fn spoilt_fetch(&mut self, _: Fetch, _: &mut Context<Self>) {
            self.log.note("stale");
        }
        fn hasty_enter(&mut self, cx: &mut Context<Self>) {
            cx.raise(Go);
        }
        fn hasty_at_once(&mut self, _: &mut Context<Self>) {
            self.log.note("at once");
        }
        fn hasty_go(&mut self, _: Go, _: &mut Context<Self>) {
            self.log.note("go");
        }
        fn busy_again(&mut self, _: &JobState, _: Again, _: &mut Context<Self>) {
            self.log.note("again");
        }
    }

    pub fn job() -> (JobRef, Log) {
        let log = Log::default();
        let made = log.clone();
        (Job::spawn_with(move || Job { log: made.clone() }), log)
    }
}

use mainstay::fsm::Answer;

#[test]
fn case_f1_f47_a_deadline_without_delay_goes_with_the_state_that_a_raised_message_leaves() {
    use volatile::{Back, job};
    simulate(1, |_| async {
        let (job, log) = job();
        assert_eq!(job.ask(Back).await, Ok(()));
        assert_eq!(job.state().await, Ok("Idle"));
        assert_eq!(log.take(), ["go"]);
    });
}

#[test]
fn case_f3_f44_a_deadline_does_not_come_in_another_state() {
    use volatile::{Back, Go, job};
    simulate(1, |sim| async move {
        let (job, log) = job();
        assert_eq!(job.ask(Go).await, Ok(()));
        assert_eq!(job.ask(Back).await, Ok(()));
        sim.clock().advance(millis(2_000)).await;
        assert_eq!(job.state().await, Ok("Idle"));
        assert_eq!(log.take(), ["enter", "exit"]);
    });
}

#[test]
fn case_f5_f59_a_deadline_that_passed_before_the_failure_does_not_act_on_the_next_incarnation() {
    use volatile::{Go, Slow, job};
    simulate(1, |sim| async move {
        let (job, log) = job();
        assert_eq!(job.ask(Go).await, Ok(()));
        let (go_on, until) = oneshot::channel();
        job.tell(Slow(until)).expect("there is room");
        sim.clock().advance(millis(1_001)).await;
        go_on.send(()).expect("it waits");
        sim.clock().advance(millis(10_000)).await;
        assert_eq!(job.state().await, Ok("Idle"), "it has started over");
        assert_eq!(job.ask(Go).await, Ok(()));
        log.take();
        sim.clock().advance(millis(999)).await;
        assert_eq!(job.state().await, Ok("Armed"), "a whole second, from now on");
        sim.clock().advance(millis(1)).await;
        assert_eq!(job.state().await, Ok("Expired"));
        assert_eq!(log.take(), ["due", "exit"]);
    });
}

#[test]
fn case_f13_f40_what_is_postponed_twice_keeps_its_place() {
    use volatile::{Early, Go, Late, job};
    simulate(1, |_| async {
        let (job, log) = job();
        job.tell(Early("m1")).expect("there is room");
        job.tell(Early("m2")).expect("there is room");
        for late in ["m3", "m4", "m5"] {
            job.tell(Late(late)).expect("there is room");
        }
        job.tell(Go).expect("there is room");
        assert_eq!(job.ask(Late("m6")).await, Ok(()));
        assert_eq!(log.take(), ["enter", "m3", "exit", "m1", "m2", "m4", "m5", "m6"]);
    });
}

#[test]
fn case_f23_f12_what_was_raised_before_a_failure_does_not_come_after_it() {
    use volatile::{Go, Spoil, job};
    simulate(1, |sim| async move {
        let (job, log) = job();
        assert_eq!(job.ask(Spoil).await, Ok(()), "the reply was given");
        sim.clock().advance(millis(10_000)).await;
        assert_eq!(job.ask(Go).await, Ok(()));
        assert_eq!(log.take(), ["enter"]);
    });
}

#[test]
fn case_f27_f23_reenter_by_a_row_of_the_group_leaves_and_enters_once() {
    use volatile::{Again, Go, job};
    simulate(1, |_| async {
        let (job, log) = job();
        assert_eq!(job.ask(Go).await, Ok(()));
        log.take();
        assert_eq!(job.ask(Again).await, Ok(()));
        assert_eq!(log.take(), ["again", "exit", "enter"]);
    });
}

#[test]
fn case_f31_f32_a_deadline_brings_back_what_was_postponed() {
    use volatile::{Fetch, Go, job};
    simulate(1, |sim| async move {
        let (job, log) = job();
        assert_eq!(job.ask(Go).await, Ok(()));
        job.tell(Fetch).expect("there is room");
        sim.clock().advance(millis(1_000)).await;
        assert_eq!(job.state().await, Ok("Expired"));
        assert_eq!(log.take(), ["enter", "due", "exit", "fetch"]);
    });
}

#[tokio::test]
async fn case_f39_f29_a_machine_with_an_async_row_lives_in_a_task() {
    use volatile::{Go, Slow, job};
    let failed = tokio::spawn(async {
        let (job, _) = job();
        job.ask(Go).await.expect("it lives");
        let (go_on, until) = oneshot::channel();
        go_on.send(()).expect("it is held here");
        job.ask(Slow(until)).await
    });
    assert_eq!(failed.await.expect("no panic in the task"), Err(CallError::Failed));
}

/// Its events are stored.
mod stored {
    use super::*;
    use serde::{Deserialize, Serialize};
    use std::sync::atomic::{AtomicU32, Ordering};

    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Arm;
    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Disarm;
    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Note;
    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Look;
    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Fetch;
    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Save;
    #[derive(Message, Clone)]
    #[message(reply = u32)]
    pub struct Notes;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "job.armed")]
    pub struct WasArmed;
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "job.disarmed")]
    pub struct Disarmed;
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "job.noted")]
    pub struct Noted;
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "job.expired")]
    pub struct HasExpired;

    #[fsm(states = JobState, snapshot_version = 1)]
    #[derive(Default)]
    pub struct Job {
        notes: u32,
        /// How often a note was decided on.
        #[volatile]
        pub decided: Arc<AtomicU32>,
    }

    #[derive(States, Serialize, Deserialize)]
    #[states(Job, name = "job")]
    #[query(Notes)]
    pub enum JobState {
        #[initial]
        #[on(Arm => WasArmed => Armed)]
        #[on(Look => Noted => stay)]
        #[on(Note => Noted => stay)]
        #[on(async Save => Noted => stay)]
        Idle,
        #[after(due: "1s" => HasExpired => Expired)]
        #[on(Disarm => Disarmed => Idle)]
        #[on(Note => Noted => stay)]
        #[postpone(Fetch)]
        Armed,
        #[on(Fetch => Noted => stay)]
        #[on(Disarm => Disarmed => Idle)]
        Expired,
    }

    impl JobFlow for Job {
        fn idle_arm(&self, _: Arm, _: &mut Context<Self>) -> Decide<Self, Arm, WasArmed> {
            persist(WasArmed)
        }
        fn idle_look(&self, _: Look, _: &mut Context<Self>) -> Decide<Self, Look, Noted> {
            nothing()
        }
        fn idle_note(&self, _: Note, _: &mut Context<Self>) -> Decide<Self, Note, Noted> {
            self.decided.fetch_add(1, Ordering::Relaxed);
            persist(Noted)
        }
        async fn idle_save(&self, _: Save, cx: &mut Context<Self>) -> Decide<Self, Save, Noted> {
            cx.snapshot();
            tokio::task::yield_now().await;
            persist(Noted)
        }
        fn armed_disarm(&self, _: Disarm, _: &mut Context<Self>) -> Decide<Self, Disarm, Disarmed> {
            persist(Disarmed)
        }
        fn armed_note(&self, _: Note, _: &mut Context<Self>) -> Decide<Self, Note, Noted> {
            persist(Noted)
        }
        fn armed_due(&self, _: &mut Context<Self>) -> Persist<Self, HasExpired> {
            persist(HasExpired)
        }
        fn expired_fetch(&self, _: Fetch, _: &mut Context<Self>) -> Decide<Self, Fetch, Noted> {
            persist(Noted)
        }
        fn expired_disarm(&self, _: Disarm, _: &mut Context<Self>) -> Decide<Self, Disarm, Disarmed> {
            persist(Disarmed)
        }
        fn idle_was_armed(&mut self, _: &WasArmed) {}
        fn idle_noted(&mut self, _: &Noted) {
            self.notes += 1;
        }
        fn armed_disarmed(&mut self, _: &Disarmed) {}
        fn armed_noted(&mut self, _: &Noted) {
            self.notes += 1;
        }
        fn armed_has_expired(&mut self, _: &HasExpired) {}
        fn expired_noted(&mut self, _: &Noted) {
            self.notes += 1;
        }
        fn expired_disarmed(&mut self, _: &Disarmed) {}
        fn notes(&self, _: &JobState, _: Notes) -> u32 {
            self.notes
        }
    }

    pub async fn begin(store: &Arc<MemoryStore>) -> System {
        System::with(store.clone()).host::<Job>().start().await.expect("a start")
    }

    pub fn job(system: &System) -> JobRef {
        system.entity::<Job>("1").expect("an id")
    }

    /// Another process, with what is stored.
    pub async fn again(store: &mut Arc<MemoryStore>, system: System) -> System {
        system.shutdown().await.expect("in order");
        *store = Arc::new(store.restart());
        begin(store).await
    }

    /// How many events are stored.
    pub async fn events(store: &MemoryStore) -> usize {
        let key = EntityKey::new("job", "1").expect("an id");
        store.read(key, 0, u64::MAX, 100).await.expect("in order").records.len()
    }
}

#[test]
fn case_f9_f75_a_deadline_that_was_left_behind_does_not_come_back_after_a_restart() {
    use stored::{Arm, Disarm, again, begin, job};
    simulate(1, |sim| async move {
        let mut store = Arc::<MemoryStore>::default();
        let system = begin(&store).await;
        assert_eq!(job(&system).ask(Arm).await, Ok(()));
        assert_eq!(job(&system).ask(Disarm).await, Ok(()));
        let system = again(&mut store, system).await;
        sim.clock().advance(millis(5_000)).await;
        assert_eq!(job(&system).state().await, Ok("Idle"));
        assert_eq!((stored::events(&store).await, system.dead_letter_count()), (2, 0));
    });
}

#[test]
fn case_f11_f72_a_stay_without_an_event_stores_nothing() {
    use stored::{Arm, Look, begin, events, job};
    simulate(1, |_| async {
        let store = Arc::<MemoryStore>::default();
        let system = begin(&store).await;
        assert_eq!(job(&system).ask(Look).await, Ok(()));
        assert_eq!(events(&store).await, 0);
        assert_eq!(job(&system).ask(Arm).await, Ok(()));
        assert_eq!(events(&store).await, 1);
    });
}

#[test]
fn case_f15_f73_a_deadline_that_comes_while_the_machine_is_recovered_waits_for_that() {
    use stored::{Arm, Fetch, again, begin, job};
    simulate(1, |sim| async move {
        let mut store = Arc::<MemoryStore>::default();
        let system = begin(&store).await;
        assert_eq!(job(&system).ask(Arm).await, Ok(()));
        system.shutdown().await.expect("in order");
        sim.clock().advance(millis(5_000)).await;
        let system = begin(&Arc::new(store.restart())).await;
        assert_eq!(job(&system).ask(Fetch).await, Ok(()), "it had to wait for the deadline");
        assert_eq!(job(&system).state().await, Ok("Expired"));
        assert_eq!(system.dead_letter_count(), 0);
        again(&mut store, system).await.shutdown().await.expect("in order");
    });
}

#[test]
fn case_f17_f74_a_restart_neither_loses_a_deadline_nor_begins_it_anew() {
    use stored::{Arm, again, begin, job};
    simulate(1, |sim| async move {
        let mut store = Arc::<MemoryStore>::default();
        let system = begin(&store).await;
        assert_eq!(job(&system).ask(Arm).await, Ok(()));
        sim.clock().advance(millis(400)).await;
        let system = again(&mut store, system).await;
        sim.clock().advance(millis(599)).await;
        assert_eq!(job(&system).state().await, Ok("Armed"));
        sim.clock().advance(millis(1)).await;
        assert_eq!(job(&system).state().await, Ok("Expired"));
    });
}

#[test]
fn case_f25_f19_a_command_is_decided_on_once() {
    use std::sync::atomic::{AtomicU32, Ordering};
    use stored::{Job, Note};
    simulate(1, |_| async {
        let decided = Arc::<AtomicU32>::default();
        let made = decided.clone();
        let host = System::volatile().host_with(move |_| {
            let mut job = Job::default();
            job.decided = made.clone();
            Ok(job)
        });
        let system = host.start().await.expect("a start");
        assert_eq!(system.entity::<Job>("1").expect("an id").ask(Note).await, Ok(()));
        assert_eq!(decided.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn case_f31_f32_a_stored_deadline_brings_back_what_was_postponed() {
    use stored::{Arm, Fetch, Notes, begin, job};
    simulate(1, |sim| async move {
        let system = begin(&Arc::default()).await;
        assert_eq!(job(&system).ask(Arm).await, Ok(()));
        job(&system).tell(Fetch).expect("there is room");
        sim.clock().advance(millis(1_000)).await;
        assert_eq!(job(&system).ask(Notes).await, Ok(1));
    });
}

#[test]
fn case_f33_f41_f77_who_waits_for_another_state_is_told_when_the_process_ends() {
    use stored::{Arm, Fetch, begin, job};
    simulate(1, |_| async {
        let system = begin(&Arc::default()).await;
        assert_eq!(job(&system).ask(Arm).await, Ok(()));
        let mut letters = system.dead_letters();
        let job = job(&system);
        let waits = tokio::spawn(async move { job.ask(Fetch).await });
        tokio::task::yield_now().await;
        system.shutdown().await.expect("in order");
        assert_eq!(waits.await.expect("no panic"), Err(CallError::Stopped));
        let letter = letters.next().await.expect("one").expect("the first");
        assert_eq!((letter.message, letter.reason), ("Fetch", Exit::Stopped));
    });
}

#[test]
fn case_f35_f76_a_snapshot_that_is_asked_for_amid_an_async_row_is_that_of_the_state_after_it() {
    use stored::{Note, Notes, Save, again, begin, events, job};
    simulate(1, |_| async {
        let mut store = Arc::<MemoryStore>::default();
        let system = begin(&store).await;
        assert_eq!(job(&system).ask(Note).await, Ok(()));
        let one = job(&system);
        let saved = tokio::spawn(async move { one.ask(Save).await });
        assert_eq!(job(&system).ask(Note).await, Ok(()));
        assert_eq!(saved.await.expect("no panic"), Ok(()));
        let system = again(&mut store, system).await;
        let key = EntityKey::new("job", "1").expect("an id");
        let newest = store.snapshot(key, u64::MAX).await.expect("in order").snapshot.expect("one was saved");
        assert!(
            [2, 3].contains(&newest.seq),
            "not that of the first event, on which the row was decided: {}",
            newest.seq
        );
        assert_eq!(events(&store).await, 3);
        assert_eq!(job(&system).ask(Notes).await, Ok(3));
    });
}

#[test]
fn case_f37_f74_restarts_with_nothing_in_between_keep_the_deadline() {
    use stored::{Arm, Note, again, begin, job};
    simulate(1, |sim| async move {
        let mut store = Arc::<MemoryStore>::default();
        let mut system = begin(&store).await;
        assert_eq!(job(&system).ask(Arm).await, Ok(()));
        for _ in 0..3 {
            sim.clock().advance(millis(200)).await;
            system = again(&mut store, system).await;
        }
        assert_eq!(job(&system).ask(Note).await, Ok(()));
        system = again(&mut store, system).await;
        sim.clock().advance(millis(399)).await;
        assert_eq!(job(&system).state().await, Ok("Armed"));
        sim.clock().advance(millis(1)).await;
        assert_eq!(job(&system).state().await, Ok("Expired"));
    });
}

//! The end of a system with actors in memory: in order, within a deadline, and nobody is forgotten.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::expect_used, clippy::panic, clippy::unused_self, reason = "the actors are there to be watched")]

mod common;

use common::{Hooked, HookedRef};
use mainstay::actor::Exit;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::system::ShutdownError;
use std::collections::BTreeMap;
use std::future::{IntoFuture as _, pending};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

#[actor]
#[derive(Default)]
struct Counter {
    count: Arc<AtomicUsize>,
    log: Arc<Mutex<Vec<&'static str>>>,
}

#[handlers]
impl Counter {
    #[handle]
    fn add(&self) -> usize {
        self.count.fetch_add(1, Ordering::Relaxed) + 1
    }

    #[handle]
    async fn hang(&self) {
        pending::<()>().await;
    }

    #[handle]
    fn parent(&mut self, cx: &mut Context<Self>) {
        cx.spawn(Last("child", self.log.clone()));
        cx.spawn(Hooked::default());
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        self.log.lock().expect("nobody panics").push("parent");
    }
}

#[actor]
struct Last(&'static str, Arc<Mutex<Vec<&'static str>>>);

#[handlers]
impl Last {}

impl Drop for Last {
    fn drop(&mut self) {
        self.1.lock().expect("nobody panics").push(self.0);
    }
}

async fn system() -> System {
    System::volatile().start().await.expect("nothing is opened")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn case_actor_a20_shutdown_returns_after_the_last_hook() {
    let system = system().await;
    let ended = Arc::new(AtomicUsize::new(0));
    let actors: Vec<HookedRef> =
        (0..100).map(|_| system.spawn(Hooked { ended: ended.clone(), ..Hooked::default() })).collect();
    system.shutdown().await.expect("all end in time");
    assert_eq!(ended.load(Ordering::Relaxed), 100);
    assert_eq!(system.tree().actors, []);
    drop(actors);
}

#[tokio::test]
async fn what_was_accepted_before_a_shutdown_is_handled_and_answered() {
    let system = system().await;
    let counter = system.spawn(Counter::default());
    counter.add().tell().expect("there is room");
    let asked = counter.add().into_future();
    let (answer, end, late) = tokio::join!(biased; asked, system.shutdown(), async {
        tokio::task::yield_now().await;
        counter.add().await
    });
    assert_eq!(answer, Ok(2));
    assert_eq!(late, Err(CallError::Stopped));
    end.expect("all end in time");
    assert_eq!(system.dead_letter_count(), 0);
}

#[tokio::test]
async fn children_end_before_their_parents() {
    let system = system().await;
    let parent = Counter::default();
    let log = parent.log.clone();
    let parent = system.spawn(parent);
    parent.parent().await.expect("it lives");
    system.shutdown().await.expect("all end in time");
    assert_eq!(*log.lock().expect("nobody panics"), ["child", "parent"]);
    assert_eq!(parent.stopped().await, Exit::Stopped);
}

#[tokio::test(start_paused = true)]
async fn who_has_not_ended_by_the_deadline_is_killed_and_named() {
    let settings = Settings { shutdown: Duration::from_secs(3), ..Settings::default() };
    let system = System::volatile().settings(settings).start().await.expect("nothing is opened");
    let (good, bad, starting) = (system.spawn(Hooked::default()), system.spawn(Counter::default()), Hooked::default());
    let starting = system.spawn(Hooked { hang: true, ..starting });
    bad.hang().tell().expect("there is room");
    bad.add().tell().expect("there is room");
    let begin = tokio::time::Instant::now();
    let Err(ShutdownError::Overdue(overdue)) = system.shutdown().await else { panic!("two of them hang") };
    assert_eq!(begin.elapsed(), Duration::from_secs(3), "as the settings say");
    let killed = [(std::any::type_name::<Counter>(), 1), (std::any::type_name::<Hooked>(), 1)];
    assert_eq!(overdue.killed, BTreeMap::from(killed));
    assert_eq!(overdue.stuck, BTreeMap::new());
    let words = overdue.to_string();
    assert!(words.contains("1 × ") && words.contains("Counter") && !words.contains("still running"), "{words}");
    assert_eq!((good.stopped().await, bad.stopped().await), (Exit::Stopped, Exit::Killed));
    assert_eq!(starting.stopped().await, Exit::Killed);
    assert_eq!(system.dead_letter_count(), 1);
    assert_eq!(system.shutdown().await, Ok(()), "now everyone is gone");
}

#[tokio::test(start_paused = true)]
async fn a_deadline_of_its_own_beats_the_settings() {
    let system = system().await;
    let bad = system.spawn(Counter::default());
    bad.hang().tell().expect("there is room");
    let begin = tokio::time::Instant::now();
    assert!(system.shutdown_within(Duration::from_secs(7)).await.is_err());
    assert_eq!(begin.elapsed(), Duration::from_secs(7));
}

#[tokio::test]
async fn a_system_that_has_ended_starts_nobody() {
    let system = system().await;
    system.shutdown().await.expect("nobody is there");
    let late = system.spawn(Counter::default());
    assert_eq!(late.add().await, Err(CallError::Stopped));
    assert_eq!(late.stopped().await, Exit::Stopped);
    assert_eq!(system.tree().actors, []);
}

#[tokio::test(start_paused = true)]
async fn a_shutdown_dropped_half_way_goes_on_when_it_is_called_again() {
    let system = system().await;
    let bad = system.spawn(Counter::default());
    bad.hang().tell().expect("there is room");
    tokio::time::timeout(Duration::from_secs(1), system.shutdown()).await.expect_err("it hangs");
    assert_eq!(bad.add().await, Err(CallError::Stopped));
    bad.kill();
    assert_eq!(system.shutdown().await, Ok(()));
}

#[tokio::test]
async fn actors_of_another_system_live_on() {
    let (one, other) = (system().await, system().await);
    let (detached, counter) = (Counter::default().spawn(), other.spawn(Counter::default()));
    one.shutdown().await.expect("nobody is there");
    assert_eq!((counter.add().await, detached.add().await), (Ok(1), Ok(1)));
}

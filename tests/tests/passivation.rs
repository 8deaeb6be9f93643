//! How entities leave the memory, and that nothing is lost at that edge.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "common/held.rs"]
mod held;
#[path = "common/tally.rs"]
mod tally;

use held::Held;
use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use mainstay::settings::{PassivateAfter, Settings};
use mainstay::testing::{simulate, simulate_seeds};
use std::fs;
use std::future::IntoFuture;
use std::sync::{Arc, Mutex};
use tally::{Add, AddLate, Save, Tally, Total, Watch, system};

const IDLE: Duration = Duration::from_mins(2);
const ALMOST: Duration = Duration::from_secs(119);
const SECOND: Duration = Duration::from_secs(1);

fn capped(most: usize) -> Settings {
    Settings { max_live: Some(most), ..Settings::default() }
}

#[test]
fn e92_w13_an_entity_leaves_the_memory_after_120_idle_seconds_and_not_before() {
    simulate_seeds(0..10, |sim| async move {
        let watch = Arc::<Watch>::default();
        let system = system(MemoryStore::new(), &watch, Settings::default()).await;
        let clock = sim.clock();
        let entity = || system.entity::<Tally>("a").expect("hosted");
        assert_eq!(entity().ask(Add(1)).await, Ok(1));
        clock.advance(SECOND).await;
        // Each message begins the time anew.
        assert_eq!(entity().ask(Add(1)).await, Ok(2));
        clock.advance(ALMOST).await;
        assert_eq!((watch.live(), system.entity_count()), (1, 1));
        clock.advance(SECOND).await;
        assert_eq!((watch.live(), system.entity_count()), (0, 0), "state, mailbox and entry are gone");
        assert_eq!(entity().ask(Total).await, Ok(2), "the next message brings it back");
        assert_eq!(watch.recovered(), 2);
    });
}

#[test]
fn e92_never_means_never() {
    simulate(1, |sim| async move {
        let watch = Arc::<Watch>::default();
        let settings = Settings { passivate_after: PassivateAfter::Never, ..Settings::default() };
        let system = system(MemoryStore::new(), &watch, settings).await;
        assert_eq!(system.entity::<Tally>("a").expect("hosted").ask(Add(1)).await, Ok(1));
        sim.clock().advance(Duration::from_hours(365 * 24)).await;
        assert_eq!((watch.live(), system.entity_count()), (1, 1));
    });
}

#[test]
fn e90_a_handle_that_was_kept_wakes_the_entity_again() {
    simulate_seeds(0..10, |sim| async move {
        let watch = Arc::<Watch>::default();
        let system = system(MemoryStore::new(), &watch, Settings::default()).await;
        let clock = sim.clock();
        let kept = system.entity::<Tally>("a").expect("hosted");
        for round in 1..=3 {
            assert_eq!(kept.ask(Add(1)).await, Ok(round));
            clock.advance(IDLE).await;
            assert_eq!((watch.live(), system.entity_count()), (0, 1), "the state is gone, the mailbox is kept");
            // Another handle is one of the same entity.
            assert_eq!(system.entity::<Tally>("a").expect("hosted").ask(Total).await, Ok(round));
            clock.advance(IDLE).await;
        }
        drop(kept);
        clock.settle().await;
        assert_eq!(system.entity_count(), 0, "with the last handle the rest goes too");
        assert_eq!(system.entity::<Tally>("a").expect("hosted").ask(Total).await, Ok(3));
    });
}

#[test]
fn e90_what_was_sent_by_a_handle_that_is_gone_is_handled() {
    simulate_seeds(0..50, |sim| async move {
        let watch = Arc::<Watch>::default();
        let system = system(MemoryStore::new(), &watch, Settings::default()).await;
        let clock = sim.clock();
        let kept = system.entity::<Tally>("a").expect("hosted");
        assert_eq!(kept.ask(Add(1)).await, Ok(1));
        clock.advance(IDLE).await;
        kept.tell(Add(1)).expect("there is room");
        drop(kept);
        // The entity comes back for that message, and is the same one for everybody.
        assert_eq!(system.entity::<Tally>("a").expect("hosted").ask(Total).await, Ok(2));
        assert_eq!(system.entity_count(), 1);
    });
}

#[test]
fn e92_an_entity_that_was_woken_by_a_kept_handle_stays_without_it() {
    simulate_seeds(0..10, |sim| async move {
        let watch = Arc::<Watch>::default();
        let system = system(MemoryStore::new(), &watch, Settings::default()).await;
        let clock = sim.clock();
        let kept = system.entity::<Tally>("a").expect("hosted");
        clock.advance(IDLE).await;
        assert_eq!(kept.ask(Add(1)).await, Ok(1));
        drop(kept);
        clock.advance(ALMOST).await;
        assert_eq!((watch.live(), system.entity_count()), (1, 1));
        clock.advance(SECOND).await;
        assert_eq!((watch.live(), system.entity_count()), (0, 0));
    });
}

/// An entity that leaves as soon as it has nothing to do, on many threads: every message meets it at the edge.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn e90_no_message_is_lost_at_the_edge_on_many_threads() {
    const EACH: u64 = 3000;
    let watch = Arc::<Watch>::default();
    let settings = Settings { passivate_after: PassivateAfter::Idle(Duration::ZERO), ..Settings::default() };
    let system = system(MemoryStore::new(), &watch, settings).await;
    let senders: Vec<_> = (0..4)
        .map(|_| {
            let system = system.clone();
            tokio::spawn(async move {
                for _ in 0..EACH {
                    let entity = system.entity::<Tally>("a").expect("hosted");
                    entity.ask(Add(1)).await.expect("never refused");
                }
            })
        })
        .collect();
    for sender in senders {
        sender.await.expect("no message is refused");
    }
    assert_eq!(system.entity::<Tally>("a").expect("hosted").ask(Total).await, Ok(4 * EACH), "each once");
}

/// Every message is sent at the moment at which the entity may be leaving, in many orders.
#[test]
fn e90_no_message_is_lost_at_the_edge() {
    simulate_seeds(0..300, |sim| async move {
        let watch = Arc::<Watch>::default();
        let system = system(MemoryStore::new(), &watch, Settings::default()).await;
        let clock = sim.clock();
        let answers = Arc::new(Mutex::new(Vec::new()));
        for sender in 0..4 {
            let (system, clock, answers) = (system.clone(), clock.clone(), answers.clone());
            sim.spawn(async move {
                let kept = system.entity::<Tally>("a").expect("hosted");
                for round in 0..4 {
                    clock.sleep(IDLE).await;
                    let fresh = system.entity::<Tally>("a").expect("hosted");
                    let entity = if (sender + round) % 2 == 0 { &kept } else { &fresh };
                    let answer = entity.ask(Add(1)).await.expect("never refused");
                    answers.lock().expect("no panic").push(answer);
                }
            });
        }
        clock.advance(6 * IDLE).await;
        let mut answers = std::mem::take(&mut *answers.lock().expect("no panic"));
        answers.sort_unstable();
        assert_eq!(answers, (1..=16).collect::<Vec<_>>(), "each once, by one copy of the entity");
        assert_eq!((watch.live(), system.entity_count()), (0, 0));
    });
}

#[test]
fn e91_a_handler_that_runs_is_not_idle() {
    simulate_seeds(0..10, |sim| async move {
        let watch = Arc::<Watch>::default();
        let system = system(MemoryStore::new(), &watch, Settings::default()).await;
        let entity = system.entity::<Tally>("a").expect("hosted");
        let late = entity.clone();
        sim.spawn(async move {
            assert_eq!(late.ask(AddLate(7)).await, Ok(7));
        });
        sim.clock().advance(10 * IDLE).await;
        assert_eq!((watch.live(), watch.made()), (1, 1));
        watch.gate.add_permits(1);
        sim.clock().advance(ALMOST).await;
        assert_eq!(watch.live(), 1, "its idle time begins when it is done");
        assert_eq!(entity.ask(Total).await, Ok(7));
        assert_eq!(watch.made(), 1);
    });
}

#[tokio::test(start_paused = true)]
async fn e91_a_write_in_flight_is_not_idle() {
    let watch = Arc::<Watch>::default();
    let (store, mut calls) = Held::appends();
    let settings = Settings { store_deadline: Duration::from_hours(24), ..Settings::default() };
    let system = system(store, &watch, settings).await;
    let entity = system.entity::<Tally>("a").expect("hosted");
    let asked = tokio::spawn(async move { entity.ask(Add(5)).await });
    let write = calls.recv().await.expect("appended");
    tokio::time::sleep(10 * IDLE).await;
    assert_eq!((watch.live(), watch.made()), (1, 1));
    write.go_on();
    assert_eq!(asked.await.expect("no panic"), Ok(5));
    tokio::time::sleep(IDLE + SECOND).await;
    assert_eq!((watch.live(), system.entity_count()), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn e91_a_snapshot_that_is_being_saved_is_not_idle() {
    let watch = Arc::<Watch>::default();
    let (store, mut calls) = Held::saves();
    let settings = Settings { store_deadline: Duration::from_hours(24), ..Settings::default() };
    let system = system(store, &watch, settings).await;
    let entity = system.entity::<Tally>("a").expect("hosted");
    assert_eq!(entity.ask(Add(5)).await, Ok(5));
    assert_eq!(entity.ask(Save).await, Ok(()));
    let save = calls.recv().await.expect("saved");
    tokio::time::sleep(10 * IDLE).await;
    assert_eq!(watch.live(), 1);
    save.go_on();
    tokio::time::sleep(IDLE + SECOND).await;
    assert_eq!(watch.live(), 0);
}

#[test]
fn e91_a_call_that_was_scheduled_reaches_an_entity_that_has_left() {
    simulate_seeds(0..10, |sim| async move {
        let watch = Arc::<Watch>::default();
        let system = system(MemoryStore::new(), &watch, Settings::default()).await;
        system.entity::<Tally>("a").expect("hosted").ask(Add(3)).after(10 * IDLE);
        sim.clock().advance(5 * IDLE).await;
        assert_eq!(watch.live(), 0);
        sim.clock().advance(5 * IDLE).await;
        assert_eq!(system.entity::<Tally>("a").expect("hosted").ask(Total).await, Ok(3));
    });
}

#[test]
fn case_b28_a_recovery_leaves_no_timer_behind() {
    simulate(1, |sim| async move {
        let watch = Arc::<Watch>::default();
        let settings = Settings { passivate_after: PassivateAfter::Never, ..Settings::default() };
        let system = system(MemoryStore::new(), &watch, settings).await;
        let entity = system.entity::<Tally>("a").expect("hosted");
        assert_eq!(entity.ask(Total).await, Ok(0));
        sim.clock().advance(Duration::from_hours(24)).await;
        assert_eq!(entity.ask(Add(1)).await, Ok(1));
        assert_eq!((watch.made(), watch.recovered(), watch.live()), (1, 1, 1), "it was left alone");
    });
}

#[test]
fn case_b30_what_waits_when_the_system_ends_is_handled_or_answered() {
    simulate_seeds(0..50, |sim| async move {
        let watch = Arc::<Watch>::default();
        let store = MemoryStore::new();
        let first = system(store.restart(), &watch, Settings::default()).await;
        let kept = first.entity::<Tally>("a").expect("hosted");
        assert_eq!(kept.ask(Add(1)).await, Ok(1));
        sim.clock().advance(IDLE).await;
        // Asleep, with messages that have not been seen.
        for _ in 0..5 {
            kept.tell(Add(1)).expect("there is room");
        }
        first.shutdown().await.expect("in order");
        assert!(kept.tell(Add(1)).is_err() && first.entity::<Tally>("a").is_err());
        let second = system(store.restart(), &watch, Settings::default()).await;
        assert_eq!(second.entity::<Tally>("a").expect("hosted").ask(Total).await, Ok(6));
    });
}

#[test]
fn a_system_that_is_dropped_lets_its_entities_end() {
    simulate_seeds(0..10, |sim| async move {
        let watch = Arc::<Watch>::default();
        let settings = Settings { passivate_after: PassivateAfter::Never, ..Settings::default() };
        let system = system(MemoryStore::new(), &watch, settings).await;
        let entity = system.entity::<Tally>("a").expect("hosted");
        assert_eq!(entity.ask(Add(1)).await, Ok(1));
        drop(system);
        sim.clock().settle().await;
        assert_eq!(entity.ask(Add(1)).await, Ok(2), "as long as somebody has a handle, it lives");
        drop(entity);
        sim.clock().settle().await;
        assert_eq!(watch.live(), 0);
    });
}

#[test]
fn of_more_than_the_cap_the_one_that_was_idle_longest_leaves() {
    simulate_seeds(0..20, |sim| async move {
        let watch = Arc::<Watch>::default();
        let system = system(MemoryStore::new(), &watch, capped(3)).await;
        let ask = async |id: &str| {
            let answer = system.entity::<Tally>(id).expect("hosted").ask(Add(1)).await;
            sim.clock().settle().await;
            answer.expect("never refused")
        };
        for id in ["a", "b", "c"] {
            assert_eq!(ask(id).await, 1);
        }
        assert_eq!(ask("a").await, 2, "b is now the one that has rested longest");
        assert_eq!(watch.made(), 3);
        assert_eq!(ask("d").await, 1);
        assert_eq!((watch.live(), system.entity_count()), (3, 3));
        assert_eq!((ask("c").await, ask("a").await, watch.made()), (2, 3, 4), "these have stayed");
        assert_eq!((ask("b").await, watch.made(), watch.live()), (2, 5, 3), "and b was away");
    });
}

#[test]
fn the_cap_sends_nobody_away_that_works() {
    simulate_seeds(0..20, |sim| async move {
        let watch = Arc::<Watch>::default();
        let system = system(MemoryStore::new(), &watch, capped(2)).await;
        let entities: Vec<_> = (0..6).map(|n| system.entity::<Tally>(n.to_string()).expect("hosted")).collect();
        let mut working = Vec::new();
        for entity in &entities {
            let entity = entity.clone();
            working.push(tokio::spawn(async move { entity.ask(AddLate(1)).into_future().await }));
        }
        sim.outside(async {
            while watch.made() < 6 {
                tokio::task::yield_now().await;
            }
        })
        .await;
        sim.clock().settle().await;
        assert_eq!((watch.live(), watch.made()), (6, 6), "six work, though two is the cap");
        watch.gate.add_permits(6);
        for work in working {
            assert_eq!(sim.outside(work).await.expect("no panic"), Ok(1));
        }
        sim.clock().settle().await;
        assert_eq!(watch.live(), 2, "and those that are done make room");
        for entity in &entities {
            assert_eq!(entity.ask(Add(1)).await, Ok(2));
        }
    });
}

/// How much memory the process has, in bytes, where the system says so.
fn resident() -> Option<usize> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    Some(pages.split(' ').nth(1)?.parse::<usize>().ok()? * 4096)
}

/// Each wave is of entities that nobody has used before: what one of them left behind would add up.
#[tokio::test(start_paused = true)]
async fn many_passivated_entities_cost_no_memory() {
    const WAVE: usize = 10_000;
    /// So many bytes for each would be a leak. A task and a mailbox are some hundred.
    const SLACK: usize = 24;
    let waves = if std::env::var_os("MAINSTAY_LONG").is_some() { 100 } else { 10 };
    let watch = Arc::<Watch>::default();
    let system = system(MemoryStore::new(), &watch, Settings::default()).await;
    let mut first = None;
    for wave in 0..waves {
        for n in 0..WAVE {
            let entity = system.entity::<Tally>(format!("{wave}-{n}")).expect("hosted");
            assert_eq!(entity.ask(Total).await, Ok(0));
        }
        assert_eq!((watch.live(), system.entity_count()), (WAVE, WAVE));
        tokio::time::sleep(IDLE + SECOND).await;
        assert_eq!((watch.live(), system.entity_count()), (0, 0));
        // The second one has found the memory of the first.
        if wave == 1 {
            first = resident();
        }
    }
    if let (Some(first), Some(last)) = (first, resident()) {
        let grown = last.saturating_sub(first);
        assert!(grown < (waves - 2) * WAVE * SLACK, "{grown} bytes more after {waves} waves of {WAVE}");
    }
}

//! Rows of machines that time has to do with: on the enum, in groups, async, with delays of every kind.
#![allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    clippy::unchecked_time_subtraction,
    reason = "the machine is small and in a module"
)]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "common/lease.rs"]
mod lease;

use lease::{
    Call, Called, Fined, Hush, Lapsed, Lease, LeaseState, Lost, MINUTE, Nag, Nagged, Nagging, Return, TOO_LONG, Take,
    Taken, lease, said, system,
};
use mainstay::fsm::Trigger;
use mainstay::journal::{MemoryStore, SqliteStore};
use mainstay::prelude::*;
use mainstay::testing::store::crash_at_every_persist;
use mainstay::testing::{Simulation, given, simulate, simulate_seeds};
use std::sync::Arc;

const ALMOST: Duration = Duration::from_millis(1);

#[test]
fn f44_a_delay_is_what_a_method_says_of_the_state() {
    simulate_seeds(0..5, |sim| async move {
        let system = system(MemoryStore::new()).await;
        lease(&system).ask(Take(10)).await.expect("taken");
        sim.clock().advance(10 * MINUTE - ALMOST).await;
        assert_eq!(said(&system).await.1, "Active");
        sim.clock().advance(ALMOST).await;
        assert_eq!(said(&system).await.1, "Grace");
        lease(&system).ask(Return).await.expect("returned");
        lease(&system).ask(Take(30)).await.expect("taken");
        sim.clock().advance(30 * MINUTE - ALMOST).await;
        assert_eq!(said(&system).await.1, "Active", "thirty minutes this time");
        sim.clock().advance(ALMOST).await;
        assert_eq!(said(&system).await.1, "Grace");
    });
}

#[test]
fn f44_f55_the_deadline_of_a_group_is_one_of_each_of_its_states_and_lasts_as_long_as_a_constant_says() {
    simulate_seeds(0..5, |sim| async move {
        let system = system(MemoryStore::new()).await;
        lease(&system).ask(Take(40)).await.expect("taken");
        sim.clock().advance(40 * MINUTE).await;
        assert_eq!(said(&system).await.1, "Grace");
        sim.clock().advance(TOO_LONG - ALMOST).await;
        assert_eq!(said(&system).await.1, "Grace", "that of `Active` has ended with it");
        sim.clock().advance(ALMOST).await;
        assert_eq!(
            said(&system).await,
            (["taken", "called", "lapsed", "fined", "lost"].map(Into::into).into(), "Gone")
        );
        sim.clock().advance(10 * TOO_LONG).await;
        assert_eq!(said(&system).await.0.len(), 5, "outside of the group there is none");
    });
}

#[test]
fn f44_a_deadline_whose_method_waits_fires_once_in_a_state_that_stays() {
    simulate_seeds(0..5, |sim| async move {
        let mut store = Arc::new(MemoryStore::new());
        let mut one = system(store.clone()).await;
        lease(&one).ask(Take(1)).await.expect("taken");
        sim.clock().advance(6 * MINUTE).await;
        assert_eq!(said(&one).await, (["taken", "lapsed", "fined"].map(Into::into).into(), "Grace"));
        for _ in 0..4 {
            one.shutdown().await.expect("an end");
            store = Arc::new(store.restart());
            one = system(store.clone()).await;
            lease(&one).ask(Nag("x".into(), 1000)).await.expect("set");
            sim.clock().advance(10 * MINUTE).await;
            assert_eq!(said(&one).await.0.len(), 3, "it has fired, and the state is the same visit");
        }
    });
}

#[test]
fn f53_c57_a_timer_of_the_enum_lives_until_it_is_cancelled_and_one_of_a_state_ends_with_it() {
    simulate_seeds(0..10, |sim| async move {
        let system = system(MemoryStore::new()).await;
        let one = lease(&system);
        one.ask(Nag("x".into(), 30)).await.expect("set");
        one.ask(Nag("y".into(), 30)).await.expect("set");
        one.ask(Take(1)).await.expect("taken");
        sim.clock().advance(MINUTE).await;
        assert_eq!(said(&system).await.1, "Grace");
        sim.clock().advance(MINUTE).await;
        assert_eq!(said(&system).await.0, ["taken", "lapsed"], "the call was that of `Active`");
        one.ask(Return).await.expect("returned");
        one.ask(Hush("y".into())).await.expect("cancelled");
        sim.clock().advance(TOO_LONG).await;
        assert_eq!(said(&system).await.0, ["taken", "lapsed", "returned", "x"]);
        assert_eq!(system.dead_letter_count(), 0);
    });
}

#[test]
fn f75_what_a_command_without_events_has_cancelled_does_not_come_back_after_a_restart() {
    simulate_seeds(0..5, |sim| async move {
        let store = MemoryStore::new();
        let first = system(store.restart()).await;
        lease(&first).ask(Nag("x".into(), 30)).await.expect("set");
        lease(&first).ask(Hush("x".into())).await.expect("cancelled");
        drop(first);
        let again = system(store.restart()).await;
        sim.clock().advance(TOO_LONG).await;
        assert_eq!(said(&again).await.0, [""; 0]);
    });
}

#[test]
fn d52_w9_a_crash_at_every_transition_neither_loses_a_deadline_nor_fires_it_twice() {
    let scenario = |sim: Simulation, store| async move {
        let system = system(store).await;
        let one = lease(&system);
        one.ask(Nag("x".into(), 30)).id("nag").await.expect("set");
        one.ask(Take(10)).id("take").await.expect("taken");
        sim.clock().advance(5 * TOO_LONG).await;
        system
    };
    crash_at_every_persist(0..2, scenario, |system| async move { said(&system).await });
}

/// A lease over two restarts while things become due; `open` opens the store again.
async fn lives(sim: Simulation, open: impl AsyncFn() -> System) -> Vec<(Vec<String>, &'static str)> {
    let mut seen = Vec::new();
    let system = open().await;
    lease(&system).ask(Nag("x".into(), 45)).await.expect("set");
    lease(&system).ask(Take(10)).await.expect("taken");
    sim.clock().advance(3 * MINUTE).await;
    seen.push(said(&system).await);
    system.shutdown().await.expect("an end");
    for minutes in [12, 20, 120] {
        sim.clock().advance(minutes * MINUTE).await;
        let system = open().await;
        sim.clock().advance(MINUTE).await;
        seen.push(said(&system).await);
        system.shutdown().await.expect("an end");
    }
    seen
}

#[test]
fn d51_d53_deadlines_are_the_same_on_disk_and_in_memory() {
    let in_memory = simulate(1, |sim| async {
        let store = MemoryStore::new();
        let open = async || system(store.restart()).await;
        lives(sim, open).await
    });
    let on_disk = simulate(1, |sim| async move {
        let dir = tempfile::tempdir().expect("a directory");
        let open = async || system(sim.outside(async { SqliteStore::open(dir.path()) }).await.expect("a store")).await;
        lives(sim.clone(), open).await
    });
    assert_eq!(on_disk, in_memory);
    let words: Vec<_> = in_memory.iter().map(|(said, state)| (said.join(" "), *state)).collect();
    let expected = [
        ("taken called".to_owned(), "Active"),
        // Ten minutes from the start on, and what is due after that is counted from when it was noticed.
        ("taken called lapsed".to_owned(), "Grace"),
        ("taken called lapsed fined".to_owned(), "Grace"),
        ("taken called lapsed fined x lost".to_owned(), "Gone"),
    ];
    assert_eq!(words, expected);
}

#[test]
fn the_table_says_how_long_deadlines_wait_and_whose_they_are() {
    let rows = LeaseState::TABLE.state("Active").expect("there is one").rows;
    let deadlines: Vec<_> = rows
        .iter()
        .filter_map(|row| match row.trigger {
            Trigger::After(deadline) => Some((deadline.name, deadline.delay, row.inherited)),
            _ => None,
        })
        .collect();
    assert_eq!(deadlines, [("term", None, false), ("overdue", Some(TOO_LONG), true)]);
}

#[test]
fn c71_a_decision_says_which_timers_it_sets_and_cancels() {
    let taken = given(Lease::default()).when(Take(10)).then_event(Taken(10)).then_starts(Call, 2 * MINUTE);
    taken.then_no_timer().then_reply(());
    let hushed = given(Lease::default()).when(Hush("x".into())).then_cancels(Nagging("x".into())).then_no_timer();
    hushed.then_reply(());
}

#[test]
#[should_panic(
    expected = "no timer `lease.nag` is set, to fire in 60s with this value; there are [\"`lease.nag` is set, to fire in 60s\"]"
)]
fn c71_a_timer_of_another_value_is_another_timer() {
    let set = given(Lease::default()).when(Nag("x".into(), 1));
    set.then_starts(Nagging("y".into()), MINUTE);
}

#[test]
#[should_panic(expected = "timer `lease.nag` is cancelled, and nothing is expected")]
fn c71_what_nobody_has_looked_at_is_named() {
    given(Lease::default()).when(Hush("x".into())).then_no_timer();
}

#[tokio::test]
async fn c71_timers_and_deadlines_fire_when_the_test_says() {
    let free = given(Lease::default()).when_fires(Nagging("x".into())).then_event(Nagged("x".into())).then_reply(());
    let active = free.go_on().event(Taken(10));
    let called = active.when_fires_async(Call).await.then_event(Called).then_reply(());
    let grace = called.go_on().when_elapsed_async("term").await.then_event(Lapsed).then_reply(()).go_on();
    let fined = grace.when_elapsed_async("fine").await.then_event(Fined).then_reply(());
    let lost = fined.go_on().when_elapsed_async("overdue").await.then_event(Lost).then_reply(());
    lost.go_on().when_elapsed_async("overdue").await.then_unhandled();
}

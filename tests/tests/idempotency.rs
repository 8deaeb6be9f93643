//! Callers' own ids: a command that is repeated takes effect once, and every copy gets the one answer.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod sums;

use mainstay::entity::UnitError;
use mainstay::journal::{MemoryStore, Store as _};
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use mainstay::testing::{simulate, simulate_seeds};
use std::future::IntoFuture;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use sums::{Add, AddLater, Close, Look, Shake, Short, Sum, Take, Total, World, hosted, hosted_with};

#[test]
fn a_repeated_id_gets_the_first_answer_and_the_command_takes_effect_once() {
    simulate(1, |_| async {
        let world = World::default();
        let system = hosted(MemoryStore::new(), &world).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        assert_eq!(sum.ask(Add(1)).id("one").await, Ok(1));
        assert_eq!(sum.ask(Add(2)).id("two").await, Ok(3));
        assert_eq!(sum.ask(Add(1)).id("one").await, Ok(1), "the answer of then");
        assert_eq!(sum.ask(AddLater(3)).id("three").await, Ok(6));
        assert_eq!(sum.ask(AddLater(3)).id("three").await, Ok(6));
        assert_eq!(sum.ask(Total).await, Ok(6));
        assert_eq!((world.runs.load(Ordering::SeqCst), world.effects()), (3, vec![1, 2]));
        sum.ask(Add(1)).id("four").tell().expect("there is room");
        sum.ask(Add(1)).id("four").tell().expect("there is room");
        assert_eq!(sum.ask(Total).await, Ok(7), "told twice, once done");
        assert_eq!(sum.ask(Close).id("end").await, Ok(()));
        assert_eq!(sum.ask(Close).id("end").await, Ok(()), "though it is closed");
    });
}

/// The runtime numbers all commands itself: a caller's id says that a command is a copy, and nothing else.
#[test]
fn w2_ids_of_callers_mean_something_to_one_entity_only_and_are_no_numbers_of_commands() {
    simulate(1, |_| async {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let system = hosted(store.clone(), &World::default()).await;
        let (a, b) = (system.entity::<Sum>("a").expect("hosted"), system.entity::<Sum>("b").expect("hosted"));
        for sum in [&a, &b] {
            assert_eq!(sum.ask(Add(1)).id("1.1").await, Ok(1));
        }
        store.fail(Operation::Append, When::Next(1), Effect::FailBefore);
        let together = tokio::join!(biased; a.ask(Add(2)).id("x").into_future(), b.ask(Add(2)).id("x").into_future(), a.ask(Add(4)).into_future());
        assert_eq!(together, (Ok(3), Ok(3), Ok(7)));
        let mut commands = Vec::new();
        for id in ["a", "b"] {
            let key = mainstay::journal::EntityKey::new("sum", id).expect("an id");
            let page = store.inner().read(key, 0, u64::MAX, 10).await.expect("it can be read");
            commands.extend(page.records.iter().map(|record| record.command));
        }
        let all = commands.len();
        commands.sort_unstable();
        commands.dedup();
        assert_eq!((commands.len(), all), (5, 5), "each command has a number of its own");
    });
}

#[test]
fn copies_that_come_while_the_first_is_on_its_way_wait_for_its_answer() {
    simulate_seeds(0..10, |_| async {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let world = World::default();
        let system = hosted(store.clone(), &world).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        for (id, effect) in [("one", None), ("two", Some(Effect::FailBefore)), ("three", Some(Effect::FailAfter))] {
            if let Some(effect) = effect {
                store.fail(Operation::Append, When::Next(1), effect);
            }
            let before = sum.ask(Total).await.expect("recovered");
            let ask = || sum.ask(Add(1)).id(id).into_future();
            let answers = tokio::join!(biased; ask(), ask(), ask());
            assert_eq!(answers, (Ok(before + 1), Ok(before + 1), Ok(before + 1)), "{id}");
        }
        assert_eq!(sum.ask(Total).await, Ok(3));
    });
}

#[test]
fn an_id_is_remembered_across_restarts_and_a_thousand_other_commands() {
    simulate(1, |_| async {
        let store = MemoryStore::new();
        let system = hosted(store.restart(), &World::default()).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        assert_eq!(sum.ask(Add(5)).id("invoice-7").await, Ok(5));
        for n in 0..1000 {
            sum.ask(Add(1)).id(format!("other-{n}")).await.expect("stored");
        }
        system.shutdown().await.expect("in order");
        let system = hosted(store.restart(), &World::default()).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        assert_eq!(sum.ask(Add(5)).id("invoice-7").await, Ok(5));
        assert_eq!(sum.ask(Total).await, Ok(1005));
    });
}

#[test]
fn law6_so_many_ids_are_remembered_live_and_stored_alike() {
    simulate(1, |_| async {
        let store = MemoryStore::new();
        let settings = Settings { remembered_ids: 2, ..Settings::default() };
        let system = hosted_with(store.restart(), &World::default(), settings.clone()).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        for id in ["one", "two", "three"] {
            sum.ask(Add(1)).id(id).await.expect("stored");
        }
        assert_eq!(sum.ask(Add(1)).id("one").await, Ok(4), "it is forgotten, and done again");
        assert_eq!(sum.ask(Add(1)).id("three").await, Ok(3));
        let kept = store.restart().requests(sum.id().key().clone(), 10).await.expect("it can be read");
        assert_eq!(kept.iter().map(|request| &*request.id).collect::<Vec<_>>(), ["one", "three"]);
    });
}

#[test]
fn a_plain_refusal_is_decided_again_and_one_that_is_a_fact_is_repeated() {
    simulate(1, |_| async {
        let world = World::default();
        let system = hosted(MemoryStore::new(), &world).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        assert_eq!(sum.ask(Take(1)).id("take").await, Err(CallError::Refused(Short(1))));
        assert_eq!(sum.ask(Add(1)).await, Ok(1));
        assert_eq!(sum.ask(Take(1)).id("take").await, Ok(0), "there is enough now");
        assert_eq!(sum.ask(Take(1)).id("take").await, Ok(0), "and that stays");
        let runs = world.runs.load(Ordering::SeqCst);
        assert_eq!(sum.ask(Take(13)).id("jinx").await, Err(CallError::Refused(Short(13))));
        assert_eq!(sum.ask(Take(13)).id("jinx").await, Err(CallError::Refused(Short(13))));
        assert_eq!(world.runs.load(Ordering::SeqCst), runs + 1);
    });
}

#[test]
fn a_reply_without_events_is_repeated_too() {
    simulate(1, |_| async {
        let store = MemoryStore::new();
        let world = World::default();
        let system = hosted(store.restart(), &world).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        assert_eq!(sum.ask(Look).id("look").await, Ok(1));
        assert_eq!(sum.ask(Look).await, Ok(2));
        system.shutdown().await.expect("in order");
        let system = hosted(store.restart(), &world).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        assert_eq!(sum.ask(Look).id("look").await, Ok(1));
    });
}

#[test]
fn a_command_that_failed_has_used_up_no_id() {
    simulate(1, |_| async {
        let world = World::default();
        let system = hosted(MemoryStore::new(), &world).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        world.panics.store(3, Ordering::SeqCst);
        assert!(matches!(sum.ask(Shake).id("shake").await, Err(CallError::Quarantined { .. })));
        assert_eq!(sum.ask(Shake).id("shake").await, Ok(100));
    });
}

#[test]
fn an_id_has_1_to_255_bytes_and_is_for_one_command() {
    simulate(1, |_| async {
        let system = hosted(MemoryStore::new(), &World::default()).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        for bytes in [0, 256] {
            let refused = sum.ask(Add(1)).id("x".repeat(bytes)).await;
            assert_eq!(refused, Err(CallError::Unit(Box::new(UnitError::Id { bytes }))));
        }
        assert_eq!(sum.ask(Add(1)).id("x".repeat(255)).await, Ok(1));
        let other = sum.ask(Close).id("x".repeat(255)).await;
        assert!(matches!(other, Err(CallError::Unreadable { .. })), "{other:?}");
        assert_eq!(sum.ask(Total).await, Ok(1));
    });
}

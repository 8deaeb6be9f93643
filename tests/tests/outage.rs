//! What becomes of commands when the store fails: none is lost, none takes effect twice, and nobody is blamed for what the store has done.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod sums;

use mainstay::entity::RecoveryError;
use mainstay::journal::{EntityKey, MemoryStore, ReadError, Store as _};
use mainstay::mailbox::Capacity;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use mainstay::testing::{DEADLINE, expect, simulate, simulate_seeds};
use std::future::{Future, IntoFuture, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use sums::{Add, AddLater, Close, Shake, Sum, Total, World, hosted, hosted_with};

type Faulty = Arc<FaultyStore<MemoryStore>>;

fn faulty() -> Faulty {
    Arc::new(FaultyStore::new(MemoryStore::new()))
}

/// Every call of the operation, from now on.
const ALWAYS: When = When::Chance { probability: 1.0, seed: 0 };

/// The numbers and the commands of what is stored of the sum "a".
async fn stored(store: &Faulty) -> Vec<(u64, String)> {
    let key = EntityKey::new("sum", "a").expect("an id");
    let page = store.inner().read(key, 0, u64::MAX, 1000).await.expect("it can be read");
    page.records.iter().map(|record| (record.seq, record.command.to_string())).collect()
}

#[test]
fn c49_w8_all_work_completes_once_on_a_store_that_fails_before_and_after_writing() {
    let run = |seed, _| async move {
        let store = faulty();
        let system = hosted(store.clone(), &World::default()).await;
        let chance = |probability| When::Chance { probability, seed };
        store.fail(Operation::Append, chance(0.1), Effect::FailBefore);
        store.fail(Operation::Append, When::Chance { probability: 0.1, seed: seed + 1000 }, Effect::FailAfter);
        store.fail(Operation::Read, chance(0.5), Effect::FailBefore);
        let sum = system.entity::<Sum>("a").expect("hosted");
        let replies = all((1..=100).map(|n| sum.ask(Add(n)).into_future())).await;
        let totals = (1..=100_u64).map(|n| Ok(n * (n + 1) / 2));
        assert!(replies.into_iter().eq(totals), "in order, and each once");
        assert_eq!(sum.ask(Total).await, Ok(5050));
        assert_eq!(stored(&store).await.len(), 100);
    };
    for seed in 0..20 {
        simulate(seed, |sim| run(seed, sim));
    }
}

#[test]
fn e20_w9_w16_a_failed_command_and_what_came_behind_it_are_handled_in_order() {
    for effect in [Effect::FailBefore, Effect::FailAfter] {
        simulate_seeds(0..10, move |_| async move {
            let store = faulty();
            let world = World::default();
            let system = hosted(store.clone(), &world).await;
            let sum = system.entity::<Sum>("a").expect("hosted");
            store.fail(Operation::Append, When::Next(1), effect);
            let answers = join(sum.ask(Add(1)), sum.ask(Add(2)), sum.ask(Total)).await;
            assert_eq!(answers, (Ok(1), Ok(3), Ok(3)));
            assert_eq!(world.effects(), [1, 2], "each effect once");
        });
    }
}

/// Awaits all three at the same time, so that none is sent after the answer to another.
async fn join<A: IntoFuture, B: IntoFuture, C: IntoFuture>(a: A, b: B, c: C) -> (A::Output, B::Output, C::Output) {
    tokio::join!(biased; a.into_future(), b.into_future(), c.into_future())
}

/// Awaits all at the same time.
async fn all<F: Future + Unpin>(futures: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut waiting: Vec<_> = futures.map(|future| (future, None)).collect();
    poll_fn(|cx| {
        for (future, output) in waiting.iter_mut().filter(|(_, output)| output.is_none()) {
            if let Poll::Ready(value) = Pin::new(future).poll(cx) {
                *output = Some(value);
            }
        }
        if waiting.iter().all(|(_, output)| output.is_some()) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    waiting.into_iter().filter_map(|(_, output)| output).collect()
}

#[test]
fn w1_the_reply_reaches_its_asker_after_a_second_failure() {
    simulate(1, |_| async {
        let store = faulty();
        let system = hosted(store.clone(), &World::default()).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        store.fail(Operation::Append, When::Next(4), Effect::FailBefore);
        store.fail(Operation::Read, When::Nth(2), Effect::FailBefore);
        assert_eq!(sum.ask(Add(1)).await, Ok(1));
        assert_eq!(store.calls(Operation::Append), 5);
    });
}

#[test]
fn law4_a_command_that_is_run_again_has_the_same_key() {
    simulate(1, |_| async {
        let store = faulty();
        let world = World::default();
        let system = hosted(store.clone(), &world).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        store.fail(Operation::Append, When::Next(1), Effect::FailBefore);
        assert_eq!(sum.ask(Add(1)).await, Ok(1));
        assert_eq!(world.runs.load(Ordering::SeqCst), 2, "it was run again");
        let [(1, command)] = &*stored(&store).await else { panic!("one event") };
        assert_eq!(world.keys(), [command.as_str()]);
        assert!(command.starts_with("1."), "of the epoch in which it was first run: {command}");
    });
}

#[test]
fn e28_a_store_that_does_not_answer_is_given_up_after_the_deadline() {
    for effect in [Effect::Hang, Effect::HangAfter] {
        simulate(1, move |sim| async move {
            let store = faulty();
            let world = World::default();
            let system = hosted(store.clone(), &world).await;
            let sum = system.entity::<Sum>("a").expect("hosted");
            store.fail(Operation::Append, When::Next(1), effect);
            assert_eq!(sum.ask(Add(1)).await, Ok(1));
            let waited = sim.clock().now();
            assert!(waited >= Duration::from_secs(10) && waited < Duration::from_secs(11), "{waited:?}");
            assert_eq!(sum.ask(Total).await, Ok(1));
            assert_eq!((stored(&store).await.len(), world.effects()), (1, vec![1]));
        });
    }
}

#[test]
fn e28_the_deadline_also_comes_when_the_writes_behind_are_answered() {
    for effect in [Effect::Hang, Effect::HangAfter] {
        simulate(1, move |_| async move {
            let store = faulty();
            let system = hosted(store.clone(), &World::default()).await;
            let sum = system.entity::<Sum>("a").expect("hosted");
            store.fail(Operation::Append, When::Next(1), effect);
            assert_eq!(join(sum.ask(Add(1)), sum.ask(Add(2)), sum.ask(Total)).await, (Ok(1), Ok(3), Ok(3)));
        });
    }
}

#[test]
fn e56_a_read_that_is_not_answered_is_asked_again() {
    simulate(1, |_| async {
        let store = faulty();
        let system = hosted(store.clone(), &World::default()).await;
        store.fail(Operation::Read, When::Next(1), Effect::Hang);
        let sum = system.entity::<Sum>("a").expect("hosted");
        assert_eq!(sum.ask(Add(1)).await, Ok(1));
        assert_eq!(store.calls(Operation::Read), 2);
    });
}

#[test]
fn case_b12_e47_e53_a_command_that_starts_an_entity_waits_until_it_can_be_recovered() {
    simulate(1, |sim| async move {
        let store = faulty();
        let system = hosted(store.clone(), &World::default()).await;
        store.fail(Operation::Read, When::Next(3), Effect::FailBefore);
        let sum = system.entity::<Sum>("a").expect("hosted");
        assert_eq!(join(sum.ask(Add(1)), sum.ask(Add(2)), sum.ask(Total)).await, (Ok(1), Ok(3), Ok(3)));
        let waited = sim.clock().now().as_secs_f64();
        assert!((0.7..=0.84).contains(&waited), "100, 200 and 400 ms, each up to a fifth longer: {waited}");
    });
}

#[test]
fn case_b60_e38_numbers_go_on_after_a_failed_write() {
    simulate(1, |_| async {
        let store = faulty();
        let system = hosted(store.clone(), &World::default()).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        assert_eq!(sum.ask(Add(1)).await, Ok(1));
        store.fail(Operation::Append, When::Next(1), Effect::FailBefore);
        for n in 2..=4 {
            assert!(sum.ask(Add(1)).await == Ok(n));
        }
        let numbers: Vec<_> = stored(&store).await.into_iter().map(|(seq, _)| seq).collect();
        assert_eq!(numbers, [1, 2, 3, 4]);
    });
}

#[test]
fn e18_w5_a_unit_that_the_store_refuses_is_answered_so_and_leaves_no_hole() {
    simulate(1, |_| async move {
        let store = faulty();
        let system = hosted(store.clone(), &World::default()).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        assert_eq!(sum.ask(Add(1)).await, Ok(1));
        store.fail(Operation::Append, When::Next(1), Effect::Reject);
        let (refused, next, total) = join(sum.ask(Add(10)), sum.ask(Add(100)), sum.ask(Total)).await;
        assert!(matches!(refused, Err(CallError::Store(_))), "{refused:?}");
        assert_eq!((next, total), (Ok(101), Ok(101)), "what was decided on top of it is decided again");
        assert_eq!(stored(&store).await.len(), 2);
    });
}

#[test]
fn w10_a_command_that_panics_is_run_three_times_and_the_fault_is_its_own() {
    simulate(1, |_| async {
        let world = World::default();
        let system = hosted(faulty(), &world).await;
        let mut letters = system.dead_letters();
        let sum = system.entity::<Sum>("a").expect("hosted");
        world.panics.store(2, Ordering::SeqCst);
        assert_eq!(sum.ask(Shake).await, Ok(100), "the third time it works");
        world.panics.store(3, Ordering::SeqCst);
        assert_eq!(sum.ask(Shake).await, Err(CallError::Quarantined { cause: "shaken".into() }));
        assert_eq!(sum.ask(Add(1)).await, Ok(101));
        let letter = letters.next().await.expect("the system lives").expect("none was missed");
        assert_eq!((letter.message, letter.reason.to_string()), ("Shake", "panicked: shaken".into()));
        assert_eq!(letter.id.as_deref(), Some("a"));
    });
}

#[test]
fn w10_how_often_a_command_is_run_is_a_setting() {
    simulate(1, |_| async {
        let world = World::default();
        let system = hosted_with(faulty(), &world, Settings { attempts: 5, ..Settings::default() }).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        world.panics.store(4, Ordering::SeqCst);
        assert_eq!(sum.ask(Shake).await, Ok(100));
        world.panics.store(5, Ordering::SeqCst);
        assert_eq!(sum.ask(Shake).await, Err(CallError::Quarantined { cause: "shaken".into() }));
    });
}

#[test]
fn w10_what_an_async_handler_holds_may_panic_too() {
    simulate(1, |_| async {
        let world = World::default();
        let system = hosted(faulty(), &world).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        world.panics.store(2, Ordering::SeqCst);
        assert_eq!(sum.ask(AddLater(1)).await, Ok(1));
        assert_eq!(world.runs.load(Ordering::SeqCst), 3);
        world.panics.store(3, Ordering::SeqCst);
        assert_eq!(sum.ask(AddLater(1)).await, Err(CallError::Quarantined { cause: "dropped badly".into() }));
        assert_eq!(sum.ask(Total).await, Ok(1));
    });
}

#[test]
fn case_b62_e22_e23_what_cannot_be_applied_is_not_stored() {
    simulate(1, |_| async {
        let store = faulty();
        let system = hosted(store.clone(), &World::default()).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        assert_eq!(sum.ask(Add(1)).await, Ok(1));
        let poisoned = sum.ask(Add(666)).await.expect_err("it panics each time");
        assert!(
            matches!(&poisoned, CallError::Quarantined { cause } if cause.contains("does not add up")),
            "{poisoned}"
        );
        assert_eq!(sum.ask(AddLater(1)).await, Ok(2));
        assert_eq!(stored(&store).await.len(), 2);
    });
}

#[test]
fn w6_what_waits_in_an_outage_is_bounded_and_the_rest_is_told_that_it_is_busy() {
    simulate(1, |sim| async move {
        let store = faulty();
        let settings = Settings { mailbox: Capacity::bounded(2), ..Settings::default() };
        let system = hosted_with(store.clone(), &World::default(), settings).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        store.fail(Operation::Read, ALWAYS, Effect::FailBefore);
        sum.tell(Add(1)).expect("there is room");
        sim.clock().advance(Duration::from_secs(1)).await;
        // In front of the entity, whose hands are full.
        sum.tell(Add(2)).expect("there is room");
        sum.tell(Add(3)).expect("there is room");
        assert_eq!(sum.tell(Add(4)), Err(TellError::Busy));
        assert_eq!(sum.ask(Add(4)).await, Err(CallError::Busy));
        store.heal();
        sim.clock().advance(Duration::from_secs(5)).await;
        assert_eq!(sum.ask(Total).await, Ok(6), "what was accepted is handled");
    });
}

#[test]
fn w6_who_waits_for_room_when_the_outage_begins_is_told_at_once() {
    simulate(1, |sim| async move {
        let store = faulty();
        let settings = Settings { mailbox: Capacity::bounded(1), ..Settings::default() };
        let system = hosted_with(store.clone(), &World::default(), settings).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        store.fail(Operation::Read, ALWAYS, Effect::FailBefore);
        sum.tell(Add(1)).expect("there is room");
        let heal = async {
            sim.clock().advance(Duration::from_secs(1)).await;
            store.heal();
        };
        let (second, third) = (sum.ask(Add(2)), sum.ask(Add(3)));
        assert_eq!(join(second, third, heal).await, (Ok(3), Err(CallError::Busy), ()));
    });
}

#[test]
fn w15_an_outage_is_shared_one_entity_at_a_time_tries_and_all_come_back() {
    simulate(1, |sim| async move {
        let store = faulty();
        let system = hosted(store.clone(), &World::default()).await;
        let sums: Vec<_> = (0..50).map(|n| system.entity::<Sum>(format!("{n}")).expect("hosted")).collect();
        for sum in &sums {
            assert_eq!(sum.ask(Add(1)).await, Ok(1));
        }
        store.fail(Operation::Append, ALWAYS, Effect::FailBefore);
        store.fail(Operation::Read, ALWAYS, Effect::FailBefore);
        for sum in &sums {
            sum.tell(Add(1)).expect("there is room");
        }
        let before = store.calls(Operation::Read);
        sim.clock().advance(Duration::from_secs(20)).await;
        let tries = store.calls(Operation::Read) - before;
        assert!((8..=16).contains(&tries), "about every 2 s, and not each of the 50: {tries}");
        store.heal();
        for sum in &sums {
            assert_eq!(expect(DEADLINE, sum.ask(Total).into_future()).await, Ok(2));
        }
    });
}

#[test]
fn e94_the_wait_grows_from_the_start_again_after_a_write() {
    simulate(1, |sim| async move {
        let store = faulty();
        let system = hosted(store.clone(), &World::default()).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        for _ in 0..3 {
            let before = sim.clock().now();
            store.fail(Operation::Append, When::Next(1), Effect::FailBefore);
            sum.ask(Add(1)).await.expect("in the end");
            let waited = sim.clock().now().saturating_sub(before).as_secs_f64();
            assert!((0.1..=0.12).contains(&waited), "{waited}");
        }
    });
}

#[test]
fn e94_without_a_write_it_takes_a_healthy_period_until_the_wait_is_short_again() {
    simulate(1, |sim| async move {
        let store = faulty();
        let system = hosted(store.clone(), &World::default()).await;
        // Questions write nothing, and each entity has to be read first.
        let ask = async |id: &'static str, failures| {
            let before = sim.clock().now();
            store.fail(Operation::Read, When::Next(failures), Effect::FailBefore);
            assert_eq!(system.entity::<Sum>(id).expect("hosted").ask(Total).await, Ok(0));
            sim.clock().now().saturating_sub(before).as_secs_f64()
        };
        let first = ask("a", 2).await;
        assert!((0.3..=0.36).contains(&first), "100 and 200 ms: {first}");
        let soon_after = ask("b", 1).await;
        assert!((0.4..=0.48).contains(&soon_after), "it grows: {soon_after}");
        sim.clock().advance(Duration::from_secs(3)).await;
        let later = ask("c", 1).await;
        assert!((0.1..=0.12).contains(&later), "nobody has met a failure for longer than the longest wait: {later}");
    });
}

#[test]
fn e27_a_stop_in_an_outage_comes_to_an_end_and_says_what_is_not_known() {
    simulate(1, |sim| async move {
        let store = faulty();
        let system = hosted(store.clone(), &World::default()).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        assert_eq!(sum.ask(Add(1)).await, Ok(1));
        store.fail(Operation::Append, ALWAYS, Effect::FailAfter);
        store.fail(Operation::Read, ALWAYS, Effect::FailBefore);
        let (undecided, behind, stopped) = join(sum.ask(Add(10)), sum.ask(Close), async {
            sim.clock().advance(Duration::from_secs(5)).await;
            system.shutdown().await
        })
        .await;
        assert!(matches!(undecided, Err(CallError::Unknown { .. })), "{undecided:?}");
        assert_eq!(behind, Err(CallError::Stopped));
        assert_eq!(stopped, Ok(()));
    });
}

#[test]
fn case_b4_e61_an_entity_that_fails_in_the_middle_of_its_recovery_starts_from_scratch() {
    simulate(1, |_| async {
        let inner = MemoryStore::new();
        let system = hosted(inner.restart(), &World::default()).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        for n in 1..=600 {
            assert_eq!(sum.ask(Add(1)).await, Ok(n));
        }
        system.shutdown().await.expect("in order");
        let store: Faulty = Arc::new(FaultyStore::new(inner.restart()));
        let system = hosted(store.clone(), &World::default()).await;
        store.fail(Operation::Read, When::Nth(2), Effect::FailBefore);
        let sum = system.entity::<Sum>("a").expect("hosted");
        assert_eq!(sum.ask(Total).await, Ok(600), "nothing is applied twice");
        assert_eq!(store.calls(Operation::Read), 4, "in pages, all of them again");
        let store: Faulty = Arc::new(FaultyStore::new(inner.restart()));
        let system =
            hosted_with(store.clone(), &World::default(), Settings { recovery_page: 100, ..Settings::default() }).await;
        assert_eq!(system.entity::<Sum>("a").expect("hosted").ask(Total).await, Ok(600));
        assert_eq!(store.calls(Operation::Read), 6, "in pages as large as the settings say");
    });
}

#[test]
fn a_store_that_somebody_else_has_opened_is_not_taken_back() {
    simulate(1, |_| async {
        let store = MemoryStore::new();
        let first = hosted(store.restart(), &World::default()).await;
        let sum = first.entity::<Sum>("a").expect("hosted");
        assert_eq!(sum.ask(Add(1)).await, Ok(1));
        let second = hosted(store.restart(), &World::default()).await;
        let refused = sum.ask(Add(1)).await;
        assert!(
            match &refused {
                Err(CallError::Recovery(why)) => **why == RecoveryError::Read(ReadError::Closed),
                other => matches!(other, Err(CallError::Store(_))),
            },
            "{refused:?}"
        );
        assert_eq!(second.entity::<Sum>("a").expect("hosted").ask(Add(1)).await, Ok(2));
    });
}

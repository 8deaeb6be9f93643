//! State ahead of the disk: what may be decided before the store has answered, and what has to wait.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod sums;

use mainstay::prelude::*;
use mainstay::settings::Settings;
use std::future::IntoFuture;
use std::pin::pin;
use std::sync::atomic::Ordering;
use sums::{
    Add, AddBoth, AddLater, Close, Look, Short, Sum, Take, Told, Total, Waiting, World, hosted, hosted_with, ready,
};
use tokio::sync::mpsc::UnboundedReceiver;

/// Whatever could go on has had every chance to.
async fn settle() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

/// The units that have come so far.
async fn come(units: &mut UnboundedReceiver<Waiting>) -> Vec<Waiting> {
    settle().await;
    let mut come = Vec::new();
    while let Ok(unit) = units.try_recv() {
        come.push(unit);
    }
    come
}

fn expected(units: &[Waiting]) -> Vec<u64> {
    units.iter().map(|waiting| waiting.unit.expected).collect()
}

#[tokio::test]
async fn e1_e12_e95_commands_are_decided_on_state_that_is_not_durable_and_their_replies_wait_in_order() {
    let (store, mut units) = Told::new();
    let world = World::default();
    let system = hosted(store, &world).await;
    let sum = system.entity::<Sum>("a").expect("hosted");
    let mut one = pin!(sum.ask(Add(1)).into_future());
    let mut two = pin!(sum.ask(Add(2)).into_future());
    let mut total = pin!(sum.ask(Total).into_future());
    assert!(ready(&mut one).await.is_none() && ready(&mut two).await.is_none() && ready(&mut total).await.is_none());
    let come = come(&mut units).await;
    assert_eq!(expected(&come), [0, 1], "both are on their way");
    let [first, second] = <[Waiting; 2]>::try_from(come).expect("two");
    second.store_after(first.unit.clone()).await;
    settle().await;
    assert!(ready(&mut one).await.is_none() && ready(&mut two).await.is_none(), "the second waits for the first");
    assert!(world.effects().is_empty() && ready(&mut total).await.is_none());
    first.answer_stored();
    assert_eq!((one.await, two.await, total.await), (Ok(1), Ok(3), Ok(3)));
    assert_eq!(world.effects(), [1, 2]);
}

#[tokio::test]
async fn law3_a_refusal_waits_for_what_it_depends_on() {
    let (store, mut units) = Told::new();
    let system = hosted(store, &World::default()).await;
    let sum = system.entity::<Sum>("a").expect("hosted");
    let mut closed = pin!(sum.ask(Close).into_future());
    let mut refused = pin!(sum.ask(Add(1)).into_future());
    assert!(ready(&mut closed).await.is_none() && ready(&mut refused).await.is_none());
    settle().await;
    assert!(ready(&mut refused).await.is_none(), "the state that refuses is not durable");
    units.recv().await.expect("appended").store().await;
    assert_eq!((closed.await, refused.await), (Ok(()), Err(CallError::Finished { state: "Done" })));
}

#[tokio::test(start_paused = true)]
async fn law3_a_refusal_on_state_that_was_not_stored_is_decided_again() {
    let (store, mut units) = Told::new();
    let world = World::default();
    let system = hosted(store, &world).await;
    let sum = system.entity::<Sum>("a").expect("hosted");
    let mut added = pin!(sum.ask(Add(5)).into_future());
    let mut taken = pin!(sum.ask(Take(7)).into_future());
    assert!(ready(&mut added).await.is_none() && ready(&mut taken).await.is_none());
    units.recv().await.expect("appended").lose(false).await;
    units.recv().await.expect("again").store().await;
    assert_eq!((added.await, taken.await), (Ok(5), Err(CallError::Refused(Short(2)))));
    assert_eq!(world.runs.load(Ordering::SeqCst), 4, "both have run twice");
}

#[tokio::test]
async fn an_async_command_waits_until_what_it_reads_is_durable_and_the_next_ones_wait_for_it() {
    let (store, mut units) = Told::new();
    let world = World::default();
    let system = hosted(store, &world).await;
    let sum = system.entity::<Sum>("a").expect("hosted");
    let mut one = pin!(sum.ask(Add(1)).into_future());
    let mut later = pin!(sum.ask(AddLater(2)).into_future());
    let mut three = pin!(sum.ask(Add(3)).into_future());
    assert!(ready(&mut one).await.is_none() && ready(&mut later).await.is_none() && ready(&mut three).await.is_none());
    let first = come(&mut units).await;
    assert_eq!((expected(&first), world.runs.load(Ordering::SeqCst)), (vec![0], 1), "it has not run");
    for unit in first {
        unit.store().await;
    }
    let rest = come(&mut units).await;
    assert_eq!(expected(&rest), [1, 2]);
    for unit in rest {
        unit.store().await;
    }
    assert_eq!((one.await, later.await, three.await), (Ok(1), Ok(3), Ok(6)));
}

#[tokio::test]
async fn law6_e13_w14_the_window_bounds_what_is_on_its_way() {
    for settings in [
        Settings { window: 2, ..Settings::default() },
        Settings { window_bytes: 1, ..Settings::default() },
        Settings { window: 1, ..Settings::default() },
    ] {
        let bound = if settings.window == 2 { 2 } else { 1 };
        let (store, mut units) = Told::new();
        let world = World::default();
        let system = hosted_with(store, &world, settings).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        for n in 1..=5 {
            sum.tell(Add(n)).expect("there is room");
        }
        for _ in 0..5 {
            let waiting = come(&mut units).await;
            assert!(waiting.len() <= bound, "{}", waiting.len());
            for unit in waiting {
                unit.store().await;
            }
        }
        settle().await;
        assert_eq!(world.effects(), [1, 2, 3, 4, 5]);
    }
}

#[tokio::test(start_paused = true)]
async fn w3_w4_w8_when_the_first_write_is_in_doubt_those_behind_it_are_run_again_in_order() {
    for stored in [false, true] {
        let (store, mut units) = Told::new();
        let world = World::default();
        let system = hosted(store, &world).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        let mut one = pin!(sum.ask(Add(1)).into_future());
        let mut two = pin!(sum.ask(Add(2)).into_future());
        let mut three = pin!(sum.ask(Total).into_future());
        assert!(
            ready(&mut one).await.is_none() && ready(&mut two).await.is_none() && ready(&mut three).await.is_none()
        );
        let [first, second] = <[Waiting; 2]>::try_from(come(&mut units).await).expect("two");
        let commands = [first.unit.command, second.unit.command];
        first.lose(stored).await;
        settle().await;
        assert!(ready(&mut one).await.is_none(), "the second is waited for, that it may not come later");
        second.poisoned();
        for command in &commands[usize::from(stored)..] {
            let again = units.recv().await.expect("run again");
            assert_eq!(again.unit.command, *command);
            again.store().await;
        }
        assert_eq!((one.await, two.await, three.await), (Ok(1), Ok(3), Ok(3)));
        assert_eq!(world.effects(), [1, 2]);
    }
}

#[tokio::test(start_paused = true)]
async fn e65_e66_a_write_that_comes_after_it_was_given_up_is_refused() {
    let (store, mut units) = Told::new();
    let inner = store.inner.clone();
    let world = World::default();
    let system = hosted(store, &world).await;
    let sum = system.entity::<Sum>("a").expect("hosted");
    let told = async {
        let late = units.recv().await.expect("appended");
        let again = units.recv().await.expect("run again after the deadline");
        assert_eq!((again.unit.command, again.unit.expected), (late.unit.command, 0));
        let refused = mainstay::journal::Store::append(&*inner, late.unit.clone()).await;
        assert!(matches!(refused, Err(mainstay::journal::AppendError::Fenced { .. })), "{refused:?}");
        again.store().await;
    };
    let (reply, ()) = tokio::join!(sum.ask(Add(1)).into_future(), told);
    assert_eq!((reply, sum.ask(Total).await), (Ok(1), Ok(1)));
}

#[tokio::test]
async fn e27_a_stop_waits_for_what_is_on_its_way() {
    let (store, mut units) = Told::new();
    let world = World::default();
    let system = hosted(store, &world).await;
    let sum = system.entity::<Sum>("a").expect("hosted");
    sum.tell(Add(1)).expect("there is room");
    sum.tell(Add(2)).expect("there is room");
    let mut stopped = pin!(system.shutdown());
    assert!(ready(&mut stopped).await.is_none());
    let waiting = come(&mut units).await;
    assert!(ready(&mut stopped).await.is_none() && waiting.len() == 2);
    for unit in waiting {
        unit.store().await;
    }
    assert_eq!(stopped.await, Ok(()));
    assert_eq!(world.effects(), [1, 2]);
}

#[tokio::test]
async fn e4_e2_e42_events_of_one_decision_are_one_unit_and_applied_in_order() {
    let (store, mut units) = Told::new();
    let system = hosted(store, &World::default()).await;
    let sum = system.entity::<Sum>("a").expect("hosted");
    let told = async {
        let waiting = units.recv().await.expect("appended");
        assert_eq!((waiting.unit.events.len(), waiting.unit.expected), (2, 0));
        waiting.store().await;
        let next = units.recv().await.expect("appended");
        assert_eq!(next.unit.expected, 2);
        next.store().await;
    };
    let asked = async { (sum.ask(AddBoth(3, 3)).await, sum.ask(Add(1)).await) };
    let (answers, ()) = tokio::join!(asked, told);
    assert_eq!(answers, (Ok(6), Ok(7)), "e14: the same event twice is two events");
}

#[tokio::test]
async fn e5_e24_a_decision_without_events_writes_nothing_and_is_answered() {
    let (store, mut units) = Told::new();
    let system = hosted(store, &World::default()).await;
    let sum = system.entity::<Sum>("a").expect("hosted");
    assert_eq!(sum.ask(Look).await, Ok(1));
    assert!(come(&mut units).await.is_empty());
}

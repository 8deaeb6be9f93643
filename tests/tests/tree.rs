//! `System::tree`: who lives, whose child it is, and what waits.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::expect_used, clippy::panic, clippy::unused_self, reason = "the actors are there to be watched")]

use mainstay::prelude::*;
use std::any::type_name;
use std::future::pending;

#[actor]
struct Boss;

#[handlers]
impl Boss {
    /// Starts children, which live as long as their handles: the boss keeps none.
    #[handle]
    fn hire(&self, cx: &mut Context<Self>) -> WorkerRef {
        cx.spawn_with(|| Worker)
    }
}

#[actor]
struct Worker;

#[handlers]
impl Worker {
    #[handle]
    async fn hang(&self) {
        pending::<()>().await;
    }

    #[handle]
    fn fail(&self) {
        panic!("on purpose");
    }

    #[handle]
    fn help(&self, cx: &mut Context<Self>) -> WorkerRef {
        cx.spawn(Worker)
    }
}

#[tokio::test(start_paused = true)]
async fn the_tree_shows_who_spawned_whom_with_names_depths_and_restarts() {
    let system = System::volatile().start().await.expect("nothing is opened");
    assert_eq!(system.tree().to_string(), "");
    let boss = system.spawn_named("boss", Boss).expect("the name is free");
    let other = system.spawn(Boss);
    let (first, second) = (boss.hire().await.expect("it lives"), boss.hire().await.expect("it lives"));
    let third = other.hire().await.expect("it lives");
    let help = first.help().await.expect("it lives");
    help.hang().tell().expect("there is room");
    tokio::task::yield_now().await;
    help.hang().tell().expect("there is room");
    assert_eq!(second.fail().await, Err(CallError::Failed));
    let again = second.help().await.expect("it has started over");
    let (b, w) = (type_name::<Boss>(), type_name::<Worker>());
    let expected = [
        format!("{b} \"boss\": 0 waiting, 0 restarts"),
        format!("  {w}: 0 waiting, 0 restarts"),
        format!("    {w}: 2 waiting, 0 restarts"),
        format!("  {w}: 0 waiting, 1 restarts"),
        format!("    {w}: 0 waiting, 0 restarts"),
        format!("{b}: 0 waiting, 0 restarts"),
        format!("  {w}: 0 waiting, 0 restarts"),
    ];
    // Whoever has answered comes for more when it is its turn.
    tokio::task::yield_now().await;
    assert_eq!(system.tree().to_string().lines().collect::<Vec<_>>(), expected);
    third.stop();
    third.stopped().await;
    drop((first, again));
    assert!(system.tree().to_string().ends_with(&format!("{b}: 0 waiting, 0 restarts\n")), "the third is gone");
}

#[tokio::test]
async fn actors_without_a_system_are_in_no_tree() {
    let system = System::volatile().start().await.expect("nothing is opened");
    let boss = Boss.spawn();
    boss.hire().await.expect("it lives");
    assert_eq!(system.tree().actors, []);
}

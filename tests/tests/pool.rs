//! Pools: who of the workers gets a message, and what becomes of one that fails.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::expect_used, clippy::panic, clippy::unused_self, reason = "the actors are there to be watched")]

use mainstay::prelude::*;
use mainstay::system::Pool;
use std::collections::BTreeMap;
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[actor]
struct Worker {
    number: usize,
}

#[handlers]
impl Worker {
    #[handle]
    fn number(&self) -> usize {
        self.number
    }

    #[handle]
    async fn hang(&self) {
        pending::<()>().await;
    }

    #[handle]
    fn fail(&self) {
        panic!("on purpose");
    }
}

async fn pool(workers: usize) -> Pool<Worker> {
    system_and_pool(workers).await.1
}

async fn system_and_pool(workers: usize) -> (System, Pool<Worker>) {
    let system = System::volatile().start().await.expect("nothing is opened");
    let numbers = AtomicUsize::new(0);
    let pool = system.pool(workers, move || Worker { number: numbers.fetch_add(1, Ordering::Relaxed) });
    // Each makes its value in its first turn: asked in order, so that their numbers are their places.
    for (place, worker) in pool.workers().enumerate() {
        assert_eq!(worker.number().await, Ok(place));
    }
    (system, pool)
}

#[tokio::test]
async fn workers_take_turns_and_a_lost_one_is_left_out() {
    let pool = pool(3).await;
    let mut turns = Vec::new();
    for _ in 0..6 {
        turns.push(pool.round_robin().number().await.expect("all live"));
    }
    assert_eq!(turns, [0, 1, 2, 0, 1, 2]);
    pool.workers().nth(1).expect("there are three").stop();
    for _ in 0..6 {
        assert_ne!(pool.round_robin().number().await, Ok(1));
    }
    assert!(pool.clone().round_robin().number().await.is_ok());
}

#[tokio::test]
async fn the_least_loaded_worker_is_the_one_with_the_shortest_mailbox_and_a_busy_one_is_not_idle() {
    let (system, pool) = system_and_pool(3).await;
    let workers: Vec<_> = pool.workers().cloned().collect();
    for (worker, waiting) in [(0, 3), (1, 2), (2, 1)] {
        for _ in 0..waiting {
            workers[worker].hang().tell().expect("there is room");
        }
        tokio::task::yield_now().await;
    }
    // All are busy with the first of theirs, and the third has the least.
    let load = || system.tree().actors.iter().map(|branch| branch.depth).collect::<Vec<_>>();
    assert_eq!(load(), [3, 2, 1]);
    pool.least_loaded().hang().tell().expect("there is room");
    assert_eq!(load(), [3, 2, 2]);
    for _ in 0..2 {
        pool.least_loaded().hang().tell().expect("there is room");
    }
    assert_eq!(load(), [3, 3, 3], "of equals it is one's turn after the other's");
}

#[tokio::test]
async fn equal_keys_go_to_one_worker_and_only_the_keys_of_a_lost_one_move() {
    let pool = pool(4).await;
    let mut homes = BTreeMap::new();
    for key in 0..200 {
        homes.insert(key, pool.by_key(&key).number().await.expect("all live"));
    }
    for (key, home) in &homes {
        assert_eq!(pool.by_key(key).number().await, Ok(*home));
    }
    let keys_of = |worker: usize| homes.values().filter(|&&home| home == worker).count();
    assert!((0..4).all(|worker| keys_of(worker) > 20), "keys are spread: {homes:?}");
    pool.workers().nth(2).expect("there are four").stop();
    for (key, home) in &homes {
        let now = pool.by_key(key).number().await.expect("a live one is chosen");
        assert!(if *home == 2 { now != 2 } else { now == *home }, "key {key}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_worker_that_fails_starts_over_with_what_waits_and_the_others_do_not_notice() {
    let pool = pool(2).await;
    let failing = pool.workers().next().expect("there are two");
    failing.fail().tell().expect("there is room");
    assert_eq!(failing.number().await, Ok(2), "the factory has made a third value");
    assert_eq!(pool.workers().nth(1).expect("there are two").number().await, Ok(1));
}

#[tokio::test]
async fn a_pool_has_at_least_one_worker_and_when_all_are_lost_says_stopped() {
    let pool = pool(0).await;
    assert_eq!(pool.workers().count(), 1);
    pool.stop();
    assert_eq!(pool.round_robin().number().await, Err(CallError::Stopped));
    assert_eq!(pool.least_loaded().number().await, Err(CallError::Stopped));
    assert_eq!(pool.by_key("any").number().await, Err(CallError::Stopped));
}

#[tokio::test]
async fn workers_are_in_the_tree_and_end_with_the_last_clone() {
    let system = System::volatile().start().await.expect("nothing is opened");
    let made = Arc::new(AtomicUsize::new(0));
    let pool = system.pool(3, move || Worker { number: made.fetch_add(1, Ordering::Relaxed) });
    assert_eq!(system.tree().actors.len(), 3);
    drop(pool);
    system.shutdown().await.expect("all end in time");
    assert_eq!(system.tree().actors, []);
}

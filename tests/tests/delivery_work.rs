//! Deliveries to a pool: whoever is free gets the next one.
#![deny(warnings)]
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::needless_pass_by_value,
    clippy::type_complexity,
    clippy::unused_self,
    reason = "the test is about what the types do"
)]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::prelude::*;
use mainstay::system::NameError;
use mainstay::testing::{Faults, Network, Simulation, simulate};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

#[actor(persistent = "office")]
#[derive(Default)]
pub struct Office {
    refused: Vec<u64>,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "office.refused")]
pub struct Refused(u64);

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[message(error = No)]
#[confirmable(name = "office.job")]
pub struct Job(u64);

#[derive(Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum No {
    #[error("no")]
    No,
}

#[handlers]
impl Office {
    #[command]
    pub fn order(&self, jobs: Vec<u64>) -> Persist<Self, Refused> {
        jobs.into_iter().fold(nothing(), |decision, job| decision.deliver(named("workers"), Job(job)))
    }

    #[command(message)]
    fn refused(&self, undelivered: Undelivered<Job>) -> Persist<Self, Refused> {
        persist(Refused(undelivered.message.0))
    }

    #[command]
    pub fn unconfirmed(&self, cx: &mut Context<Self>) -> Persist<Self, Refused, usize> {
        nothing().reply(cx.unconfirmed_count())
    }

    #[query]
    pub fn refusals(&self) -> Vec<u64> {
        self.refused.clone()
    }

    #[apply]
    fn on_refused(&mut self, event: &Refused) {
        self.refused.push(event.0);
    }
}

/// What was begun and what was ended: the job, and by whom.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<(Vec<(u64, usize)>, Vec<u64>)>>);

impl Log {
    fn begun(&self) -> Vec<(u64, usize)> {
        self.0.lock().expect("no panic under the lock").0.clone()
    }

    fn done(&self) -> Vec<u64> {
        let mut done = self.0.lock().expect("no panic under the lock").1.clone();
        done.sort_unstable();
        done
    }
}

/// Has job 0 in hand for ever, refuses job 7, and fails at job 13 the first time.
#[actor(backoff(min = "1ms"))]
struct Hand {
    number: usize,
    log: Log,
}

#[handlers]
impl Hand {
    #[handle(message)]
    async fn work(&mut self, Job(job): Job) -> Result<(), No> {
        let is_new = {
            let begun = &mut self.log.0.lock().expect("no panic under the lock").0;
            begun.push((job, self.number));
            begun.iter().filter(|(other, _)| *other == job).count() == 1
        };
        match job {
            0 => std::future::pending().await,
            7 => return Err(No::No),
            13 if is_new => panic!("it happens"),
            _ => {}
        }
        self.log.0.lock().expect("no panic under the lock").1.push(job);
        Ok(())
    }
}

const INTERVAL: Duration = Duration::from_secs(5);

async fn office(workers: usize) -> (System, mainstay::system::Pool<Hand>, OfficeRef, Log) {
    let system = System::volatile().host::<Office>().start().await.expect("a start");
    let (log, next) = (Log::default(), AtomicUsize::new(0));
    let its = log.clone();
    let make = move || Hand { number: next.fetch_add(1, Ordering::Relaxed), log: its.clone() };
    let pool = system.pool_named("workers", workers, make).expect("the name is free");
    let office = system.entity::<Office>("1").expect("an id");
    (system, pool, office, log)
}

#[test]
fn d44_whoever_is_free_gets_the_next_job_and_each_is_done_once() {
    simulate(1, |sim: Simulation| async move {
        let (_system, _pool, office, log) = office(3).await;
        // Job 0 is in hand for ever: the others go to the others.
        office.order((0..40).filter(|job| ![7, 13].contains(job)).collect()).await.expect("it is stored");
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(log.done(), (1..40).filter(|job| ![7, 13].contains(job)).collect::<Vec<_>>());
        let begun = log.begun();
        assert_eq!(begun.len(), 38, "copies of what is in hand, or was done, go to nobody");
        let busy = begun.iter().find(|(job, _)| *job == 0).expect("it was begun").1;
        assert_eq!(begun.iter().filter(|(_, worker)| *worker == busy).count(), 1);
        let mut workers: Vec<_> = begun.iter().map(|(_, worker)| *worker).collect();
        workers.sort_unstable();
        workers.dedup();
        assert_eq!(workers.len(), 3);
        assert_eq!(office.unconfirmed().await, Ok(1));
    });
}

#[test]
fn d44_what_a_dead_worker_had_in_hand_goes_to_another() {
    simulate(1, |sim: Simulation| async move {
        let (_system, pool, office, log) = office(2).await;
        office.order(vec![0]).await.expect("it is stored");
        sim.clock().advance(INTERVAL * 4).await;
        let begun = log.begun();
        assert_eq!(begun.len(), 1, "it is in hand");
        pool.workers().nth(begun[0].1).expect("it is of the pool").kill();
        sim.clock().advance(INTERVAL * 2).await;
        assert_eq!(log.begun(), [(0, begun[0].1), (0, 1 - begun[0].1)]);
    });
}

#[test]
fn d44_a_job_at_which_a_worker_fails_comes_again_and_a_refusal_reaches_the_sender() {
    simulate(1, |sim: Simulation| async move {
        let (_system, _pool, office, log) = office(2).await;
        office.order(vec![13, 7, 1]).await.expect("it is stored");
        sim.clock().advance(Duration::from_secs(1)).await;
        assert_eq!(log.done(), [1]);
        sim.clock().advance(INTERVAL * 2).await;
        assert_eq!(log.done(), [1, 13]);
        assert_eq!(office.refusals().await, Ok(vec![7]));
        assert_eq!(office.unconfirmed().await, Ok(0));
    });
}

#[test]
fn d44_a_job_whose_confirmation_was_lost_is_not_done_again() {
    simulate(1, |sim: Simulation| async move {
        let network = Network::new(1);
        let _carried = network.carry_deliveries();
        network.faults(Network::CONFIRMATIONS, "office/1", Faults::CUT);
        let (_system, _pool, office, log) = office(2).await;
        office.order(vec![1, 2, 3]).await.expect("it is stored");
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(office.unconfirmed().await, Ok(3));
        network.faults(Network::CONFIRMATIONS, "office/1", Faults::NONE);
        sim.clock().advance(INTERVAL * 2).await;
        assert_eq!(office.unconfirmed().await, Ok(0));
        assert_eq!(log.begun().len(), 3);
    });
}

#[test]
fn a_pool_has_its_name_for_as_long_as_it_lives() {
    simulate(1, |_| async move {
        let (system, pool, _office, log) = office(1).await;
        let again = || system.pool_named("workers", 1, || Hand { number: 0, log: Log::default() });
        assert!(matches!(again(), Err(NameError::Taken { .. })));
        assert!(system.named::<Hand>("workers").is_err(), "it gives no handle");
        drop((pool, log));
        again().expect("the name is free again");
    });
}

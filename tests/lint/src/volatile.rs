//! A machine that stores nothing, with every kind of row.

use crate::derives::Ping;
use mainstay::prelude::*;

/// Asks whether the service may be called.
#[derive(Debug, Message)]
#[message(error = Rejected)]
pub struct Try;

/// The service has failed.
#[derive(Debug, Message)]
pub struct Failed;

/// The service is asked how it is.
#[derive(Debug, Message)]
pub struct Probe;

/// The breaker is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rejected;

/// Calls get through.
#[derive(Debug, Default)]
pub struct Closed {
    failures: u64,
}

/// What all states share.
#[fsm(states = BreakerState, mailbox = unbounded)]
#[derive(Debug, Default)]
pub struct Breaker {
    limit: u64,
}

/// What a breaker may be.
#[derive(Debug, States)]
#[states(Breaker)]
#[otherwise(Failed => stay)]
#[query(Ping)]
pub enum BreakerState {
    /// Calls get through.
    #[initial]
    #[enter]
    #[exit]
    #[on(Try => stay | Open)]
    #[on(async Probe => reenter)]
    Closed(Closed),
    /// The service is left alone.
    #[after(cool: "10s" => HalfOpen)]
    #[discard(Try)]
    #[postpone(Probe)]
    Open,
    /// One call finds out how the service is.
    #[on(Try => Closed)]
    #[idle_after(bored: _ => Open)]
    HalfOpen,
}

impl BreakerFlow for Breaker {
    fn initial(&self) -> Closed {
        Closed { failures: self.limit }
    }

    fn closed_try(&mut self, closed: &mut Closed, _: Try, _: &mut Context<Self>) -> Move<Try, BreakerClosedTry> {
        closed.failures += 1;
        match closed.failures {
            0 => Err(Rejected),
            1 => Ok(goto(BreakerClosedTry::Stay)),
            _ => Ok(goto(BreakerClosedTry::Open)),
        }
    }

    async fn closed_probe(&mut self, closed: &mut Closed, _: Probe, cx: &mut Context<Self>) {
        std::future::ready(()).await;
        closed.failures = 0;
        cx.stop();
    }

    fn open_cool(&mut self, _: &mut Context<Self>) {}

    fn half_open_try(&mut self, _: Try, _: &mut Context<Self>) -> Move<Try, Closed> {
        Ok(goto(Closed::default()))
    }

    fn half_open_bored_after(&self) -> Duration {
        Duration::from_secs(self.limit)
    }

    fn half_open_bored(&mut self, _: &mut Context<Self>) {}

    fn otherwise_failed(&mut self, _: &BreakerState, _: Failed, _: &mut Context<Self>) {
        self.limit += 1;
    }

    fn ping(&self, _: &BreakerState, _: Ping) {}

    fn closed_enter(&mut self, closed: &mut Closed, _: &mut Context<Self>) {
        closed.failures = 0;
    }

    fn closed_exit(&mut self, _: &mut Closed, _: &mut Context<Self>) {}
}

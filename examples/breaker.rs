//! Shows a machine that stores nothing: a circuit breaker in front of a service that fails for a while.
//!
//! ```text
//! cargo run --example breaker
//! cargo run --example breaker -- --failures 5 --cooling-ms 200
//! ```
//!
//! What to look at: the enum is the whole breaker, and each row has one method. `Open` lasts as long as its deadline says; nobody starts or stops
//! a timer. What the next state needs to know is a value of its own, so there is no counter that a closed breaker has left over from the last
//! time. A call while the breaker is open is refused at once, and costs the service nothing. The clock is simulated, so waiting takes no time.
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::missing_errors_doc,
    reason = "the program is its own documentation"
)]

use clap::Parser;
use mainstay::prelude::*;
use mainstay::testing::simulate;

/// Calls a service that fails at first through a breaker, and prints what became of each call.
#[derive(Parser)]
#[command(name = "breaker")]
struct Args {
    /// The service fails so often, and then recovers.
    #[arg(long, default_value_t = 4)]
    failures: u32,
    /// The breaker stays open for so long.
    #[arg(long, default_value_t = 1_000)]
    cooling_ms: u64,
    /// So many calls are made, one every 300 milliseconds.
    #[arg(long, default_value_t = 12)]
    calls: u32,
}

/// So many failures in a row open the breaker.
const LIMIT: u32 = 3;

/// May the service be called?
#[derive(Message)]
#[message(error = Rejected)]
pub struct Try;

/// The service has answered.
#[derive(Message)]
pub struct Succeeded;

/// The service has failed.
#[derive(Message)]
pub struct Failed;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the breaker is {state}")]
pub struct Rejected {
    state: &'static str,
}

/// What all states share.
#[fsm(states = BreakerState)]
pub struct Breaker {
    cooling: Duration,
}

#[derive(Default)]
pub struct Closed {
    failures: u32,
}

#[derive(States)]
#[states(Breaker)]
pub enum BreakerState {
    #[initial]
    #[on(Try => stay)]
    #[on(Succeeded => stay)]
    #[on(Failed => stay | Open)]
    Closed(Closed),
    /// The service is left alone.
    #[on(Try => stay)]
    #[after(cool: _ => HalfOpen)]
    #[discard(Succeeded, Failed)]
    Open,
    /// One call finds out how the service is.
    #[on(Try => Probing)]
    #[discard(Succeeded, Failed)]
    HalfOpen,
    #[on(Try => stay)]
    #[on(Succeeded => Closed)]
    #[on(Failed => Open)]
    Probing,
}

impl BreakerFlow for Breaker {
    fn initial(&self) -> Closed {
        Closed::default()
    }

    fn closed_try(&mut self, _: &mut Closed, _: Try, _: &mut Context<Self>) -> Result<(), Rejected> {
        Ok(())
    }

    fn closed_succeeded(&mut self, closed: &mut Closed, _: Succeeded, _: &mut Context<Self>) {
        closed.failures = 0;
    }

    fn closed_failed(&mut self, closed: &mut Closed, _: Failed, _: &mut Context<Self>) -> Goto<BreakerClosedFailed> {
        closed.failures += 1;
        goto(if closed.failures < LIMIT { BreakerClosedFailed::Stay } else { BreakerClosedFailed::Open })
    }

    fn open_try(&mut self, _: Try, _: &mut Context<Self>) -> Result<(), Rejected> {
        Err(Rejected { state: "open" })
    }

    fn open_cool(&mut self, _: &mut Context<Self>) {}

    fn half_open_try(&mut self, _: Try, _: &mut Context<Self>) -> Result<(), Rejected> {
        Ok(())
    }

    fn probing_try(&mut self, _: Try, _: &mut Context<Self>) -> Result<(), Rejected> {
        Err(Rejected { state: "half open" })
    }

    fn probing_succeeded(&mut self, _: Succeeded, _: &mut Context<Self>) -> Goto<Closed> {
        goto(Closed::default())
    }

    fn probing_failed(&mut self, _: Failed, _: &mut Context<Self>) {}

    fn open_cool_after(&self) -> Duration {
        self.cooling
    }
}

fn main() {
    let Args { failures, cooling_ms, calls } = Args::parse();
    let lines = simulate(1, move |sim| async move {
        let breaker = Breaker { cooling: Duration::from_millis(cooling_ms) }.spawn();
        let mut left = failures;
        let mut lines = Vec::new();
        for call in 1..=calls {
            let outcome = match breaker.ask(Try).await {
                Err(why) => why.to_string(),
                Ok(()) if left > 0 => {
                    left -= 1;
                    answered(breaker.tell(Failed), "the service failed")
                }
                Ok(()) => answered(breaker.tell(Succeeded), "done"),
            };
            let state = breaker.state().await.unwrap_or("gone");
            lines.push(format!("call {call}: {outcome}; {state}"));
            sim.clock().advance(Duration::from_millis(300)).await;
        }
        lines
    });
    for line in lines {
        println!("{line}");
    }
}

/// What became of a call, unless the breaker could not be told.
fn answered(told: Result<(), TellError>, outcome: &str) -> String {
    told.map_or_else(|lost| lost.to_string(), |()| outcome.to_owned())
}

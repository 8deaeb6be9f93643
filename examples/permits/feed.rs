//! Sends the rows of a log to the two machines of each case.

use crate::advice::{
    Advice, AdviceRef, Advise, Approve, Conclude, Draft, Hold, Inspect, Print, PrintReport, Redraft, Review, Revise,
    Settle, Weigh,
};
use crate::confirmation::{Adjust, Check, Confirmation, ConfirmationRef, Determine, Send};
use crate::log::{Activity, Case};
use crate::rows::{Consumed, Deviate, Register};
use indicatif::ProgressBar;
use mainstay::prelude::*;
use std::convert::Infallible;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::task::JoinSet;

type Failure = Box<dyn Error + std::marker::Send + Sync>;

/// Sees every durable reply, and ends the process where it was told to.
pub struct Replies {
    seen: AtomicU64,
    crash_after: Option<u64>,
    bar: ProgressBar,
}

impl Replies {
    pub fn new(crash_after: Option<u64>, bar: ProgressBar) -> Self {
        Self { seen: AtomicU64::new(0), crash_after, bar }
    }

    /// How many rows were newly consumed, by machine.
    pub fn count(&self) -> u64 {
        self.seen.load(Ordering::Relaxed)
    }

    fn note(&self, reply: Reply) -> Result<(), Failure> {
        if reply? != Consumed::Before {
            let seen = self.seen.fetch_add(1, Ordering::Relaxed) + 1;
            if Some(seen) == self.crash_after {
                die();
            }
        }
        Ok(())
    }
}

/// Ends the process as a power cut would: no destructor runs, nothing is flushed.
fn die() {
    let killed = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    eprintln!("could not kill myself: {killed:?}");
}

/// Sends all rows: those of one case in order, those of up to `concurrency` cases at the same time.
pub async fn run(system: &System, cases: Vec<Case>, concurrency: usize, replies: &Arc<Replies>) -> Result<(), Failure> {
    let mut running = JoinSet::new();
    for case in cases {
        if running.len() >= concurrency {
            finish_one(&mut running).await?;
        }
        running.spawn(one(system.clone(), case, replies.clone()));
    }
    while !running.is_empty() {
        finish_one(&mut running).await?;
    }
    Ok(())
}

async fn finish_one(running: &mut JoinSet<Result<(), Failure>>) -> Result<(), Failure> {
    running.join_next().await.unwrap_or(Ok(Ok(())))?
}

async fn one(system: System, case: Case, replies: Arc<Replies>) -> Result<(), Failure> {
    let confirmation = system.entity::<Confirmation>(case.id.as_str())?;
    let advice = system.entity::<Advice>(case.id.as_str())?;
    for (activity, row) in case.rows.into_iter().zip(1..) {
        match activity {
            Activity::Register => {
                replies.note(confirmation.ask(Register(row)).await)?;
                replies.note(advice.ask(Register(row)).await)?;
            }
            Activity::Step(code @ ..=5) => replies.note(confirm(&confirmation, code, row).await)?,
            Activity::Step(code) => replies.note(advise(&advice, code, row).await)?,
        }
        replies.bar.inc(1);
    }
    Ok(())
}

type Reply = Result<Consumed, CallError<Infallible>>;

async fn confirm(case: &ConfirmationRef, code: u8, row: u32) -> Reply {
    let reply = match code {
        2 => case.ask(Check(row)).await,
        3 => case.ask(Adjust(row)).await,
        4 => case.ask(Determine(row)).await,
        _ => case.ask(Send(row)).await,
    };
    match deviation(&reply, code, row) {
        Some(deviation) => case.ask(deviation).await,
        None => reply,
    }
}

async fn advise(case: &AdviceRef, code: u8, row: u32) -> Reply {
    let reply = match code {
        6 => case.ask(Weigh(row)).await,
        7..=9 => case.ask(Advise(row)).await,
        10 => case.ask(Settle(row)).await,
        11 => case.ask(Draft(row)).await,
        12 => case.ask(Review(row)).await,
        13 => case.ask(Redraft(row)).await,
        14 => case.ask(Approve(row)).await,
        15 => case.ask(Print(row)).await,
        16 => case.ask(Hold(row)).await,
        17 => case.ask(Inspect(row)).await,
        18 => case.ask(Revise(row)).await,
        19 => case.ask(Conclude(row)).await,
        _ => case.ask(PrintReport(row)).await,
    };
    match deviation(&reply, code, row) {
        Some(deviation) => case.ask(deviation).await,
        None => reply,
    }
}

/// What the state has no row for is a deviation. One that was sent before is not stored again, like every row.
fn deviation(reply: &Reply, code: u8, row: u32) -> Option<Deviate> {
    let is_unexpected = matches!(reply, Err(CallError::Unhandled { .. } | CallError::Finished { .. }));
    is_unexpected.then(|| Deviate { row, code: format!("T{code:02}") })
}

//! What entities leave behind in memory that were used once and are not live any more.

use super::ledger::{self, Ledger};
use crate::allocations;
use crate::ours::Outcome;
use mainstay::entity::PassivateAfter;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

/// So many are used at the same time.
const AT_A_TIME: u32 = 4_096;

/// They leave the memory when they have been idle for so long.
const IDLE: Duration = Duration::from_millis(100);

/// How long it takes to look again whether all have left.
const AGAIN: Duration = Duration::from_millis(20);

/// Uses `first` entities, so that what is kept for the next time is there, and then `count` others.
pub(super) async fn measure(dir: PathBuf, first: u32, count: u32) -> Outcome {
    allocations::start();
    let settings = Settings { passivate_after: PassivateAfter::Idle(IDLE), ..Settings::default() };
    let system = System::open(dir).settings(settings).host::<Ledger>().start().await?;
    life(&system, 0..first).await?;
    let before = allocations::bytes();
    life(&system, first..first + count).await?;
    let left = allocations::bytes() - before;
    println!("passivated mainstay {left} bytes_left_of_{count}");
    system.shutdown().await?;
    Ok(())
}

/// Gives one command to each, and waits until all have left.
async fn life(system: &System, numbers: Range<u32>) -> Outcome {
    let step = AT_A_TIME as usize;
    let callers = numbers.clone().take(step).map(|first| {
        let (system, mine) = (system.clone(), (first..numbers.end).step_by(step));
        tokio::spawn(async move {
            for number in mine {
                system.entity::<Ledger>(ledger::id(number))?.deposit(1, 1).await?;
            }
            Outcome::Ok(())
        })
    });
    for caller in callers.collect::<Vec<_>>() {
        caller.await??;
    }
    while system.entity_count() > 0 {
        tokio::time::sleep(AGAIN).await;
    }
    Ok(())
}

//! A store with many timers that are not due: how it is made, what it takes of memory, and how long it takes to open.

use super::clockwork::Clockwork;
use crate::allocations;
use crate::ours::Outcome;
use crate::persistence::{line, rate, spread};
use mainstay::entity::PassivateAfter;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// An entity has so many, set by one command.
pub(super) const EACH: u32 = 1_000;

/// So many commands are on their way at the same time.
const AT_A_TIME: u32 = 16;

/// The entities leave the memory when they have been idle for so long.
const IDLE: Duration = Duration::from_millis(100);

/// How long it takes to look again whether all have left.
const AGAIN: Duration = Duration::from_millis(20);

/// So many are set before memory is measured: what is made at the first time is there then.
const FIRST: u32 = 100 * EACH;

pub(super) async fn open(dir: PathBuf) -> Outcome<System> {
    let settings = Settings { passivate_after: PassivateAfter::Idle(IDLE), ..Settings::default() };
    Ok(System::open(dir).settings(settings).host::<Clockwork>().start().await?)
}

/// Fills the store, and prints what is left in memory when all who have set timers have left it.
pub(super) async fn fill(dir: PathBuf, count: u32) -> Outcome {
    allocations::start();
    let system = open(dir).await?;
    set(&system, 0..FIRST / EACH).await?;
    let (bytes, resident) = (allocations::bytes(), resident()?);
    let start = Instant::now();
    set(&system, FIRST / EACH..(FIRST + count) / EACH).await?;
    let taken = start.elapsed();
    println!("timers_pending mainstay {} bytes_left_of_{count}", allocations::bytes() - bytes);
    println!("timers_pending mainstay {} resident_bytes_left_of_{count}", self::resident()? - resident);
    line("timers_pending", "mainstay", rate(count, taken), "set_in_bulk/s");
    system.shutdown().await?;
    Ok(())
}

async fn set(system: &System, entities: Range<u32>) -> Outcome {
    let callers = entities.clone().take(AT_A_TIME as usize).map(|first| {
        let (system, mine) = (system.clone(), (first..entities.end).step_by(AT_A_TIME as usize));
        tokio::spawn(async move {
            for entity in mine {
                system.entity::<Clockwork>(entity.to_string())?.fill(u64::from(EACH)).await?;
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

/// What the process has in memory, SQLite's included.
fn resident() -> Outcome<i64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")).ok_or("the system does not say")?;
    Ok(kilobytes.trim().parse::<i64>()? * 1024)
}

/// How many times as long it takes to open this store as an empty one, until the first command is answered.
pub(super) async fn opened(full: &Path, empty: &Path, rounds: usize) -> Outcome {
    let mut times = Vec::new();
    for _ in 0..rounds {
        let mut time = [0.0; 2];
        for (dir, time) in [full, empty].into_iter().zip(&mut time) {
            let start = Instant::now();
            let system = open(dir.to_owned()).await?;
            system.entity::<Clockwork>("first")?.fired().await?;
            *time = start.elapsed().as_secs_f64() * 1_000.0;
            system.shutdown().await?;
        }
        times.push(time);
    }
    line("timers_open", "mainstay", spread(times.iter().map(|time| time[0])).1, "ms");
    line("timers_open", "mainstay", spread(times.iter().map(|time| time[0] / time[1])).1, "of_an_empty_store");
    Ok(())
}

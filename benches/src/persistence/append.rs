//! Durable appends in a second, with so many on their way.

use super::ledger::{self, Ledger, LedgerRef};
use super::report::rate;
use super::sqlite;
use crate::ours::Outcome;
use mainstay::journal::{SqliteStore, Store as _};
use mainstay::prelude::*;
use std::collections::VecDeque;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use tokio::runtime::Runtime;

/// How much is to be appended.
#[derive(Clone, Copy)]
pub(super) struct Load {
    /// To so many entities.
    pub(super) entities: u32,
    /// By so many callers, each of which waits for its answer before it goes on. They are spread over the entities.
    pub(super) in_flight: u32,
    /// So often by each.
    pub(super) each: u32,
}

impl Load {
    pub(super) fn count(self) -> u32 {
        self.in_flight * self.each
    }
}

/// One round: each library in a directory of its own.
pub(super) fn round(runtime: &Runtime, load: Load, dir: &Path) -> Outcome<[f64; 3]> {
    let dir = |name| dir.join(name);
    let ours = runtime.block_on(runtime.spawn(entities(load, dir("mainstay"))))??;
    let engine = if load.entities == 1 {
        runtime.block_on(runtime.spawn(pipeline(load, dir("engine"))))??
    } else {
        runtime.block_on(runtime.spawn(engine(load, dir("engine"))))??
    };
    let raw = sqlite::append(runtime, load, &dir("sqlite"))?;
    Ok([ours, engine, raw])
}

async fn entities(load: Load, dir: PathBuf) -> Outcome<f64> {
    let system = System::open(dir).host::<Ledger>().start().await?;
    let ledgers: Vec<_> =
        (0..load.entities).map(|number| system.entity::<Ledger>(ledger::id(number))).collect::<Result<_, _>>()?;
    // The first time all of them are recovered.
    deposit(&ledgers, Load { each: 1, ..load }).await?;
    let start = Instant::now();
    deposit(&ledgers, load).await?;
    let taken = start.elapsed();
    system.shutdown().await?;
    Ok(rate(load.count(), taken))
}

async fn deposit(ledgers: &[LedgerRef], load: Load) -> Outcome {
    let callers = (0..load.in_flight).zip(ledgers.iter().cycle()).map(|(customer, ledger)| {
        let ledger = ledger.clone();
        tokio::spawn(async move {
            for invoice in 0..load.each {
                ledger.deposit(customer.into(), invoice.into()).await?;
            }
            Outcome::Ok(())
        })
    });
    for caller in callers.collect::<Vec<_>>() {
        caller.await??;
    }
    Ok(())
}

/// The same units, each caller with an entity of its own.
async fn engine(load: Load, dir: PathBuf) -> Outcome<f64> {
    let store = Arc::new(SqliteStore::open(dir)?);
    append(&store, Load { each: 1, ..load }, 0).await?;
    let start = Instant::now();
    append(&store, load, 1).await?;
    let taken = start.elapsed();
    store.close().await?;
    Ok(rate(load.count(), taken))
}

async fn append(store: &Arc<SqliteStore>, load: Load, stored: u64) -> Outcome {
    let callers = (0..load.in_flight).map(|customer| {
        let store = store.clone();
        tokio::spawn(async move {
            let (key, epoch) = (ledger::key(customer)?, store.epoch());
            for invoice in 0..load.each {
                let event = ledger::event(customer.into(), invoice.into())?;
                store.append(ledger::unit(&key, stored + u64::from(invoice), epoch, event)).await?;
            }
            Outcome::Ok(())
        })
    });
    for caller in callers.collect::<Vec<_>>() {
        caller.await??;
    }
    Ok(())
}

/// The same units of one entity, which only one caller can number.
async fn pipeline(load: Load, dir: PathBuf) -> Outcome<f64> {
    let store = SqliteStore::open(dir)?;
    let start = Instant::now();
    fill(&store, 0..1, 0..load.count(), load.in_flight as usize).await?;
    let taken = start.elapsed();
    store.close().await?;
    Ok(rate(load.count(), taken))
}

/// Appends to some entities, in turns, with so many units on their way. Each gets the events from `events.start` on.
pub(super) async fn fill(store: &SqliteStore, entities: Range<u32>, events: Range<u32>, in_flight: usize) -> Outcome {
    let keys: Vec<_> = entities.map(ledger::key).collect::<Result<_, _>>()?;
    let (epoch, mut waiting) = (store.epoch(), VecDeque::with_capacity(in_flight));
    for invoice in events {
        for (key, customer) in keys.iter().zip(0..) {
            if waiting.len() == in_flight
                && let Some(oldest) = waiting.pop_front()
            {
                oldest.await?;
            }
            let event = ledger::event(customer, invoice.into())?;
            waiting.push_back(store.append(ledger::unit(key, invoice.into(), epoch, event)));
        }
    }
    for pending in waiting {
        pending.await?;
    }
    Ok(())
}

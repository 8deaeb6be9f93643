//! Events in a second while entities are recovered.

use super::append::fill;
use super::ledger::{self, Ledger};
use super::report::rate;
use super::sqlite;
use crate::ours::Outcome;
use mainstay::entity::Recover;
use mainstay::journal::{SqliteStore, Store as _};
use mainstay::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;
use tokio::runtime::Runtime;

/// What is stored.
#[derive(Clone, Copy)]
pub(super) struct History {
    pub(super) entities: u32,
    /// So many events of each, in turns: the events of one entity are not beside each other.
    pub(super) each: u32,
}

/// So many units are on their way while the store is filled.
const IN_FLIGHT: usize = 8_192;

/// So many entities are read at a time, and so many events of one: as a system does.
const READERS: u32 = 50;
const PAGE: usize = 512;

impl History {
    fn count(self) -> u32 {
        self.entities * self.each
    }

    pub(super) fn write(self, runtime: &Runtime, dir: &Path) -> Outcome {
        runtime.block_on(async {
            let store = SqliteStore::open(dir)?;
            fill(&store, 0..self.entities, 0..self.each, IN_FLIGHT).await?;
            Ok(store.close().await?)
        })
    }

    /// One round, each on the same directory.
    pub(super) fn round(self, runtime: &Runtime, workers: u32, dir: &Path) -> Outcome<[f64; 3]> {
        let ours = runtime.block_on(runtime.spawn(entities(self, dir.to_owned())))??;
        let engine = runtime.block_on(runtime.spawn(engine(self, dir.to_owned())))??;
        let start = Instant::now();
        let found = sqlite::scan(dir, self.entities, workers.min(self.entities))?;
        let raw = rate(self.complete(found)?, start.elapsed());
        Ok([ours, engine, raw])
    }

    fn complete(self, found: u32) -> Outcome<u32> {
        if found == self.count() { Ok(found) } else { Err(format!("{found} of {} events", self.count()).into()) }
    }
}

async fn entities(history: History, dir: PathBuf) -> Outcome<f64> {
    let system = System::open(dir).host::<Ledger>().start().await?;
    let start = Instant::now();
    let ask = |number| -> Outcome<_> {
        let ledger = system.entity::<Ledger>(ledger::id(number))?;
        Ok(tokio::spawn(async move { ledger.balance().await }))
    };
    let mut found = 0;
    for balance in (0..history.entities).map(ask).collect::<Result<Vec<_>, _>>()? {
        found += u32::try_from(balance.await??)?;
    }
    let taken = start.elapsed();
    system.shutdown().await?;
    Ok(rate(history.complete(found)?, taken))
}

/// Reads and decodes the same, and makes nothing of it.
async fn engine(history: History, dir: PathBuf) -> Outcome<f64> {
    let store = Arc::new(SqliteStore::open(dir)?);
    let next = Arc::new(AtomicU32::new(0));
    let start = Instant::now();
    let readers = (0..READERS.min(history.entities)).map(|_| {
        let (store, next) = (store.clone(), next.clone());
        tokio::spawn(async move {
            let mut found = 0;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= history.entities {
                    return Outcome::Ok(found);
                }
                found += scan(&store, number).await?;
            }
        })
    });
    let mut found = 0;
    for reader in readers.collect::<Vec<_>>() {
        found += reader.await??;
    }
    let taken = start.elapsed();
    store.close().await?;
    Ok(rate(history.complete(found)?, taken))
}

async fn scan(store: &SqliteStore, number: u32) -> Outcome<u32> {
    let (key, mut after, mut found) = (ledger::key(number)?, 0, 0);
    loop {
        let page = store.read(key.clone(), after, u64::MAX, PAGE).await?;
        for record in &page.records {
            // Dropped right away.
            std::hint::black_box(Ledger::decode(record)?);
            (after, found) = (record.seq, found + 1);
        }
        if after == page.last {
            return Ok(found);
        }
    }
}

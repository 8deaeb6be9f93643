//! What runs in a process of its own: to be killed, or to start cold.

use super::append::fill;
use super::ledger::{self, Ledger};
use crate::ours::Outcome;
use clap::Subcommand;
use mainstay::journal::{SqliteStore, Store as _};
use mainstay::prelude::*;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// So many entities there are in the store.
const ENTITIES: u32 = 1_000;

/// So many units are on their way when the process is killed.
const IN_FLIGHT: usize = 4_096;

/// The entity that gets the first command. It has one event.
const FIRST: u32 = 0;

#[derive(Debug, Subcommand)]
pub(crate) enum Child {
    /// Stores so many events, says so, and goes on until it is killed.
    Fill { dir: PathBuf, events: u32 },
    /// Opens the store, gives one command, and prints the microseconds of both.
    First { dir: PathBuf, library: Library },
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Library {
    Mainstay,
    Engine,
}

impl Child {
    pub(crate) fn run(self) -> Outcome {
        let runtime = super::run::runtime()?;
        match self {
            Self::Fill { dir, events } => runtime.block_on(write(&dir, events)),
            Self::First { dir, library } => {
                let (opened, answered) = match library {
                    Library::Mainstay => runtime.block_on(runtime.spawn(entity(dir)))??,
                    Library::Engine => runtime.block_on(runtime.spawn(engine(dir)))??,
                };
                println!("{} {}", opened.as_micros(), answered.as_micros());
                Ok(())
            }
        }
    }
}

async fn write(dir: &Path, events: u32) -> Outcome {
    let store = SqliteStore::open(dir)?;
    let epoch = store.epoch();
    store.append(ledger::unit(&ledger::key(FIRST)?, 0, epoch, ledger::event(0, 0)?)).await?;
    fill(&store, FIRST + 1..FIRST + 1 + ENTITIES, 0..events / ENTITIES, IN_FLIGHT).await?;
    println!("{events}");
    std::io::stdout().flush()?;
    fill(&store, FIRST + 1..FIRST + 1 + ENTITIES, events / ENTITIES..u32::MAX, IN_FLIGHT).await
}

async fn entity(dir: PathBuf) -> Outcome<(Duration, Duration)> {
    let start = Instant::now();
    let system = System::open(dir).host::<Ledger>().start().await?;
    let opened = start.elapsed();
    let start = Instant::now();
    let balance = system.entity::<Ledger>(ledger::id(FIRST))?.deposit(1, 1).await?;
    let answered = start.elapsed();
    system.shutdown().await?;
    if balance == 2 { Ok((opened, answered)) } else { Err(format!("the balance is {balance}").into()) }
}

async fn engine(dir: PathBuf) -> Outcome<(Duration, Duration)> {
    let start = Instant::now();
    let store = SqliteStore::open(dir)?;
    let opened = start.elapsed();
    let start = Instant::now();
    let key = ledger::key(FIRST)?;
    let page = store.read(key.clone(), 0, u64::MAX, 1).await?;
    store.append(ledger::unit(&key, page.last, store.epoch(), ledger::event(1, 1)?)).await?;
    let answered = start.elapsed();
    store.close().await?;
    Ok((opened, answered))
}

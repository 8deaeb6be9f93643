//! The same units through the engine alone: what the machines cost is the difference.

use crate::advice::Advice;
use crate::confirmation::Confirmation;
use crate::feed::{self, Replies};
use crate::log::Case;
use mainstay::journal::{
    AppendError, Appended, Commits, EntityKey, FoundSnapshot, MemoryStore, NewSnapshot, Page, Pending, ReadError,
    ReopenError, Request, Row, Select, SqliteStore, Store, Stretch, Table, Unit,
};
use mainstay::prelude::*;
use std::collections::HashMap;
use std::error::Error;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// A store in memory that keeps what it is given, to give it to another.
#[derive(Debug, Default)]
struct Recorder {
    inner: MemoryStore,
    units: Mutex<Vec<Unit>>,
}

impl Store for Recorder {
    fn epoch(&self) -> u64 {
        self.inner.epoch()
    }

    fn append(&self, unit: Unit) -> Pending<Appended, AppendError> {
        self.units.lock().unwrap_or_else(PoisonError::into_inner).push(unit.clone());
        self.inner.append(unit)
    }

    fn read(&self, key: EntityKey, after: u64, upto: u64, limit: usize) -> Pending<Page, ReadError> {
        self.inner.read(key, after, upto, limit)
    }

    fn snapshot(&self, key: EntityKey, upto: u64) -> Pending<FoundSnapshot, ReadError> {
        self.inner.snapshot(key, upto)
    }

    fn requests(&self, key: EntityKey, limit: usize) -> Pending<Vec<Request>, ReadError> {
        self.inner.requests(key, limit)
    }

    fn rows(&self, key: EntityKey, table: Table, after: Option<Vec<u8>>, limit: usize) -> Pending<Vec<Row>, ReadError> {
        self.inner.rows(key, table, after, limit)
    }

    fn due(&self, table: Table, upto: i64, limit: usize) -> Pending<Vec<(EntityKey, Row)>, ReadError> {
        self.inner.due(table, upto, limit)
    }

    fn save(&self, key: EntityKey, seq: u64, epoch: u64, at: i64, snapshot: NewSnapshot) -> Pending<(), AppendError> {
        self.inner.save(key, seq, epoch, at, snapshot)
    }

    fn delete_snapshots(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError> {
        self.inner.delete_snapshots(key, upto)
    }

    fn delete(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError> {
        self.inner.delete(key, upto)
    }

    fn purge(&self, key: EntityKey) -> Pending<(), AppendError> {
        self.inner.purge(key)
    }

    fn feed(&self, select: Select, after: u64, limit: usize) -> Pending<Stretch, ReadError> {
        self.inner.feed(select, after, limit)
    }

    fn commits(&self) -> Commits {
        self.inner.commits()
    }

    fn reopen(&self, seen: u64) -> Pending<u64, ReopenError> {
        self.inner.reopen(seen)
    }

    fn kinds(&self) -> Pending<Vec<Arc<str>>, ReadError> {
        self.inner.kinds()
    }

    fn ids(&self, kind: Arc<str>, after: Option<Arc<str>>, limit: usize) -> Pending<Vec<Arc<str>>, ReadError> {
        self.inner.ids(kind, after, limit)
    }

    fn close(&self) -> Pending<(), AppendError> {
        self.inner.close()
    }
}

/// Lets the machines make the units in memory, then appends them to the engine in `dir`: those of one case in order, those of up to
/// `concurrency` cases at the same time. Gives the number of units and the time that the engine took.
pub async fn run(
    dir: PathBuf,
    cases: Vec<Case>,
    concurrency: usize,
    replies: &Arc<Replies>,
) -> Result<(u64, Duration), Box<dyn Error + Send + Sync>> {
    let order: HashMap<String, usize> = cases.iter().enumerate().map(|(at, case)| (case.id.clone(), at)).collect();
    let recorder = Arc::new(Recorder::default());
    let system = System::with(recorder.clone()).host::<Confirmation>().host::<Advice>().start().await?;
    feed::run(&system, cases, concurrency, replies).await?;
    system.shutdown().await?;
    let units = std::mem::take(&mut *recorder.units.lock().unwrap_or_else(PoisonError::into_inner));

    let mut cases: Vec<Vec<Unit>> = vec![Vec::new(); order.len()];
    let count = units.len() as u64;
    for unit in units {
        if let Some(case) = order.get(&**unit.key.id()).and_then(|&at| cases.get_mut(at)) {
            case.push(unit);
        }
    }

    let store = Arc::new(SqliteStore::open(&dir)?);
    if !store.kinds().await?.is_empty() {
        return Err(format!("{} has a store with events: --engine-only wants an empty one", dir.display()).into());
    }
    let started = Instant::now();
    let mut running: JoinSet<Result<(), AppendError>> = JoinSet::new();
    for case in cases {
        if running.len() >= concurrency {
            running.join_next().await.unwrap_or(Ok(Ok(())))??;
        }
        let store = store.clone();
        running.spawn(async move {
            for unit in case {
                store.append(Unit { epoch: store.epoch(), ..unit }).await?;
            }
            Ok(())
        });
    }
    while let Some(finished) = running.join_next().await {
        finished??;
    }
    let took = started.elapsed();
    store.close().await?;
    Ok((count, took))
}

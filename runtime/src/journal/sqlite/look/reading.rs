//! A store that can be read and not written, so that what works on a store works beside a running system.

use super::open::SqliteLook;
use crate::journal::sqlite::{beside, events, places};
use crate::journal::{
    AppendError, Appended, CommitBell, Commits, EntityKey, FoundSnapshot, NewSnapshot, Page, Pending, ReadError,
    ReopenError, Request, Row, Select, Store, Stretch, Table, Unit,
};
use rusqlite::Connection;
use std::sync::{Arc, Mutex, PoisonError};

/// What is looked at, as a store. Its calls block until the disk has answered, and every write is refused.
#[derive(Debug)]
pub(crate) struct ReadOnly {
    epoch: u64,
    look: Mutex<SqliteLook>,
    /// Never rung: who only looks is told of no commits.
    bell: CommitBell,
}

impl ReadOnly {
    pub(crate) fn new(look: SqliteLook) -> Result<Self, ReadError> {
        Ok(Self { epoch: look.epoch()?, look: Mutex::new(look), bell: CommitBell::new() })
    }

    fn query<T>(&self, read: impl FnOnce(&Connection) -> Result<T, ReadError>) -> Pending<T, ReadError> {
        // A connection that is only read cannot be left half-changed.
        let look = self.look.lock().unwrap_or_else(PoisonError::into_inner);
        Pending::ready(read(&look.connection), || ReadError::Closed)
    }
}

fn refused<T>() -> Pending<T, AppendError> {
    Pending::ready(Err(AppendError::ReadOnly), || AppendError::ReadOnly)
}

impl Store for ReadOnly {
    fn epoch(&self) -> u64 {
        self.epoch
    }

    fn append(&self, _: Unit) -> Pending<Appended, AppendError> {
        refused()
    }

    fn read(&self, key: EntityKey, after: u64, upto: u64, limit: usize) -> Pending<Page, ReadError> {
        self.query(|connection| events::page(connection, &key, after, upto, limit))
    }

    fn snapshot(&self, key: EntityKey, upto: u64) -> Pending<FoundSnapshot, ReadError> {
        self.query(|connection| beside::snapshot(connection, &key, upto))
    }

    fn requests(&self, key: EntityKey, limit: usize) -> Pending<Vec<Request>, ReadError> {
        self.query(|connection| beside::requests(connection, &key, limit))
    }

    fn rows(&self, key: EntityKey, table: Table, after: Option<Vec<u8>>, limit: usize) -> Pending<Vec<Row>, ReadError> {
        self.query(|connection| beside::rows(connection, &key, table, &after.unwrap_or_default(), limit))
    }

    fn due(&self, table: Table, upto: i64, limit: usize) -> Pending<Vec<(EntityKey, Row)>, ReadError> {
        self.query(|connection| beside::due(connection, table, upto, limit))
    }

    fn save(&self, _: EntityKey, _: u64, _: u64, _: i64, _: NewSnapshot) -> Pending<(), AppendError> {
        refused()
    }

    fn delete_snapshots(&self, _: EntityKey, _: u64) -> Pending<(), AppendError> {
        refused()
    }

    fn delete(&self, _: EntityKey, _: u64) -> Pending<(), AppendError> {
        refused()
    }

    fn purge(&self, _: EntityKey) -> Pending<(), AppendError> {
        refused()
    }

    fn kinds(&self) -> Pending<Vec<Arc<str>>, ReadError> {
        self.query(events::kinds)
    }

    fn ids(&self, kind: Arc<str>, after: Option<Arc<str>>, limit: usize) -> Pending<Vec<Arc<str>>, ReadError> {
        self.query(|connection| events::ids(connection, &kind, after.as_deref(), limit))
    }

    fn feed(&self, select: Select, after: u64, limit: usize) -> Pending<Stretch, ReadError> {
        self.query(|connection| places::feed(connection, &select, after, limit))
    }

    fn commits(&self) -> Commits {
        self.bell.commits()
    }

    fn reopen(&self, _: u64) -> Pending<u64, ReopenError> {
        let cause = || AppendError::ReadOnly.to_string().into();
        Pending::ready(Err(ReopenError::Failed { cause: cause() }), || ReopenError::Closed)
    }

    fn close(&self) -> Pending<(), AppendError> {
        Pending::ready(Ok(()), || AppendError::Closed)
    }
}

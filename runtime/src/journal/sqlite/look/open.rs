//! The handle of a store that is only looked at.

use crate::journal::sqlite::error::OpenError;
use crate::journal::sqlite::{beside, events, schema};
use crate::journal::{EntityKey, FoundSnapshot, Page, ReadError, Request, Row, Table};
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// A store in a directory, opened for reading alone: also while a system has it open, whose writes it sees as they become durable.
///
/// It is for tools. Calls block until the disk has answered, none changes what is stored, and the epoch stays as it is. What cannot be read is an error
/// that names entity and place, as everywhere.
///
/// ```
/// use mainstay::journal::{SqliteLook, SqliteStore};
///
/// # let dir = tempfile::tempdir()?;
/// # let dir = dir.path();
/// let store = SqliteStore::open(dir)?;
/// let look = SqliteLook::open(dir)?; // beside the store, which is open
/// assert_eq!(look.epoch()?, 1);
/// assert!(look.entities(None, None, 100)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SqliteLook {
    dir: PathBuf,
    pub(super) connection: Connection,
}

impl SqliteLook {
    /// Opens the store in `dir`. Makes neither a directory nor a store.
    ///
    /// # Errors
    ///
    /// There is no store, the file is not one or is of another format, or the disk failed.
    pub fn open(dir: impl AsRef<Path>) -> Result<Self, OpenError> {
        let dir = dir.as_ref();
        let file = dir.join("journal.sqlite");
        if !file.is_file() {
            return Err(OpenError::Missing { dir: dir.into() });
        }
        Ok(Self { dir: dir.into(), connection: schema::look(&file)? })
    }

    /// The directory of the store.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Events of `key`, as [`Store::read`](crate::journal::Store::read) gives them.
    ///
    /// # Errors
    ///
    /// An event is damaged or missing, or the disk failed.
    pub fn read(&self, key: &EntityKey, after: u64, upto: u64, limit: usize) -> Result<Page, ReadError> {
        events::page(&self.connection, key, after, upto, limit)
    }

    /// The newest snapshot of `key` up to `upto`, as [`Store::snapshot`](crate::journal::Store::snapshot) gives it.
    ///
    /// # Errors
    ///
    /// The disk failed.
    pub fn snapshot(&self, key: &EntityKey, upto: u64) -> Result<FoundSnapshot, ReadError> {
        beside::snapshot(&self.connection, key, upto)
    }

    /// What `key` remembers of callers' ids, newest first, at most `limit` of them.
    ///
    /// # Errors
    ///
    /// A request is damaged, or the disk failed.
    pub fn requests(&self, key: &EntityKey, limit: usize) -> Result<Vec<Request>, ReadError> {
        beside::requests(&self.connection, key, limit)
    }

    /// Rows of `key` in `table`, as [`Store::rows`](crate::journal::Store::rows) gives them.
    ///
    /// # Errors
    ///
    /// A row is damaged, or the disk failed.
    pub fn rows(
        &self,
        key: &EntityKey,
        table: Table,
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Row>, ReadError> {
        beside::rows(&self.connection, key, table, after.unwrap_or_default(), limit)
    }
}

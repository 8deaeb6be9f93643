//! A store around another one, for those that change a call or two.

use crate::journal::{
    AppendError, Appended, Commits, EntityKey, FoundSnapshot, NewSnapshot, Page, Pending, ReadError, ReopenError,
    Request, Row, Select, Store, Stretch, Table, Unit,
};
use std::fmt::Debug;
use std::sync::Arc;

/// A store around another one: every call is handed on to the one inside, but for those that are written anew. So a test says only what is
/// different, and goes on to compile when a [`Store`] gets another method.
///
/// ```
/// use mainstay::journal::{AppendError, Appended, MemoryStore, Pending, Store, Unit};
/// use mainstay::testing::store::Around;
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// /// Counts what is written.
/// #[derive(Debug, Default)]
/// struct Counted {
///     inner: MemoryStore,
///     units: AtomicUsize,
/// }
///
/// impl Around for Counted {
///     type Inner = MemoryStore;
///
///     fn inner(&self) -> &MemoryStore {
///         &self.inner
///     }
///
///     fn append(&self, unit: Unit) -> Pending<Appended, AppendError> {
///         self.units.fetch_add(1, Ordering::Relaxed);
///         self.inner.append(unit)
///     }
/// }
///
/// fn is_a_store(_: &impl Store) {}
/// is_a_store(&Counted::default());
/// ```
pub trait Around: Debug + Send + Sync + 'static {
    /// The store inside.
    type Inner: Store + ?Sized;

    /// The store inside.
    fn inner(&self) -> &Self::Inner;

    /// See [`Store::epoch`].
    fn epoch(&self) -> u64 {
        self.inner().epoch()
    }

    /// See [`Store::append`].
    fn append(&self, unit: Unit) -> Pending<Appended, AppendError> {
        self.inner().append(unit)
    }

    /// See [`Store::read`].
    fn read(&self, key: EntityKey, after: u64, upto: u64, limit: usize) -> Pending<Page, ReadError> {
        self.inner().read(key, after, upto, limit)
    }

    /// See [`Store::snapshot`].
    fn snapshot(&self, key: EntityKey, upto: u64) -> Pending<FoundSnapshot, ReadError> {
        self.inner().snapshot(key, upto)
    }

    /// See [`Store::requests`].
    fn requests(&self, key: EntityKey, limit: usize) -> Pending<Vec<Request>, ReadError> {
        self.inner().requests(key, limit)
    }

    /// See [`Store::rows`].
    fn rows(&self, key: EntityKey, table: Table, after: Option<Vec<u8>>, limit: usize) -> Pending<Vec<Row>, ReadError> {
        self.inner().rows(key, table, after, limit)
    }

    /// See [`Store::due`].
    fn due(&self, table: Table, upto: i64, limit: usize) -> Pending<Vec<(EntityKey, Row)>, ReadError> {
        self.inner().due(table, upto, limit)
    }

    /// See [`Store::save`].
    fn save(&self, key: EntityKey, seq: u64, epoch: u64, at: i64, snapshot: NewSnapshot) -> Pending<(), AppendError> {
        self.inner().save(key, seq, epoch, at, snapshot)
    }

    /// See [`Store::delete_snapshots`].
    fn delete_snapshots(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError> {
        self.inner().delete_snapshots(key, upto)
    }

    /// See [`Store::delete`].
    fn delete(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError> {
        self.inner().delete(key, upto)
    }

    /// See [`Store::purge`].
    fn purge(&self, key: EntityKey) -> Pending<(), AppendError> {
        self.inner().purge(key)
    }

    /// See [`Store::kinds`].
    fn kinds(&self) -> Pending<Vec<Arc<str>>, ReadError> {
        self.inner().kinds()
    }

    /// See [`Store::ids`].
    fn ids(&self, kind: Arc<str>, after: Option<Arc<str>>, limit: usize) -> Pending<Vec<Arc<str>>, ReadError> {
        self.inner().ids(kind, after, limit)
    }

    /// See [`Store::feed`].
    fn feed(&self, select: Select, after: u64, limit: usize) -> Pending<Stretch, ReadError> {
        self.inner().feed(select, after, limit)
    }

    /// See [`Store::commits`].
    fn commits(&self) -> Commits {
        self.inner().commits()
    }

    /// See [`Store::reopen`].
    fn reopen(&self, seen: u64) -> Pending<u64, ReopenError> {
        self.inner().reopen(seen)
    }

    /// See [`Store::close`].
    fn close(&self) -> Pending<(), AppendError> {
        self.inner().close()
    }
}

impl<T: Around> Store for T {
    fn epoch(&self) -> u64 {
        Around::epoch(self)
    }

    fn append(&self, unit: Unit) -> Pending<Appended, AppendError> {
        Around::append(self, unit)
    }

    fn read(&self, key: EntityKey, after: u64, upto: u64, limit: usize) -> Pending<Page, ReadError> {
        Around::read(self, key, after, upto, limit)
    }

    fn snapshot(&self, key: EntityKey, upto: u64) -> Pending<FoundSnapshot, ReadError> {
        Around::snapshot(self, key, upto)
    }

    fn requests(&self, key: EntityKey, limit: usize) -> Pending<Vec<Request>, ReadError> {
        Around::requests(self, key, limit)
    }

    fn rows(&self, key: EntityKey, table: Table, after: Option<Vec<u8>>, limit: usize) -> Pending<Vec<Row>, ReadError> {
        Around::rows(self, key, table, after, limit)
    }

    fn due(&self, table: Table, upto: i64, limit: usize) -> Pending<Vec<(EntityKey, Row)>, ReadError> {
        Around::due(self, table, upto, limit)
    }

    fn save(&self, key: EntityKey, seq: u64, epoch: u64, at: i64, snapshot: NewSnapshot) -> Pending<(), AppendError> {
        Around::save(self, key, seq, epoch, at, snapshot)
    }

    fn delete_snapshots(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError> {
        Around::delete_snapshots(self, key, upto)
    }

    fn delete(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError> {
        Around::delete(self, key, upto)
    }

    fn purge(&self, key: EntityKey) -> Pending<(), AppendError> {
        Around::purge(self, key)
    }

    fn kinds(&self) -> Pending<Vec<Arc<str>>, ReadError> {
        Around::kinds(self)
    }

    fn ids(&self, kind: Arc<str>, after: Option<Arc<str>>, limit: usize) -> Pending<Vec<Arc<str>>, ReadError> {
        Around::ids(self, kind, after, limit)
    }

    fn feed(&self, select: Select, after: u64, limit: usize) -> Pending<Stretch, ReadError> {
        Around::feed(self, select, after, limit)
    }

    fn commits(&self) -> Commits {
        Around::commits(self)
    }

    fn reopen(&self, seen: u64) -> Pending<u64, ReopenError> {
        Around::reopen(self, seen)
    }

    fn close(&self) -> Pending<(), AppendError> {
        Around::close(self)
    }
}

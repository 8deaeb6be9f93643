//! The interface of an engine.

use super::error::{AppendError, ReadError, ReopenError};
use super::global::{Commits, Select, Stretch};
use super::pending::Pending;
use super::record::{EntityKey, Record, Request, Snapshot};
use super::unit::{NewSnapshot, Row, Table, Unit};
use std::fmt::Debug;
use std::sync::Arc;

/// Keeps the events of entities, and what belongs to them.
///
/// An engine promises four things, and everything above it relies on them:
///
/// - **Atomic.** A unit is stored whole or not at all, also across a crash.
/// - **Durable.** A write is answered with `Ok` only when it survives the loss of power.
/// - **Exclusive.** A unit whose expected number is not the entity's last one, or whose epoch is not the store's, is refused and nothing of
///   it is stored.
/// - **Loud.** What cannot be read is an error that names the entity and the place, never a shorter list.
///
/// Calls return at once; the work happens elsewhere. Writes are decided in the order of the calls, and a read sees, or waits for, every
/// write that was called before it.
///
/// The feature `conformance` has the tests that an engine must pass.
pub trait Store: Debug + Send + Sync + 'static {
    /// The epoch of this opening of the store: higher than that of every opening before.
    fn epoch(&self) -> u64;

    /// Stores `unit` and answers once it is durable.
    ///
    /// A unit with events that is there already, the same command with the same events at the same numbers, is a success that says so:
    /// whoever does not know what became of a unit sends it again. Its epoch must be the current one, and the events must not be deleted
    /// yet.
    fn append(&self, unit: Unit) -> Pending<Appended, AppendError>;

    /// Reads events of `key` with numbers above `after` and up to `upto`, oldest first, at most `limit` of them (an engine may give fewer,
    /// but not none while there are some). Those that were deleted are passed over.
    fn read(&self, key: EntityKey, after: u64, upto: u64, limit: usize) -> Pending<Page, ReadError>;

    /// The snapshot of `key` with the highest number up to `upto` that is not damaged.
    fn snapshot(&self, key: EntityKey, upto: u64) -> Pending<FoundSnapshot, ReadError>;

    /// What `key` remembers of callers' ids, newest first, at most `limit` of them.
    fn requests(&self, key: EntityKey, limit: usize) -> Pending<Vec<Request>, ReadError>;

    /// Rows of `key` in `table`, in the order of their ids, those after the id `after`, at most `limit` of them (an engine may give fewer,
    /// but not none while there are some).
    fn rows(&self, key: EntityKey, table: Table, after: Option<Vec<u8>>, limit: usize) -> Pending<Vec<Row>, ReadError>;

    /// Rows of all entities in `table` that are due at `upto` (microseconds since 1970 UTC) or before, the earliest first, at most `limit`
    /// of them (an engine may give fewer, but not none while there are some).
    fn due(&self, table: Table, upto: i64, limit: usize) -> Pending<Vec<(EntityKey, Row)>, ReadError>;

    /// Stores a state of `key`, taken at the time `at` after event `seq`, that was not part of a unit. One with that number is replaced.
    ///
    /// `epoch` is that of the writer. A number beyond the entity's last event is refused as [`OutOfRange`](AppendError::OutOfRange).
    fn save(&self, key: EntityKey, seq: u64, epoch: u64, at: i64, snapshot: NewSnapshot) -> Pending<(), AppendError>;

    /// Deletes the snapshots of `key` with numbers up to `upto`.
    fn delete_snapshots(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError>;

    /// Deletes the events of `key` with numbers up to `upto`, or all with `u64::MAX`. Numbers go on where they were.
    ///
    /// A number beyond the entity's last event is refused as [`OutOfRange`](AppendError::OutOfRange), and nothing is deleted.
    fn delete(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError>;

    /// Deletes all that is stored of `key`: events, snapshots, requests and rows. What stays is its number, so that none is ever given
    /// twice. [`ids`](Store::ids) and [`kinds`](Store::kinds) leave it out until something is stored of it again.
    fn purge(&self, key: EntityKey) -> Pending<(), AppendError>;

    /// The stable names of all types of which something is stored, sorted.
    fn kinds(&self) -> Pending<Vec<Arc<str>>, ReadError>;

    /// Ids of the type `kind` in byte order, those after `after`, at most `limit`. An empty answer means that there are no more.
    fn ids(&self, kind: Arc<str>, after: Option<Arc<str>>, limit: usize) -> Pending<Vec<Arc<str>>, ReadError>;

    /// Events of all entities in the order in which they became durable: those of `select` after the place `after`, at most `limit` of them. An engine may
    /// give fewer, and none, as long as [`upto`](Stretch::upto) gets further with each part until it is [`end`](Stretch::end). Those that were deleted are
    /// passed over.
    ///
    /// A place is given once, also where its event was deleted, and in order: no event ever gets one at or below an `end` that was told. An engine with
    /// several writers holds back what is behind a place whose transaction is still open.
    ///
    /// With an `after` beyond the end, which only a store that lost events has seen, `upto` is the end.
    fn feed(&self, select: Select, after: u64, limit: usize) -> Pending<Stretch, ReadError>;

    /// Hears of every commit with events from now on, and of the end of the store.
    fn commits(&self) -> Commits;

    /// Opens the store again if its epoch is still `seen`, and answers with the epoch that it has then.
    ///
    /// This is what is done about [`AppendError::Unknown`] and [`AppendError::Poisoned`]: afterwards it is certain what is stored, and
    /// reading tells. The epoch rises, so that units made before are refused as [`Fenced`](AppendError::Fenced). Everybody who saw the
    /// failure calls it with the epoch under which that was: the first call opens the store, and the others find it open.
    fn reopen(&self, seen: u64) -> Pending<u64, ReopenError>;

    /// Lets what was appended become durable, then releases the store. Every later call is answered with `Closed`.
    fn close(&self) -> Pending<(), AppendError>;
}

/// A shared store is a store: for a system and whoever else looks at it.
impl<S: Store + ?Sized> Store for Arc<S> {
    fn epoch(&self) -> u64 {
        (**self).epoch()
    }

    fn append(&self, unit: Unit) -> Pending<Appended, AppendError> {
        (**self).append(unit)
    }

    fn read(&self, key: EntityKey, after: u64, upto: u64, limit: usize) -> Pending<Page, ReadError> {
        (**self).read(key, after, upto, limit)
    }

    fn snapshot(&self, key: EntityKey, upto: u64) -> Pending<FoundSnapshot, ReadError> {
        (**self).snapshot(key, upto)
    }

    fn requests(&self, key: EntityKey, limit: usize) -> Pending<Vec<Request>, ReadError> {
        (**self).requests(key, limit)
    }

    fn rows(&self, key: EntityKey, table: Table, after: Option<Vec<u8>>, limit: usize) -> Pending<Vec<Row>, ReadError> {
        (**self).rows(key, table, after, limit)
    }

    fn due(&self, table: Table, upto: i64, limit: usize) -> Pending<Vec<(EntityKey, Row)>, ReadError> {
        (**self).due(table, upto, limit)
    }

    fn save(&self, key: EntityKey, seq: u64, epoch: u64, at: i64, snapshot: NewSnapshot) -> Pending<(), AppendError> {
        (**self).save(key, seq, epoch, at, snapshot)
    }

    fn delete_snapshots(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError> {
        (**self).delete_snapshots(key, upto)
    }

    fn delete(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError> {
        (**self).delete(key, upto)
    }

    fn purge(&self, key: EntityKey) -> Pending<(), AppendError> {
        (**self).purge(key)
    }

    fn kinds(&self) -> Pending<Vec<Arc<str>>, ReadError> {
        (**self).kinds()
    }

    fn ids(&self, kind: Arc<str>, after: Option<Arc<str>>, limit: usize) -> Pending<Vec<Arc<str>>, ReadError> {
        (**self).ids(kind, after, limit)
    }

    fn feed(&self, select: Select, after: u64, limit: usize) -> Pending<Stretch, ReadError> {
        (**self).feed(select, after, limit)
    }

    fn commits(&self) -> Commits {
        (**self).commits()
    }

    fn reopen(&self, seen: u64) -> Pending<u64, ReopenError> {
        (**self).reopen(seen)
    }

    fn close(&self) -> Pending<(), AppendError> {
        (**self).close()
    }
}

/// A unit that is durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The number of the unit's last event; the expected one for a unit without events.
    pub last: u64,
    /// The unit was there already, and this call has stored nothing.
    pub repeated: bool,
}

/// Some of an entity's events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The events, oldest first, without gaps.
    pub records: Vec<Record>,
    /// The number of the entity's last event at the time of reading; 0 when it has none. Deleting events leaves it as it is.
    pub last: u64,
    /// Events up to this number were deleted; 0 when none were.
    pub deleted: u64,
    /// The number after which the entity began: 0, or its last one when it was purged. Its history is complete as long as `deleted` is
    /// the same.
    pub origin: u64,
}

/// The newest snapshot that can be used, and those that cannot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundSnapshot {
    /// The newest one that is not damaged.
    pub snapshot: Option<Snapshot>,
    /// The newer ones that are damaged ([`ReadError::Damaged`]), newest first. Whoever recovers without them says so.
    pub damaged: Vec<ReadError>,
}

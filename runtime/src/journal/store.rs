//! The interface of an engine.

use super::pending::Pending;
use super::record::{EntityKey, Record, Unit};
use std::fmt::Debug;
use std::sync::Arc;

/// Keeps the events of entities.
///
/// An engine promises four things, and everything above it relies on them:
///
/// - **Atomic.** A unit is stored whole or not at all, also across a crash.
/// - **Durable.** An append is answered with `Ok` only when the unit survives the loss of power.
/// - **Exclusive.** A unit whose expected number is not the entity's last one, or whose epoch is not the store's, is refused and nothing of
///   it is stored.
/// - **Loud.** What cannot be read is an error that names entity and number, never a shorter list.
///
/// Calls return at once; the work happens elsewhere, and appends of one entity are decided in the order of the calls.
pub trait Store: Debug + Send + Sync + 'static {
    /// The epoch of this opening of the store: higher than that of every opening before.
    fn epoch(&self) -> u64;

    /// Stores `unit` and answers with the number of its last event once it is durable.
    fn append(&self, unit: Unit) -> Pending<u64, AppendError>;

    /// Reads events of `key` after number `after`, oldest first, at most `limit` of them (an engine may give fewer, but not none
    /// while there are some).
    ///
    /// What was answered with `Ok` before the call is seen. An append that is still under way may be in the page or not: whoever goes on
    /// from the page is refused with `Conflict` if it was not and comes after all.
    fn read(&self, key: EntityKey, after: u64, limit: usize) -> Pending<Page, ReadError>;

    /// The stable names of all types of which something is stored, sorted.
    fn kinds(&self) -> Pending<Vec<Arc<str>>, ReadError>;

    /// Ids of the type `kind` in byte order, those after `after`, at most `limit`. An empty answer means that there are no more.
    fn ids(&self, kind: Arc<str>, after: Option<Arc<str>>, limit: usize) -> Pending<Vec<Arc<str>>, ReadError>;

    /// Lets what was appended become durable, then releases the store. Every later call is answered with `Closed`.
    fn close(&self) -> Pending<(), AppendError>;
}

/// A shared store is a store: for a system and whoever else looks at it.
impl<S: Store + ?Sized> Store for Arc<S> {
    fn epoch(&self) -> u64 {
        (**self).epoch()
    }

    fn append(&self, unit: Unit) -> Pending<u64, AppendError> {
        (**self).append(unit)
    }

    fn read(&self, key: EntityKey, after: u64, limit: usize) -> Pending<Page, ReadError> {
        (**self).read(key, after, limit)
    }

    fn kinds(&self) -> Pending<Vec<Arc<str>>, ReadError> {
        (**self).kinds()
    }

    fn ids(&self, kind: Arc<str>, after: Option<Arc<str>>, limit: usize) -> Pending<Vec<Arc<str>>, ReadError> {
        (**self).ids(kind, after, limit)
    }

    fn close(&self) -> Pending<(), AppendError> {
        (**self).close()
    }
}

/// Some of an entity's events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The events, oldest first, without gaps.
    pub records: Vec<Record>,
    /// The number of the entity's last event at the time of reading; 0 when it has none.
    pub last: u64,
}

/// Why a unit is not known to be stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AppendError {
    /// Somebody else has written to the entity. Nothing was stored.
    #[error("{key} is at event {last}, not at {expected}: another writer was there")]
    Conflict {
        /// The entity.
        key: EntityKey,
        /// The number that the writer took for the last one.
        expected: u64,
        /// The number of the entity's last event.
        last: u64,
    },
    /// The writer's epoch is over. Nothing was stored.
    #[error("{key} was written under epoch {epoch}, but the store is at epoch {current}")]
    Fenced {
        /// The entity.
        key: EntityKey,
        /// The writer's epoch.
        epoch: u64,
        /// The store's epoch.
        current: u64,
    },
    /// No store can take this unit. Nothing was stored.
    #[error("a unit of {key} cannot be stored: {cause}")]
    Invalid {
        /// The entity.
        key: EntityKey,
        /// What is wrong with the unit.
        cause: Arc<str>,
    },
    /// The write failed half-way: the unit may be stored or not. The store takes no more until it is opened again.
    #[error("the write failed, and whether it is stored is unknown until the store is opened again: {cause}")]
    Unknown {
        /// What the engine said.
        cause: Arc<str>,
    },
    /// An earlier write failed half-way. Nothing of this unit was stored.
    #[error("the store takes no writes since one failed ({cause}); open it again")]
    Poisoned {
        /// What the engine said of the write that failed.
        cause: Arc<str>,
    },
    /// The store is closed. Nothing was stored.
    #[error("the store is closed")]
    Closed,
}

/// Why something could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// What is stored is not what was written.
    #[error("event {seq} of {key} is damaged: {cause}")]
    Corrupt {
        /// The entity.
        key: EntityKey,
        /// The number of the event.
        seq: u64,
        /// What is wrong with it.
        cause: Arc<str>,
    },
    /// Events are missing.
    #[error("event {expected} of {key} is missing: the next one stored is {found}")]
    Gap {
        /// The entity.
        key: EntityKey,
        /// The number that should have come.
        expected: u64,
        /// The number that came; one more than the last number when nothing came.
        found: u64,
    },
    /// The engine failed.
    #[error("the store could not be read: {cause}")]
    Engine {
        /// What the engine said.
        cause: Arc<str>,
    },
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

//! Why a store has not done what it was asked for.

use super::record::EntityKey;
use std::sync::Arc;

/// Why a write is not known to be stored.
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
    /// No store can take this. Nothing was stored.
    #[error("a unit of {key} cannot be stored: {cause}")]
    Invalid {
        /// The entity.
        key: EntityKey,
        /// What is wrong.
        cause: Arc<str>,
    },
    /// Something is larger than a store takes. Nothing was stored.
    #[error("a unit of {key} cannot be stored: {what} has {found}, and {limit} is the limit")]
    TooLarge {
        /// The entity.
        key: EntityKey,
        /// What is too large, in words.
        what: &'static str,
        /// How large it is, in bytes or in parts.
        found: usize,
        /// How large it may be.
        limit: usize,
    },
    /// A number at which the entity has nothing that could be kept or deleted. Nothing was changed.
    #[error("{key} has events {first} to {last}: there is nothing at {seq}")]
    OutOfRange {
        /// The entity.
        key: EntityKey,
        /// The number that was asked for.
        seq: u64,
        /// The first number that the entity has had, since it was purged if it was.
        first: u64,
        /// The number of the entity's last event.
        last: u64,
    },
    /// The write failed half-way: it may be stored or not. The store takes no more until it is opened again.
    #[error("the write failed, and whether it is stored is unknown until the store is opened again: {cause}")]
    Unknown {
        /// What the engine said.
        cause: Arc<str>,
    },
    /// An earlier write failed half-way. Nothing of this one was stored.
    #[error("the store takes no writes since one failed ({cause}); open it again")]
    Poisoned {
        /// What the engine said of the write that failed.
        cause: Arc<str>,
    },
    /// The store is closed. Nothing was stored.
    #[error("the store is closed")]
    Closed,
    /// The store was opened for reading alone. Nothing was stored.
    #[error("the store was opened for reading alone")]
    ReadOnly,
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
    /// What is stored beside the events is not what was written.
    #[error("{what} of {key} is damaged: {cause}")]
    Damaged {
        /// The entity.
        key: EntityKey,
        /// Which part it is: a snapshot with its number, a request with its id, or a row with its id in hexadecimal.
        what: Arc<str>,
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

/// Why a store could not be opened again. It takes no writes, and can be asked to open again later.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReopenError {
    /// The engine failed.
    #[error("the store could not be opened again: {cause}")]
    Failed {
        /// What the engine said.
        cause: Arc<str>,
    },
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

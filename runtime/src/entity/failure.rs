//! Why an entity could not be recovered, or a snapshot not be used.

use super::codec::{DecodeError, UnitError};
use crate::journal::{AppendError, EntityKey, ReadError, Table};
use std::sync::Arc;

/// Why an entity's state could not be read from the store. The entity takes no command until it can be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecoveryError {
    /// The factory of the hosted type failed.
    #[error("{key} cannot be made: {cause}")]
    Factory {
        /// The entity.
        key: EntityKey,
        /// What the factory said.
        cause: Arc<str>,
    },
    /// The store failed, or what is stored is damaged.
    #[error(transparent)]
    Read(ReadError),
    /// Events were deleted, and there is no snapshot that has them in it.
    #[error("events of {key} up to {deleted} are deleted, and no snapshot can be used: {cause}")]
    Incomplete {
        /// The entity.
        key: EntityKey,
        /// The number of the last event that was deleted.
        deleted: u64,
        /// What is wrong with the newest snapshot.
        cause: Arc<str>,
    },
    /// A stored event cannot be decoded.
    #[error("event {seq} of {key}, `{event}`, cannot be decoded: {cause}")]
    Decode {
        /// The entity.
        key: EntityKey,
        /// The event's number.
        seq: u64,
        /// The event's stored name.
        event: Arc<str>,
        /// Why.
        cause: DecodeError,
    },
    /// A stored event has no row in the state that it meets: the table has changed.
    #[error("event {seq} of {key}, `{event}`, has no row in state `{state}`")]
    Unexpected {
        /// The entity.
        key: EntityKey,
        /// The event's number.
        seq: u64,
        /// The event's stored name.
        event: Arc<str>,
        /// The state's name.
        state: &'static str,
    },
    /// What is stored of the entity's deliveries cannot be read.
    #[error("a row of {key} in the table {table:?} cannot be read: {cause}")]
    Row {
        /// The entity.
        key: EntityKey,
        /// Which rows it is one of.
        table: Table,
        /// Why.
        cause: Arc<str>,
    },
    /// The factory, or the code that makes the first state, panicked.
    #[error("making {key} panicked: {cause}")]
    FactoryPanicked {
        /// The entity.
        key: EntityKey,
        /// The words of the panic.
        cause: Arc<str>,
    },
    /// The code that decodes or applies an event panicked.
    #[error("recovering {key} panicked at event {seq}: {cause}")]
    Panicked {
        /// The entity.
        key: EntityKey,
        /// The event's number.
        seq: u64,
        /// The words of the panic.
        cause: Arc<str>,
    },
    /// [`Recover::recovered`](super::Recover::recovered) panicked.
    #[error("the hook of {key} for its recovery panicked: {cause}")]
    HookPanicked {
        /// The entity.
        key: EntityKey,
        /// The words of the panic.
        cause: Arc<str>,
    },
}

impl RecoveryError {
    /// Whether the store is out. Everything else is wrong with this entity alone.
    pub(crate) fn is_outage(&self) -> bool {
        matches!(self, Self::Read(ReadError::Engine { .. }))
    }
}

/// Why there is no snapshot, or why one is not used. The entity lives all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The state cannot be encoded.
    #[error(transparent)]
    Encode(UnitError),
    /// Encoding or decoding it panicked, with these words.
    #[error("the code for snapshots panicked: {0}")]
    Panicked(Arc<str>),
    /// The store has not saved it.
    #[error("the snapshot was not saved: {0}")]
    Save(AppendError),
    /// What is stored is damaged.
    #[error(transparent)]
    Damaged(ReadError),
    /// It has another name or version than snapshots of the type have now.
    #[error("the snapshot at event {seq} is `{name}` version {version}, which is not what the program has now")]
    OtherShape {
        /// The number of the last event in it.
        seq: u64,
        /// Its name.
        name: Arc<str>,
        /// Its version.
        version: u32,
    },
    /// It cannot be decoded.
    #[error("the snapshot at event {seq} cannot be decoded: {cause}")]
    Decode {
        /// The number of the last event in it.
        seq: u64,
        /// Why.
        cause: DecodeError,
    },
}

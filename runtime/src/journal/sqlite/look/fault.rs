//! What can be wrong with a store.

use crate::journal::{EntityKey, ReadError};
use std::sync::Arc;

/// One thing that is wrong with what is stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Something is damaged or missing.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// An event stands beyond the last one, or before the first one, that the entity has.
    #[error("event {seq} of {key} is none of its: it has events {first} to {last}")]
    Beyond {
        /// The entity.
        key: EntityKey,
        /// The number of the event.
        seq: u64,
        /// The first number that it may have.
        first: u64,
        /// The number of the entity's last event.
        last: u64,
    },
    /// An event was written under an epoch that had not begun, or had ended.
    #[error("event {seq} of {key} has epoch {epoch}, which must be {low} to {high}")]
    Epoch {
        /// The entity.
        key: EntityKey,
        /// The number of the event.
        seq: u64,
        /// Its epoch.
        epoch: u64,
        /// The epoch of the event before.
        low: u64,
        /// The epoch of the entity's last writer.
        high: u64,
    },
    /// The entity's last writer has an epoch that the store has not reached.
    #[error("{key} was written under epoch {epoch}, and the store is at epoch {current}")]
    Ahead {
        /// The entity.
        key: EntityKey,
        /// The epoch of its last writer.
        epoch: u64,
        /// The epoch of the store.
        current: u64,
    },
    /// A snapshot or a request is later than all events, so that it is of a history that is not there.
    #[error("{what} of {key} is at event {seq}, and its last event is {last}")]
    Later {
        /// The entity.
        key: EntityKey,
        /// Which one it is.
        what: Arc<str>,
        /// The number that it has.
        seq: u64,
        /// The number of the entity's last event.
        last: u64,
    },
    /// The entity was purged, and something is left.
    #[error("{key} was purged, and {what} is left of it")]
    Left {
        /// The entity.
        key: EntityKey,
        /// What is left.
        what: Arc<str>,
    },
    /// Rows belong to an entity that the store does not know.
    #[error("{rows} rows in table `{table}` belong to entity number {entity}, which does not exist")]
    Orphan {
        /// The table.
        table: &'static str,
        /// The number of the entity within the file.
        entity: i64,
        /// How many rows there are.
        rows: i64,
    },
    /// A row is in a table that this version does not know.
    #[error("a row of {key} is in table {table}, which this version does not know")]
    Table {
        /// The entity.
        key: EntityKey,
        /// The number of the table.
        table: i64,
    },
    /// An event has a tag by which it is not found.
    #[error("event {seq} of {key} has the tag `{tag}`, which the index of tags does not have for it")]
    Untagged {
        /// The entity.
        key: EntityKey,
        /// The number of the event.
        seq: u64,
        /// The tag.
        tag: Arc<str>,
    },
    /// The index of tags leads to a place where no event has the tag.
    #[error("the index of tags has `{tag}` at place {place}, where no event has it")]
    Stray {
        /// The tag.
        tag: Arc<str>,
        /// The place.
        place: i64,
    },
    /// The engine says that the file is damaged.
    #[error("the file is damaged: {cause}")]
    File {
        /// What the engine said.
        cause: Arc<str>,
    },
}

//! What the writing thread is asked for.

use super::reader::Query;
use crate::journal::{Answer, AppendError, Appended, EntityKey, NewSnapshot, ReopenError, Unit};

/// In the order in which they were called.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly every job is a write, and a box would cost each an allocation")]
pub(super) enum Job {
    /// Change what is stored.
    Write(Write, Reply),
    /// Hand the query to the readers once every write before it is decided.
    Query(Query),
    /// What ends a connection.
    Control(Control),
}

/// Something to be carried out in a transaction.
#[derive(Debug)]
pub(super) enum Write {
    /// Store the unit.
    Append(Unit),
    /// Change what is kept of an entity.
    Change(EntityKey, Change),
}

/// A change that adds no event.
#[derive(Debug)]
pub(super) enum Change {
    Save { seq: u64, epoch: u64, at: i64, snapshot: NewSnapshot },
    DeleteSnapshots { upto: u64 },
    Delete { upto: u64 },
    Purge,
}

/// Who waits for a write.
#[derive(Debug)]
pub(super) enum Reply {
    Appended(Answer<Appended, AppendError>),
    Done(Answer<(), AppendError>),
}

/// What ends a connection.
#[derive(Debug)]
pub(super) enum Control {
    /// Open the store again if its epoch is still this one.
    Reopen(u64, Answer<u64, ReopenError>),
    /// Release the store: nothing comes after it. Without an answer when the handle was dropped.
    Close(Option<Answer<(), AppendError>>),
}

impl Write {
    /// How much it adds to a transaction: events and rows, and bytes.
    pub(super) fn size(&self) -> (usize, usize) {
        match self {
            Write::Append(unit) => (unit.events.len() + unit.rows.len(), unit.bytes()),
            Write::Change(_, Change::Save { snapshot, .. }) => (1, snapshot.payload.len()),
            Write::Change(..) => (1, 0),
        }
    }
}

impl Reply {
    pub(super) fn give(self, result: Result<Appended, AppendError>) {
        match self {
            Reply::Appended(answer) => answer.give(result),
            Reply::Done(answer) => answer.give(result.map(drop)),
        }
    }
}

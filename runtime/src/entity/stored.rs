//! What `#[actor(persistent = ..)]` says of a struct.

use super::codec::{DecodeError, UnitError};
use super::contract::Field;
use super::persistent::SnapshotShape;
use crate::settings::PassivateAfter;

/// How a struct is stored: its name, and what a snapshot of it holds. Made by `#[actor(persistent = "ledger")]`, which sees the fields;
/// `#[handlers]` makes the rest of a persistent actor from it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is an actor in memory: it has no name to be stored under",
    note = "write `#[actor(persistent = \"..\")]` on the struct `{Self}`, or `#[handle]` in place of `#[command]`, `#[query]` and `#[apply]`"
)]
pub trait Stored: Sized {
    /// The stable name of the type.
    const KIND: &'static str;
    /// Stored names of events that mean nothing any more: recovery counts such an event and does not decode it.
    const REMOVED: &'static [&'static str] = &[];
    /// After how many events a snapshot is taken; `None` for never.
    const SNAPSHOT_EVERY: Option<u64> = None;
    /// What snapshots are stored as; `None` for a type without snapshots.
    const SNAPSHOT: Option<SnapshotShape> = None;
    /// When an entity that nobody uses is taken out of memory; `None` where the [`Settings`](crate::settings::Settings) of the system say.
    const PASSIVATE_AFTER: Option<PassivateAfter> = None;

    /// The fields in a snapshot, as they are written.
    const SNAPSHOT_FIELDS: &'static [Field] = <Self::Snapshot as SnapshotOf<Self>>::FIELDS;

    /// What is in a snapshot; `()` for a type without snapshots.
    type Snapshot: SnapshotOf<Self>;

    /// Encodes a snapshot.
    ///
    /// # Errors
    ///
    /// A field cannot be encoded.
    fn snapshot(&self) -> Result<Vec<u8>, UnitError> {
        Self::Snapshot::take(self)
    }

    /// Puts the fields of a snapshot in place of those that the factory made.
    ///
    /// # Errors
    ///
    /// The snapshot does not fit the type.
    fn restore(self, snapshot: &[u8]) -> Result<Self, DecodeError> {
        Self::Snapshot::put_back(self, snapshot)
    }
}

/// What a snapshot of the actor `A` holds: its fields, but for the `#[volatile]` ones.
pub trait SnapshotOf<A> {
    /// The fields, as they are written.
    const FIELDS: &'static [Field] = &[];

    /// Encodes the fields that are stored, as [`encode_state`](super::encode_state) does.
    ///
    /// # Errors
    ///
    /// A field cannot be encoded.
    fn take(actor: &A) -> Result<Vec<u8>, UnitError>;

    /// Puts the fields of a snapshot in place of those that the factory made. The `#[volatile]` ones stay.
    ///
    /// # Errors
    ///
    /// The snapshot does not fit the type.
    fn put_back(actor: A, snapshot: &[u8]) -> Result<A, DecodeError>;
}

/// Of a type without snapshots: nothing is stored, and there is nothing to put back.
impl<A> SnapshotOf<A> for () {
    fn take(_: &A) -> Result<Vec<u8>, UnitError> {
        Ok(Vec::new())
    }

    fn put_back(_: A, _: &[u8]) -> Result<A, DecodeError> {
        Err(DecodeError::Unknown)
    }
}

//! What an entity was after one of its events, for those who look without its type: nothing is started, and nothing written.

use super::failure::RecoveryError;
use super::id::EntityId;
use super::persistent::{Recover, SnapshotShape};
use super::recovery::{Factory, Incarnation, Upto, recover};
use super::split::decode_all;
use super::storage::Storage;
use super::{DecodeError, UnitError};
use crate::journal::{NewEvent, Record};
use crate::panics::{Panicked, contain};
use std::fmt::{self, Write as _};

/// The state of an entity after one of its events, in the forms that need no type to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StateAfter {
    /// The number of the event: the last one, where a later one was asked for. The state before the first event has the number 0, or that at which
    /// the entity was purged.
    pub seq: u64,
    /// The name of the state, of a machine.
    pub name: Option<&'static str>,
    /// What snapshots of the type are stored as. `None` of a type without snapshots.
    pub shape: Option<SnapshotShape>,
    /// As a snapshot of it is stored, in MessagePack. `None` of a type without snapshots, and of a state that cannot be encoded.
    pub stored: Option<Vec<u8>>,
    /// As its `Debug` writes it, of which the first [`MAX_DEBUG_BYTES`] are kept, with `…` where there is more. `None` of a type that has none.
    pub debug: Option<String>,
}

impl StateAfter {
    /// Reading a state runs the user's `Serialize`, `Debug` and `Drop`.
    fn of<A: Recover>(Incarnation { state, seq, .. }: Incarnation<A>) -> Self {
        let stored = A::SNAPSHOT.and_then(|_| contain(|| A::snapshot(&state)).ok()?.ok());
        let debug = contain(|| A::describe(&state)).ok().flatten();
        let name = A::state_name(&state);
        let _ = contain(|| drop(state));
        Self { seq, name, shape: A::SNAPSHOT, stored, debug }
    }
}

/// So much of what the `Debug` of a state writes is kept: 64 KiB.
pub const MAX_DEBUG_BYTES: usize = 64 * 1024;

/// What a `Debug` writes, cut where it is too long. It is told so there, so that one without an end comes to one.
pub(crate) fn debug_words(value: &impl fmt::Debug) -> String {
    let mut words = Cut::default();
    // What has failed in the middle is shown up to there.
    let _ = write!(words, "{value:?}");
    words.taken
}

/// Takes [`MAX_DEBUG_BYTES`] and no more.
#[derive(Default)]
struct Cut {
    taken: String,
    is_full: bool,
}

impl fmt::Write for Cut {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.is_full {
            return Err(fmt::Error);
        }
        let room = MAX_DEBUG_BYTES - self.taken.len();
        if text.len() <= room {
            self.taken.push_str(text);
            return Ok(());
        }
        self.taken.push_str(&text[..text.floor_char_boundary(room)]);
        self.taken.push('…');
        self.is_full = true;
        Err(fmt::Error)
    }
}

/// From where a state of the past is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beginning {
    /// From the newest snapshot that helps.
    Snapshot,
    /// From the first event; where that was deleted, from the newest snapshot before the event that is asked for.
    Events,
}

/// What the entity was after event `upto`, or is after its last one if there are fewer.
pub(crate) async fn state_after<A: Recover>(
    id: &EntityId<A>,
    storage: &Storage,
    make: &Factory<A>,
    upto: u64,
    from: Beginning,
) -> Result<StateAfter, RecoveryError> {
    let _permit = storage.permits.take().await;
    let state = |snapshot| recover(id, storage, make, Upto { event: upto, snapshot }, None);
    let recovered = match from {
        Beginning::Snapshot => state(upto).await,
        Beginning::Events => match state(0).await {
            Err(RecoveryError::Incomplete { .. }) => state(upto.saturating_sub(1)).await,
            known => known,
        },
    };
    recovered.map(|(incarnation, _)| StateAfter::of(incarnation))
}

/// The events of today that a record is, encoded as they would be stored today. None of an event that means nothing any more.
pub(crate) fn as_today<A: Recover>(record: &Record) -> Result<Vec<NewEvent>, DecodeError> {
    if A::is_removed(&record.name) {
        return Ok(Vec::new());
    }
    let encode =
        |event: &A::Event| A::encode(event).map_err(|why: UnitError| DecodeError::Payload(why.to_string().into()));
    let encoded = contain(|| decode_all::<A>(record)?.as_slice().iter().map(encode).collect());
    encoded.unwrap_or_else(|Panicked(words)| Err(DecodeError::Payload(words)))
}

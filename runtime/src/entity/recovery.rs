//! How an entity gets its state back.

use super::codec::DecodeError;
use super::id::EntityId;
use super::persistent::{FactoryError, Recover};
use crate::journal::{EntityKey, ReadError, Record, Store};
use crate::panics::contain;
use std::sync::Arc;

/// So many events are read at a time: recovery needs memory for these, however long the history is.
const PAGE: usize = 512;

/// Makes the value from which an entity starts: its services, and what is not stored.
pub(crate) type Factory<A> = Arc<dyn Fn(&EntityId<A>) -> Result<A, FactoryError> + Send + Sync>;

/// An entity's state in memory, and how much of the store is in it.
pub(super) struct Incarnation<A: Recover> {
    pub(super) state: A::State,
    /// The number of the last event that was applied.
    pub(super) seq: u64,
}

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
    /// The factory, or the code that makes the first state, panicked.
    #[error("making {key} panicked")]
    FactoryPanicked {
        /// The entity.
        key: EntityKey,
    },
    /// The code that decodes or applies an event panicked.
    #[error("recovering {key} panicked at event {seq}")]
    Panicked {
        /// The entity.
        key: EntityKey,
        /// The event's number.
        seq: u64,
    },
}

/// Makes a fresh value and applies every stored event to it.
pub(super) async fn recover<A: Recover>(
    id: &EntityId<A>,
    store: &dyn Store,
    make: &Factory<A>,
) -> Result<Incarnation<A>, RecoveryError> {
    let mut incarnation = Incarnation { state: first(id, make)?, seq: 0 };
    loop {
        let page = store.read(id.key().clone(), incarnation.seq, u64::MAX, PAGE).await.map_err(RecoveryError::Read)?;
        for record in &page.records {
            incarnation = replay(id, incarnation, record)?;
        }
        if incarnation.seq >= page.last {
            return Ok(incarnation);
        }
        if page.records.is_empty() {
            return Err(gap(id, incarnation.seq + 1, page.last + 1));
        }
    }
}

fn first<A: Recover>(id: &EntityId<A>, make: &Factory<A>) -> Result<A::State, RecoveryError> {
    let state =
        contain(|| make(id).map(A::start)).map_err(|_| RecoveryError::FactoryPanicked { key: id.key().clone() })?;
    state.map_err(|cause| RecoveryError::Factory { key: id.key().clone(), cause: cause.to_string().into() })
}

fn replay<A: Recover>(
    id: &EntityId<A>,
    Incarnation { state, seq }: Incarnation<A>,
    record: &Record,
) -> Result<Incarnation<A>, RecoveryError> {
    let seq = seq + 1;
    if record.seq != seq {
        return Err(gap(id, seq, record.seq));
    }
    // Decoding runs the user's `Deserialize`, applying runs the user's code.
    let applied = contain(|| A::decode(record).map(|event| A::apply(state, &event))).map_err(|_| panicked(id, seq))?;
    let decoded = applied.map_err(|cause| RecoveryError::Decode {
        key: id.key().clone(),
        seq,
        event: record.name.clone(),
        cause,
    })?;
    let state = decoded.map_err(|unexpected| RecoveryError::Unexpected {
        key: id.key().clone(),
        seq,
        event: record.name.clone(),
        state: unexpected.state,
    })?;
    Ok(Incarnation { state, seq })
}

fn gap<A>(id: &EntityId<A>, expected: u64, found: u64) -> RecoveryError {
    RecoveryError::Read(ReadError::Gap { key: id.key().clone(), expected, found })
}

fn panicked<A>(id: &EntityId<A>, seq: u64) -> RecoveryError {
    RecoveryError::Panicked { key: id.key().clone(), seq }
}

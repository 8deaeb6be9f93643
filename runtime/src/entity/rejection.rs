//! Why a command was not carried out.

use super::codec::{MAX_EVENT_BYTES, UnitError};
use super::failure::RecoveryError;
use crate::call::{CallError, Port};
use crate::journal::{AppendError, CommandId};
use std::sync::Arc;

/// Why a command was not carried out, whatever its types.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rejection {
    /// The command panicked as often as it was run, at last with these words. Nothing was stored.
    Quarantined(Arc<str>),
    /// The state could not be read.
    Recovery(RecoveryError),
    /// What the command decided cannot be stored. Nothing was stored.
    Unit(UnitError),
    /// The store does not take what the command decided. Nothing was stored.
    Store(AppendError),
    /// The entity has as many deliveries under way as it may. Nothing was stored.
    Unconfirmed {
        /// How many there may be.
        most: usize,
    },
    /// The entity ends, and the store has not said what became of the write.
    Unknown {
        /// The command.
        command: CommandId,
        /// What the store said last.
        cause: Arc<str>,
    },
    /// The entity ends while the store is out. Nothing was stored.
    Stopped,
    /// The machine has ended, in the state of this name.
    Finished {
        /// The name of the state.
        state: &'static str,
    },
    /// The state postpones the command, and as many commands as may wait for another state already.
    Full,
}

/// Something that a command wants to store is larger than a store takes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{cause}")]
#[non_exhaustive]
pub struct TooLarge {
    /// How large it is, in bytes or in parts.
    pub found: usize,
    /// How large it may be.
    pub limit: usize,
    /// What it is, in words: it names the event, or the entity and the part of its unit.
    pub cause: Arc<str>,
}

impl TooLarge {
    fn of_event(cause: &UnitError) -> Option<Self> {
        let UnitError::TooLarge { bytes, .. } = *cause else { return None };
        Some(Self { found: bytes, limit: MAX_EVENT_BYTES, cause: cause.to_string().into() })
    }

    fn of_unit(cause: &AppendError) -> Option<Self> {
        let AppendError::TooLarge { found, limit, .. } = *cause else { return None };
        Some(Self { found, limit, cause: cause.to_string().into() })
    }
}

impl Rejection {
    /// Whether the command would end so however often it is run, for all that the entity knows.
    pub(super) fn is_lasting(&self) -> bool {
        matches!(self, Self::Unit(_) | Self::Store(AppendError::TooLarge { .. } | AppendError::Invalid { .. }))
    }
}

impl From<UnitError> for Rejection {
    fn from(cause: UnitError) -> Self {
        Self::Unit(cause)
    }
}

impl<E> From<Rejection> for CallError<E> {
    fn from(why: Rejection) -> Self {
        match why {
            Rejection::Quarantined(cause) => CallError::Quarantined { cause },
            Rejection::Recovery(cause) => CallError::Recovery(cause.into()),
            Rejection::Unit(cause) => match TooLarge::of_event(&cause) {
                Some(large) => CallError::TooLarge(large.into()),
                None => CallError::Unit(cause.into()),
            },
            Rejection::Store(cause) => match TooLarge::of_unit(&cause) {
                Some(large) => CallError::TooLarge(large.into()),
                None => CallError::Store(cause.into()),
            },
            Rejection::Unknown { command, .. } => CallError::Unknown { command },
            Rejection::Unconfirmed { .. } => CallError::Busy,
            Rejection::Stopped => CallError::Stopped,
            Rejection::Finished { state } => CallError::Finished { state },
            Rejection::Full => CallError::Full,
        }
    }
}

impl<R, E> Port<R, E> {
    /// Answers a message that is not going to be handled.
    pub fn reject(self, why: &Rejection) {
        self.open().settle(Err(why.clone().into()));
    }
}

//! Why a command was not carried out.

use super::codec::UnitError;
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
            Rejection::Recovery(cause) => CallError::Recovery(cause),
            Rejection::Unit(cause) => CallError::Unit(cause),
            Rejection::Store(cause) => CallError::Store(cause),
            Rejection::Unknown { command, cause } => CallError::Unknown { command, cause },
            Rejection::Unconfirmed { .. } => CallError::Busy,
            Rejection::Stopped => CallError::Stopped,
        }
    }
}

impl<R, E> Port<R, E> {
    /// Answers a message that is not going to be handled.
    pub fn reject(self, why: &Rejection) {
        self.open().settle(Err(why.clone().into()));
    }
}

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

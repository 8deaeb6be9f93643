//! What went wrong with an entity last, for those who look from outside.

use super::passivate::Rest;
use super::persistent::PersistDispatch;
use serde::Serialize;
use std::fmt;
use std::time::SystemTime;

/// What went wrong with an entity last. It is known until the entity has left the memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Trouble {
    /// When.
    pub at: SystemTime,
    /// What.
    pub kind: TroubleKind,
    /// In whose words: of the panic, or of the error.
    pub cause: String,
}

/// What may go wrong with an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TroubleKind {
    /// Its state could not be had. The next command tries again, but not more often than the back-off allows.
    Recovery,
    /// A command panicked, and is run again.
    Panicked,
    /// A command panicked as often as it may, and is not run any more.
    Quarantined,
    /// What a command has decided cannot be stored.
    Unstored,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, cause, .. } = self;
        match kind {
            TroubleKind::Recovery => write!(f, "not recovered: {cause}"),
            TroubleKind::Panicked => write!(f, "a command panicked: {cause}"),
            TroubleKind::Quarantined => write!(f, "a command panicked too often: {cause}"),
            TroubleKind::Unstored => write!(f, "what a command has decided is not stored: {cause}"),
        }
    }
}

impl<A: PersistDispatch> Rest<A> {
    /// Lets those know who look from outside.
    pub(super) fn trouble(&self, kind: TroubleKind, cause: &dyn fmt::Display) {
        if let Some(register) = self.register() {
            register.trouble(self.id(), Trouble { at: crate::clock::wall(), kind, cause: cause.to_string() });
        }
    }
}

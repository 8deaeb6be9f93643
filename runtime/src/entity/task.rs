//! A command on its way through the cell.

use super::persistent::PersistDispatch;
use crate::journal::CommandId;
use crate::observe::Stamp;
use std::sync::Arc;

/// A command that is to be run.
pub(super) struct Task<A: PersistDispatch> {
    pub(super) label: Label,
    /// Nothing where those who watch know of it already.
    pub(super) stamp: Option<Stamp>,
    pub(super) message: A::Message,
}

/// What the cell knows of a command, whatever its types. It stays the same however often the command is run.
pub(super) struct Label {
    pub(super) command: CommandId,
    /// The caller's own id.
    pub(super) request: Option<Arc<str>>,
    /// How often the command panicked.
    pub(super) panics: u8,
    /// How often another writer was there first.
    pub(super) conflicts: u8,
    /// How often the store failed for it since the entity is to stop.
    pub(super) last_tries: u8,
    /// The name of the command, where a test wants to know which rows are taken.
    #[cfg(feature = "testing")]
    pub(super) name: &'static str,
}

impl Label {
    pub(super) fn new(command: CommandId, request: Option<Arc<str>>) -> Self {
        Self {
            command,
            request,
            panics: 0,
            conflicts: 0,
            last_tries: 0,
            #[cfg(feature = "testing")]
            name: "",
        }
    }
}

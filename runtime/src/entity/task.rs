//! A command on its way through the cell.

use super::persistent::PersistDispatch;
use crate::delivery::Parcel;
use crate::journal::CommandId;
use crate::observe::Stamp;
use crate::timer::Fire;
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
    /// The delivery that it is about.
    pub(super) delivery: Option<DeliveryPart>,
    /// It is not run any more: it panicked too often, at last with these words, or what it decides cannot be stored, for this reason.
    pub(super) quarantined: Option<Arc<str>>,
    /// How often the command panicked, or decided what the store does not take.
    pub(super) failures: u8,
    /// How often another writer was there first.
    pub(super) conflicts: u8,
    /// How often the store failed for it since the entity is to stop.
    pub(super) last_tries: u8,
    /// The timer that it comes from.
    pub(super) timer: Option<Box<Fire>>,
    /// The name of the command, where a test wants to know which rows are taken.
    #[cfg(feature = "testing")]
    pub(super) name: &'static str,
}

impl Label {
    pub(super) fn new(command: CommandId, request: Option<Arc<str>>) -> Self {
        Self {
            command,
            request,
            delivery: None,
            quarantined: None,
            failures: 0,
            conflicts: 0,
            last_tries: 0,
            timer: None,
            #[cfg(feature = "testing")]
            name: "",
        }
    }

    /// Whether nothing is known of the command but what it says: no caller may have been answered before, and nothing stored stands for it.
    pub(super) fn is_plain(&self) -> bool {
        self.request.is_none() && self.delivery.is_none() && self.timer.is_none()
    }
}

/// What a command has to do with a delivery.
pub(super) enum DeliveryPart {
    /// This one has brought it. One that is idempotent is run as often as it comes.
    Receives { parcel: Arc<Parcel>, is_idempotent: bool },
    /// It ends this one of the entity's own.
    Ends(u64),
}

impl DeliveryPart {
    /// Whether both have come by way of one delivery.
    pub(super) fn is_copy_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Receives { parcel, .. }, Self::Receives { parcel: other, .. }) => parcel.is_copy_of(other),
            (Self::Ends(id), Self::Ends(other)) => id == other,
            _ => false,
        }
    }
}

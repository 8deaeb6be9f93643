//! What a decision stores beside its events: rows of the same unit.

use crate::delivery::Draft;
use crate::journal::Row;

/// One thing that is stored beside the events of a decision.
#[derive(Debug)]
pub(crate) enum Beside {
    /// A message that is to be delivered. It gets its number, and its row, when the decision is carried out.
    Deliver(Draft),
    /// A delivery that is not to be sent any more.
    GiveUp(u64),
}

impl Beside {
    /// The rows in which it is stored, where no more has to be known for that.
    pub(super) fn rows(&self) -> Vec<Row> {
        match self {
            Self::Deliver(_) | Self::GiveUp(_) => Vec::new(),
        }
    }

    pub(super) fn draft(&self) -> Option<&Draft> {
        match self {
            Self::Deliver(draft) => Some(draft),
            Self::GiveUp(_) => None,
        }
    }

    pub(super) fn given_up(&self) -> Option<u64> {
        match self {
            Self::Deliver(_) => None,
            Self::GiveUp(id) => Some(*id),
        }
    }
}

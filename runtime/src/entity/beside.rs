//! What a decision stores beside its events: rows of the same unit.

use super::codec::UnitError;
use crate::delivery::Draft;
use crate::journal::Row;
use crate::timer::{Change, Moment, TimerError};

/// One thing that is stored beside the events of a decision.
#[derive(Debug)]
pub(crate) enum Beside {
    /// A timer is set or cancelled. What is wrong with it is told when the decision is carried out: a handler has no way to.
    Timer(Result<Change, TimerError>),
    /// A message that is to be delivered. It gets its number, and its row, when the decision is carried out.
    Deliver(Draft),
    /// A delivery that is not to be sent any more.
    GiveUp(u64),
}

impl Beside {
    /// The rows in which it is stored, where no more has to be known for that.
    pub(super) fn rows(&self, moment: &Moment) -> Result<Vec<Row>, UnitError> {
        match self {
            Self::Timer(Ok(change)) => Ok(change.rows(moment)?),
            Self::Timer(Err(why)) => Err(why.clone().into()),
            Self::Deliver(_) | Self::GiveUp(_) => Ok(Vec::new()),
        }
    }

    pub(super) fn draft(&self) -> Option<&Draft> {
        match self {
            Self::Deliver(draft) => Some(draft),
            Self::Timer(_) | Self::GiveUp(_) => None,
        }
    }

    pub(super) fn given_up(&self) -> Option<u64> {
        match self {
            Self::GiveUp(id) => Some(*id),
            Self::Timer(_) | Self::Deliver(_) => None,
        }
    }
}

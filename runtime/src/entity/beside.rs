//! What a decision stores beside its events: rows of the same unit.

use super::codec::UnitError;
use crate::journal::Row;
use crate::timer::{Change, Moment, TimerError};

/// One thing that is stored beside the events of a decision.
#[derive(Debug)]
pub(crate) enum Beside {
    /// A timer is set or cancelled. What is wrong with it is told when the decision is carried out: a handler has no way to.
    Timer(Result<Change, TimerError>),
}

impl Beside {
    /// The rows in which it is stored.
    pub(super) fn rows(&self, moment: &Moment) -> Result<Vec<Row>, UnitError> {
        match self {
            Self::Timer(Ok(change)) => Ok(change.rows(moment)?),
            Self::Timer(Err(why)) => Err(why.clone().into()),
        }
    }
}

//! What a decision stores beside its events: rows of the same unit.

use crate::journal::Row;

/// One thing that is stored beside the events of a decision.
#[derive(Debug)]
pub(crate) enum Beside {}

impl Beside {
    /// The rows in which it is stored.
    pub(super) fn rows(&self) -> Vec<Row> {
        match *self {}
    }
}

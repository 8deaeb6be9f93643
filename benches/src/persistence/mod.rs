//! What it costs to store: entities beside the engine that they are stored in, and that one beside plain SQLite.

mod append;
mod child;
mod ledger;
mod passivated;
mod recovery;
mod report;
mod run;
mod sqlite;
mod survival;

pub(crate) use child::Child;
pub(crate) use report::{line, rate, spread};
pub(crate) use run::{Options, runtime, temporary};

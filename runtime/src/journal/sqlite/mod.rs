//! The embedded engine: one SQLite file, one thread that writes, a few that read.

mod beside;
mod connection;
mod error;
mod events;
mod group;
mod job;
mod lock;
mod look;
mod parts;
mod places;
#[cfg(test)]
mod plan;
mod reader;
mod row;
mod schema;
mod store;
mod writer;

pub use error::OpenError;
pub(crate) use look::ReadOnly;
pub use look::{Copied, CopyError, Counts, Fault, Known, SqliteLook, erase, fill};
pub use store::SqliteStore;
pub use writer::GroupLimits;

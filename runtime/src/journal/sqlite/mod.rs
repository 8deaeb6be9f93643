//! The embedded engine: one SQLite file, one thread that writes, a few that read.

mod connection;
mod error;
mod group;
mod lock;
mod reader;
mod row;
mod schema;
mod store;
mod writer;

pub use error::OpenError;
pub use store::SqliteStore;

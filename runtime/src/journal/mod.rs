//! What is stored, and where: records, the atomic unit, and the engines that keep them.

mod checksum;
mod error;
mod global;
mod limits;
mod memory;
mod pending;
mod record;
#[cfg(feature = "sqlite")]
mod sqlite;
mod store;
mod unit;

pub use checksum::Header;
pub use error::{AppendError, ReadError, ReopenError};
pub(crate) use global::FEEDS;
pub use global::{CommitBell, Commits, Found, Select, Stretch};
pub use limits::{MAX_NUMBER, MAX_PAGE_BYTES, MAX_ROW_BYTES, MAX_TAG_BYTES, MAX_UNIT_BYTES, MAX_UNIT_PARTS};
pub use memory::MemoryStore;
pub(crate) use pending::silence;
pub use pending::{Answer, Pending, pending};
pub use record::{Codec, CommandId, EntityKey, InvalidId, MAX_ID_BYTES, Record, Request, Snapshot};
#[cfg(feature = "sqlite")]
pub(crate) use sqlite::ReadOnly;
#[cfg(feature = "sqlite")]
pub use sqlite::{
    Copied, CopyError, Counts, Fault, GroupLimits, Known, OpenError, SqliteLook, SqliteStore, erase, fill,
};
pub use store::{Appended, FoundSnapshot, Page, Store};
pub use unit::{NewEvent, NewRequest, NewSnapshot, Row, Table, Unit};

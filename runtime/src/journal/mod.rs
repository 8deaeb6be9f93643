//! What is stored, and where: records, the atomic unit, and the engines that keep them.

mod checksum;
mod limits;
mod memory;
mod pending;
mod record;
#[cfg(feature = "sqlite")]
mod sqlite;
mod store;

pub use checksum::Header;
pub use limits::{MAX_NUMBER, MAX_PAGE_BYTES, MAX_UNIT_BYTES};
pub use memory::MemoryStore;
pub use pending::{Answer, Pending, pending};
pub use record::{Codec, CommandId, EntityKey, InvalidId, MAX_ID_BYTES, NewEvent, Record, Unit};
#[cfg(feature = "sqlite")]
pub use sqlite::{OpenError, SqliteStore};
pub use store::{AppendError, Page, ReadError, Store};

//! A store on disk as those see it who only look: beside a running system, and without writing.

mod backup;
mod copy;
mod erase;
mod error;
mod fault;
mod fill;
mod known;
mod open;
mod reading;
mod verify;

pub use copy::Copied;
pub use erase::erase;
pub use error::CopyError;
pub use fault::Fault;
pub use fill::fill;
pub use known::{Counts, Known};
#[cfg(test)]
pub(super) use known::{ENTITIES, ENTITIES_OF, WITH_ROWS};
pub use open::SqliteLook;
pub(crate) use reading::ReadOnly;

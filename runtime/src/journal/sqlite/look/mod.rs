//! A store on disk as those see it who only look: beside a running system, and without writing.

mod backup;
mod copy;
mod error;
mod fault;
mod fill;
mod known;
mod open;
mod verify;

pub use copy::Copied;
pub use error::CopyError;
pub use fault::Fault;
pub use fill::fill;
pub use known::{Counts, Known};
pub use open::SqliteLook;

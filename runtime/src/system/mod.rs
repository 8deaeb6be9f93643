//! The system: what all its actors share, which types are hosted on which store, and the one live copy of each entity.

mod builder;
mod core;
#[cfg(feature = "persistence")]
mod entities;
#[cfg(feature = "persistence")]
mod host;
#[cfg(feature = "persistence")]
mod ids;
mod run;

pub use builder::{StartError, SystemBuilder};
pub(crate) use core::Core;
#[cfg(feature = "persistence")]
pub use entities::EntityError;
#[cfg(feature = "persistence")]
pub use ids::Ids;
pub use run::{ShutdownError, System};

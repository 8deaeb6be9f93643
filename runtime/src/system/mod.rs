//! The system: which types are hosted, on which store, and the one live copy of each entity.

#[cfg(feature = "persistence")]
mod builder;
mod core;
#[cfg(feature = "persistence")]
mod host;
#[cfg(feature = "persistence")]
mod ids;
#[cfg(feature = "persistence")]
mod run;

#[cfg(feature = "persistence")]
pub use builder::{StartError, SystemBuilder};
pub(crate) use core::Core;
#[cfg(feature = "persistence")]
pub use ids::Ids;
#[cfg(feature = "persistence")]
pub use run::{EntityError, ShutdownError, System};

//! The system: which types are hosted, on which store, and the one live copy of each entity.

mod builder;
mod host;
mod ids;
mod run;

pub use builder::{StartError, SystemBuilder};
pub use ids::Ids;
pub use run::{EntityError, ShutdownError, System};

//! A store that fails as it is told, stores around others, and a runner that crashes at every write of a scenario.

mod around;
mod crash;
mod fault;
mod faulty;
mod forward;

pub use around::Around;
pub use crash::crash_at_every_persist;
pub use fault::{Effect, Operation, When};
pub use faulty::FaultyStore;

//! A store that fails as it is told, and a runner that crashes at every write of a scenario.

mod crash;
mod fault;
mod faulty;
mod forward;

pub use crash::crash_at_every_persist;
pub use fault::{Effect, Operation, When};
pub use faulty::FaultyStore;

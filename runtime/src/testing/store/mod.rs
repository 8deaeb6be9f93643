//! A store that fails as it is told.

mod fault;
mod faulty;
mod forward;

pub use fault::{Effect, Operation, When};
pub use faulty::FaultyStore;

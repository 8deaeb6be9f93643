//! A supervisor for any actor: it makes a child that has ended again, after a while.

mod actor;
mod handle;
mod supervisor;

pub use handle::BackoffSupervisorRef;
pub use supervisor::BackoffSupervisor;

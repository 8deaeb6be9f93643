//! Declarative actors and state machines that outlive their process.

pub mod actor;
pub mod call;
#[cfg(feature = "persistence")]
pub mod entity;
#[cfg(feature = "persistence")]
pub mod fsm;
mod ide;
#[cfg(feature = "persistence")]
pub mod journal;
pub mod mailbox;
mod panics;
#[cfg(feature = "persistence")]
pub mod system;

#[doc(hidden)]
pub mod __private;
pub mod prelude;

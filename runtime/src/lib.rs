//! Declarative actors and state machines that outlive their process.

pub mod actor;
pub mod call;
mod clock;
#[cfg(feature = "persistence")]
pub mod entity;
#[cfg(feature = "persistence")]
pub mod fsm;
#[cfg(feature = "persistence")]
pub mod journal;
pub mod mailbox;
mod panics;
pub mod settings;
pub mod system;

#[doc(hidden)]
pub mod __private;
pub mod prelude;

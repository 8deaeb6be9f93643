//! Actors: who they are, how they handle, and what a handler and a caller hold of them.

mod context;
mod dispatch;
mod handle;
mod run;

pub use context::Context;
pub use dispatch::{Actor, Declared, Dispatch};
pub use handle::{ActorRef, Handle};
#[cfg(feature = "persistence")]
pub(crate) use run::TURN;
pub use run::{Exit, Spawn};

//! Actors: who they are, how they handle, and what a handler and a caller hold of them.

mod blocking;
mod cell;
mod context;
mod dispatch;
mod exit;
mod extras;
mod family;
mod handle;
mod idle;
mod inner;
mod item;
mod policy;
mod spawn;
mod stash;
mod tasks;
mod ticks;
mod turn;
mod wait;

pub use context::Context;
pub use dispatch::{Actor, Declared, Dispatch, StartFailure};
pub use exit::Exit;
pub(crate) use family::Control;
pub use handle::{ActorRef, Handle};
pub use idle::ReceiveTimeout;
pub use inner::RAISED_IN_A_ROW;
#[cfg(feature = "persistence")]
pub(crate) use inner::TooMany;
pub(crate) use item::{Item, Other};
pub(crate) use policy::random;
#[cfg(feature = "persistence")]
pub(crate) use policy::random_id;
pub use policy::{Backoff, Intensity, OnFailure, Strategy};
pub use spawn::Spawn;
pub(crate) use spawn::{Make, spawn, spawn_named};
pub use stash::StashFull;
#[cfg(feature = "persistence")]
pub(crate) use tasks::Errands;
pub use ticks::{Terminated, Watch};
#[cfg(feature = "persistence")]
pub(crate) use turn::TURN;

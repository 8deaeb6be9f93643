//! The system: what all its actors share, which types are hosted on which store, and the one live copy of each entity.

mod builder;
#[cfg(feature = "persistence")]
mod check;
mod core;
mod dead_letters;
#[cfg(feature = "persistence")]
mod entities;
#[cfg(feature = "persistence")]
mod erase;
#[cfg(feature = "persistence")]
mod feeds;
#[cfg(feature = "persistence")]
mod health;
#[cfg(feature = "persistence")]
mod host;
#[cfg(feature = "persistence")]
mod hosted;
#[cfg(feature = "persistence")]
mod ids;
#[cfg(feature = "persistence")]
mod inspect;
#[cfg(feature = "persistence")]
mod mail;
#[cfg(feature = "persistence")]
mod named;
mod names;
#[cfg(feature = "persistence")]
mod operate;
mod pool;
mod recipient;
mod residents;
mod run;
mod shutdown;
#[cfg(feature = "persistence")]
mod timers;
mod tree;

pub use builder::{StartError, SystemBuilder};
#[cfg(feature = "persistence")]
pub use check::{Check, CheckReport, CheckedType};
pub(crate) use core::Core;
#[cfg(feature = "settings")]
pub(crate) use dead_letters::MOST_KEPT;
pub use dead_letters::{DeadLetter, DeadLetters, Lagged};
#[cfg(feature = "persistence")]
pub use entities::EntityError;
#[cfg(feature = "persistence")]
pub use health::{Health, StoreHealth};
#[cfg(feature = "persistence")]
pub use hosted::{Hosted, LookError};
#[cfg(feature = "persistence")]
pub use ids::Ids;
#[cfg(feature = "persistence")]
pub use inspect::Inspection;
pub(crate) use names::Names;
pub use names::{LookupError, NameError};
pub use pool::Pool;
pub(crate) use residents::{Closed, Resident};
pub use run::System;
pub(crate) use shutdown::SHUTDOWN;
pub use shutdown::{Overdue, ShutdownError};
#[cfg(feature = "persistence")]
pub use tree::Leaf;
pub use tree::{Branch, Tree};

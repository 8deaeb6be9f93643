//! What a program with actors uses: `use mainstay::prelude::*;`.

pub use crate::actor::{Actor, Context, Handle as _, Spawn as _};
pub use crate::call::{CallError, Message, Recipient, TellError};
#[cfg(feature = "persistence")]
pub use crate::entity::{After, Decide, Decided, EntityHandle as _, EntityId, Event, Persist, nothing, persist};
#[cfg(feature = "persistence")]
pub use crate::fsm::{Machine, MachineHandle as _, States as _};
#[cfg(feature = "persistence")]
pub use crate::system::System;
#[cfg(feature = "macros")]
pub use mainstay_macros::*;
pub use std::time::Duration;

//! What a program with actors uses: `use mainstay::prelude::*;`.

pub use crate::actor::{Actor, Context, Exit, Handle as _, ReceiveTimeout, Spawn as _, Terminated};
pub use crate::call::{CallError, Message, Recipient, ReplyTo, TellError};
#[cfg(feature = "persistence")]
pub use crate::delivery::{Confirmed, UnconfirmedDeliveries, Undelivered, entity, named, ordered};
#[cfg(feature = "persistence")]
pub use crate::entity::{After, Decide, Decided, EntityHandle as _, EntityId, Event, Persist, nothing, persist};
#[cfg(feature = "persistence")]
pub use crate::fsm::Machine;
pub use crate::fsm::{Goto, MachineHandle as _, Move, States as _, goto};
pub use crate::system::System;
#[cfg(feature = "persistence")]
pub use crate::timer::Timer;
#[cfg(feature = "macros")]
pub use mainstay_macros::*;
pub use std::time::Duration;

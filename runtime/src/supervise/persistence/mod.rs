//! A supervisor that keeps events until they are stored.

mod actor;
mod breaker;
mod confirm;
mod handle;
mod line;
mod supervisor;
mod work;

pub use breaker::Breaker;
pub(crate) use confirm::Way;
pub use confirm::{ConfirmableMessage, ConfirmableMessageEnvelope, Confirmation, ConfirmationId, ConfirmationKey};
pub use handle::{Kept, PersistenceSupervisorRef};
pub use supervisor::PersistenceSupervisor;

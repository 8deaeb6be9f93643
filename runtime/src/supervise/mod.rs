//! Supervisors by hand: actors that start their child again after a back-off.
//!
//! Most actors need none of this. An actor spawned with a factory starts over by itself and keeps what waits in its mailbox, and a stored one
//! outlives its store's outages with nothing written for it. These are for a child that ends itself when it cannot go on.
//!
//! [`BackoffSupervisor`] makes the child again, for any actor; what comes while it is down is not kept. `PersistenceSupervisor` keeps it, and
//! every event until the child has confirmed that it is stored.

mod backoff;
mod child;
mod control;
mod letter;
#[cfg(feature = "persistence")]
mod persistence;
mod restarts;

pub use backoff::{BackoffSupervisor, BackoffSupervisorRef};
#[cfg(feature = "persistence")]
pub(crate) use persistence::Way;
#[cfg(feature = "persistence")]
pub use persistence::{
    Breaker, ConfirmableMessage, ConfirmableMessageEnvelope, Confirmation, ConfirmationId, ConfirmationKey, Kept,
    PersistenceSupervisor, PersistenceSupervisorRef,
};
pub use restarts::InvalidBackoff;

//! Deleting what is stored of an entity.

use super::run::System;
use crate::entity::{EntityId, EraseError, PersistDispatch, delete_events, purge};
use std::sync::Arc;

impl System {
    /// Deletes the events of an entity with numbers up to `upto`, or all that there are with `u64::MAX`. Only events that a snapshot stands for
    /// can go, since the entity has to be recovered without them. Numbers go on where they were. The entity need not be live, and one that is
    /// goes on undisturbed.
    ///
    /// # Errors
    ///
    /// The newest snapshot is older than `upto`, or cannot be used; the entity has no event `upto`; the store cannot be read or written.
    /// Then nothing was deleted, but where the store does not know: deleting again does no harm.
    ///
    /// # Cancel safety
    ///
    /// Dropped, the events are deleted or not.
    pub async fn delete_events<A: PersistDispatch>(
        &self,
        id: impl Into<Arc<str>>,
        upto: u64,
    ) -> Result<(), EraseError> {
        let entities = &self.0.entities;
        let host = entities.host::<A>()?;
        let id = EntityId::new(id).map_err(super::EntityError::from)?;
        delete_events(&id, upto, entities.storage(), host.make()).await
    }

    /// Deletes all that is stored of an entity: events, snapshots, callers' ids, timers and messages to send. What stays is its number, so that
    /// none is ever given twice.
    ///
    /// It takes its turn behind what the entity has accepted so far, which is handled before. What comes after meets an entity that starts
    /// afresh.
    ///
    /// # Errors
    ///
    /// The type is not hosted, the system is shutting down, or the store has not deleted it or has not said so: purging again does no harm.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    ///
    /// # Cancel safety
    ///
    /// Dropped after it was polled once, the entity is purged all the same.
    pub async fn purge<A: PersistDispatch>(&self, id: impl Into<Arc<str>>) -> Result<(), EraseError> {
        purge(self.0.entities.entity::<A>(id.into(), &self.0.core)?).await
    }
}

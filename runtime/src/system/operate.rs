//! What is done to one entity from outside, by the name of its type: for tools and pages, which know no types.

use super::host::Wish;
use super::run::System;
use crate::entity::InstructError;
use crate::journal::EntityKey;

impl System {
    /// Takes the state of the entity `key` out of memory, as it leaves by itself when it has been idle for long enough. What it has accepted
    /// before is handled first; handles stay good, and the next message recovers it.
    ///
    /// # Errors
    ///
    /// It is not in memory, or it is not idle: it has postponed commands, or deliveries that are not confirmed. The type is not hosted, or the system
    /// is shutting down.
    ///
    /// # Cancel safety
    ///
    /// Dropped after it was polled once, the entity leaves all the same.
    pub async fn passivate(&self, key: &EntityKey) -> Result<(), InstructError> {
        self.instruct(key, Wish::Passivate).await
    }

    /// Gives up the delivery `id` of the entity `key`, one of its [`unconfirmed`](System::unconfirmed) ones: it is not sent any more, and the
    /// entity is told as of one that was sent too often. Its receiver may have taken it all the same.
    ///
    /// It returns when the entity has decided what comes of it; that is durable a little later, and a delivery that is still listed then was not
    /// given up.
    ///
    /// # Errors
    ///
    /// It sends no such delivery. The type is not hosted, or the system is shutting down.
    ///
    /// # Cancel safety
    ///
    /// Dropped after it was polled once, the delivery is given up all the same.
    pub async fn give_up_delivery(&self, key: &EntityKey, id: u64) -> Result<(), InstructError> {
        self.instruct(key, Wish::GiveUp(id)).await
    }

    /// Removes a timer of the entity `key`, by its [`id`](crate::timer::PendingTimer::id), in a unit of its own. Deadlines stay: they end with
    /// their state.
    ///
    /// # Errors
    ///
    /// It has no such timer, it is a deadline, or the store does not remove it. The type is not hosted, or the system is shutting down.
    ///
    /// # Cancel safety
    ///
    /// Dropped after it was polled once, the timer is removed all the same.
    pub async fn cancel_timer(&self, key: &EntityKey, id: &[u8]) -> Result<(), InstructError> {
        let timer = self.0.entities.timers(key).await?.into_iter().find(|timer| timer.id == id);
        let timer = timer.ok_or(InstructError::NoTimer)?;
        if timer.is_deadline {
            return Err(InstructError::Deadline { name: timer.name });
        }
        self.instruct(key, Wish::Cancel(timer.id)).await
    }

    async fn instruct(&self, key: &EntityKey, wish: Wish) -> Result<(), InstructError> {
        let entities = &self.0.entities;
        let host = entities.host_of(key.kind());
        let host = host.ok_or_else(|| InstructError::Unhosted { kind: key.kind().to_string() })?;
        host.instruct(key, wish, &self.0.core, entities).await
    }
}

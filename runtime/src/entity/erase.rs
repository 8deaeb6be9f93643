//! Deleting what is stored of an entity: old events, or everything.

use super::cell::Cell;
use super::failure::RecoveryError;
use super::id::EntityId;
use super::persistent::{PersistDispatch, Recover};
use super::recovery::{Factory, restore};
use super::storage::Storage;
use crate::actor::{ActorRef, Other};
use crate::journal::{AppendError, EntityKey, ReadError};
use crate::observe::Stamp;
use crate::system::EntityError;
use std::sync::Arc;
use tokio::sync::oneshot;

/// So many events are deleted in one transaction of the store.
const DELETED_AT_ONCE: u64 = 10_000;

/// Why nothing, or not everything, was deleted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EraseError {
    /// There is no such entity in this system.
    #[error(transparent)]
    Entity(#[from] EntityError),
    /// Without these events the entity could not be recovered. Nothing was deleted.
    #[error(
        "events of {key} up to {upto} are needed for its recovery: take a snapshot first, at event {upto} or later ({cause})"
    )]
    Needed {
        /// The entity.
        key: EntityKey,
        /// The number up to which its events were to be deleted.
        upto: u64,
        /// Why no snapshot stands for them.
        cause: Arc<str>,
    },
    /// Whether a snapshot stands for the events could not be found out. Nothing was deleted.
    #[error(transparent)]
    Recovery(#[from] RecoveryError),
    /// The store has not deleted them, or has not said so. Deleting again does no harm.
    #[error(transparent)]
    Store(AppendError),
}

/// All that is stored of an entity is to be deleted, and somebody waits for that.
#[derive(Debug)]
pub(crate) struct Purge(oneshot::Sender<Result<(), EraseError>>);

/// Deletes all that is stored of an entity, after what waits in its mailbox.
pub(crate) async fn purge<A: PersistDispatch>(entity: ActorRef<A>) -> Result<(), EraseError> {
    let stopped = EraseError::Entity(EntityError::Stopped);
    let (sender, answer) = oneshot::channel();
    // A full mailbox does not refuse it. A refused one is dropped, and with it the way back.
    let _ = entity.downgrade().push(Other::Purge(Purge(sender)).into(), Stamp::here());
    answer.await.unwrap_or(Err(stopped))
}

/// Deletes the events of an entity up to the number `upto`, or all with `u64::MAX`, if a snapshot stands for them.
pub(crate) async fn delete_events<A: Recover>(
    id: &EntityId<A>,
    upto: u64,
    storage: &Storage,
    make: &Factory<A>,
) -> Result<(), EraseError> {
    let store = storage.store();
    // What is not there: only the numbers are wanted.
    let page = storage.read(store.read(id.key().clone(), u64::MAX, u64::MAX, 1)).await.map_err(unread)?;
    let end = if upto == u64::MAX { page.last } else { upto };
    if end > page.deleted && end <= page.last {
        let (restored, unusable) = restore(id, storage, make, u64::MAX).await?;
        let snapshot = restored.map(|incarnation| incarnation.seq);
        if snapshot.is_none_or(|seq| seq < end) {
            let cause = match (snapshot, unusable) {
                (Some(seq), _) => format!("the newest one is at {seq}"),
                (None, Some(why)) => why.to_string(),
                (None, None) => "there is none".into(),
            };
            return Err(EraseError::Needed { key: id.key().clone(), upto: end, cause: cause.into() });
        }
    }
    // Up to the number that was looked at, not one that came since; and in parts, so that others are written in between. Cut short, what is deleted
    // by then is: the snapshot stands for all of it.
    let mut upto = page.deleted.min(end);
    loop {
        upto = upto.saturating_add(DELETED_AT_ONCE).min(end);
        storage.change(|store| store.delete(id.key().clone(), upto)).await.map_err(EraseError::Store)?;
        if upto == end {
            return Ok(());
        }
    }
}

fn unread(cause: ReadError) -> EraseError {
    EraseError::Recovery(RecoveryError::Read(cause))
}

impl<A: PersistDispatch> Cell<A> {
    /// Deletes all that is stored. What comes after starts afresh, with the number after the last one.
    pub(super) async fn erase(&mut self, Purge(answer): Purge) {
        self.discard();
        (self.fault, self.finished) = (None, None);
        let key = self.id.key();
        let purged = self.storage.change(|store| store.purge(key.clone())).await;
        if purged.is_ok() {
            self.post = None;
        }
        // Whoever asked may have gone away meanwhile: that is its right.
        let _ = answer.send(purged.map_err(EraseError::Store));
    }
}

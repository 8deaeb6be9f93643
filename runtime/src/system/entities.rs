//! The entities of a system: their store, the types that are hosted, and the handles of the live ones.

use super::core::Core;
use super::feeds::Projections;
use super::host::{AnyHost, Host};
use super::ids::Ids;
use super::run::System;
use super::tree::Leaf;
use crate::actor::{Actor, ActorRef, Handle};
use crate::entity::{EntityId, PersistDispatch, Persistent, Seats, Storage};
use crate::journal::{AppendError, InvalidId, Store};
use crate::settings::Settings;
use crate::timer::Scheduler;
use std::any::TypeId;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, OnceLock};

pub(super) struct Entities {
    pub(super) storage: Arc<Storage>,
    pub(super) seats: Option<Arc<Seats>>,
    /// Set when the system starts.
    pub(super) scheduler: OnceLock<Scheduler>,
    pub(super) projections: Projections,
    hosts: HashMap<TypeId, Arc<dyn AnyHost>>,
}

/// Why an entity has no handle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EntityError {
    /// The type is not hosted.
    #[error("`{kind}` is not hosted: add `.host::<..>()` or `.host_with(..)` before `.start()`")]
    Unhosted {
        /// The stable name of the type.
        kind: &'static str,
    },
    /// No entity can have that id.
    #[error(transparent)]
    InvalidId(#[from] InvalidId),
    /// The system is shutting down.
    #[error("the system is shutting down")]
    Stopped,
}

impl Entities {
    pub(super) fn new(store: Arc<dyn Store>, hosts: Vec<Arc<dyn AnyHost>>, settings: &Settings) -> Self {
        let hosts = hosts.into_iter().map(|host| (host.actor(), host)).collect();
        let seats = settings.max_live.map(|most| Arc::new(Seats::new(most)));
        Self {
            storage: Arc::new(Storage::new(store, settings)),
            seats,
            scheduler: OnceLock::new(),
            projections: Projections::default(),
            hosts,
        }
    }

    pub(super) fn storage(&self) -> &Arc<Storage> {
        &self.storage
    }

    pub(super) fn host<A: PersistDispatch>(&self) -> Result<&Host<A>, EntityError> {
        let host = self.hosts.get(&TypeId::of::<A>()).and_then(|host| host.as_any().downcast_ref::<Host<A>>());
        host.ok_or(EntityError::Unhosted { kind: A::KIND })
    }

    /// The host of the type with the stable name `kind`.
    pub(super) fn host_of(&self, kind: &str) -> Option<&Arc<dyn AnyHost>> {
        self.hosts().find(|host| host.kind() == kind)
    }

    pub(super) fn entity<A: PersistDispatch>(
        &self,
        id: Arc<str>,
        core: &Arc<Core>,
    ) -> Result<ActorRef<A>, EntityError> {
        let host = self.host()?;
        host.entity(EntityId::new(id)?, core, &self.storage, self.seats.as_ref()).ok_or(EntityError::Stopped)
    }

    /// Takes nothing further in.
    pub(super) fn stop(&self) {
        if let Some(scheduler) = self.scheduler.get() {
            scheduler.stop();
        }
        // Hosts are independent of each other: in which order they close does not matter.
        for host in self.hosts() {
            host.close();
        }
    }

    /// Waits for all entities to end.
    pub(super) async fn ended(&self) {
        for host in self.hosts() {
            host.ended().await;
        }
    }

    pub(super) fn kill(&self) {
        for host in self.hosts() {
            host.kill();
        }
    }

    /// How many of each type have not ended.
    pub(super) fn census(&self) -> BTreeMap<&'static str, usize> {
        self.hosts().map(|host| (host.kind(), host.lingering())).filter(|(_, count)| *count > 0).collect()
    }

    /// Releases the store.
    pub(super) async fn close(&self) -> Result<(), AppendError> {
        match self.storage.store().close().await {
            Ok(()) | Err(AppendError::Closed) => Ok(()),
            Err(cause) => Err(cause),
        }
    }

    /// All entities that have a mailbox, by kind and id.
    pub(super) fn leaves(&self) -> Vec<Leaf> {
        let mut leaves: Vec<_> = self.hosts().flat_map(|host| host.leaves()).collect();
        leaves.sort_unstable_by(|a, b| (a.kind, &a.id).cmp(&(b.kind, &b.id)));
        leaves
    }

    pub(super) fn hosts(&self) -> impl Iterator<Item = &Arc<dyn AnyHost>> {
        self.hosts.values()
    }
}

impl System {
    /// The handle of the entity `id` of the type `A`: of its one live copy. It is recovered when its first message comes.
    ///
    /// An entity that has had nothing to do for a while, 120 s unless the [`Settings`](crate::settings::Settings::passivate_after) or the type
    /// say otherwise, leaves the memory. What is stored of it stays, handles stay good, and the next message recovers it.
    ///
    /// # Errors
    ///
    /// The type is not hosted, the id is empty or longer than 255 bytes, or the system is shutting down.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    pub fn entity<A: PersistDispatch>(&self, id: impl Into<Arc<str>>) -> Result<A::Handle, EntityError> {
        self.0.entities.entity::<A>(id.into(), &self.0.core).map(<A as Actor>::Handle::from_ref)
    }

    /// How many entities have a mailbox in memory: those that are live, and those that somebody has a handle of.
    pub fn entity_count(&self) -> usize {
        self.0.entities.hosts().map(|host| host.count()).sum()
    }

    /// The ids of all entities of the type `A` of which something is stored.
    pub fn ids<A: Persistent>(&self) -> Ids<A> {
        Ids::new(self.0.entities.storage.store().clone())
    }
}

impl fmt::Debug for Entities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut kinds: Vec<_> = self.hosts().map(|host| host.kind()).collect();
        kinds.sort_unstable();
        f.debug_struct("Entities").field("hosts", &kinds).field("store", self.storage.store()).finish_non_exhaustive()
    }
}

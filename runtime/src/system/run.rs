//! The running system.

use super::builder::SystemBuilder;
use super::host::{AnyHost, Host};
use super::ids::Ids;
use crate::actor::{Actor, Handle};
use crate::entity::{EntityId, PersistDispatch, Persistent};
use crate::journal::{AppendError, InvalidId, MemoryStore, Store};
use std::any::TypeId;
use std::collections::HashMap;
use std::fmt;
#[cfg(feature = "sqlite")]
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Hosts entities on a store. Clones are the same system.
///
/// Dropped without [`shutdown`](System::shutdown), entities end when their last handles go; what they accepted is handled first, as long as
/// the tokio runtime lives. Only `shutdown` says when the store is released.
#[derive(Clone)]
pub struct System(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    commands: Arc<AtomicU64>,
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

/// Why a system did not end in order. Nothing that was answered is lost.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShutdownError {
    /// The store did not close in order.
    #[error("the store did not close in order: {0}")]
    Store(AppendError),
}

impl System {
    /// A system on the embedded store in the directory `dir`, which is made if it is not there. One system at a time owns a directory.
    #[cfg(feature = "sqlite")]
    pub fn open(dir: impl Into<PathBuf>) -> SystemBuilder {
        SystemBuilder::directory(dir.into())
    }

    /// A system whose store is in memory and ends with it.
    pub fn volatile() -> SystemBuilder {
        Self::with(MemoryStore::new())
    }

    /// A system on a store of your own.
    pub fn with(store: impl Store) -> SystemBuilder {
        SystemBuilder::store(Arc::new(store))
    }

    pub(super) fn new(store: Arc<dyn Store>, hosts: Vec<Arc<dyn AnyHost>>) -> Self {
        let hosts = hosts.into_iter().map(|host| (host.actor(), host)).collect();
        Self(Arc::new(Inner { store, commands: Arc::new(AtomicU64::new(1)), hosts }))
    }

    /// The handle of the entity `id` of the type `A`: of its one live copy. It is recovered when its first message comes.
    ///
    /// # Errors
    ///
    /// The type is not hosted, the id is empty or longer than 255 bytes, or the system is shutting down.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    pub fn entity<A: PersistDispatch>(&self, id: impl Into<Arc<str>>) -> Result<A::Handle, EntityError> {
        let unhosted = EntityError::Unhosted { kind: A::KIND };
        let host = self.0.hosts.get(&TypeId::of::<A>()).and_then(|host| host.as_any().downcast_ref::<Host<A>>());
        let host = host.ok_or(unhosted)?;
        let actor = host.entity(EntityId::new(id)?, &self.0.store, &self.0.commands).ok_or(EntityError::Stopped)?;
        Ok(<A as Actor>::Handle::from_ref(actor))
    }

    /// The ids of all entities of the type `A` of which something is stored.
    pub fn ids<A: Persistent>(&self) -> Ids<A> {
        Ids::new(self.0.store.clone())
    }

    /// Ends the system: nothing further is accepted, what was accepted is handled and answered, then the store is closed and released.
    ///
    /// # Errors
    ///
    /// The store does not close in order.
    ///
    /// # Cancel safety
    ///
    /// Dropped half-way, the system accepts nothing more; calling it again goes on.
    pub async fn shutdown(&self) -> Result<(), ShutdownError> {
        // Hosts are independent of each other: in which order they close does not matter.
        for host in self.hosts() {
            host.close();
        }
        for host in self.hosts() {
            host.ended().await;
        }
        match self.0.store.close().await {
            Ok(()) | Err(AppendError::Closed) => Ok(()),
            Err(cause) => Err(ShutdownError::Store(cause)),
        }
    }

    fn hosts(&self) -> impl Iterator<Item = &Arc<dyn AnyHost>> {
        self.0.hosts.values()
    }
}

impl fmt::Debug for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut kinds: Vec<_> = self.hosts().map(|host| host.kind()).collect();
        kinds.sort_unstable();
        f.debug_struct("System").field("hosts", &kinds).field("store", &self.0.store).finish()
    }
}

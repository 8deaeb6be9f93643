//! Before the start: the store, and the types that are hosted.

use super::host::{AnyHost, Host};
use super::run::System;
use crate::entity::{EntityId, FactoryError, PersistDispatch};
#[cfg(feature = "sqlite")]
use crate::journal::{OpenError, SqliteStore};
use crate::journal::{ReadError, Store};
use std::fmt;
#[cfg(feature = "sqlite")]
use std::path::PathBuf;
use std::sync::Arc;

/// A system that is being put together. Nothing is opened before [`start`](SystemBuilder::start).
#[must_use = "a system runs from its start on"]
pub struct SystemBuilder {
    source: Source,
    hosts: Vec<Arc<dyn AnyHost>>,
    allow_unhosted: bool,
}

enum Source {
    #[cfg(feature = "sqlite")]
    Directory(PathBuf),
    Store(Arc<dyn Store>),
}

/// Why a system did not start. Nothing was stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The embedded store could not be opened.
    #[cfg(feature = "sqlite")]
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The store could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The store has entities of types that nobody hosts.
    #[error("the store has entities of {}, which nobody hosts: host them, or say `.allow_unhosted()`", .kinds.join(", "))]
    Unhosted {
        /// The stable names of the types.
        kinds: Vec<String>,
    },
    /// Two hosted types have one stable name.
    #[error("two hosted types are called `{kind}`: give one of them another name")]
    Duplicate {
        /// The name.
        kind: &'static str,
    },
    /// The thread that opens the store was lost.
    #[error("opening the store was cut short: {0}")]
    Interrupted(String),
}

impl SystemBuilder {
    #[cfg(feature = "sqlite")]
    pub(super) fn directory(dir: PathBuf) -> Self {
        Self::new(Source::Directory(dir))
    }

    pub(super) fn store(store: Arc<dyn Store>) -> Self {
        Self::new(Source::Store(store))
    }

    fn new(source: Source) -> Self {
        Self { source, hosts: Vec::new(), allow_unhosted: false }
    }

    /// Hosts entities of the type `A`, each made by its `Default`.
    pub fn host<A: PersistDispatch + Default>(self) -> Self {
        self.host_with(|_: &EntityId<A>| Ok(A::default()))
    }

    /// Hosts entities of the type `A`, each made by `make`: that is where an entity gets its services from. It runs for each incarnation,
    /// and must make the same value for the same id but for what is not stored.
    pub fn host_with<A: PersistDispatch>(
        mut self,
        make: impl Fn(&EntityId<A>) -> Result<A, FactoryError> + Send + Sync + 'static,
    ) -> Self {
        self.hosts.push(Arc::new(Host::new(Arc::new(make))));
        self
    }

    /// Starts although the store may have entities of types that are not hosted.
    pub fn allow_unhosted(mut self) -> Self {
        self.allow_unhosted = true;
        self
    }

    /// Opens the store and starts the system. No entity is recovered before it is used.
    ///
    /// # Errors
    ///
    /// The store cannot be opened, two hosted types have one name, or the store has entities of a type that is not hosted.
    pub async fn start(self) -> Result<System, StartError> {
        for (at, host) in self.hosts.iter().enumerate() {
            if self.hosts.iter().take(at).any(|earlier| earlier.kind() == host.kind()) {
                return Err(StartError::Duplicate { kind: host.kind() });
            }
        }
        let (store, ours): (Arc<dyn Store>, bool) = match self.source {
            #[cfg(feature = "sqlite")]
            Source::Directory(dir) => (open(dir).await?, true),
            Source::Store(store) => (store, false),
        };
        if let Err(refused) = hosted(&*store, &self.hosts, self.allow_unhosted).await {
            if ours {
                // Released before the answer, so that the next attempt finds the directory free. Why it was refused matters more than how
                // the store closes: nothing was written.
                let _ = store.close().await;
            }
            return Err(refused);
        }
        Ok(System::new(store, self.hosts))
    }
}

/// Whether all types of which `store` has something are hosted.
async fn hosted(store: &dyn Store, hosts: &[Arc<dyn AnyHost>], allow_unhosted: bool) -> Result<(), StartError> {
    let mut kinds: Vec<_> = store.kinds().await?.iter().map(ToString::to_string).collect();
    kinds.retain(|kind| hosts.iter().all(|host| host.kind() != kind));
    if kinds.is_empty() || allow_unhosted { Ok(()) } else { Err(StartError::Unhosted { kinds }) }
}

/// Opening reads and writes files, which must not hold up the async threads.
#[cfg(feature = "sqlite")]
async fn open(dir: PathBuf) -> Result<Arc<dyn Store>, StartError> {
    match tokio::task::spawn_blocking(move || SqliteStore::open(dir)).await {
        Ok(opened) => Ok(Arc::new(opened?)),
        Err(lost) => Err(StartError::Interrupted(lost.to_string())),
    }
}

impl fmt::Debug for SystemBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts: Vec<_> = self.hosts.iter().map(|host| host.kind()).collect();
        f.debug_struct("SystemBuilder").field("hosts", &hosts).finish_non_exhaustive()
    }
}

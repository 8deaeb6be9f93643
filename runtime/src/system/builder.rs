//! Before the start: the defaults, the store, and the types that are hosted.

use super::core::Core;
#[cfg(feature = "persistence")]
use super::entities::Entities;
#[cfg(feature = "persistence")]
use super::host::{AnyHost, Host};
#[cfg(feature = "persistence")]
use super::mail;
use super::run::{Inner, System};
#[cfg(feature = "persistence")]
use crate::delivery::Mailroom;
#[cfg(feature = "persistence")]
use crate::entity::{EntityId, FactoryError, PersistDispatch};
#[cfg(feature = "persistence")]
use crate::journal::{FEEDS, MemoryStore, ReadError, Store};
#[cfg(feature = "persistence")]
#[cfg(feature = "sqlite")]
use crate::journal::{GroupLimits, OpenError, ReadOnly, SqliteLook, SqliteStore};
use crate::settings::Settings;
use std::fmt;
#[cfg(feature = "sqlite")]
use std::path::PathBuf;
use std::sync::Arc;

/// A system that is being put together. Nothing is opened before [`start`](SystemBuilder::start).
#[must_use = "a system runs from its start on"]
pub struct SystemBuilder {
    settings: Settings,
    #[cfg(feature = "persistence")]
    source: Source,
    #[cfg(feature = "persistence")]
    hosts: Vec<Arc<dyn AnyHost>>,
    #[cfg(feature = "persistence")]
    allow_unhosted: bool,
}

#[cfg(feature = "persistence")]
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
    #[cfg(feature = "persistence")]
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
    pub(super) fn volatile() -> Self {
        Self {
            settings: Settings::default(),
            #[cfg(feature = "persistence")]
            source: Source::Store(Arc::new(MemoryStore::new())),
            #[cfg(feature = "persistence")]
            hosts: Vec::new(),
            #[cfg(feature = "persistence")]
            allow_unhosted: false,
        }
    }

    /// Takes its defaults from `settings`. What stands in an attribute beats them.
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Starts the system. No entity is recovered before it is used.
    ///
    /// # Errors
    ///
    /// The store cannot be opened or read, two hosted types have one name, or the store has entities of a type that is not hosted. Once it has
    /// said which types it has, a store that is out for a while does not keep a system from starting: what waits to be sent and timers that are
    /// due come when it is back.
    #[cfg_attr(not(feature = "persistence"), allow(clippy::unused_async, reason = "opening a store waits"))]
    pub async fn start(self) -> Result<System, StartError> {
        #[cfg(feature = "metrics")]
        crate::observe::describe();
        let core = Arc::new(Core::new(self.settings));
        #[cfg(feature = "persistence")]
        let entities = open_entities(self.source, self.hosts, self.allow_unhosted, core.settings()).await?;
        let inner = Arc::new(Inner {
            core,
            names: Arc::default(),
            #[cfg(feature = "persistence")]
            entities,
        });
        #[cfg(feature = "persistence")]
        connect(&inner).await?;
        let system = System(inner);
        #[cfg(feature = "persistence")]
        system.watch_timers();
        Ok(system)
    }
}

#[cfg(feature = "persistence")]
impl SystemBuilder {
    #[cfg(feature = "sqlite")]
    fn directory(dir: PathBuf) -> Self {
        Self { source: Source::Directory(dir), ..Self::volatile() }
    }

    fn store(store: Arc<dyn Store>) -> Self {
        Self { source: Source::Store(store), ..Self::volatile() }
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
}

#[cfg(feature = "persistence")]
impl System {
    /// A system on the embedded store in the directory `dir`, which is made if it is not there. One system at a time owns a directory.
    #[cfg(feature = "sqlite")]
    pub fn open(dir: impl Into<PathBuf>) -> SystemBuilder {
        SystemBuilder::directory(dir.into())
    }

    /// A system on a store of your own.
    pub fn with(store: impl Store) -> SystemBuilder {
        SystemBuilder::store(Arc::new(store))
    }
}

#[cfg(feature = "persistence")]
async fn open_entities(
    source: Source,
    hosts: Vec<Arc<dyn AnyHost>>,
    allow_unhosted: bool,
    settings: &Settings,
) -> Result<Entities, StartError> {
    distinct(&hosts)?;
    let (store, ours): (Arc<dyn Store>, bool) = match source {
        #[cfg(feature = "sqlite")]
        Source::Directory(dir) => (open(dir, settings).await?, true),
        Source::Store(store) => (store, false),
    };
    if let Err(refused) = hosted(&*store, &hosts, allow_unhosted).await {
        if ours {
            // Released before the answer, so that the next attempt finds the directory free. Why it was refused matters more than how
            // the store closes: nothing was written.
            let _ = store.close().await;
        }
        return Err(refused);
    }
    Ok(Entities::new(store, hosts, settings))
}

/// The store opened for reading alone, with the types that read it.
#[cfg(feature = "persistence")]
pub(super) fn look_at(builder: SystemBuilder) -> Result<Entities, StartError> {
    distinct(&builder.hosts)?;
    let store: Arc<dyn Store> = match builder.source {
        #[cfg(feature = "sqlite")]
        Source::Directory(dir) => Arc::new(ReadOnly::new(SqliteLook::open(dir)?)?),
        Source::Store(store) => store,
    };
    Ok(Entities::new(store, builder.hosts, &builder.settings))
}

/// Every name may stand for one type.
#[cfg(feature = "persistence")]
fn distinct(hosts: &[Arc<dyn AnyHost>]) -> Result<(), StartError> {
    for (at, host) in hosts.iter().enumerate() {
        if hosts.iter().take(at).any(|earlier| earlier.kind() == host.kind()) {
            return Err(StartError::Duplicate { kind: host.kind() });
        }
    }
    Ok(())
}

/// Lets deliveries be carried, and wakes those who have some to send.
#[cfg(feature = "persistence")]
async fn connect(inner: &Arc<Inner>) -> Result<(), ReadError> {
    let mailroom: Arc<dyn Mailroom> = inner.clone();
    inner.core.connect(Arc::downgrade(&mailroom));
    mail::wake(inner).await
}

/// Whether all types of which `store` has something are hosted.
#[cfg(feature = "persistence")]
async fn hosted(store: &dyn Store, hosts: &[Arc<dyn AnyHost>], allow_unhosted: bool) -> Result<(), StartError> {
    let mut kinds: Vec<_> = store.kinds().await?.iter().map(ToString::to_string).collect();
    // Places of followers are the system's own.
    kinds.retain(|kind| kind != FEEDS && hosts.iter().all(|host| host.kind() != kind));
    if kinds.is_empty() || allow_unhosted { Ok(()) } else { Err(StartError::Unhosted { kinds }) }
}

/// Opening reads and writes files, which must not hold up the async threads.
#[cfg(feature = "sqlite")]
async fn open(dir: PathBuf, settings: &Settings) -> Result<Arc<dyn Store>, StartError> {
    let limits = GroupLimits { parts: settings.group_parts, bytes: settings.group_bytes };
    match tokio::task::spawn_blocking(move || SqliteStore::open_with(dir, limits)).await {
        Ok(opened) => Ok(Arc::new(opened?)),
        Err(lost) => Err(StartError::Interrupted(lost.to_string())),
    }
}

impl fmt::Debug for SystemBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("SystemBuilder");
        #[cfg(feature = "persistence")]
        out.field("hosts", &self.hosts.iter().map(|host| host.kind()).collect::<Vec<_>>());
        out.field("settings", &self.settings).finish_non_exhaustive()
    }
}

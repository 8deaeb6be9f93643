//! The handle of an open store.

use super::error::OpenError;
use super::job::{Change, Control, Job, Reply, Write};
use super::lock::Lock;
use super::reader::{self, Query};
use super::writer::{GroupLimits, Shared, Writer};
use super::{beside, connection, events, places, schema};
use crate::journal::{
    AppendError, Appended, CommitBell, Commits, EntityKey, FoundSnapshot, NewSnapshot, Page, Pending, ReadError,
    ReopenError, Request, Row, Select, Store, Stretch, Table, Unit, pending,
};
use crate::observe::Groups;
use rusqlite::Connection;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::{self, JoinHandle};

/// How many threads read. They wait for the disk more than they compute.
const READERS: usize = 4;

/// A store in a directory of its own, on SQLite. Nothing has to be installed for it.
///
/// The directory holds
///
/// - `journal.sqlite`, the events: `sqlite3 journal.sqlite 'SELECT * FROM event'` shows them, also while the store is open;
/// - `journal.sqlite-wal` and `journal.sqlite-shm`, which belong to it: never copy or delete one without the others;
/// - `lock`, which names the process that has the store open.
///
/// One thread writes. It takes whatever is queued into one transaction, so that many entities share one wait for the disk.
///
/// ```
/// use mainstay::journal::{Codec, CommandId, EntityKey, NewEvent, SqliteStore, Store, Unit};
///
/// # let dir = tempfile::tempdir()?;
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let store = SqliteStore::open(dir.path().join("orders"))?;
/// let order = EntityKey::new("order", "42")?;
/// let placed = NewEvent { name: "placed".into(), version: 1, codec: Codec::MessagePack, payload: vec![0xc0], tags: vec![] };
/// let command = CommandId { epoch: store.epoch(), number: 1 };
/// let unit = Unit::new(order.clone(), 0, store.epoch(), 0, command, vec![placed]);
/// assert_eq!(store.append(unit).await?.last, 1);
/// assert_eq!(&*store.read(order, 0, u64::MAX, 100).await?.records[0].name, "placed");
/// store.close().await?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Durability
///
/// An append is answered with `Ok` after the operating system has said that it is on the disk. It survives the end of the process and
/// the loss of power, as far as the disk keeps its word.
///
/// # Errors
///
/// After a write that failed, a full disk among them, the store takes no more: see [`AppendError::Unknown`] and
/// [`AppendError::Poisoned`]. It can still be read, without the writes whose outcome is unknown. [`reopen`](Store::reopen) makes an end of
/// that without letting go of the directory.
///
/// # Cancel safety
///
/// A call that is made is carried out, whether or not its answer is awaited. Dropping the store without [`close`](Store::close) also
/// makes durable what was appended and releases the directory, some time later and in the background.
#[derive(Debug)]
pub struct SqliteStore {
    dir: PathBuf,
    shared: Arc<Shared>,
    /// How many writes were asked for.
    called: AtomicU64,
    /// Gone once the store is closed: nothing gets behind the request to close.
    queues: RwLock<Option<Queues>>,
}

/// Where requests go.
#[derive(Debug)]
struct Queues {
    jobs: Sender<Job>,
    queries: Sender<Query>,
}

impl SqliteStore {
    /// Opens the store in `dir` and raises its epoch. Makes directory and store if there are none.
    ///
    /// It waits for the disk: call it before the first task runs, or from a thread that may block.
    ///
    /// # Errors
    ///
    /// The store is open elsewhere, its file is not a store or of a newer format, or the disk failed. What is stored is as it was.
    pub fn open(dir: impl AsRef<Path>) -> Result<Self, OpenError> {
        Self::open_with(dir, GroupLimits::default())
    }

    /// The same, with limits of your own on what is written in one transaction. Smaller ones make appends that come together wait longer, larger ones
    /// make each of them wait for more of the others.
    ///
    /// # Errors
    ///
    /// As [`open`](SqliteStore::open).
    pub fn open_with(dir: impl AsRef<Path>, limits: GroupLimits) -> Result<Self, OpenError> {
        let dir = dir.as_ref();
        let file = dir.join("journal.sqlite");
        let lock = Lock::acquire(dir)?;
        let (connection, epoch) = schema::open(&file)?;
        let setup = |source| OpenError::Setup { dir: dir.into(), source };

        let (queries, receiver) = channel();
        let receiver = Arc::new(Mutex::new(receiver));
        let readers = (0..READERS).map(|_| start_reader(&file, &receiver)).collect::<Result<_, _>>()?;
        let (jobs, receiver) = channel();
        let shared =
            Arc::new(Shared { epoch: AtomicU64::new(epoch), decided: AtomicU64::new(0), bell: CommitBell::new() });
        let (its_queries, its_shared) = (queries.clone(), Arc::clone(&shared));
        let writer = Writer {
            file,
            jobs: receiver,
            queries: its_queries,
            readers,
            lock,
            shared: its_shared,
            groups: Groups::new(),
            limits,
        };
        spawn("mainstay-writer", move || writer.run(connection)).map_err(setup)?;
        let queues = RwLock::new(Some(Queues { jobs, queries }));
        Ok(Self { dir: dir.into(), shared, called: AtomicU64::new(0), queues })
    }

    /// The directory of the store.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Has something read, unless the store is closed. A query that cannot be sent is dropped, and with it its answer.
    fn query<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, ReadError> + Send + 'static,
    ) -> Pending<T, ReadError> {
        let (answer, pending) = pending(|| ReadError::Closed);
        let query = Query(Box::new(move |connection| answer.give(read(connection))));
        if let Some(queues) = &*self.queues.read().unwrap_or_else(PoisonError::into_inner) {
            // Behind the writes that were called before and are not decided; with none of them, the writer need not wake up for it.
            let _ = if self.shared.decided.load(Ordering::Acquire) == self.called.load(Ordering::Acquire) {
                queues.queries.send(query).map_err(drop)
            } else {
                queues.jobs.send(Job::Query(query)).map_err(drop)
            };
        }
        pending
    }

    /// Has something written. A closed store says so.
    fn write(&self, write: Write, reply: Reply) {
        match &*self.queues.read().unwrap_or_else(PoisonError::into_inner) {
            Some(queues) => {
                // Before it is sent, so that nobody takes it for decided.
                self.called.fetch_add(1, Ordering::AcqRel);
                let _ = queues.jobs.send(Job::Write(write, reply));
            }
            None => reply.give(Err(AppendError::Closed)),
        }
    }

    fn change(&self, key: EntityKey, change: Change) -> Pending<(), AppendError> {
        let (answer, pending) = pending(gone);
        self.write(Write::Change(key, change), Reply::Done(answer));
        pending
    }
}

/// Once a write is queued, only the end of the writer in the middle of it can drop it.
fn gone() -> AppendError {
    AppendError::Unknown { cause: "the writing thread is gone".into() }
}

fn start_reader(file: &Path, queries: &Arc<Mutex<Receiver<Query>>>) -> Result<JoinHandle<()>, OpenError> {
    let connection = connection::for_reading(file).map_err(|error| OpenError::engine(file, &error))?;
    let queries = Arc::clone(queries);
    let setup = |source| OpenError::Setup { dir: file.into(), source };
    spawn("mainstay-reader", move || reader::run(&connection, &queries)).map_err(setup)
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.into()).spawn(run)
}

impl Store for SqliteStore {
    fn epoch(&self) -> u64 {
        self.shared.epoch.load(Ordering::Acquire)
    }

    fn append(&self, unit: Unit) -> Pending<Appended, AppendError> {
        let (answer, pending) = pending(gone);
        self.write(Write::Append(unit), Reply::Appended(answer));
        pending
    }

    fn read(&self, key: EntityKey, after: u64, upto: u64, limit: usize) -> Pending<Page, ReadError> {
        self.query(move |connection| events::page(connection, &key, after, upto, limit))
    }

    fn snapshot(&self, key: EntityKey, upto: u64) -> Pending<FoundSnapshot, ReadError> {
        self.query(move |connection| beside::snapshot(connection, &key, upto))
    }

    fn requests(&self, key: EntityKey, limit: usize) -> Pending<Vec<Request>, ReadError> {
        self.query(move |connection| beside::requests(connection, &key, limit))
    }

    fn rows(&self, key: EntityKey, table: Table, after: Option<Vec<u8>>, limit: usize) -> Pending<Vec<Row>, ReadError> {
        // No row has an empty id: it stands before all of them.
        self.query(move |connection| beside::rows(connection, &key, table, &after.unwrap_or_default(), limit))
    }

    fn due(&self, table: Table, upto: i64, limit: usize) -> Pending<Vec<(EntityKey, Row)>, ReadError> {
        self.query(move |connection| beside::due(connection, table, upto, limit))
    }

    fn save(&self, key: EntityKey, seq: u64, epoch: u64, at: i64, snapshot: NewSnapshot) -> Pending<(), AppendError> {
        self.change(key, Change::Save { seq, epoch, at, snapshot })
    }

    fn delete_snapshots(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError> {
        self.change(key, Change::DeleteSnapshots { upto })
    }

    fn delete(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError> {
        self.change(key, Change::Delete { upto })
    }

    fn purge(&self, key: EntityKey) -> Pending<(), AppendError> {
        self.change(key, Change::Purge)
    }

    fn kinds(&self) -> Pending<Vec<Arc<str>>, ReadError> {
        self.query(events::kinds)
    }

    fn ids(&self, kind: Arc<str>, after: Option<Arc<str>>, limit: usize) -> Pending<Vec<Arc<str>>, ReadError> {
        self.query(move |connection| events::ids(connection, &kind, after.as_deref(), limit))
    }

    fn feed(&self, select: Select, after: u64, limit: usize) -> Pending<Stretch, ReadError> {
        self.query(move |connection| places::feed(connection, &select, after, limit))
    }

    fn commits(&self) -> Commits {
        self.shared.bell.commits()
    }

    fn reopen(&self, seen: u64) -> Pending<u64, ReopenError> {
        let (answer, pending) = pending(|| ReopenError::Closed);
        if let Some(queues) = &*self.queues.read().unwrap_or_else(PoisonError::into_inner) {
            let _ = queues.jobs.send(Job::Control(Control::Reopen(seen, answer)));
        }
        pending
    }

    fn close(&self) -> Pending<(), AppendError> {
        let (answer, pending) = pending(|| AppendError::Closed);
        if let Some(queues) = self.queues.write().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = queues.jobs.send(Job::Control(Control::Close(Some(answer))));
            self.shared.bell.ring();
        }
        pending
    }
}

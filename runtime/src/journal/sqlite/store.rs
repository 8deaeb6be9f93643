//! The handle of an open store.

use super::connection;
use super::error::OpenError;
use super::lock::Lock;
use super::reader::{self, Query};
use super::schema;
use super::writer::{Request, Writer};
use crate::journal::{AppendError, EntityKey, Page, Pending, ReadError, Store, Unit, pending};
use std::io;
use std::path::{Path, PathBuf};
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
/// let placed = NewEvent { name: "placed".into(), version: 1, codec: Codec::MessagePack, payload: vec![0xc0] };
/// let unit = Unit {
///     key: order.clone(),
///     expected: 0,
///     epoch: store.epoch(),
///     at: 0,
///     command: CommandId { epoch: store.epoch(), number: 1 },
///     events: vec![placed],
/// };
/// assert_eq!(store.append(unit).await?, 1);
/// assert_eq!(&*store.read(order, 0, 100).await?.records[0].name, "placed");
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
/// [`AppendError::Poisoned`]. It can still be read, without the writes whose outcome is unknown. Close it and open it again.
///
/// # Cancel safety
///
/// A call that is made is carried out, whether or not its answer is awaited. Dropping the store without [`close`](Store::close) also
/// makes durable what was appended and releases the directory, some time later and in the background.
#[derive(Debug)]
pub struct SqliteStore {
    dir: PathBuf,
    epoch: u64,
    /// Gone once the store is closed: nothing gets behind the request to close.
    queues: RwLock<Option<Queues>>,
}

/// Where requests go.
#[derive(Debug)]
struct Queues {
    requests: Sender<Request>,
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
        let dir = dir.as_ref();
        let file = dir.join("journal.sqlite");
        let lock = Lock::acquire(dir)?;
        let (connection, epoch) = schema::open(&file)?;
        let setup = |source| OpenError::Setup { dir: dir.into(), source };

        let (queries, receiver) = channel();
        let receiver = Arc::new(Mutex::new(receiver));
        let readers = (0..READERS).map(|_| start_reader(&file, &receiver)).collect::<Result<_, _>>()?;
        let (requests, receiver) = channel();
        let writer = Writer { connection, requests: receiver, readers, lock };
        spawn("mainstay-writer", move || writer.run()).map_err(setup)?;
        Ok(Self { dir: dir.into(), epoch, queues: RwLock::new(Some(Queues { requests, queries })) })
    }

    /// The directory of the store.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Sends a query unless the store is closed. One that cannot be sent is dropped, and with it its answer.
    fn query(&self, query: Query) {
        if let Some(queues) = &*self.queues.read().unwrap_or_else(PoisonError::into_inner) {
            let _ = queues.queries.send(query);
        }
    }
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
        self.epoch
    }

    fn append(&self, unit: Unit) -> Pending<u64, AppendError> {
        // Once it is queued, only the end of the writer in the middle of a write can drop it.
        let (answer, pending) = pending(|| AppendError::Unknown { cause: "the writing thread is gone".into() });
        match &*self.queues.read().unwrap_or_else(PoisonError::into_inner) {
            Some(queues) => {
                let _ = queues.requests.send(Request::Append(unit, answer));
            }
            None => answer.give(Err(AppendError::Closed)),
        }
        pending
    }

    fn read(&self, key: EntityKey, after: u64, limit: usize) -> Pending<Page, ReadError> {
        let (answer, pending) = pending(|| ReadError::Closed);
        self.query(Query::Read { key, after, limit, answer });
        pending
    }

    fn kinds(&self) -> Pending<Vec<Arc<str>>, ReadError> {
        let (answer, pending) = pending(|| ReadError::Closed);
        self.query(Query::Kinds(answer));
        pending
    }

    fn ids(&self, kind: Arc<str>, after: Option<Arc<str>>, limit: usize) -> Pending<Vec<Arc<str>>, ReadError> {
        let (answer, pending) = pending(|| ReadError::Closed);
        self.query(Query::Ids { kind, after, limit, answer });
        pending
    }

    fn close(&self) -> Pending<(), AppendError> {
        let (answer, pending) = pending(|| AppendError::Closed);
        if let Some(queues) = self.queues.write().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = queues.requests.send(Request::Close(answer));
        }
        pending
    }
}

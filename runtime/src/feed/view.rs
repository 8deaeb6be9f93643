//! A read model in a SQLite file of its own.

use super::projection::{ATTEMPTS, Failure, Projection};
use crate::executor::blocking;
use crate::feed::TakeError;
use crate::journal::{Found, Select};
use crate::panics::{Panicked, contain};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long to wait for somebody else who writes the file.
const BUSY: Duration = Duration::from_secs(5);

/// What the file has beside the tables of the view.
const OURS: &str = "CREATE TABLE IF NOT EXISTS mainstay_view (
    name TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, place INTEGER NOT NULL
) STRICT";

/// Views before the tables that they read, and virtual tables before those that SQLite keeps for them, which go with them.
const THEIRS: &str = "SELECT type, name FROM sqlite_schema
    WHERE type IN ('view', 'table') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'mainstay_view'
    ORDER BY type DESC, rootpage <> 0";

/// Whether somebody has made something else of the file.
const FOREIGN: &str = "SELECT EXISTS (SELECT 1 FROM sqlite_schema) AND NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'mainstay_view')";

/// Tables that follow the events of a system.
///
/// ```
/// # use mainstay::prelude::*;
/// # use serde::{Deserialize, Serialize};
/// use mainstay::feed::rusqlite::Connection;
/// use mainstay::feed::{Failure, View};
/// use mainstay::journal::Found;
///
/// #[derive(Event, Serialize, Deserialize)]
/// #[event(name = "ledger.deposited")]
/// struct Deposited(i64);
///
/// struct Balances;
///
/// impl View for Balances {
///     const NAME: &'static str = "balances";
///     const VERSION: u32 = 1;
///     const TABLES: &'static str = "CREATE TABLE balance (id TEXT PRIMARY KEY, cents INTEGER NOT NULL) STRICT";
///
///     fn project(&mut self, db: &Connection, found: &Found) -> Result<(), Failure> {
///         if let Some(Deposited(cents)) = found.event()? {
///             db.execute(
///                 "INSERT INTO balance VALUES (?1, ?2) ON CONFLICT DO UPDATE SET cents = cents + excluded.cents",
///                 (&**found.key.id(), cents),
///             )?;
///         }
///         Ok(())
///     }
/// }
/// ```
pub trait View: Send + 'static {
    /// What it is called. Unique in a system.
    const NAME: &'static str;

    /// The version of [`TABLES`](View::TABLES) and of [`project`](View::project). A file of another version is built anew, from the first event on.
    const VERSION: u32;

    /// The SQL that makes its tables and indices, in a file that has none.
    const TABLES: &'static str;

    /// After so many failures in a row it stops. An outage of the system's store is not one of them.
    const ATTEMPTS: u32 = ATTEMPTS;

    /// Which events it takes.
    fn select(&self) -> Select {
        Select::All
    }

    /// Changes the tables by one event. It runs on a thread that may block, in a transaction that has the events of a page: it must not end that.
    ///
    /// # Errors
    ///
    /// Any: the whole page is rolled back, and comes again.
    fn project(&mut self, db: &Connection, found: &Found) -> Result<(), Failure>;
}

/// Why the file of a view cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// SQLite has failed.
    #[error("{}: {cause}", .file.display())]
    Engine {
        /// The file.
        file: PathBuf,
        /// What SQLite said.
        cause: Arc<str>,
    },
    /// The file has tables, and is no view's: a store, or the database of somebody else. It is as it was.
    #[error("{} is not the file of a view: give the view a file of its own", .file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
    },
    /// The file is the one of another view.
    #[error("{} belongs to the view `{found}`, not to `{name}`", .file.display())]
    Other {
        /// The file.
        file: PathBuf,
        /// Whose it is.
        found: String,
        /// Who wants it.
        name: &'static str,
    },
    /// The runtime has ended before it was read.
    #[error("{}: the runtime has ended", .file.display())]
    Interrupted {
        /// The file.
        file: PathBuf,
    },
}

/// A [`View`] with its file. [`System::project`](crate::system::System::project) feeds it.
///
/// Each event is taken exactly once: what [`View::project`] writes and the place of the event are one transaction, which finds out too if somebody else has
/// written the file meanwhile. The file is the view's own, and not that of the
/// store: one thread writes the store, and a view that shared its file would make every command wait for it, or keep each other out. SQLite's `ATTACH` joins both for
/// those who read.
///
/// A rebuild is one transaction too: until it ends, readers see what was there before, and no newer events. Meanwhile the file's log grows by what is
/// built. A process that ends before leaves everything as it was.
///
/// # Durability
///
/// A commit is not waited for to be on the disk: after a loss of power the last events may be taken again, on tables that have not seen them. Nothing is lost or taken twice.
pub struct SqliteView<V> {
    file: PathBuf,
    inner: Arc<Mutex<Inner<V>>>,
}

struct Inner<V> {
    view: V,
    db: Connection,
    /// Where the file is, unless somebody else writes it.
    place: i64,
    /// A rebuild has begun, whose transaction is open if SQLite has not rolled it back.
    is_rebuilding: bool,
}

impl<V: View> SqliteView<V> {
    /// Opens the view in `file`. Makes file and tables if there are none.
    ///
    /// It waits for the disk: call it before the first task runs, or from a thread that may block.
    ///
    /// # Errors
    ///
    /// The file is that of another view, or has tables and is no view's, or SQLite failed.
    pub fn open(file: impl AsRef<Path>, view: V) -> Result<Self, ViewError> {
        let file = file.as_ref();
        let failed = |error: rusqlite::Error| engine(file, &error);
        let db = Connection::open(file).map_err(failed)?;
        db.busy_timeout(BUSY).map_err(failed)?;
        // Asked before anything is written.
        if db.query_row(FOREIGN, [], |row| row.get(0)).map_err(failed)? {
            return Err(ViewError::Foreign { file: file.into() });
        }
        db.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).map_err(failed)?;
        // What is lost with the power is taken again.
        db.pragma_update(None, "synchronous", "NORMAL").map_err(failed)?;
        let place = match owner(&db).map_err(failed)? {
            Some((found, _)) if found != V::NAME => {
                return Err(ViewError::Other { file: file.into(), found, name: V::NAME });
            }
            Some((_, place)) => place,
            None => {
                let transaction = db.unchecked_transaction().map_err(failed)?;
                transaction.execute_batch(OURS).map_err(failed)?;
                begin_anew::<V>(&transaction).map_err(failed)?;
                transaction.commit().map_err(failed)?;
                0
            }
        };
        Ok(Self { file: file.into(), inner: Arc::new(Mutex::new(Inner { view, db, place, is_rebuilding: false })) })
    }

    /// Something to read the tables with, beside the view.
    ///
    /// # Errors
    ///
    /// SQLite failed.
    pub fn reader(&self) -> Result<ViewReader, ViewError> {
        ViewReader::open(&self.file)
    }

    /// Runs `work` on the file, on a thread that may block.
    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Inner<V>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let inner = self.inner.clone();
        let work = move || {
            // Whatever has panicked in between was rolled back.
            let mut inner: MutexGuard<'_, _> = inner.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut inner)
        };
        match blocking(work).await {
            Some(done) => done,
            None => Err(ViewError::Interrupted { file: self.file.clone() }.into()),
        }
    }
}

impl<V: View> Inner<V> {
    /// Takes the events of a page, all or none: also in the middle of a rebuild, which is a transaction around it.
    fn take(&mut self, events: Vec<Found>, upto: u64) -> Result<(), Failure> {
        let is_inside = !self.db.is_autocommit();
        let [begin, keep, undo] = if is_inside {
            ["SAVEPOINT page", "RELEASE page", "ROLLBACK TO page; RELEASE page"]
        } else {
            // Nobody else writes from here on, so that the place that is found is the one that is moved.
            ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"]
        };
        self.db.execute_batch(begin)?;
        let took = match contain(|| self.project(events, upto)) {
            Ok(took) => took,
            Err(Panicked(words)) => Err(format!("it panicked: {words}").into()),
        };
        if self.db.is_autocommit() {
            // By SQLite, where the disk is full; or else by the view.
            return took.and(Err("the view has ended the transaction of its page".into()));
        }
        let ended = self.db.execute_batch(if took.is_ok() { keep } else { undo });
        if ended.is_err() && !is_inside && !self.db.is_autocommit() {
            self.db.execute_batch("ROLLBACK")?;
        }
        took.and(ended.map_err(Failure::from))?;
        self.place = upto.cast_signed();
        Ok(())
    }

    fn project(&mut self, events: Vec<Found>, upto: u64) -> Result<(), Failure> {
        let (version, place) = self.stored()?;
        if (version, place) != (V::VERSION, self.place) {
            let (expected, name) = (self.place, V::NAME);
            return Err(format!(
                "somebody else writes the file of view `{name}`: it is of version {version} and at place {place}, and not at {expected}"
            )
            .into());
        }
        for found in events {
            if let Err(cause) = self.view.project(&self.db, &found) {
                return Err(TakeError { found, cause }.into());
            }
        }
        self.db.prepare_cached("UPDATE mainstay_view SET place = ?1")?.execute([upto.cast_signed()])?;
        Ok(())
    }

    /// Of which version the file is, and where.
    fn stored(&self) -> rusqlite::Result<(u32, i64)> {
        let mut stored = self.db.prepare_cached("SELECT version, place FROM mainstay_view")?;
        stored.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))
    }
}

impl<V: View> Projection for SqliteView<V> {
    const NAME: &'static str = V::NAME;
    const ATTEMPTS: u32 = V::ATTEMPTS;

    fn select(&self) -> Select {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).view.select()
    }

    async fn place(&mut self) -> Result<Option<u64>, Failure> {
        self.with(|inner| {
            let (version, place) = inner.stored()?;
            inner.place = place;
            let is_lost = inner.is_rebuilding && inner.db.is_autocommit();
            Ok((version == V::VERSION && !is_lost).then_some(place.cast_unsigned()))
        })
        .await
    }

    async fn take(&mut self, events: Vec<Found>, upto: u64) -> Result<(), Failure> {
        self.with(move |inner| inner.take(events, upto)).await
    }

    async fn reset(&mut self) -> Result<(), Failure> {
        self.with(|inner| {
            if !inner.db.is_autocommit() {
                // A rebuild that is not done: the next one begins where that began.
                inner.db.execute_batch("ROLLBACK")?;
            }
            inner.db.execute_batch("BEGIN IMMEDIATE")?;
            (inner.is_rebuilding, inner.place) = (true, 0);
            Ok(begin_anew::<V>(&inner.db)?)
        })
        .await
    }

    async fn settle(&mut self) -> Result<(), Failure> {
        self.with(|inner| {
            if !inner.db.is_autocommit() {
                inner.db.execute_batch("COMMIT")?;
            }
            inner.is_rebuilding = false;
            Ok(())
        })
        .await
    }
}

impl<V: View> fmt::Debug for SqliteView<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteView").field("name", &V::NAME).field("file", &self.file).finish_non_exhaustive()
    }
}

/// Whose file it is, and at which place; `None` of one that is empty.
fn owner(db: &Connection) -> rusqlite::Result<Option<(String, i64)>> {
    if !db.table_exists(None, "mainstay_view")? {
        return Ok(None);
    }
    db.query_row("SELECT name, place FROM mainstay_view", [], |row| Ok((row.get(0)?, row.get(1)?))).optional()
}

/// Drops the tables of the view and makes those of its version, empty, in the transaction that is open.
fn begin_anew<V: View>(db: &Connection) -> rusqlite::Result<()> {
    let theirs = {
        let mut theirs = db.prepare(THEIRS)?;
        let theirs = theirs.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
        theirs.collect::<rusqlite::Result<Vec<_>>>()?
    };
    // Tables go one after the other, and rows may refer to one that has gone already.
    db.pragma_update(None, "defer_foreign_keys", true)?;
    for (kind, name) in theirs {
        db.execute_batch(&format!("DROP {kind} IF EXISTS \"{}\"", name.replace('"', "\"\"")))?;
    }
    db.pragma_update(None, "defer_foreign_keys", false)?;
    db.execute_batch(V::TABLES)?;
    db.execute("INSERT OR REPLACE INTO mainstay_view VALUES (?1, ?2, 0)", params![V::NAME, V::VERSION]).map(drop)
}

/// Reads the tables of a view, also while it takes events or is rebuilt. Clones share a connection.
#[derive(Clone)]
pub struct ViewReader {
    file: PathBuf,
    db: Arc<Mutex<Connection>>,
}

impl ViewReader {
    /// Opens the file of a view for reading.
    ///
    /// # Errors
    ///
    /// There is none, or SQLite failed.
    pub fn open(file: impl AsRef<Path>) -> Result<Self, ViewError> {
        let file = file.as_ref();
        let failed = |error: rusqlite::Error| engine(file, &error);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(file, flags).map_err(failed)?;
        db.busy_timeout(BUSY).map_err(failed)?;
        Ok(Self { file: file.into(), db: Arc::new(Mutex::new(db)) })
    }

    /// Runs `read` in one transaction, on a thread that may block.
    ///
    /// # Errors
    ///
    /// SQLite failed, or the runtime has ended.
    ///
    /// # Panics
    ///
    /// As `read` does.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ViewError> {
        let (db, file) = (self.db.clone(), self.file.clone());
        let work = move || {
            let db = db.lock().unwrap_or_else(PoisonError::into_inner);
            let transaction = db.unchecked_transaction()?;
            let read = read(&transaction)?;
            transaction.finish()?;
            Ok(read)
        };
        match blocking(work).await {
            Some(read) => read.map_err(|error| engine(&file, &error)),
            None => Err(ViewError::Interrupted { file }),
        }
    }
}

impl fmt::Debug for ViewReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ViewReader").field("file", &self.file).finish_non_exhaustive()
    }
}

fn engine(file: &Path, error: &rusqlite::Error) -> ViewError {
    ViewError::Engine { file: file.into(), cause: error.to_string().into() }
}

//! The handle of a store in memory.

use super::data::Data;
use crate::journal::{
    AppendError, Appended, Commits, EntityKey, FoundSnapshot, NewSnapshot, Page, Pending, ReadError, ReopenError,
    Request, Row, Select, Store, Stretch, Table, Unit,
};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A store in memory: the semantics of a store on disk for as long as the process lives.
///
/// For tests, and for systems whose entities need not outlive their process. What [`restart`](MemoryStore::restart) gives shares the data
/// under a higher epoch, as if the process had been started again.
///
/// ```
/// use mainstay::journal::{Codec, CommandId, EntityKey, MemoryStore, NewEvent, Store, Unit};
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let store = MemoryStore::new();
/// let alice = EntityKey::new("ledger", "alice")?;
/// let opened = NewEvent { name: "opened".into(), version: 1, codec: Codec::MessagePack, payload: vec![0xc0], tags: vec![] };
/// let command = CommandId { epoch: store.epoch(), number: 1 };
/// let unit = Unit::new(alice.clone(), 0, store.epoch(), 0, command, vec![opened]);
/// assert_eq!(store.append(unit.clone()).await?.last, 1);
/// assert!(store.append(unit.clone()).await?.repeated, "it was there already");
///
/// let restarted = store.restart();
/// assert_eq!(restarted.read(alice, 0, u64::MAX, 10).await?.last, 1);
/// assert!(store.append(Unit { expected: 1, ..unit }).await.is_err(), "the older one is fenced");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Durability
///
/// None beyond the process.
#[derive(Debug)]
pub struct MemoryStore {
    data: Arc<Mutex<Data>>,
    epoch: AtomicU64,
    closed: AtomicBool,
}

impl MemoryStore {
    /// A new store with nothing in it, at epoch 1.
    pub fn new() -> Self {
        Self { data: Arc::new(Mutex::new(Data::new())), epoch: AtomicU64::new(1), closed: AtomicBool::new(false) }
    }

    /// The same data under the next epoch, as after a restart of the process.
    ///
    /// From here on the appends of every older handle are refused as [`Fenced`](AppendError::Fenced) and their reads as
    /// [`Closed`](ReadError::Closed). A store that was closed can be opened again in this way.
    #[must_use = "the older handle is of no use any more"]
    pub fn restart(&self) -> Self {
        let epoch = AtomicU64::new(self.data().raise());
        Self { data: Arc::clone(&self.data), epoch, closed: AtomicBool::new(false) }
    }

    fn data(&self) -> MutexGuard<'_, Data> {
        // Nothing panics half-way through a change: what a poisoned lock guards is whole.
        self.data.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// Changes the data on behalf of this handle, unless it is closed.
    fn write<T>(&self, write: impl FnOnce(&mut Data, u64) -> Result<T, AppendError>) -> Pending<T, AppendError> {
        let closed = || AppendError::Closed;
        let done = if self.is_closed() { Err(closed()) } else { write(&mut self.data(), self.epoch()) };
        Pending::ready(done, closed)
    }

    /// Runs `query` on the data unless this handle is closed or a newer one was opened.
    fn query<T>(&self, query: impl FnOnce(&Data) -> T) -> Pending<T, ReadError> {
        let data = self.data();
        let open = !self.is_closed() && self.epoch() == data.epoch();
        Pending::ready(if open { Ok(query(&data)) } else { Err(ReadError::Closed) }, || ReadError::Closed)
    }
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl Store for MemoryStore {
    fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::Acquire)
    }

    fn append(&self, unit: Unit) -> Pending<Appended, AppendError> {
        self.write(|data, writer| data.append(unit, writer))
    }

    fn read(&self, key: EntityKey, after: u64, upto: u64, limit: usize) -> Pending<Page, ReadError> {
        self.query(|data| data.entity(&key).page(after, upto, limit))
    }

    fn snapshot(&self, key: EntityKey, upto: u64) -> Pending<FoundSnapshot, ReadError> {
        self.query(|data| FoundSnapshot { snapshot: data.entity(&key).snapshot(upto), damaged: Vec::new() })
    }

    fn requests(&self, key: EntityKey, limit: usize) -> Pending<Vec<Request>, ReadError> {
        self.query(|data| data.entity(&key).requests(limit))
    }

    fn rows(&self, key: EntityKey, table: Table, after: Option<Vec<u8>>, limit: usize) -> Pending<Vec<Row>, ReadError> {
        self.query(|data| data.entity(&key).rows(table, after.unwrap_or_default(), limit))
    }

    fn due(&self, table: Table, upto: i64, limit: usize) -> Pending<Vec<(EntityKey, Row)>, ReadError> {
        self.query(|data| data.due(table, upto, limit))
    }

    fn save(&self, key: EntityKey, seq: u64, epoch: u64, at: i64, snapshot: NewSnapshot) -> Pending<(), AppendError> {
        self.write(|data, writer| {
            snapshot.check(&key, seq)?;
            data.fence(&key, writer, epoch)?;
            data.entity(&key).check_range(&key, seq)?;
            data.entity_mut(key).keep(seq, epoch, at, snapshot);
            Ok(())
        })
    }

    fn delete_snapshots(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError> {
        self.write(|data, writer| {
            data.fence(&key, writer, writer)?;
            data.change(&key, |entity| entity.delete_snapshots(upto));
            Ok(())
        })
    }

    fn delete(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError> {
        self.write(|data, writer| {
            data.fence(&key, writer, writer)?;
            if !matches!(upto, 0 | u64::MAX) {
                data.entity(&key).check_end(&key, upto)?;
            }
            data.delete(&key, upto);
            Ok(())
        })
    }

    fn purge(&self, key: EntityKey) -> Pending<(), AppendError> {
        self.write(|data, writer| {
            data.fence(&key, writer, writer)?;
            data.purge(&key);
            Ok(())
        })
    }

    fn kinds(&self) -> Pending<Vec<Arc<str>>, ReadError> {
        self.query(Data::kinds)
    }

    fn ids(&self, kind: Arc<str>, after: Option<Arc<str>>, limit: usize) -> Pending<Vec<Arc<str>>, ReadError> {
        self.query(|data| data.ids(&kind, after, limit))
    }

    fn feed(&self, select: Select, after: u64, limit: usize) -> Pending<Stretch, ReadError> {
        self.query(|data| data.feed(&select, after, limit))
    }

    fn commits(&self) -> Commits {
        self.data().bell().commits()
    }

    fn reopen(&self, seen: u64) -> Pending<u64, ReopenError> {
        let mut data = self.data();
        let mine = self.epoch();
        let opened = if self.is_closed() || mine != data.epoch() {
            Err(ReopenError::Closed)
        } else if mine != seen {
            Ok(mine)
        } else {
            let raised = data.raise();
            self.epoch.store(raised, Ordering::Release);
            Ok(raised)
        };
        Pending::ready(opened, || ReopenError::Closed)
    }

    fn close(&self) -> Pending<(), AppendError> {
        let was_closed = self.closed.swap(true, Ordering::AcqRel);
        self.data().bell().ring();
        Pending::ready(if was_closed { Err(AppendError::Closed) } else { Ok(()) }, || AppendError::Closed)
    }
}

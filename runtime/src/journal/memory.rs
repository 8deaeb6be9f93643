//! The engine that forgets with its process.

use super::limits::MAX_PAGE_BYTES;
use super::pending::Pending;
use super::record::{EntityKey, Record, Unit};
use super::store::{AppendError, Page, ReadError, Store};
use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A store in memory: the semantics of a store on disk for as long as the process lives.
///
/// For tests, and for systems whose entities need not outlive their process. What [`reopen`](MemoryStore::reopen) gives shares the data
/// under a higher epoch, as if the process had been started again.
///
/// ```
/// use mainstay::journal::{Codec, CommandId, EntityKey, MemoryStore, NewEvent, Store, Unit};
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let store = MemoryStore::new();
/// let alice = EntityKey::new("ledger", "alice")?;
/// let opened = NewEvent { name: "opened".into(), version: 1, codec: Codec::MessagePack, payload: vec![0xc0] };
/// let unit = Unit {
///     key: alice.clone(),
///     expected: 0,
///     epoch: store.epoch(),
///     at: 0,
///     command: CommandId { epoch: store.epoch(), number: 1 },
///     events: vec![opened],
/// };
/// assert_eq!(store.append(unit.clone()).await?, 1);
///
/// let restarted = store.reopen();
/// assert_eq!(restarted.read(alice, 0, 10).await?.last, 1);
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
    epoch: u64,
    closed: AtomicBool,
}

/// What all openings share.
#[derive(Debug)]
struct Data {
    /// The epoch of the latest opening.
    epoch: u64,
    /// The number of an entity's last event is the length of its list.
    entities: BTreeMap<EntityKey, Vec<Record>>,
}

impl MemoryStore {
    /// A new store with nothing in it, at epoch 1.
    pub fn new() -> Self {
        let data = Data { epoch: 1, entities: BTreeMap::new() };
        Self { data: Arc::new(Mutex::new(data)), epoch: 1, closed: AtomicBool::new(false) }
    }

    /// The same data under the next epoch, as after a restart of the process.
    ///
    /// From here on the appends of every older handle are refused as [`Fenced`](AppendError::Fenced) and their reads as
    /// [`Closed`](ReadError::Closed). A store that was closed can be opened again in this way.
    #[must_use = "the older handle is of no use any more"]
    pub fn reopen(&self) -> Self {
        let mut data = self.data();
        data.epoch += 1;
        Self { data: Arc::clone(&self.data), epoch: data.epoch, closed: AtomicBool::new(false) }
    }

    fn data(&self) -> MutexGuard<'_, Data> {
        // Nothing panics half-way through a change: what a poisoned lock guards is whole.
        self.data.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn store(&self, unit: Unit) -> Result<u64, AppendError> {
        if self.closed.load(Ordering::Acquire) {
            return Err(AppendError::Closed);
        }
        let last = unit.last()?;
        self.data().store(unit, last, self.epoch)
    }

    /// Runs `query` on the data unless this handle is closed or a newer one was opened.
    fn query<T>(&self, query: impl FnOnce(&Data) -> T) -> Pending<T, ReadError> {
        let data = self.data();
        let open = !self.closed.load(Ordering::Acquire) && self.epoch == data.epoch;
        Pending::ready(if open { Ok(query(&data)) } else { Err(ReadError::Closed) }, || ReadError::Closed)
    }
}

impl Data {
    /// Checks `unit`, whose last event gets the number `last`, and stores it on behalf of the opening `writer`.
    fn store(&mut self, unit: Unit, last: u64, writer: u64) -> Result<u64, AppendError> {
        let Unit { key, expected, epoch, at, command, events } = unit;
        for epoch in [writer, epoch] {
            if epoch != self.epoch {
                return Err(AppendError::Fenced { key, epoch, current: self.epoch });
            }
        }
        let stored = self.entities.get(&key).map_or(0, |records| records.len() as u64);
        if stored != expected {
            return Err(AppendError::Conflict { key, expected, last: stored });
        }
        let records = events.into_iter().zip(expected + 1..).map(|(event, seq)| Record {
            seq,
            epoch,
            at,
            command,
            name: event.name.into(),
            version: event.version,
            codec: event.codec,
            payload: event.payload,
        });
        self.entities.entry(key).or_default().extend(records);
        Ok(last)
    }

    fn page(&self, key: &EntityKey, after: u64, limit: usize) -> Page {
        let records = self.entities.get(key).map_or(&[][..], Vec::as_slice);
        let start = usize::try_from(after).unwrap_or(usize::MAX).min(records.len());
        let mut bytes = 0;
        let page = records[start..].iter().take(limit).take_while(|record| {
            let room = bytes < MAX_PAGE_BYTES;
            bytes += record.payload.len();
            room
        });
        Page { records: page.cloned().collect(), last: records.len() as u64 }
    }

    fn kinds(&self) -> Vec<Arc<str>> {
        let mut kinds: Vec<_> = self.entities.keys().map(|key| Arc::clone(key.kind())).collect();
        kinds.dedup();
        kinds
    }

    fn ids(&self, kind: &Arc<str>, after: Option<Arc<str>>, limit: usize) -> Vec<Arc<str>> {
        // No entity has an empty id: it stands before all of them.
        let start = EntityKey::unchecked(Arc::clone(kind), after.unwrap_or_default());
        let following = self.entities.range((Bound::Excluded(start), Bound::Unbounded)).map(|(key, _)| key);
        following.take_while(|key| key.kind() == kind).take(limit).map(|key| Arc::clone(key.id())).collect()
    }
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl Store for MemoryStore {
    fn epoch(&self) -> u64 {
        self.epoch
    }

    fn append(&self, unit: Unit) -> Pending<u64, AppendError> {
        Pending::ready(self.store(unit), || AppendError::Closed)
    }

    fn read(&self, key: EntityKey, after: u64, limit: usize) -> Pending<Page, ReadError> {
        self.query(|data| data.page(&key, after, limit))
    }

    fn kinds(&self) -> Pending<Vec<Arc<str>>, ReadError> {
        self.query(Data::kinds)
    }

    fn ids(&self, kind: Arc<str>, after: Option<Arc<str>>, limit: usize) -> Pending<Vec<Arc<str>>, ReadError> {
        self.query(|data| data.ids(&kind, after, limit))
    }

    fn close(&self) -> Pending<(), AppendError> {
        let was_closed = self.closed.swap(true, Ordering::AcqRel);
        Pending::ready(if was_closed { Err(AppendError::Closed) } else { Ok(()) }, || AppendError::Closed)
    }
}

//! Every call of a store, handed on to the one inside.

use super::fault::Operation;
use super::faulty::{Call, FaultyStore, spoil};
use crate::journal::{
    AppendError, Appended, Commits, EntityKey, FoundSnapshot, NewSnapshot, Page, Pending, ReadError, ReopenError,
    Request, Row, Select, Store, Stretch, Table, Unit,
};
use std::sync::Arc;
use std::sync::atomic::Ordering;

const CAUSE: &str = "the test has said so";

fn write_failed() -> AppendError {
    AppendError::Unknown { cause: CAUSE.into() }
}

fn read_failed() -> ReadError {
    ReadError::Engine { cause: CAUSE.into() }
}

fn rejected(key: &EntityKey) -> AppendError {
    AppendError::Invalid { key: key.clone(), cause: CAUSE.into() }
}

impl<S: Store> FaultyStore<S> {
    /// The answer to every write while the store has to be opened again, and no answer where the process is gone.
    fn refusal<T: Send + 'static>(&self) -> Option<Pending<T, AppendError>> {
        let refused = || Err(AppendError::Poisoned { cause: CAUSE.into() });
        let poisoned =
            || self.poisoned.load(Ordering::Acquire).then(|| Pending::ready(refused(), || AppendError::Closed));
        self.silence(write_failed).or_else(poisoned)
    }
}

impl<S: Store> Store for FaultyStore<S> {
    fn epoch(&self) -> u64 {
        self.inner.epoch()
    }

    fn append(&self, unit: Unit) -> Pending<Appended, AppendError> {
        self.refusal().unwrap_or_else(|| {
            let rejected = rejected(&unit.key);
            self.call(Call {
                operation: Operation::Append,
                run: |corrupt| {
                    let mut unit = unit;
                    if corrupt {
                        unit.events.iter_mut().for_each(|event| spoil(&mut event.payload));
                    }
                    self.inner.append(unit)
                },
                spoil: |_| {},
                failed: write_failed,
                rejected,
            })
        })
    }

    fn read(&self, key: EntityKey, after: u64, upto: u64, limit: usize) -> Pending<Page, ReadError> {
        self.call(Call {
            operation: Operation::Read,
            run: |_| self.inner.read(key, after, upto, limit),
            spoil: |page| page.records.iter_mut().for_each(|record| spoil(&mut record.payload)),
            failed: read_failed,
            rejected: read_failed(),
        })
    }

    fn snapshot(&self, key: EntityKey, upto: u64) -> Pending<FoundSnapshot, ReadError> {
        self.call(Call {
            operation: Operation::Snapshot,
            run: |_| self.inner.snapshot(key, upto),
            spoil: |found| found.snapshot.iter_mut().for_each(|snapshot| spoil(&mut snapshot.payload)),
            failed: read_failed,
            rejected: read_failed(),
        })
    }

    fn requests(&self, key: EntityKey, limit: usize) -> Pending<Vec<Request>, ReadError> {
        self.call(Call {
            operation: Operation::Beside,
            run: |_| self.inner.requests(key, limit),
            spoil: |requests| requests.iter_mut().for_each(|request| spoil(&mut request.reply)),
            failed: read_failed,
            rejected: read_failed(),
        })
    }

    fn rows(&self, key: EntityKey, table: Table, after: Option<Vec<u8>>, limit: usize) -> Pending<Vec<Row>, ReadError> {
        self.call(Call {
            operation: Operation::Beside,
            run: |_| self.inner.rows(key, table, after, limit),
            spoil: |rows| rows.iter_mut().filter_map(|row| row.payload.as_mut()).for_each(spoil),
            failed: read_failed,
            rejected: read_failed(),
        })
    }

    fn due(&self, table: Table, upto: i64, limit: usize) -> Pending<Vec<(EntityKey, Row)>, ReadError> {
        self.call(Call {
            operation: Operation::Beside,
            run: |_| self.inner.due(table, upto, limit),
            spoil: |rows| rows.iter_mut().filter_map(|(_, row)| row.payload.as_mut()).for_each(spoil),
            failed: read_failed,
            rejected: read_failed(),
        })
    }

    fn save(&self, key: EntityKey, seq: u64, epoch: u64, at: i64, snapshot: NewSnapshot) -> Pending<(), AppendError> {
        self.refusal().unwrap_or_else(|| {
            let rejected = rejected(&key);
            self.call(Call {
                operation: Operation::Save,
                run: |corrupt| {
                    let mut snapshot = snapshot;
                    if corrupt {
                        spoil(&mut snapshot.payload);
                    }
                    self.inner.save(key, seq, epoch, at, snapshot)
                },
                spoil: |()| {},
                failed: write_failed,
                rejected,
            })
        })
    }

    fn delete_snapshots(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError> {
        self.refusal().unwrap_or_else(|| self.inner.delete_snapshots(key, upto))
    }

    fn delete(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError> {
        self.refusal().unwrap_or_else(|| self.inner.delete(key, upto))
    }

    fn purge(&self, key: EntityKey) -> Pending<(), AppendError> {
        self.refusal().unwrap_or_else(|| self.inner.purge(key))
    }

    fn kinds(&self) -> Pending<Vec<Arc<str>>, ReadError> {
        self.silence(read_failed).unwrap_or_else(|| self.inner.kinds())
    }

    fn ids(&self, kind: Arc<str>, after: Option<Arc<str>>, limit: usize) -> Pending<Vec<Arc<str>>, ReadError> {
        self.silence(read_failed).unwrap_or_else(|| self.inner.ids(kind, after, limit))
    }

    fn feed(&self, select: Select, after: u64, limit: usize) -> Pending<Stretch, ReadError> {
        self.call(Call {
            operation: Operation::Feed,
            run: |_| self.inner.feed(select, after, limit),
            spoil: |stretch| stretch.events.iter_mut().for_each(|found| spoil(&mut found.record.payload)),
            failed: read_failed,
            rejected: read_failed(),
        })
    }

    /// Tells of every commit, whatever becomes of the answers.
    fn commits(&self) -> Commits {
        self.inner.commits()
    }

    /// Also makes an end of refusing writes after one that failed.
    fn reopen(&self, seen: u64) -> Pending<u64, ReopenError> {
        if let Some(silence) = self.silence(|| ReopenError::Closed) {
            return silence;
        }
        if seen == self.epoch() {
            self.poisoned.store(false, Ordering::Release);
        }
        self.inner.reopen(seen)
    }

    fn close(&self) -> Pending<(), AppendError> {
        self.silence(write_failed).unwrap_or_else(|| self.inner.close())
    }
}

//! A store in memory that holds calls of one sort until the test lets them go on.
#![allow(dead_code, reason = "each file uses some of it")]

use mainstay::journal::{
    AppendError, Appended, EntityKey, MemoryStore, NewSnapshot, Page, Pending, ReadError, Store, Unit, pending,
};
use mainstay::testing::store::Around;
use std::sync::Arc;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Append,
    Save,
    Read,
    Delete,
}

/// The store.
#[derive(Debug)]
pub struct Held {
    pub inner: Arc<MemoryStore>,
    sort: Sort,
    calls: UnboundedSender<Call>,
}

/// A call that waits for the test. Dropped, it is never answered.
#[derive(Debug)]
pub struct Call {
    pub key: EntityKey,
    go_on: oneshot::Sender<()>,
}

impl Call {
    pub fn go_on(self) {
        self.go_on.send(()).expect("the store waits");
    }
}

impl Held {
    pub fn appends() -> (Self, UnboundedReceiver<Call>) {
        Self::new(Sort::Append, MemoryStore::new())
    }

    pub fn saves() -> (Self, UnboundedReceiver<Call>) {
        Self::new(Sort::Save, MemoryStore::new())
    }

    /// Pages of events.
    pub fn reads(inner: MemoryStore) -> (Self, UnboundedReceiver<Call>) {
        Self::new(Sort::Read, inner)
    }

    pub fn deletes() -> (Self, UnboundedReceiver<Call>) {
        Self::new(Sort::Delete, MemoryStore::new())
    }

    fn new(sort: Sort, inner: MemoryStore) -> (Self, UnboundedReceiver<Call>) {
        let (calls, receiver) = unbounded_channel();
        (Self { inner: Arc::new(inner), sort, calls }, receiver)
    }

    fn call<T: Send + 'static, E: Send + 'static>(
        &self,
        sort: Sort,
        key: &EntityKey,
        gone: fn() -> E,
        call: impl FnOnce(&MemoryStore) -> Pending<T, E> + Send + 'static,
    ) -> Pending<T, E> {
        if self.sort != sort {
            return call(&self.inner);
        }
        let (go_on, held) = oneshot::channel();
        let (answer, pending) = pending(gone);
        let inner = self.inner.clone();
        self.calls.send(Call { key: key.clone(), go_on }).expect("the test listens");
        tokio::spawn(async move {
            if held.await.is_err() {
                return std::future::pending().await;
            }
            answer.give(call(&inner).await);
        });
        pending
    }
}

impl Around for Held {
    type Inner = MemoryStore;

    fn inner(&self) -> &MemoryStore {
        &self.inner
    }

    fn append(&self, unit: Unit) -> Pending<Appended, AppendError> {
        let key = unit.key.clone();
        self.call(Sort::Append, &key, || AppendError::Closed, |inner| inner.append(unit))
    }

    fn read(&self, key: EntityKey, after: u64, upto: u64, limit: usize) -> Pending<Page, ReadError> {
        let of = key.clone();
        self.call(Sort::Read, &of, || ReadError::Closed, move |inner| inner.read(key, after, upto, limit))
    }

    fn save(&self, key: EntityKey, seq: u64, epoch: u64, at: i64, snapshot: NewSnapshot) -> Pending<(), AppendError> {
        let of = key.clone();
        self.call(Sort::Save, &of, || AppendError::Closed, move |inner| inner.save(key, seq, epoch, at, snapshot))
    }

    fn delete(&self, key: EntityKey, upto: u64) -> Pending<(), AppendError> {
        let of = key.clone();
        self.call(Sort::Delete, &of, || AppendError::Closed, move |inner| inner.delete(key, upto))
    }
}

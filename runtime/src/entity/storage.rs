//! The store of a system, as its entities use it: with a deadline for every call, and one outage for all.

use super::outage::Outage;
use crate::clock;
use crate::journal::{CommandId, Pending, ReadError, ReopenError, Store};
use crate::settings::Settings;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;
use std::time::Duration;

#[derive(Debug)]
pub(crate) struct Storage {
    store: Arc<dyn Store>,
    /// Numbers the commands.
    commands: AtomicU64,
    pub(super) outage: Outage,
    pub(super) deadline: Duration,
}

impl Storage {
    pub(crate) fn new(store: Arc<dyn Store>, settings: &Settings) -> Self {
        let outage = Outage::new(settings.backoff);
        Self { store, commands: AtomicU64::new(1), outage, deadline: settings.store_deadline }
    }

    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    pub(super) fn next_command(&self) -> CommandId {
        CommandId { epoch: self.store.epoch(), number: self.commands.fetch_add(1, Ordering::Relaxed) }
    }

    /// What the store answers to a question, or that it does not.
    pub(super) async fn read<T>(&self, answer: Pending<T, ReadError>) -> Result<T, ReadError> {
        self.in_time(answer, |cause| ReadError::Engine { cause }).await
    }

    /// Opens the store again if nobody has done so since its epoch was `seen`. Writes of before are refused from then on.
    pub(super) async fn reopen(&self, seen: u64) -> Result<(), ReadError> {
        let reopened = self.in_time(self.store.reopen(seen), |cause| ReopenError::Failed { cause }).await;
        reopened.map(drop).map_err(|why| match why {
            ReopenError::Closed => ReadError::Closed,
            ReopenError::Failed { cause } => ReadError::Engine { cause },
        })
    }

    async fn in_time<T, E>(&self, mut answer: Pending<T, E>, late: fn(Arc<str>) -> E) -> Result<T, E> {
        let mut alarm = None;
        poll_fn(|task| match Pin::new(&mut answer).poll(task) {
            Poll::Ready(answer) => Poll::Ready(answer),
            Poll::Pending => {
                let alarm = alarm.get_or_insert_with(|| clock::sleep(self.deadline));
                alarm.as_mut().poll(task).map(|()| Err(late(self.late())))
            }
        })
        .await
    }

    /// What is said of an answer that has not come in time.
    pub(super) fn late(&self) -> Arc<str> {
        format!("the store has not answered for {:?}", self.deadline).into()
    }
}

//! The store of a system, as its entities use it: with a deadline for every call, and one outage for all.

use super::outage::Outage;
use super::permits::Permits;
use super::under_way::UnderWay;
use crate::clock;
use crate::journal::{AppendError, Appended, CommandId, Pending, ReadError, ReopenError, Store, silence};
use crate::settings::Settings;
use crate::timer::Alarm;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Numbers the commands of the process, and not those of one system: several may share a store under one epoch, and the same name for two
/// commands would have the store take one for a repetition of the other.
static COMMANDS: AtomicU64 = AtomicU64::new(1);

#[derive(Debug)]
pub(crate) struct Storage {
    store: Arc<dyn Store>,
    pub(super) outage: Outage,
    pub(super) permits: Permits,
    pub(crate) under_way: Arc<UnderWay>,
    pub(super) deadline: Duration,
    /// Rung when something is written that the scheduler of timers has to know.
    pub(crate) alarm: Arc<Alarm>,
    /// How long a recovery waits for the next part of what is stored.
    gap: Duration,
    /// So many events a recovery reads at a time.
    pub(super) page: usize,
}

impl Storage {
    pub(crate) fn new(store: Arc<dyn Store>, settings: &Settings) -> Self {
        Self {
            store,
            outage: Outage::new(settings.backoff),
            permits: Permits::new(settings.recoveries),
            under_way: Arc::default(),
            deadline: settings.store_deadline,
            alarm: Arc::new(Alarm::new()),
            gap: settings.recovery_gap,
            // A page without room would never end.
            page: settings.recovery_page.max(1),
        }
    }

    /// For how long the store has been out, for whoever writes; `None` when the last write succeeded.
    pub(crate) fn out_for(&self) -> Option<Duration> {
        self.outage.since().map(|since| clock::monotonic().saturating_sub(since))
    }

    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    pub(super) fn next_command(&self) -> CommandId {
        CommandId { epoch: self.store.epoch(), number: COMMANDS.fetch_add(1, Ordering::Relaxed) }
    }

    /// What the store answers to a question, or that it does not.
    pub(crate) async fn read<T>(&self, answer: Pending<T, ReadError>) -> Result<T, ReadError> {
        answer.within(self.deadline, |cause| ReadError::Engine { cause }).await
    }

    /// The next part of what a recovery reads. Its time begins anew with each part, however many there are.
    pub(super) async fn part<T>(&self, answer: Pending<T, ReadError>) -> Result<T, ReadError> {
        answer.within(self.gap, |cause| ReadError::Engine { cause }).await
    }

    /// What the store answers to a write, or that nobody knows.
    pub(super) async fn write(&self, answer: Pending<Appended, AppendError>) -> Result<Appended, AppendError> {
        answer.within(self.deadline, |cause| AppendError::Unknown { cause }).await
    }

    /// Carries out a change that may be carried out twice. A store that does not know what became of it is opened again and asked once
    /// more.
    pub(super) async fn change(
        &self,
        change: impl Fn(&dyn Store) -> Pending<(), AppendError>,
    ) -> Result<(), AppendError> {
        let seen = self.store.epoch();
        let unknown = |cause| AppendError::Unknown { cause };
        match change(&*self.store).within(self.deadline, unknown).await {
            Err(AppendError::Unknown { cause } | AppendError::Poisoned { cause }) => {
                if self.reopen(seen).await.is_err() {
                    return Err(AppendError::Unknown { cause });
                }
                change(&*self.store).within(self.deadline, unknown).await
            }
            known => known,
        }
    }

    /// Opens the store again if nobody has done so since its epoch was `seen`. Writes of before are refused from then on.
    pub(super) async fn reopen(&self, seen: u64) -> Result<(), ReadError> {
        let reopened = self.store.reopen(seen).within(self.deadline, |cause| ReopenError::Failed { cause }).await;
        reopened.map(drop).map_err(|why| match why {
            ReopenError::Closed => ReadError::Closed,
            ReopenError::Failed { cause } => ReadError::Engine { cause },
        })
    }

    /// What is said of an answer that has not come in time.
    pub(super) fn late(&self) -> Arc<str> {
        silence(self.deadline)
    }
}

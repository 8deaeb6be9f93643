//! Setting a timer from outside, and writing rows without a command.

use super::cell::{Cell, now};
use super::codec::UnitError;
use super::failure::RecoveryError;
use super::persistent::PersistDispatch;
use super::rejection::Rejection;
use super::revival::InDoubt;
use super::task::Label;
use crate::actor::{Actor, ActorRef, Item, Other};
use crate::journal::{AppendError, Row, Unit};
use crate::observe::Stamp;
use crate::timer::{Change, Moment, TimerError};
use std::sync::Arc;
use tokio::sync::oneshot;

/// Rows are given up when another writer was there first so many times.
const CONFLICTS: u8 = 3;

/// Why a timer was not set from outside.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// The timer cannot be set.
    #[error(transparent)]
    Timer(#[from] TimerError),
    /// The entity could not be recovered.
    #[error(transparent)]
    Recovery(#[from] RecoveryError),
    /// The store does not take it.
    #[error(transparent)]
    Store(AppendError),
    /// The entity ends, and the store has not said what became of the write.
    #[error("whether the timer was set is not known: {cause}")]
    Unknown {
        /// What the store said last.
        cause: Arc<str>,
    },
    /// The system is shutting down. Nothing was stored.
    #[error("the entity has stopped")]
    Stopped,
}

impl From<Rejection> for ScheduleError {
    fn from(why: Rejection) -> Self {
        match why {
            Rejection::Recovery(cause) => Self::Recovery(cause),
            Rejection::Store(cause) => Self::Store(cause),
            Rejection::Unknown { cause, .. } => Self::Unknown { cause },
            Rejection::Unit(UnitError::Timer(cause)) => Self::Timer(cause),
            // Of decisions, and none was made.
            Rejection::Stopped
            | Rejection::Quarantined(_)
            | Rejection::Unit(_)
            | Rejection::Finished { .. }
            | Rejection::Full
            | Rejection::Unconfirmed { .. } => Self::Stopped,
        }
    }
}

/// A timer is to be set or cancelled, and somebody waits for that.
#[derive(Debug)]
pub(crate) struct Schedule {
    change: Change,
    answer: oneshot::Sender<Result<(), ScheduleError>>,
}

/// Stores `change` of a timer, after what waits in the mailbox of the entity.
pub(crate) async fn schedule<A: Actor>(
    entity: &ActorRef<A>,
    change: Result<Change, TimerError>,
) -> Result<(), ScheduleError> {
    let (sender, answer) = oneshot::channel();
    let schedule = Box::new(Schedule { change: change?, answer: sender });
    // A full mailbox does not refuse it. A refused one is dropped, and with it the way back.
    let _ = entity.downgrade().push(Item::Other(Box::new(Other::Schedule(schedule))), Stamp::here());
    answer.await.unwrap_or(Err(ScheduleError::Stopped))
}

impl<A: PersistDispatch> Cell<A> {
    pub(super) async fn schedule(&mut self, Schedule { change, answer }: Schedule) {
        let label = Label::new(self.storage.next_command(), None);
        let moment = Moment { at: now(), command: label.command, trace: self.observer.trace() };
        let stored = match change.rows(&moment) {
            Ok(rows) => self.write_rows(&label, rows).await,
            Err(why) => Err(why.into()),
        };
        // Whoever asked may have gone away meanwhile: that is its right.
        let _ = answer.send(stored);
    }

    /// Writes rows in a unit of their own, as often as it takes: they may be written twice. Nothing else is on its way meanwhile.
    pub(super) async fn write_rows(&mut self, label: &Label, rows: Vec<Row>) -> Result<(), ScheduleError> {
        let mut conflicts = 0;
        loop {
            if self.incarnation.is_none() {
                self.revive(None).await?;
            }
            let Some(incarnation) = &self.incarnation else { return Err(ScheduleError::Stopped) };
            let unit = Unit { rows: rows.clone(), ..self.unit(label, incarnation.seq, now(), Vec::new()) };
            let epoch = unit.epoch;
            let write = self.append(unit);
            match self.storage.write(write.answer).await {
                Ok(_) => {
                    if let Some(armed) = self.incarnation.as_mut().and_then(|incarnation| incarnation.armed.as_mut()) {
                        armed.note(&rows);
                    }
                    self.storage.outage.wrote();
                    return Ok(());
                }
                Err(AppendError::Unknown { cause } | AppendError::Poisoned { cause }) => {
                    self.storage.outage.failed();
                    self.discard();
                    let mut doubt = InDoubt { fence: Some(epoch), ..InDoubt::default() };
                    if self.revive(Some(&mut doubt)).await.is_err() {
                        return Err(ScheduleError::Unknown { cause });
                    }
                }
                Err(cause @ (AppendError::Conflict { .. } | AppendError::Fenced { .. })) => {
                    self.discard();
                    conflicts += 1;
                    if conflicts == CONFLICTS {
                        return Err(ScheduleError::Store(cause));
                    }
                }
                Err(cause) => return Err(ScheduleError::Store(cause)),
            }
        }
    }
}

//! What is told of events, with the place in the system's store.

use super::projection::{ATTEMPTS, Failure, Projection};
use crate::entity::now;
use crate::journal::{
    AppendError, CommandId, EntityKey, Found, ReadError, ReopenError, Row, Select, Store, Table, Unit,
};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

/// The row that has the place.
const PLACE: &[u8] = b"place";

/// Takes events one after the other, each at least once.
///
/// [`System::follow`](crate::system::System::follow) runs it, and remembers in the system's store how far it has come: after each page of events. An event comes again
/// when the process ends before that; so what is done about it should have the same effect twice, for which the pair of entity and number is the key.
pub trait Follower: Send + 'static {
    /// What it is called, in the store and in what is told of it. Unique in a system; under another name it begins anew.
    const NAME: &'static str;

    /// After so many failures in a row it stops. An outage of the system's store is not one of them.
    const ATTEMPTS: u32 = ATTEMPTS;

    /// Which events it takes.
    fn select(&self) -> Select {
        Select::All
    }

    /// Takes an event. After an error, or a panic, the same one comes again.
    fn take(&mut self, event: &Found) -> impl Future<Output = Result<(), Failure>> + Send;
}

/// An event that was not taken.
#[derive(Debug, thiserror::Error)]
#[error("event {} of {} (`{}`, at place {}) was not taken: {cause}", .found.record.seq, .found.key, .found.record.name, .found.place)]
pub struct TakeError {
    /// The event.
    pub found: Found,
    /// Why.
    pub cause: Failure,
}

/// A follower with its place.
#[derive(Debug)]
pub(crate) struct Stored<F> {
    follower: F,
    key: EntityKey,
    store: Arc<dyn Store>,
    /// How long the store may take for an answer.
    deadline: Duration,
    /// All up to here was taken, and the place that the store knows. Nothing before the store was asked.
    taken: Option<u64>,
    known: Option<u64>,
}

impl<F: Follower> Stored<F> {
    pub(crate) fn new(follower: F, key: EntityKey, store: Arc<dyn Store>, deadline: Duration) -> Self {
        Self { follower, key, store, deadline, taken: None, known: None }
    }

    async fn remember(&mut self, place: u64) -> Result<(), Failure> {
        let epoch = self.store.epoch();
        let row = Row { table: Table::Seen, id: PLACE.into(), due: None, payload: Some(place.to_le_bytes().into()) };
        let unit = Unit::new(self.key.clone(), 0, epoch, now(), CommandId { epoch, number: 0 }, Vec::new());
        let answer = self.store.append(Unit { rows: vec![row], ..unit });
        match answer.within(self.deadline, |cause| AppendError::Unknown { cause }).await {
            Ok(_) => {
                self.known = Some(place);
                Ok(())
            }
            Err(why) => {
                if matches!(why, AppendError::Unknown { .. } | AppendError::Poisoned { .. }) {
                    // Perhaps nobody else writes who would do it.
                    self.store.reopen(epoch).within(self.deadline, |cause| ReopenError::Failed { cause }).await?;
                }
                Err(why.into())
            }
        }
    }
}

impl<F: Follower> Projection for Stored<F> {
    const NAME: &'static str = F::NAME;
    const ATTEMPTS: u32 = F::ATTEMPTS;

    fn select(&self) -> Select {
        self.follower.select()
    }

    async fn place(&mut self) -> Result<Option<u64>, Failure> {
        if let Some(taken) = self.taken {
            if self.known != self.taken {
                self.remember(taken).await?;
            }
            return Ok(Some(taken));
        }
        let rows = self.store.rows(self.key.clone(), Table::Seen, None, 1);
        let rows = rows.within(self.deadline, |cause| ReadError::Engine { cause }).await?;
        let payload = rows.into_iter().find(|row| row.id == PLACE).and_then(|row| row.payload);
        let place = payload.map_or(Ok(0), |payload| payload.try_into().map(u64::from_le_bytes));
        let place = place.map_err(|_| format!("the place of {} is not a number", self.key))?;
        (self.taken, self.known) = (Some(place), Some(place));
        Ok(Some(place))
    }

    async fn take(&mut self, events: Vec<Found>, upto: u64) -> Result<(), Failure> {
        for found in events {
            if let Err(cause) = self.follower.take(&found).await {
                return Err(TakeError { found, cause }.into());
            }
            self.taken = Some(found.place);
        }
        self.taken = Some(upto);
        self.remember(upto).await
    }

    async fn reset(&mut self) -> Result<(), Failure> {
        self.remember(0).await?;
        self.taken = Some(0);
        Ok(())
    }
}

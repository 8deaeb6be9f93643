//! The end of a system.

use super::core::Core;
#[cfg(feature = "persistence")]
use super::entities::Entities;
use super::run::System;
use crate::actor::Control;
use crate::clock::{self, Sleep};
use std::collections::BTreeMap;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

/// Actors get so long to handle what they accepted, unless the [`Settings`](crate::settings::Settings) say otherwise.
pub(crate) const SHUTDOWN: Duration = Duration::from_secs(30);

/// Killed actors get so long to be gone: a handler that waits is dropped at once, but one that computes cannot be cut short.
const GRACE: Duration = Duration::from_secs(1);

/// Why a system did not end in order. Nothing that was answered is lost.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShutdownError {
    /// Some actors had not ended by the deadline, and were killed. The rest of the system has ended in order.
    #[error(transparent)]
    Overdue(Overdue),
    /// The store did not close in order.
    #[cfg(feature = "persistence")]
    #[error("the store did not close in order: {0}")]
    Store(crate::journal::AppendError),
}

/// The actors and entities that had not ended by the deadline of a shutdown. What they had accepted became dead letters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Overdue {
    /// Who was killed: types, or of entities their stable names, and how many of each.
    pub killed: BTreeMap<&'static str, usize>,
    /// Who of those has not ended even so: a handler computes or blocks its thread.
    pub stuck: BTreeMap<&'static str, usize>,
}

#[cfg(feature = "persistence")]
impl Overdue {
    fn and(mut self, mut others: Self) -> Self {
        self.killed.append(&mut others.killed);
        self.stuck.append(&mut others.stuck);
        self
    }
}

impl fmt::Display for Overdue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |actors: &BTreeMap<&'static str, usize>| {
            actors.iter().map(|(actor, count)| format!("{count} × {actor}")).collect::<Vec<_>>().join(", ")
        };
        write!(f, "not ended by the deadline, and killed: {}", list(&self.killed))?;
        if !self.stuck.is_empty() {
            write!(f, "; still running: {}", list(&self.stuck))?;
        }
        Ok(())
    }
}

impl std::error::Error for Overdue {}

impl System {
    /// Ends the system: nothing further is accepted, what was accepted is handled and answered, then the store is closed and released.
    ///
    /// Actors in memory end first, each after its children and after its last hook; then the entities; then projections, after the events that they are taking. An actor that asks another one while
    /// the system ends may find that it has stopped: who needs whom to the end is said by spawning children.
    ///
    /// Actors have as long as [`Settings::shutdown`](crate::settings::Settings::shutdown) says, and entities after them as long again; see
    /// [`shutdown_within`](System::shutdown_within). What an entity was writing by then still becomes durable.
    ///
    /// # Errors
    ///
    /// Some actors did not end in time, or the store does not close in order.
    ///
    /// # Cancel safety
    ///
    /// Dropped half-way, the system accepts nothing more; calling it again goes on.
    pub async fn shutdown(&self) -> Result<(), ShutdownError> {
        self.shutdown_within(self.0.core.settings().shutdown).await
    }

    /// Ends the system as [`shutdown`](System::shutdown) does, with another deadline, for the actors in memory and then for the entities. Those that have not ended by
    /// then are killed, and the error says which.
    ///
    /// # Errors
    ///
    /// Some actors did not end in time, or the store does not close in order.
    ///
    /// # Cancel safety
    ///
    /// Dropped half-way, the system accepts nothing more; calling it again goes on.
    pub async fn shutdown_within(&self, deadline: Duration) -> Result<(), ShutdownError> {
        let overdue = stop(&self.0.core, deadline).await;
        #[cfg(feature = "persistence")]
        let overdue = overdue.and(stop_entities(&self.0.entities, deadline).await);
        #[cfg(feature = "persistence")]
        let overdue = overdue.and(self.0.entities.projections.stop(deadline).await);
        #[cfg(feature = "persistence")]
        self.0.entities.close().await.map_err(ShutdownError::Store)?;
        if overdue.killed.is_empty() { Ok(()) } else { Err(ShutdownError::Overdue(overdue)) }
    }
}

/// Ends all entities.
#[cfg(feature = "persistence")]
async fn stop_entities(entities: &Entities, deadline: Duration) -> Overdue {
    entities.stop();
    let mut ended = pin!(entities.ended());
    if in_time(ended.as_mut(), clock::sleep(deadline)).await {
        return Overdue::default();
    }
    let killed = entities.census();
    entities.kill();
    in_time(ended, clock::sleep(GRACE)).await;
    Overdue { killed, stuck: entities.census() }
}

/// Ends all actors in memory.
async fn stop(core: &Core, deadline: Duration) -> Overdue {
    let Some(residents) = core.residents() else { return Overdue::default() };
    let roots = residents.close();
    // All at once: nothing says that one of them needs another, and one that hangs must not keep the others from ending in order.
    for root in &roots {
        root.close();
    }
    let mut ended = pin!(ended(roots));
    if in_time(ended.as_mut(), clock::sleep(deadline)).await {
        return Overdue::default();
    }
    let killed = residents.census();
    residents.kill();
    // Whether this is in time is what the second census says.
    in_time(ended, clock::sleep(GRACE)).await;
    Overdue { killed, stuck: residents.census() }
}

/// Waits for all of these to end. Their children end before them.
async fn ended(roots: Vec<Arc<dyn Control>>) {
    for root in roots {
        root.ended().await;
    }
}

/// Whether `work` is done before `deadline` is.
pub(super) async fn in_time(mut work: Pin<&mut impl Future<Output = ()>>, mut deadline: Sleep) -> bool {
    poll_fn(|cx| match work.as_mut().poll(cx) {
        Poll::Ready(()) => Poll::Ready(true),
        Poll::Pending => deadline.as_mut().poll(cx).map(|()| false),
    })
    .await
}

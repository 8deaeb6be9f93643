//! The feeds of a system, and the projections that it runs.

use super::run::System;
use super::shutdown::{Overdue, in_time};
use crate::clock;
use crate::feed::{Feed, Follower, Phase, Progress, ProjectError, Projection, Running, Stored};
use crate::journal::{EntityKey, FEEDS, Select};
use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The projections of a system, until it shuts down.
#[derive(Debug)]
pub(super) struct Projections(Mutex<Option<Vec<Running>>>);

impl Default for Projections {
    fn default() -> Self {
        Self(Mutex::new(Some(Vec::new())))
    }
}

impl Projections {
    /// Starts one under a name that is free.
    fn start(&self, name: &'static str, start: impl FnOnce() -> Running) -> Result<Progress, ProjectError> {
        let mut running = self.running();
        let running = running.as_mut().ok_or(ProjectError::Stopped)?;
        // One that has ended gives its name back.
        running.retain(|running| !matches!(running.progress().phase(), Phase::Stopped(_)));
        if running.iter().any(|running| running.progress().name() == name) {
            return Err(ProjectError::Duplicate { name });
        }
        let started = start();
        let progress = started.progress().clone();
        running.push(started);
        Ok(progress)
    }

    /// Ends all of them, and starts no more. Those that have not ended by the deadline are dropped where they are.
    pub(super) async fn stop(&self, deadline: Duration) -> Overdue {
        let running = self.running().take().unwrap_or_default();
        for running in &running {
            running.progress().stop();
        }
        let mut ended = pin!(async {
            for running in &running {
                running.progress().stopped().await;
            }
        });
        if in_time(ended.as_mut(), clock::sleep(deadline)).await {
            return Overdue::default();
        }
        let late = running.iter().filter(|running| !matches!(running.progress().phase(), Phase::Stopped(_)));
        Overdue { killed: late.map(|running| (running.progress().name(), 1)).collect(), stuck: BTreeMap::new() }
    }

    fn running(&self) -> MutexGuard<'_, Option<Vec<Running>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl System {
    /// Stored events in the order in which they became durable, from the first one on. See [`feed`](crate::feed).
    ///
    /// As long as the feed lives, it keeps the store, also of a system that was dropped; after a [`shutdown`](System::shutdown) it ends with
    /// [`ReadError::Closed`](crate::journal::ReadError::Closed).
    pub fn feed(&self, select: Select) -> Feed {
        let deadline = self.0.core.settings().store_deadline;
        Feed::new(self.0.entities.storage().store().clone(), select).deadline(deadline)
    }

    /// Feeds `projection` until the system shuts down. It goes on where it was.
    ///
    /// What fails is tried again with the back-off of the [`Settings`](crate::settings::Settings), and stops after
    /// [`ATTEMPTS`](Projection::ATTEMPTS) failures in a row. The answer says how far it has come.
    ///
    /// # Errors
    ///
    /// Another one of that name runs, or the system is shutting down.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    pub fn project<P: Projection>(&self, projection: P) -> Result<Progress, ProjectError> {
        let settings = self.0.core.settings();
        let store = self.0.entities.storage().store().clone();
        let start = || Running::start(projection, store, settings.backoff, settings.store_deadline);
        self.0.entities.projections.start(P::NAME, start)
    }

    /// Hands each event to `follower` at least once, until the system shuts down. How far it has come is kept in the system's store.
    ///
    /// # Errors
    ///
    /// As [`project`](System::project); or the name is empty or longer than 255 bytes.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    pub fn follow<F: Follower>(&self, follower: F) -> Result<Progress, ProjectError> {
        let key = EntityKey::new(FEEDS, F::NAME)?;
        let store = self.0.entities.storage().store().clone();
        self.project(Stored::new(follower, key, store, self.0.core.settings().store_deadline))
    }
}

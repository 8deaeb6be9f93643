//! How far a projection has come, and what it is told to do.

use crate::journal::{InvalidId, ReadError, Select, Store};
use std::fmt;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::watch;

/// Why a projection does not run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProjectError {
    /// Another one of the system has its name.
    #[error("two projections are called `{name}`: give one of them another name")]
    Duplicate {
        /// The name.
        name: &'static str,
    },
    /// The name is empty or too long.
    #[error(transparent)]
    Name(#[from] InvalidId),
    /// The system is shutting down.
    #[error("the system is shutting down")]
    Stopped,
}

/// What a projection is about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Phase {
    /// It takes events, or waits for some.
    Running,
    /// It takes all events again, and what it had is still seen.
    Rebuilding,
    /// It has failed, and waits before it tries again.
    Failing {
        /// How often in a row; an outage of the store does not count.
        failures: u32,
        /// Why it failed last.
        cause: Arc<str>,
    },
    /// It has ended: it was stopped, or has failed too often.
    Stopped(Stopped),
}

/// Why a projection has ended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// It was told to, or the system has ended.
    #[error("projection `{name}` was stopped")]
    Asked {
        /// Its name.
        name: &'static str,
    },
    /// It has failed too often.
    #[error("projection `{name}` has stopped after {failures} failures: {cause}")]
    Failed {
        /// Its name.
        name: &'static str,
        /// How often in a row.
        failures: u32,
        /// Why it failed last.
        cause: Arc<str>,
    },
}

/// How far a projection has come.
#[derive(Clone, Debug)]
pub(super) struct Status {
    pub(super) phase: Phase,
    /// Everything up to here is in what is seen of it. In a rebuild that is what there was before.
    pub(super) place: u64,
    /// How many of the rebuilds that were asked for are done.
    pub(super) rebuilt: u64,
}

/// Why a projection has not caught up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BehindError {
    /// It has ended.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The store could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// What a projection is told to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Orders {
    pub(super) rebuilds: u64,
    pub(super) stop: bool,
}

/// A projection that is running. Clones are the same one, and dropping all of them does not stop it.
#[derive(Clone)]
pub struct Progress {
    pub(super) name: &'static str,
    /// Whoever asks how far it is does not keep the store.
    pub(super) store: Weak<dyn Store>,
    pub(super) deadline: Duration,
    pub(super) status: watch::Receiver<Status>,
    pub(super) orders: Arc<watch::Sender<Orders>>,
}

impl Progress {
    /// What the projection is called.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Everything up to this place has been taken. While it is being rebuilt, that is the place of what there was before.
    pub fn place(&self) -> u64 {
        self.status.borrow().place
    }

    /// What it is about.
    pub fn phase(&self) -> Phase {
        self.status.borrow().phase.clone()
    }

    /// How many places it is behind the newest event of the store. Places have gaps, and not every event is for it: 0 is exact, more is an upper bound.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub async fn lag(&self) -> Result<u64, ReadError> {
        Ok(self.end().await?.saturating_sub(self.place()))
    }

    /// Waits until it has taken everything that is durable now: what is written before this call is read after it. A rebuild that it is told to make is waited for.
    ///
    /// # Errors
    ///
    /// It has stopped, or the store cannot be read.
    ///
    /// # Cancel safety
    ///
    /// It only waits.
    pub async fn caught_up(&self) -> Result<(), BehindError> {
        let (end, rebuilds) = (self.end().await?, self.orders.borrow().rebuilds);
        let mut status = self.status.clone();
        let reached = status.wait_for(|status| match status.phase {
            Phase::Stopped(_) => true,
            Phase::Rebuilding => false,
            Phase::Running | Phase::Failing { .. } => status.place >= end && status.rebuilt >= rebuilds,
        });
        match reached.await.map(|status| status.phase.clone()) {
            Ok(Phase::Stopped(why)) => Err(why.into()),
            Ok(_) => Ok(()),
            Err(_) => Err(Stopped::Asked { name: self.name }.into()),
        }
    }

    /// Waits for its end, and says why it has ended.
    ///
    /// # Cancel safety
    ///
    /// It only waits.
    pub async fn stopped(&self) -> Stopped {
        let mut status = self.status.clone();
        let stopped = status.wait_for(|status| matches!(status.phase, Phase::Stopped(_))).await;
        match stopped.map(|status| status.phase.clone()) {
            Ok(Phase::Stopped(why)) => why,
            // Its task is gone with the system.
            _ => Stopped::Asked { name: self.name },
        }
    }

    /// Has it take all events again, from the first one on, while what it had is still seen. It goes on for as long as it takes, while the system works.
    ///
    /// A rebuild is not remembered: one that the end of the process cuts short is to be asked for again.
    pub fn rebuild(&self) {
        self.orders.send_modify(|orders| orders.rebuilds += 1);
    }

    /// Ends it after the events that it is taking. It can be run again later, and goes on where it was.
    pub fn stop(&self) {
        self.orders.send_modify(|orders| orders.stop = true);
    }

    async fn end(&self) -> Result<u64, ReadError> {
        let end = self.store.upgrade().map(|store| store.feed(Select::All, u64::MAX, 0)).ok_or(ReadError::Closed)?;
        Ok(end.within(self.deadline, |cause| ReadError::Engine { cause }).await?.end)
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Status { phase, place, .. } = &*self.status.borrow();
        f.debug_struct("Progress")
            .field("name", &self.name)
            .field("phase", phase)
            .field("place", place)
            .finish_non_exhaustive()
    }
}

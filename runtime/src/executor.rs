//! Where tasks run: on tokio, or in a test on the executor of a simulated world. Nothing else in the crate spawns.

#[cfg(feature = "testing")]
use crate::testing::{Job, World};
use std::future::Future;
use tokio::task::{JoinHandle, JoinSet};

/// Starts a task.
///
/// # Panics
///
/// Outside of a tokio runtime, as `tokio::spawn` does.
pub(crate) fn spawn(task: impl Future<Output = ()> + Send + 'static) -> Task {
    #[cfg(feature = "testing")]
    if let Some(world) = World::current() {
        return Task::Simulated(world.spawn(task));
    }
    Task::Tokio(tokio::spawn(task))
}

/// Runs `work` on a thread that it may block; in a simulation right here, since a thread would have an order of its own. `None` when the
/// runtime ends before it has begun.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    #[cfg(feature = "testing")]
    if World::current().is_some() {
        return Some(work());
    }
    tokio::task::spawn_blocking(work).await.ok()
}

/// Lets other tasks have their turn.
pub(crate) async fn turn() {
    #[cfg(feature = "testing")]
    if World::current().is_some() {
        return crate::testing::turn().await;
    }
    tokio::task::yield_now().await;
}

/// A task that is running, for those who may want to end it.
#[derive(Debug)]
pub(crate) enum Task {
    Tokio(JoinHandle<()>),
    #[cfg(feature = "testing")]
    Simulated(std::sync::Arc<Job>),
}

impl Task {
    /// Ends the task when it waits for something next.
    pub(crate) fn abort(&self) {
        match self {
            Self::Tokio(task) => task.abort(),
            #[cfg(feature = "testing")]
            Self::Simulated(job) => job.abort(),
        }
    }
}

/// Tasks that end when this is dropped.
#[derive(Debug, Default)]
pub(crate) struct Tasks {
    tokio: JoinSet<()>,
    #[cfg(feature = "testing")]
    simulated: Vec<std::sync::Arc<Job>>,
}

impl Tasks {
    pub(crate) fn spawn(&mut self, task: impl Future<Output = ()> + Send + 'static) {
        #[cfg(feature = "testing")]
        if let Some(world) = World::current() {
            self.simulated.retain(|job| !job.is_over());
            self.simulated.push(world.spawn(task));
            return;
        }
        // Those that are done take no room.
        while self.tokio.try_join_next().is_some() {}
        self.tokio.spawn(task);
    }
}

#[cfg(feature = "testing")]
impl Drop for Tasks {
    fn drop(&mut self) {
        self.simulated.iter().for_each(Job::abort);
    }
}

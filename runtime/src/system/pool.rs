//! Several workers of one kind, and who of them gets a message.

use super::run::System;
use crate::actor::{Dispatch, Handle};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Actors of one type that share the work. Made by [`System::pool`]; clones are the same pool. The workers end with the last clone.
///
/// Who gets a message is said where it is sent: by turns, by load, or by key.
///
/// ```
/// use mainstay::prelude::*;
///
/// #[actor]
/// struct Resizer;
///
/// #[handlers]
/// impl Resizer {
///     #[handle]
///     fn resize(&self, width: u32) -> u32 {
///         width / 2
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let system = System::volatile().start().await?;
/// let pool = system.pool(4, || Resizer);
/// assert_eq!(pool.round_robin().resize(640).await?, 320);
/// assert_eq!(pool.least_loaded().resize(480).await?, 240);
/// assert_eq!(pool.by_key("cat.jpg").resize(320).await?, 160); // always the same worker
/// # Ok(())
/// # }
/// ```
pub struct Pool<A: Dispatch>(Arc<Workers<A>>);

struct Workers<A: Dispatch> {
    first: A::Handle,
    others: Vec<A::Handle>,
    turn: AtomicUsize,
}

impl<A: Dispatch> Pool<A> {
    /// The worker whose turn it is.
    pub fn round_robin(&self) -> &A::Handle {
        self.live_by_turn().next().unwrap_or(&self.0.first)
    }

    /// The worker in front of which the fewest messages wait; of several, the one whose turn it is.
    ///
    /// Messages that a worker took out of its mailbox last are counted until it comes for more, so one that is busy is not taken for idle.
    pub fn least_loaded(&self) -> &A::Handle {
        self.live_by_turn().min_by_key(|worker| worker.actor_ref().sender().depth()).unwrap_or(&self.0.first)
    }

    /// The worker that has `key`: the same one for equal keys, so that they are handled in order. When a worker is lost its keys go to the
    /// others, and all other keys stay where they are.
    pub fn by_key<K: Hash + ?Sized>(&self, key: &K) -> &A::Handle {
        // Rendezvous hashing: every worker draws a number for the key, and the highest has it.
        let draw = |(index, _): &(usize, &A::Handle)| {
            let mut hasher = DefaultHasher::new();
            (index, key).hash(&mut hasher);
            hasher.finish()
        };
        let live = self.workers().enumerate().filter(|(_, worker)| is_live(*worker));
        live.max_by_key(draw).map_or(&self.0.first, |(_, worker)| worker)
    }

    /// All workers, also those that are lost.
    pub fn workers(&self) -> impl Iterator<Item = &A::Handle> + Clone {
        std::iter::once(&self.0.first).chain(&self.0.others)
    }

    /// Lets all workers end when they have handled what they accepted so far.
    pub fn stop(&self) {
        self.workers().for_each(Handle::stop);
    }

    /// The live workers, beginning with the one whose turn it is.
    fn live_by_turn(&self) -> impl Iterator<Item = &A::Handle> {
        let count = 1 + self.0.others.len();
        let turn = self.0.turn.fetch_add(1, Ordering::Relaxed) % count;
        self.workers().cycle().skip(turn).take(count).filter(|worker| is_live(*worker))
    }
}

fn is_live<A: Dispatch>(worker: &impl Handle<A>) -> bool {
    !worker.actor_ref().sender().is_closed()
}

impl System {
    /// Starts `workers` actors that `make` makes; at least one, since a pool without workers is of no use.
    ///
    /// Each is supervised on its own: one that fails starts over as its type says, with what waits in its mailbox, and the others do not notice.
    /// One that fails too often is lost, and no longer chosen. When all are lost, calls are answered with `Stopped`.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    pub fn pool<A: Dispatch>(&self, workers: usize, make: impl Fn() -> A + Send + Sync + 'static) -> Pool<A> {
        let make = Arc::new(make);
        let spawn = || {
            let make = make.clone();
            self.spawn_with(move || make())
        };
        let first = spawn();
        let others = (1..workers).map(|_| spawn()).collect();
        Pool(Arc::new(Workers { first, others, turn: AtomicUsize::new(0) }))
    }
}

impl<A: Dispatch> Clone for Pool<A> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<A: Dispatch> fmt::Debug for Pool<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("actor", &std::any::type_name::<A>())
            .field("workers", &self.workers().count())
            .finish_non_exhaustive()
    }
}

//! Several workers of one kind, and who of them gets a message.

use super::names::Claim;
#[cfg(feature = "persistence")]
use super::names::NameError;
use super::run::System;
use crate::actor::{Dispatch, Handle};
#[cfg(feature = "persistence")]
use crate::actor::{Item, Other};
#[cfg(feature = "persistence")]
use crate::delivery::{Desk, Mail, Worker};
#[cfg(feature = "persistence")]
use crate::mailbox::WeakSender;
#[cfg(feature = "persistence")]
use crate::observe::Stamp;
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
    /// Its name, where it has one.
    _claim: Option<Claim>,
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
        let (first, others) = self.workers(workers, make);
        Pool(Arc::new(Workers { first, others, turn: AtomicUsize::new(0), _claim: None }))
    }

    /// As [`pool`](System::pool), under a name that deliveries go to: one to [`named(name)`](crate::delivery::named) goes to a worker that is free,
    /// and each worker has one in hand at a time. Up to 1000 wait for a worker; those that come when there are more are sent again.
    ///
    /// A worker that panics or ends has not confirmed what it had in hand: that is sent again, to whoever is free then. So the work may be begun
    /// twice and overtakes other work, but no two workers have the same delivery in hand at a time, and none is done again whose confirmation is
    /// remembered: those of the last 1000, for as long as the pool lives.
    ///
    /// The name is free again when the last clone of the pool is gone. It gives no handle.
    ///
    /// ```
    /// use mainstay::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
    /// #[confirmable(name = "shop.picture")]
    /// struct Picture(u64);
    ///
    /// #[actor]
    /// struct Resizer;
    ///
    /// #[handlers]
    /// impl Resizer {
    ///     #[handle(message)]
    ///     fn resize(&self, Picture(_number): Picture) {}
    /// }
    ///
    /// #[actor(persistent = "shop")]
    /// #[derive(Default)]
    /// struct Shop {
    ///     pictures: u64,
    /// }
    ///
    /// #[derive(Event, Serialize, Deserialize)]
    /// #[event(name = "shop.uploaded")]
    /// struct Uploaded(u64);
    ///
    /// #[handlers]
    /// impl Shop {
    ///     #[command]
    ///     fn upload(&self) -> Persist<Self, Uploaded> {
    ///         persist(Uploaded(self.pictures)).deliver(named("resizers"), Picture(self.pictures))
    ///     }
    ///
    ///     #[command]
    ///     fn waiting(&self, cx: &mut Context<Self>) -> Persist<Self, Uploaded, usize> {
    ///         nothing().reply(cx.unconfirmed_count())
    ///     }
    ///
    ///     #[apply]
    ///     fn uploaded(&mut self, event: &Uploaded) {
    ///         self.pictures = event.0 + 1;
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let system = System::volatile().host::<Shop>().start().await?;
    /// let _resizers = system.pool_named("resizers", 4, || Resizer)?;
    /// let shop = system.entity::<Shop>("1")?;
    /// for _ in 0..10 {
    ///     shop.upload().await?;
    /// }
    /// while shop.waiting().await? > 0 {
    ///     tokio::task::yield_now().await;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The name is taken.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    #[cfg(feature = "persistence")]
    pub fn pool_named<A: Dispatch>(
        &self,
        name: impl Into<Arc<str>>,
        workers: usize,
        make: impl Fn() -> A + Send + Sync + 'static,
    ) -> Result<Pool<A>, NameError> {
        let (first, others) = self.workers(workers, make);
        let worker = |handle: &A::Handle| Box::new(handle.actor_ref().sender().downgrade()) as Box<dyn Worker>;
        let desk = Desk::new(self.0.core.clone(), std::iter::once(&first).chain(&others).map(worker).collect());
        let claim = self.0.names.claim_pool::<A>(name.into(), desk)?;
        Ok(Pool(Arc::new(Workers { first, others, turn: AtomicUsize::new(0), _claim: Some(claim) })))
    }

    fn workers<A: Dispatch>(
        &self,
        workers: usize,
        make: impl Fn() -> A + Send + Sync + 'static,
    ) -> (A::Handle, Vec<A::Handle>) {
        let make = Arc::new(make);
        let spawn = || {
            let make = make.clone();
            self.spawn_with(move || make())
        };
        (spawn(), (1..workers).map(|_| spawn()).collect())
    }
}

#[cfg(feature = "persistence")]
impl<A: Dispatch> Worker for WeakSender<Item<A>> {
    fn is_live(&self) -> bool {
        !self.is_closed()
    }

    fn hand(&self, mail: Mail) {
        // Where nobody is any more it is dropped, and comes again.
        let _ = self.push_owed(Item::Other(Box::new(Other::Mail(mail))), Stamp::here());
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

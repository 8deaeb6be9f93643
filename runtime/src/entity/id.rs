//! The typed name of an entity.

use super::intention::intend;
use super::persistent::{PersistDispatch, Persistent};
use super::schedule::{ScheduleError, schedule};
use crate::actor::{Actor, Handle};
use crate::call::{Accepts, CallError};
use crate::delivery::{Confirmable, Draft};
use crate::journal::{EntityKey, InvalidId};
use crate::timer::{Change, Timer, When};
use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::SystemTime;

/// Names one entity of the type `A`, whether it is running or not.
pub struct EntityId<A> {
    key: EntityKey,
    actor: PhantomData<fn() -> A>,
}

impl<A: Persistent> EntityId<A> {
    /// The entity `id` of this type.
    ///
    /// # Errors
    ///
    /// An id that is empty or longer than 255 bytes.
    pub fn new(id: impl Into<Arc<str>>) -> Result<Self, InvalidId> {
        Ok(Self { key: EntityKey::new(A::KIND, id)?, actor: PhantomData })
    }
}

impl<A> EntityId<A> {
    /// The entity `key`, which is one of this type.
    pub(crate) fn of(key: &EntityKey) -> Self {
        Self { key: key.clone(), actor: PhantomData }
    }

    /// The id as it was given.
    pub fn as_str(&self) -> &str {
        self.key.id()
    }

    /// The id with the stable name of its type, as stores know it.
    pub fn key(&self) -> &EntityKey {
        &self.key
    }
}

/// Only the id is written: the type is known where it is read.
impl<A> serde::Serialize for EntityId<A> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de, A: Persistent> serde::Deserialize<'de> for EntityId<A> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::new(<Box<str>>::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}

impl<A> Clone for EntityId<A> {
    fn clone(&self) -> Self {
        Self { key: self.key.clone(), actor: PhantomData }
    }
}

impl<A> PartialEq for EntityId<A> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<A> Eq for EntityId<A> {}

impl<A> Hash for EntityId<A> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl<A> fmt::Display for EntityId<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key.id())
    }
}

impl<A> fmt::Debug for EntityId<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EntityId({})", self.key)
    }
}

/// What the handle of every entity can do. In the prelude.
pub trait EntityHandle<A: Actor>: Handle<A> {
    /// The entity's id.
    fn id(&self) -> &EntityId<A>
    where
        A: Persistent,
    {
        self.actor_ref().id()
    }

    /// Sets `timer` of the entity, to fire at the time `at`: as [`Persist::start_at`](super::Persist::start_at) does, from outside. The entity need not
    /// be in memory, nor have been there ever. When this returns, the timer is stored.
    ///
    /// It waits for what the entity was sent before. Only timers can be scheduled, since only they have a stored name.
    ///
    /// # Errors
    ///
    /// The timer cannot be set, the entity cannot be recovered, the store does not take it, or the system is shutting down.
    ///
    /// # Cancel safety
    ///
    /// Dropped half-way, the timer may be set or not.
    fn schedule<T: Timer>(
        &self,
        at: SystemTime,
        timer: T,
    ) -> impl Future<Output = Result<(), ScheduleError>> + Send + '_
    where
        A: PersistDispatch + Accepts<T>,
    {
        schedule(self.actor_ref(), Change::start(&timer, When::At(at)))
    }

    /// Takes `timer` of the entity back, as [`Persist::cancel`](super::Persist::cancel) does, from outside. When this returns, it does not fire any more.
    ///
    /// # Errors
    ///
    /// As those of [`schedule`](EntityHandle::schedule).
    ///
    /// # Cancel safety
    ///
    /// Dropped half-way, the timer may be set or not.
    fn unschedule<T: Timer>(&self, timer: T) -> impl Future<Output = Result<(), ScheduleError>> + Send + '_
    where
        A: PersistDispatch + Accepts<T>,
    {
        schedule(self.actor_ref(), Change::cancel(&timer))
    }

    /// Sends `message` at least once, as [`Persist::deliver`](super::Persist::deliver) does, from outside of any entity. When this returns, that it is to be
    /// delivered is stored; it is then sent until the entity has taken it, also after a restart, and takes effect once.
    ///
    /// Until it is taken, the promise is one of the entity's own deliveries, and counts as such. A refusal is seen by nobody: it ends the promise, and is a
    /// dead letter. Whoever wants the answer [asks](Handle::ask), with an [id](crate::call::Call::id).
    ///
    /// It waits for room in the mailbox, and for what the entity was sent before. Each is a write of its own: what has to be fast is an ask, or a decision
    /// with many deliveries. A handler decides what it delivers; one that waited here for its own entity would wait for itself.
    ///
    /// ```
    /// use mainstay::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[actor(persistent = "purse")]
    /// #[derive(Default)]
    /// struct Purse(u64);
    ///
    /// #[derive(Event, Serialize, Deserialize)]
    /// #[event(name = "purse.taken")]
    /// struct Taken(u64);
    ///
    /// #[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
    /// #[confirmable(name = "purse.coins")]
    /// struct Coins(u64);
    ///
    /// #[handlers]
    /// impl Purse {
    ///     #[command(message)]
    ///     fn take(&self, Coins(coins): Coins) -> Persist<Self, Taken> {
    ///         persist(Taken(coins))
    ///     }
    ///
    ///     #[query]
    ///     fn coins(&self) -> u64 {
    ///         self.0
    ///     }
    ///
    ///     #[apply]
    ///     fn taken(&mut self, event: &Taken) {
    ///         self.0 += event.0;
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let system = System::volatile().host::<Purse>().start().await?;
    /// let alice = system.entity::<Purse>("alice")?;
    /// alice.deliver(Coins(3)).await?; // whatever happens from here on, she gets them
    /// while alice.coins().await? == 0 {
    ///     tokio::task::yield_now().await;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Nothing was stored: the entity has as many unconfirmed deliveries as it may ([`Busy`](CallError::Busy)), the message cannot be encoded, the entity
    /// cannot be recovered, the store does not take it, or the system is shutting down. Or, with [`Unknown`](CallError::Unknown), nobody knows.
    ///
    /// # Cancel safety
    ///
    /// Dropped half-way, the message may be delivered or not.
    fn deliver<M: Confirmable>(&self, message: M) -> impl Future<Output = Result<(), CallError<Infallible>>> + Send + '_
    where
        A: PersistDispatch + Accepts<M>,
    {
        let to = self.actor_ref().id().clone();
        intend(self.actor_ref(), Draft { is_from_outside: true, ..Draft::new(to, &message) })
    }
}

impl<A: Actor, H: Handle<A>> EntityHandle<A> for H {}

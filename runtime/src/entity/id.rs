//! The typed name of an entity.

use super::persistent::{PersistDispatch, Persistent};
use super::schedule::{ScheduleError, schedule};
use crate::actor::{Actor, Handle};
use crate::call::Accepts;
use crate::journal::{EntityKey, InvalidId};
use crate::timer::{Change, Timer, When};
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
    /// The id as it was given.
    pub fn as_str(&self) -> &str {
        self.key.id()
    }

    /// The id with the stable name of its type, as stores know it.
    pub fn key(&self) -> &EntityKey {
        &self.key
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
}

impl<A: Actor, H: Handle<A>> EntityHandle<A> for H {}

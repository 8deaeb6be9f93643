//! The typed name of an entity.

use super::persistent::Persistent;
use crate::actor::{Actor, Handle};
use crate::journal::{EntityKey, InvalidId};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

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
}

impl<A: Actor, H: Handle<A>> EntityHandle<A> for H {}

//! Where a delivery goes: an entity or a name, never an incarnation.

use super::confirmable::Confirmable;
use crate::call::Accepts;
use crate::entity::{EntityId, Persistent};
use crate::journal::{EntityKey, InvalidId};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// Where a delivery goes. It is stored, so it names who outlives the process.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Destination {
    /// An entity.
    Entity(EntityKey),
    /// The actor that has this name when the message is sent: see [`System::spawn_named`](crate::system::System::spawn_named).
    Named(Arc<str>),
}

/// As it is stored.
#[derive(Serialize, Deserialize)]
enum Form {
    Entity { kind: Box<str>, id: Box<str> },
    Named { name: Box<str> },
}

impl Serialize for Destination {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let form = match self {
            Self::Entity(key) => Form::Entity { kind: (**key.kind()).into(), id: (**key.id()).into() },
            Self::Named(name) => Form::Named { name: (**name).into() },
        };
        form.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Destination {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(match Form::deserialize(from)? {
            Form::Entity { kind, id } => Self::Entity(EntityKey::new(kind, id).map_err(serde::de::Error::custom)?),
            Form::Named { name } => Self::Named(name.into()),
        })
    }
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entity(key) => key.fmt(f),
            Self::Named(name) => write!(f, "the actor {name:?}"),
        }
    }
}

/// Who can be delivered an `M`: the id of an entity that takes it, or a name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nowhere that `{M}` can be delivered to",
    note = "give the `EntityId` of an entity that takes `{M}`, `entity::<Type>(\"id\")`, or `named(\"actor\")`"
)]
pub trait DeliverTo<M: Confirmable> {
    /// The same, as it is stored.
    fn destination(self) -> Destination;

    /// Whether its deliveries are taken in order: see [`ordered`](super::ordered).
    fn is_ordered(&self) -> bool {
        false
    }
}

impl<B: Persistent + Accepts<M>, M: Confirmable> DeliverTo<M> for EntityId<B> {
    fn destination(self) -> Destination {
        Destination::Entity(self.key().clone())
    }
}

impl<B: Persistent + Accepts<M>, M: Confirmable> DeliverTo<M> for &EntityId<B> {
    fn destination(self) -> Destination {
        Destination::Entity(self.key().clone())
    }
}

impl<M: Confirmable> DeliverTo<M> for Named {
    fn destination(self) -> Destination {
        Destination::Named(self.0)
    }
}

impl<B: Persistent + Accepts<M::Wrapper>, M: Confirmable> DeliverTo<M> for ByHand<B> {
    fn destination(self) -> Destination {
        Destination::Entity(self.0.key().clone())
    }
}

/// An entity that takes the [wrapper](Confirmable::Wrapper) of a message. Made by [`by_hand`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByHand<B>(EntityId<B>);

/// The entity `to`, which does not take the message but its wrapper, and confirms it by hand.
pub fn by_hand<B: Persistent>(to: EntityId<B>) -> ByHand<B> {
    ByHand(to)
}

/// The entity `id` of the type `B`, whether it is running or not.
///
/// # Errors
///
/// The id is empty or longer than 255 bytes.
pub fn entity<B: Persistent>(id: impl Into<Arc<str>>) -> Result<EntityId<B>, InvalidId> {
    EntityId::new(id)
}

/// An actor by its name. Made by [`named`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named(Arc<str>);

/// The actor that has this name, whenever there is one: until then the message is kept.
///
/// Whether it takes the message is seen when it comes: one that does not is a dead letter, and is sent again.
pub fn named(name: impl Into<Arc<str>>) -> Named {
    Named(name.into())
}

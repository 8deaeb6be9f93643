//! How a child says that an event is stored.

use crate::call::Message;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Names an event among all that supervisors have ever handed down.
///
/// A supervisor counts its events from 1. The stream tells apart what earlier supervisors have counted, also those of other processes, so that
/// a child may store the key with the event: when it is handed an event whose key it has stored, it confirms and stores nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct ConfirmationKey {
    /// The supervisor, at random.
    pub stream: u64,
    /// The event, in the order in which the supervisor took it.
    pub number: u64,
}

/// Travels with an event, and leads back to the supervisor. Only a supervisor makes one, so nobody can confirm what he has not been handed.
#[derive(Clone)]
pub struct ConfirmationId {
    key: ConfirmationKey,
    way: Arc<dyn Way>,
    /// Whether it has been confirmed: for a supervisor that ends and reads no more messages.
    done: Arc<AtomicBool>,
}

/// The way to the supervisor.
pub(crate) trait Way: Send + Sync {
    fn confirmed(&self, number: u64, persistence_id: Arc<str>);
}

impl ConfirmationId {
    pub(crate) fn new(key: ConfirmationKey, way: Arc<dyn Way>, done: Arc<AtomicBool>) -> Self {
        Self { key, way, done }
    }

    /// What to store with the event.
    pub fn key(&self) -> ConfirmationKey {
        self.key
    }
}

/// Says that the event `id` is stored, by the actor that is stored as `persistence_id`. The supervisor then keeps it no longer.
///
/// Tell it when the write is done and not before. Nothing keeps it from being told by a helper of the child; it may come after the child has
/// ended.
#[derive(Clone, Debug)]
#[must_use = "it has to be told"]
pub struct Confirmation {
    /// The event's.
    pub id: ConfirmationId,
    /// Who has stored it.
    pub persistence_id: Arc<str>,
}

impl Confirmation {
    /// Tells the supervisor that has handed the event down. One that is gone keeps nothing, and has no use for it.
    pub fn tell(self) {
        let Self { id: ConfirmationId { key, way, done }, persistence_id } = self;
        done.store(true, Ordering::Release);
        way.confirmed(key.number, persistence_id);
    }
}

/// A message that is to be confirmed: an event as a [`PersistenceSupervisor`](super::PersistenceSupervisor) hands it to its child.
pub trait ConfirmableMessage: Message {
    /// What the supervisor has given to it.
    fn confirmation_id(&self) -> &ConfirmationId;

    /// What the child tells when the event is stored.
    fn confirmation(&self, persistence_id: impl Into<Arc<str>>) -> Confirmation {
        Confirmation { id: self.confirmation_id().clone(), persistence_id: persistence_id.into() }
    }
}

/// The event `M` as a message that is to be confirmed, for children without a type of their own for it.
#[derive(Clone, Debug)]
pub struct ConfirmableMessageEnvelope<M> {
    /// What is to be confirmed.
    pub id: ConfirmationId,
    /// The event.
    pub message: M,
}

impl<M: Message> ConfirmableMessageEnvelope<M> {
    /// The wrap function of a supervisor whose child takes envelopes.
    pub fn wrap(message: M, id: ConfirmationId) -> Self {
        Self { id, message }
    }
}

impl<M: Message> Message for ConfirmableMessageEnvelope<M> {
    type Reply = M::Reply;
    type Error = M::Error;
    type Decision<P> = M::Decision<P>;

    fn decided<P>(decision: Self::Decision<P>) -> Result<P, Self::Error> {
        M::decided(decision)
    }
}

impl<M: Message> ConfirmableMessage for ConfirmableMessageEnvelope<M> {
    fn confirmation_id(&self) -> &ConfirmationId {
        &self.id
    }
}

/// Of one that was stored: whoever was on the other end is not to be reached any more.
struct Nowhere;

impl Way for Nowhere {
    fn confirmed(&self, _: u64, _: Arc<str>) {}
}

/// Only the key is written.
impl serde::Serialize for ConfirmationId {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.key.serialize(to)
    }
}

/// One that was stored confirms nothing: it says which event was meant.
impl<'de> serde::Deserialize<'de> for ConfirmationId {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let key = ConfirmationKey::deserialize(from)?;
        Ok(Self::new(key, Arc::new(Nowhere), Arc::new(AtomicBool::new(false))))
    }
}

impl fmt::Display for ConfirmationKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}-{}", self.stream, self.number)
    }
}

impl fmt::Debug for ConfirmationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ConfirmationId").field(&self.key).finish()
    }
}

//! What has come to an actor, before anybody knows of which type it is.

use super::confirmable::{Confirmable, DeliveryHeader};
use super::outbox::Intent;
use super::outcome::{Confirmed, Unconfirmed, UnconfirmedDeliveries, Undelivered};
use super::parcel::{Outcome, Parcel};
use super::ring::{Ring, answered};
use crate::call::{Message, Port, idle_slot};
use crate::entity::{DecodeError, Payload};
use crate::executor;
use crate::journal::Codec;
use crate::system::Core;
use std::fmt;
use std::sync::Arc;

/// Something that has come by way of a delivery: a message, or what became of one.
pub struct Arrival<'a> {
    pub(crate) what: What<'a>,
    pub(crate) core: &'a Arc<Core>,
    /// Of an actor in memory.
    pub(crate) ring: Option<(&'a Arc<Ring>, &'a Arc<Parcel>)>,
}

/// What has come.
pub(crate) enum What<'a> {
    Parcel(&'a Parcel),
    Outcome { id: u64, intent: &'a Intent, outcome: &'a Outcome },
    Warning(&'a [Unconfirmed]),
}

/// What has come, as a mailbox of messages `M` holds it, and whether it is confirmed by hand. Nothing if the actor does not take it.
pub type Arrived<M> = Option<(Result<M, DecodeError>, bool)>;

/// A message that may come by way of a delivery. Written by `#[derive(Confirmable)]` for the message and for its wrapper; outcomes are such
/// messages, too.
pub trait Arrives: Message {
    /// Whether the receiver confirms by hand, so that nothing is done for it: no copy is dropped, nothing is stored as taken.
    const BY_HAND: bool = false;

    /// Reads what has come, if it is one of these.
    fn arrive(arrival: &Arrival<'_>) -> Option<Result<Self, DecodeError>>;

    /// Where the answer of an actor in memory goes: [`Arrival::confirming`] for what is confirmed with it.
    fn port(_arrival: &Arrival<'_>) -> Port<Self::Reply, Self::Error> {
        Port::none()
    }
}

impl Arrival<'_> {
    /// The message `M`, if that is what has come.
    pub fn message<M: Confirmable>(&self) -> Option<Result<M, DecodeError>> {
        match &self.what {
            What::Parcel(parcel) => read(&parcel.name, parcel.version, &parcel.payload),
            What::Outcome { .. } | What::Warning(_) => None,
        }
    }

    /// The message `M` with what is known of its delivery, if that is what has come.
    pub fn wrapper<M: Confirmable>(&self) -> Option<Result<M::Wrapper, DecodeError>> {
        let What::Parcel(parcel) = &self.what else { return None };
        let message = read::<M>(&parcel.name, parcel.version, &parcel.payload)?;
        Some(message.map(|message| message.wrap(DeliveryHeader::new(parcel, self.core))))
    }

    /// The way on which the answer to the message `M` becomes a confirmation. What an entity answers is confirmed when it is stored.
    pub fn confirming<M: Confirmable>(&self) -> Port<M::Reply, M::Error> {
        let Some((ring, parcel)) = self.ring else { return Port::none() };
        let (giver, answer) = idle_slot();
        let (ring, parcel, core) = (ring.clone(), parcel.clone(), self.core.clone());
        executor::spawn(async move {
            let outcome = match answer.await {
                Some(Ok(_)) => Some(Outcome::Confirmed),
                Some(Err(why)) => Outcome::of(&why, |why| M::encode(Err(why))).and_then(Result::ok),
                None => None,
            };
            answered(&ring, &parcel, outcome, &core);
        });
        Port::to(giver)
    }

    pub(super) fn warning(&self) -> Option<UnconfirmedDeliveries> {
        match &self.what {
            What::Warning(unconfirmed) => Some(UnconfirmedDeliveries { unconfirmed: unconfirmed.to_vec() }),
            What::Parcel(_) | What::Outcome { .. } => None,
        }
    }

    pub(super) fn undelivered<M: Confirmable>(&self) -> Option<Result<Undelivered<M>, DecodeError>> {
        let What::Outcome { id, intent, outcome } = &self.what else { return None };
        if **outcome == Outcome::Confirmed {
            return None;
        }
        let message = read::<M>(&intent.name, intent.version, &intent.payload)?;
        Some(message.and_then(|message| Undelivered::new(*id, message, outcome)))
    }

    pub(super) fn confirmed<M: Confirmable>(&self) -> Option<Result<Confirmed<M>, DecodeError>> {
        let What::Outcome { id, intent, outcome: Outcome::Confirmed } = &self.what else { return None };
        let message = read::<M>(&intent.name, intent.version, &intent.payload)?;
        Some(message.map(|message| Confirmed { id: *id, message }))
    }
}

fn read<M: Confirmable>(name: &str, version: u32, payload: &[u8]) -> Option<Result<M, DecodeError>> {
    if name != M::NAME {
        return None;
    }
    if version > M::VERSION {
        return Some(Err(DecodeError::Newer { stored: version, known: M::VERSION }));
    }
    Some(M::upcast(version, &Payload { codec: Codec::MessagePack, bytes: payload }))
}

impl fmt::Debug for Arrival<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            What::Parcel(parcel) => write!(f, "Arrival({} {} of {})", parcel.name, parcel.id, parcel.sender),
            What::Warning(unconfirmed) => write!(f, "Arrival({unconfirmed:?})"),
            What::Outcome { id, intent, outcome } => write!(f, "Arrival({} {id}: {outcome:?})", intent.name),
        }
    }
}

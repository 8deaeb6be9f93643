//! Messages that may be delivered, and what a receiver is handed who confirms by hand.

use super::address::Destination;
use super::arrival::Arrives;
use super::parcel::{Mail, Outcome, Parcel, Receipt};
use super::work::Ticket;
use crate::entity::{Command, DecodeError, Field, Payload};
use crate::supervise::{ConfirmableMessage, ConfirmationId, ConfirmationKey, Way};
use crate::system::Core;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A message that may be delivered: it is stored until its receiver has confirmed it. Made by `#[derive(Confirmable)]`.
///
/// The name and the version are its identity in the store; the Rust type and its module may be renamed at will.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be delivered",
    note = "add `#[derive(Confirmable)]` with `#[confirmable(name = \"..\")]` to `{Self}`, which is `Clone + Serialize + DeserializeOwned` too"
)]
pub trait Confirmable: Command + Arrives + Serialize + DeserializeOwned {
    /// The name that is stored.
    const NAME: &'static str;
    /// The version of the shape, from 1. A stored message with a higher one is not read.
    const VERSION: u32 = 1;
    /// Its fields, as they are written: for the [`Contract`](crate::entity::Contract) of those that take it.
    const FIELDS: &'static [Field] = &[];
    /// The message with what is known of its delivery, for receivers that confirm by hand.
    type Wrapper: ConfirmableMessage + Arrives;

    /// The message on its way.
    fn wrap(self, delivery: DeliveryHeader) -> Self::Wrapper;

    /// Reads a message that was stored as `version`, which is never higher than [`VERSION`](Confirmable::VERSION).
    ///
    /// # Errors
    ///
    /// The payload does not fit the type.
    fn upcast(_version: u32, payload: &Payload<'_>) -> Result<Self, DecodeError> {
        payload.decode()
    }
}

/// What a receiver knows of a delivery besides its message.
///
/// Serialized it keeps everything but the way back: whoever confirms in another process has to have the sender send it again.
#[derive(Clone, Serialize, Deserialize)]
pub struct DeliveryHeader {
    id: u64,
    sender: Destination,
    confirmation: ConfirmationId,
    lowest: u64,
    trace: Option<Box<str>>,
}

impl DeliveryHeader {
    pub(super) fn new(parcel: &Parcel, core: &Arc<Core>) -> Self {
        let key = ConfirmationKey { stream: parcel.stream, number: parcel.number };
        let sender = Destination::Entity(parcel.sender.clone());
        let back = Back {
            core: core.clone(),
            sender: sender.clone(),
            stream: parcel.stream,
            id: parcel.id,
            ticket: parcel.ticket.clone(),
        };
        Self {
            id: parcel.id,
            sender,
            confirmation: ConfirmationId::new(key, Arc::new(back), Arc::new(AtomicBool::new(false))),
            lowest: parcel.lowest,
            trace: parcel.trace.as_deref().map(Into::into),
        }
    }

    /// The delivery among all of its sender: from 1, without gaps, whatever the destination.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Who has sent it.
    pub fn sender(&self) -> &Destination {
        &self.sender
    }

    /// What names the delivery for its receiver, to be stored with what it causes: the sender's stream, and the number among its
    /// deliveries to this receiver, which rises.
    pub fn key(&self) -> ConfirmationKey {
        self.confirmation.key()
    }

    /// The lowest number that the sender may still send to this receiver: whatever was stored of lower ones can be forgotten.
    pub fn lowest(&self) -> u64 {
        self.lowest
    }

    /// Where the command came from that has caused the delivery, as those who watch the program know it.
    pub fn trace(&self) -> Option<&str> {
        self.trace.as_deref()
    }

    /// What confirms it.
    pub fn confirmation_id(&self) -> &ConfirmationId {
        &self.confirmation
    }
}

impl fmt::Debug for DeliveryHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Delivery({} of {})", self.id, self.sender)
    }
}

/// The way back to the sender.
struct Back {
    core: Arc<Core>,
    sender: Destination,
    stream: u64,
    id: u64,
    ticket: Option<Arc<Ticket>>,
}

impl Way for Back {
    fn confirmed(&self, _: u64, _: Arc<str>) {
        if let Some(ticket) = &self.ticket {
            ticket.answer(Outcome::Confirmed);
        }
        let receipt = Receipt { stream: self.stream, id: self.id, outcome: Outcome::Confirmed };
        self.core.post(&self.sender, Mail::Receipt(receipt));
    }
}

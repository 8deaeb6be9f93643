//! What became of a delivery, as messages to its sender.

use super::address::Destination;
use super::arrival::{Arrival, Arrives};
use super::confirmable::Confirmable;
use super::parcel::Outcome;
use crate::call::Message;
use crate::entity::DecodeError;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

/// Tells the sender of an `M` that its receiver has taken it. A sender that does not take this message is not told; the delivery is over all
/// the same.
///
/// It comes once with effect: what its handler decides is stored in the unit in which the delivery ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Confirmed<M> {
    /// The delivery.
    pub id: u64,
    /// What was sent.
    pub message: M,
}

/// Tells the sender of an `M` that its receiver will not take it. A sender that does not take this message is not told; the delivery is over
/// all the same, and a dead letter.
///
/// It comes once with effect: what its handler decides is stored in the unit in which the delivery ends.
pub struct Undelivered<M: Message> {
    /// The delivery.
    pub id: u64,
    /// What was sent.
    pub message: M,
    /// Why it was not taken.
    pub why: Cause<M::Error>,
}

/// Why a delivery was not taken.
#[derive(Debug)]
#[non_exhaustive]
pub enum Cause<E> {
    /// The receiver said no.
    Refused(Arc<E>),
    /// The receiver is a machine, and its state has no row for the message.
    Unhandled {
        /// The state's name.
        state: Arc<str>,
    },
    /// The receiver panicked as often as it was run, or what it decided cannot be stored.
    Quarantined {
        /// The words of the last panic, or why it cannot be stored.
        cause: Arc<str>,
    },
    /// It was sent as often as it may be, and not confirmed. It may have been taken, and its confirmation lost.
    GivenUp {
        /// How often it was sent since the sender was last recovered.
        attempts: u32,
    },
}

/// Tells a sender of deliveries that were sent several times and are not confirmed: each once since the sender was last recovered, and all of a
/// moment together. They go on being sent, unless the handler gives them up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnconfirmedDeliveries {
    /// The deliveries, in the order of their ids.
    pub unconfirmed: Vec<Unconfirmed>,
}

/// One delivery that is not confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Unconfirmed {
    /// The delivery.
    pub id: u64,
    /// Where it goes.
    pub to: Destination,
    /// How often it was sent since the sender was last recovered.
    pub attempts: u32,
}

impl Message for UnconfirmedDeliveries {
    type Reply = ();
    type Error = Infallible;
    type Decision<P> = P;

    fn decided<P>(decision: P) -> Result<P, Infallible> {
        Ok(decision)
    }
}

impl Arrives for UnconfirmedDeliveries {
    fn arrive(arrival: &Arrival<'_>) -> Option<Result<Self, DecodeError>> {
        arrival.warning().map(Ok)
    }
}

impl<M: Confirmable> Undelivered<M> {
    pub(super) fn new(id: u64, message: M, outcome: &Outcome) -> Result<Self, DecodeError> {
        let why = match outcome {
            Outcome::Refused(why) => match M::decode(why)? {
                Err(why) => Cause::Refused(Arc::new(why)),
                Ok(_) => return Err(DecodeError::Payload("it is a reply and no refusal".into())),
            },
            Outcome::Unhandled(state) => Cause::Unhandled { state: (**state).into() },
            Outcome::Quarantined(cause) => Cause::Quarantined { cause: (**cause).into() },
            Outcome::GivenUp(attempts) => Cause::GivenUp { attempts: *attempts },
            Outcome::Confirmed => return Err(DecodeError::Payload("it was taken".into())),
        };
        Ok(Self { id, message, why })
    }
}

/// As it is written: the receiver's error as the receiver has stored it.
#[derive(Serialize, Deserialize)]
struct Form<M> {
    id: u64,
    message: M,
    why: Outcome,
}

impl<M: Confirmable> Serialize for Undelivered<M> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let why = match &self.why {
            Cause::Refused(why) => Outcome::Refused(M::encode(Err(&**why)).map_err(serde::ser::Error::custom)?.into()),
            Cause::Unhandled { state } => Outcome::Unhandled((**state).into()),
            Cause::Quarantined { cause } => Outcome::Quarantined((**cause).into()),
            Cause::GivenUp { attempts } => Outcome::GivenUp(*attempts),
        };
        Form { id: self.id, message: &self.message, why }.serialize(to)
    }
}

impl<'de, M: Confirmable> Deserialize<'de> for Undelivered<M> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Form { id, message, why } = Form::deserialize(from)?;
        Self::new(id, message, &why).map_err(serde::de::Error::custom)
    }
}

impl<M: Message + Clone> Clone for Undelivered<M> {
    fn clone(&self) -> Self {
        Self { id: self.id, message: self.message.clone(), why: self.why.clone() }
    }
}

impl<E> Clone for Cause<E> {
    fn clone(&self) -> Self {
        match self {
            Self::Refused(why) => Self::Refused(why.clone()),
            Self::Unhandled { state } => Self::Unhandled { state: state.clone() },
            Self::Quarantined { cause } => Self::Quarantined { cause: cause.clone() },
            Self::GivenUp { attempts } => Self::GivenUp { attempts: *attempts },
        }
    }
}

impl<M: Message<Error: fmt::Debug> + fmt::Debug> fmt::Debug for Undelivered<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Undelivered")
            .field("id", &self.id)
            .field("message", &self.message)
            .field("why", &self.why)
            .finish()
    }
}

impl<M: Confirmable> Message for Confirmed<M> {
    type Reply = ();
    type Error = Infallible;
    type Decision<P> = P;

    fn decided<P>(decision: P) -> Result<P, Infallible> {
        Ok(decision)
    }
}

impl<M: Confirmable> Arrives for Confirmed<M> {
    fn arrive(arrival: &Arrival<'_>) -> Option<Result<Self, DecodeError>> {
        arrival.confirmed()
    }
}

impl<M: Confirmable<Error: Sync>> Message for Undelivered<M> {
    type Reply = ();
    type Error = Infallible;
    type Decision<P> = P;

    fn decided<P>(decision: P) -> Result<P, Infallible> {
        Ok(decision)
    }
}

impl<M: Confirmable<Error: Sync>> Arrives for Undelivered<M> {
    fn arrive(arrival: &Arrival<'_>) -> Option<Result<Self, DecodeError>> {
        arrival.undelivered()
    }
}

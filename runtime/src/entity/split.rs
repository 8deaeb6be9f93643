//! Stored events that are none or several of today's.

use super::codec::{DecodeError, Event, UnitError, encode};
use super::persist::Events;
use super::persistent::Recover;
use crate::journal::{NewEvent, Record};
use serde::de::DeserializeOwned;

/// The shape of an event that was stored before, and is none or several events of today: `#[event(split(1 = MovedV1))]` reads version 1 as it.
///
/// What is stored stays as it is. Recovery applies the events of today in its place, in order, each with the number, the time and the command of
/// the stored one.
///
/// ```
/// use mainstay::entity::{Parts, Split};
/// use mainstay::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// /// What moving was once.
/// #[derive(Deserialize)]
/// struct MovedV1 {
///     street: String,
///     city: Option<String>,
/// }
///
/// #[derive(Event, Serialize, Deserialize)]
/// #[event(name = "person.moved", version = 2, split(1 = MovedV1))]
/// struct StreetChanged(String);
///
/// #[derive(Event, Serialize, Deserialize)]
/// #[event(name = "person.city_changed")]
/// struct CityChanged(String);
///
/// impl Split for MovedV1 {
///     fn split(self, into: &mut Parts) {
///         into.add(&StreetChanged(self.street));
///         if let Some(city) = self.city {
///             into.add(&CityChanged(city));
///         }
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "nothing says which events of today `{Self}` is",
    note = "implement `mainstay::entity::Split` for `{Self}`, or write `from(..)` where it is exactly one"
)]
pub trait Split: DeserializeOwned {
    /// Adds the events of today. None is added where the event means nothing any more.
    fn split(self, into: &mut Parts);
}

/// The events of today that a stored one is; see [`Split`].
#[derive(Debug, Default)]
pub struct Parts {
    events: Vec<NewEvent>,
    failed: Option<UnitError>,
}

impl Parts {
    /// Adds an event, behind those that are there. One that cannot be encoded stops the recovery.
    pub fn add<E: Event>(&mut self, event: &E) {
        match encode(event) {
            Ok(event) => self.events.push(event),
            Err(why) => self.failed = self.failed.take().or(Some(why)),
        }
    }
}

/// What [`Event::upcast`] gives for a stored event that is none or several of today's.
pub fn split<T: Split>(old: T) -> DecodeError {
    let mut parts = Parts::default();
    old.split(&mut parts);
    match parts.failed {
        None => DecodeError::Split { into: parts.events.into() },
        Some(why) => DecodeError::Payload(why.to_string().into()),
    }
}

/// The events of today that a record is, for those who do not recover: nearly always one.
pub(crate) fn decode_every<A: Recover>(record: &Record) -> Result<Vec<A::Event>, DecodeError> {
    decode_all::<A>(record).map(|events| match events {
        Events::None => Vec::new(),
        Events::One(event) => vec![event],
        Events::Many(events) => events,
    })
}

/// The events of today that a record is: nearly always one.
pub(super) fn decode_all<A: Recover>(record: &Record) -> Result<Events<A::Event>, DecodeError> {
    match A::decode(record) {
        Ok(event) => Ok(Events::One(event)),
        Err(DecodeError::Split { into }) => {
            let parts = into.iter().map(|part| A::decode(&as_stored(record, part)));
            parts.collect::<Result<_, _>>().map(Events::Many)
        }
        Err(why) => Err(why),
    }
}

/// A part as if it had been stored in the record's place.
fn as_stored(record: &Record, NewEvent { name, version, codec, payload, tags }: &NewEvent) -> Record {
    Record {
        name: name.as_ref().into(),
        version: *version,
        codec: *codec,
        payload: payload.clone(),
        tags: tags.iter().map(|tag| tag.as_ref().into()).collect(),
        trace: record.trace.clone(),
        ..*record
    }
}

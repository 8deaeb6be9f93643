//! From events to what is stored, and back.

use super::contract::{Earlier, Field};
use crate::journal::{Codec, MAX_ID_BYTES, NewEvent, Record};
use crate::timer::TimerError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::sync::Arc;

/// What is stored of a change. Made by `#[derive(Event)]`.
///
/// The name and the version are the event's identity in the store; the Rust type and its module may be renamed at will.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an event",
    note = "add `#[derive(Event, Serialize, Deserialize)]` to `{Self}`"
)]
pub trait Event: Serialize + DeserializeOwned + Send + 'static {
    /// The name that is stored.
    const NAME: &'static str;
    /// The version of the shape, from 1. A stored event with a higher one stops recovery.
    const VERSION: u32;
    /// Names that the event was stored under before.
    const ALIASES: &'static [&'static str] = &[];
    /// What the event is found by, apart from its entity.
    const TAGS: &'static [&'static str] = &[];
    /// Its fields, as they are written: for the [`Contract`](super::Contract) of those that store it.
    const FIELDS: &'static [Field] = &[];
    /// Earlier versions that are read as types of their own.
    const EARLIER: &'static [Earlier] = &[];

    /// Reads an event that was stored as `version`, which is never higher than [`VERSION`](Event::VERSION).
    ///
    /// By default every version is read as the type itself: serde does without fields that are gone, and `#[serde(default)]` fills in those
    /// that are new. `from(1 = OldType)` reads version 1 as `OldType`, and makes the event of it with `From`.
    ///
    /// # Errors
    ///
    /// The payload does not fit the type; or it is none or several events of today, which is what `split(1 = OldType)` says: then the error is that of
    /// [`split`](super::split).
    fn upcast(_version: u32, payload: &Payload<'_>) -> Result<Self, DecodeError> {
        payload.decode()
    }
}

/// What is stored of an event or of a state: bytes, and how they are to be read.
#[derive(Clone, Copy, Debug)]
pub struct Payload<'a> {
    /// How it is written.
    pub codec: Codec,
    /// What is written.
    pub bytes: &'a [u8],
}

impl Payload<'_> {
    /// Reads the payload as a `T`.
    ///
    /// # Errors
    ///
    /// It does not fit the type.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, DecodeError> {
        match self.codec {
            Codec::MessagePack => {
                rmp_serde::from_slice(self.bytes).map_err(|cause| DecodeError::Payload(cause.to_string().into()))
            }
        }
    }
}

/// The largest payload of one event, in bytes as encoded: 16 MiB.
///
/// serde writes a `Vec<u8>` number by number, which takes up to two bytes for each; the crate `serde_bytes` has the way around it.
pub const MAX_EVENT_BYTES: usize = 16 << 20;

/// Why an event cannot be stored. Nothing was stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnitError {
    /// The event's `Serialize` failed.
    #[error("event `{event}` cannot be encoded: {cause}")]
    Encode {
        /// The event's name.
        event: &'static str,
        /// What serde said.
        cause: Arc<str>,
    },
    /// The event is larger than 16 MiB.
    #[error("event `{event}` takes {bytes} bytes, and at most {MAX_EVENT_BYTES} can be stored")]
    TooLarge {
        /// The event's name.
        event: &'static str,
        /// How many bytes it takes.
        bytes: usize,
    },
    /// The reply's or the refusal's `Serialize` failed, and the caller gave an id, so that it would have to be stored.
    #[error("the answer cannot be encoded: {cause}")]
    Answer {
        /// What serde said.
        cause: Arc<str>,
    },
    /// A snapshot's `Serialize` failed.
    #[error("the state cannot be encoded: {cause}")]
    State {
        /// What serde said.
        cause: Arc<str>,
    },
    /// A message that is to be delivered cannot be stored: its `Serialize` failed, or it is larger than 16 MiB.
    #[error("message `{message}` cannot be stored: {cause}")]
    Message {
        /// The message's name.
        message: &'static str,
        /// What is wrong with it.
        cause: Arc<str>,
    },
    /// The caller's id is empty or longer than 255 bytes.
    #[error("an id of a call must have 1 to {MAX_ID_BYTES} bytes; this one has {bytes}")]
    Id {
        /// How long it is, in bytes.
        bytes: usize,
    },
    /// A timer of the decision cannot be set.
    #[error(transparent)]
    Timer(#[from] TimerError),
    /// The decision's event has no row in the state that it meets.
    #[error("event `{event}` has no row in state `{state}`")]
    Unexpected {
        /// The state's name.
        state: &'static str,
        /// The event's name.
        event: Cow<'static, str>,
    },
}

/// Why a stored event cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// No event of the type has that name.
    #[error("no event is called that; give the event that replaced it this name, or keep the old type")]
    Unknown,
    /// A newer version of the program has written it.
    #[error("it has version {stored}, and this program knows versions up to {known}: run the newer program")]
    Newer {
        /// The version that is stored.
        stored: u32,
        /// The highest version that the program knows.
        known: u32,
    },
    /// The event's `Deserialize` failed.
    #[error("{0}")]
    Payload(Arc<str>),
    /// The snapshot of a machine is of a state that its table does not have any more.
    #[error(
        "the machine was in the state `{state}`, which it has no more: keep that state, as a `#[deprecated_state]`"
    )]
    State {
        /// The state's name.
        state: Arc<str>,
    },
    /// It is none or several events of today, which recovery applies in its place: see [`Split`](super::Split). Only what reads one event as one, or
    /// as a part of another, is told so.
    #[error("it is {} events of today, each of which may be applied in its place", .into.len())]
    Split {
        /// What it is today.
        into: Arc<[NewEvent]>,
    },
}

/// Encodes one event.
///
/// # Errors
///
/// Its `Serialize` fails, or it is larger than 16 MiB.
pub fn encode<E: Event>(event: &E) -> Result<NewEvent, UnitError> {
    let payload = rmp_serde::to_vec_named(event)
        .map_err(|cause| UnitError::Encode { event: E::NAME, cause: cause.to_string().into() })?;
    if payload.len() > MAX_EVENT_BYTES {
        return Err(UnitError::TooLarge { event: E::NAME, bytes: payload.len() });
    }
    let tags = E::TAGS.iter().copied().map(Cow::Borrowed).collect();
    Ok(NewEvent { name: Cow::Borrowed(E::NAME), version: E::VERSION, codec: Codec::MessagePack, payload, tags })
}

/// Decodes one event, of its own version or an earlier one.
///
/// # Errors
///
/// The record is of a newer version, or its payload does not fit the type.
pub fn decode<E: Event>(record: &Record) -> Result<E, DecodeError> {
    if record.version > E::VERSION {
        return Err(DecodeError::Newer { stored: record.version, known: E::VERSION });
    }
    E::upcast(record.version, &Payload { codec: record.codec, bytes: &record.payload })
}

/// Whether `name` is the stored name of `E`, or one that it had before.
pub fn is_named<E: Event>(name: &str) -> bool {
    name == E::NAME || E::ALIASES.contains(&name)
}

/// Encodes a state for [`Recover::snapshot`](super::Recover::snapshot).
///
/// # Errors
///
/// Its `Serialize` fails.
pub fn encode_state<S: Serialize + ?Sized>(state: &S) -> Result<Vec<u8>, UnitError> {
    rmp_serde::to_vec_named(state).map_err(|cause| UnitError::State { cause: cause.to_string().into() })
}

/// Decodes a state for [`Recover::restore`](super::Recover::restore).
///
/// # Errors
///
/// It does not fit the type.
pub fn decode_state<S: DeserializeOwned>(stored: &[u8]) -> Result<S, DecodeError> {
    rmp_serde::from_slice(stored).map_err(|cause| DecodeError::Payload(cause.to_string().into()))
}

//! What a timer is: a message with a stored name and a key.

use super::error::TimerError;
use crate::call::Message;
use crate::entity::{DecodeError, Field, Payload};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::convert::Infallible;

/// A durable timer: what an entity is told when it fires. Written by `#[derive(Timer)]`.
///
/// Two timers of one name and one key are the same one: setting it again moves it, and there is never more than one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a timer",
    note = "add `#[derive(Timer, Clone, Serialize, Deserialize)]` to `{Self}`"
)]
pub trait Timer: Message<Reply = (), Error = Infallible> + Clone + Serialize + DeserializeOwned {
    /// The name that is stored.
    const NAME: &'static str;
    /// The version of the shape, from 1. A stored timer with a higher one is not handled, see [`FireError`](super::FireError).
    const VERSION: u32 = 1;
    /// Names that the timer was stored under before.
    const ALIASES: &'static [&'static str] = &[];
    /// Its fields, as they are written: for the [`Contract`](crate::entity::Contract) of those that set it.
    const FIELDS: &'static [Field] = &[];

    /// What tells timers of one name apart, see [`key_of`]. By default that is everything that is stored of the timer: `.cancel(Remind(who))` finds
    /// what `.start(Remind(who), ..)` has set. With `#[timer(key = field)]` it is that field.
    ///
    /// # Errors
    ///
    /// It cannot be encoded.
    fn key(&self) -> Result<Vec<u8>, TimerError> {
        key_of::<Self, _>(self)
    }

    /// Reads a timer that was stored as `version`, as [`Event::upcast`](crate::entity::Event::upcast) does.
    ///
    /// # Errors
    ///
    /// The payload does not fit the type.
    fn upcast(_version: u32, payload: &Payload<'_>) -> Result<Self, DecodeError> {
        payload.decode()
    }
}

/// The bytes of a key of the timer `T`.
///
/// # Errors
///
/// Its `Serialize` fails.
pub fn key_of<T: Timer, K: Serialize + ?Sized>(key: &K) -> Result<Vec<u8>, TimerError> {
    rmp_serde::to_vec_named(key).map_err(|cause| TimerError::Encode { timer: T::NAME, cause: cause.to_string().into() })
}

/// Whether `name` is the stored name of `T`, or one that it had before.
pub fn is_timer<T: Timer>(name: &str) -> bool {
    name == T::NAME || T::ALIASES.contains(&name)
}

//! Answers that can be given again: to a caller that repeats its id, also after a restart.

use super::codec::{DecodeError, UnitError};
use crate::call::Message;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;

/// A message that persistent actors take as a command. Nobody implements it: every message is one that is `Clone`, whose reply is
/// `Serialize + DeserializeOwned`, and whose error is so too where it has one.
///
/// The command is cloned, since it is kept until what it decided is durable. The answer is stored where its caller gave an
/// [`id`](crate::call::Call::id).
pub trait Command: Message + Clone {
    /// Encodes an answer.
    ///
    /// # Errors
    ///
    /// Its `Serialize` fails.
    fn encode(answer: Result<&Self::Reply, &Self::Error>) -> Result<Vec<u8>, UnitError>;

    /// Decodes an answer that [`encode`](Command::encode) has made.
    ///
    /// # Errors
    ///
    /// It does not fit the type.
    fn decode(stored: &[u8]) -> Result<Result<Self::Reply, Self::Error>, DecodeError>;
}

impl<C: Message + Clone> Command for C
where
    C::Decision<()>: StoredAnswer<C::Reply, C::Error>,
{
    fn encode(answer: Result<&C::Reply, &C::Error>) -> Result<Vec<u8>, UnitError> {
        <C::Decision<()>>::encode(answer)
    }

    fn decode(stored: &[u8]) -> Result<Result<C::Reply, C::Error>, DecodeError> {
        <C::Decision<()>>::decode(stored)
    }
}

/// How the answer of a message is stored, said by its [`Decision`](Message::Decision): `Infallible`, the error of a message that has none, is
/// not `Serialize`.
#[diagnostic::on_unimplemented(
    message = "an answer of `{R}` or `{X}` cannot be stored",
    note = "replies of persistent actors, and their errors, are `Serialize` and `Deserialize`"
)]
pub trait StoredAnswer<R, X> {
    /// Encodes an answer.
    ///
    /// # Errors
    ///
    /// Its `Serialize` fails.
    fn encode(answer: Result<&R, &X>) -> Result<Vec<u8>, UnitError>;

    /// Decodes an answer.
    ///
    /// # Errors
    ///
    /// It does not fit the type.
    fn decode(stored: &[u8]) -> Result<Result<R, X>, DecodeError>;
}

/// A reply or a refusal that can be given again.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored, and so cannot answer a command",
    note = "replies of persistent actors, and their errors, are `Serialize + DeserializeOwned`: add `#[derive(Serialize, Deserialize)]` to `{Self}`"
)]
pub trait Storable: Serialize + DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned> Storable for T {}

/// Of a message without an error. A reply is stored alike with and without, so that a message may get an error later.
impl<R: Storable> StoredAnswer<R, Infallible> for () {
    fn encode(answer: Result<&R, &Infallible>) -> Result<Vec<u8>, UnitError> {
        match answer {
            Ok(reply) => to_bytes(&Stored::<_, ()>::Reply(reply)),
            Err(never) => match *never {},
        }
    }

    fn decode(stored: &[u8]) -> Result<Result<R, Infallible>, DecodeError> {
        match from_bytes(stored)? {
            Stored::Reply(reply) => Ok(Ok(reply)),
            Stored::Refusal(()) => Err(DecodeError::Payload("it is a refusal, and the message has no error".into())),
        }
    }
}

impl<R: Storable, X: Storable> StoredAnswer<R, X> for Result<(), X> {
    fn encode(answer: Result<&R, &X>) -> Result<Vec<u8>, UnitError> {
        to_bytes(&match answer {
            Ok(reply) => Stored::Reply(reply),
            Err(refusal) => Stored::Refusal(refusal),
        })
    }

    fn decode(stored: &[u8]) -> Result<Result<R, X>, DecodeError> {
        Ok(match from_bytes(stored)? {
            Stored::Reply(reply) => Ok(reply),
            Stored::Refusal(refusal) => Err(refusal),
        })
    }
}

#[derive(Serialize, Deserialize)]
enum Stored<R, X> {
    Reply(R),
    Refusal(X),
}

fn to_bytes<T: Serialize>(answer: &T) -> Result<Vec<u8>, UnitError> {
    rmp_serde::to_vec_named(answer).map_err(|cause| UnitError::Answer { cause: cause.to_string().into() })
}

fn from_bytes<T: DeserializeOwned>(stored: &[u8]) -> Result<T, DecodeError> {
    rmp_serde::from_slice(stored).map_err(|cause| DecodeError::Payload(cause.to_string().into()))
}

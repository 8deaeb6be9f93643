//! The state of deliveries as a part of a snapshot.

use super::entry::{DeliveryId, UnconfirmedDelivery};
use crate::entity::{DecodeError, UnitError, decode_state, encode_state};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// All that is known of deliveries, but for when and how often each was sent: a new incarnation begins to count anew.
///
/// Put it into your own snapshot, as a field or as [bytes](Self::to_bytes).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliverySnapshot<D, M> {
    /// The last id that was given; 0 if none was.
    pub last_id: DeliveryId,
    /// What is not confirmed, in the order of the ids.
    pub unconfirmed: Vec<UnconfirmedDelivery<D, M>>,
}

/// The bytes. A newer program may have changed what is in there, so the version is read alone and first.
#[derive(Serialize, Deserialize)]
struct Versioned<S> {
    version: u32,
    snapshot: S,
}

#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// Raised when an older program could no longer read what is written.
const VERSION: u32 = 1;

impl<D: Serialize + DeserializeOwned, M: Serialize + DeserializeOwned> DeliverySnapshot<D, M> {
    /// The snapshot as bytes, which need not be understood to be kept.
    ///
    /// # Errors
    ///
    /// The `Serialize` of a destination or of a message fails.
    pub fn to_bytes(&self) -> Result<Vec<u8>, UnitError> {
        encode_state(&Versioned { version: VERSION, snapshot: self })
    }

    /// The snapshot from its bytes.
    ///
    /// # Errors
    ///
    /// A newer program has written them, or they do not fit the types.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let Version { version } = decode_state(bytes)?;
        if version > VERSION {
            return Err(DecodeError::Newer { stored: version, known: VERSION });
        }
        Ok(decode_state::<Versioned<Self>>(bytes)?.snapshot)
    }
}

//! What a machine's snapshots hold: what is stored of the shared struct, and the state.

use super::machine::{Machine, States};
use crate::entity::{DecodeError, Field, SnapshotOf, SnapshotShape, UnitError, decode_state, encode_state};
use serde::de::{DeserializeOwned, Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// What `#[fsm(..)]` says of the snapshots of the machine `A` with the states `S`.
pub struct Snapshots<A, S> {
    every: Option<u64>,
    codec: Option<Codec<A, S>>,
}

struct Codec<A, S> {
    version: u32,
    fields: &'static [Field],
    take: Take<A, S>,
    put_back: PutBack<A, S>,
}

type Take<A, S> = fn(&Machine<A, S>) -> Result<Vec<u8>, UnitError>;
type PutBack<A, S> = fn(A, &[u8]) -> Result<Machine<A, S>, DecodeError>;

/// States that can be in a snapshot. Nobody implements it: every enum that serde can write and read is one.
#[diagnostic::on_unimplemented(
    message = "the states `{Self}` cannot be in a snapshot",
    note = "add `#[derive(Serialize, Deserialize)]` to `{Self}`, and to the types of its states"
)]
pub trait KeptStates: Serialize + DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<S: Serialize + DeserializeOwned> KeptStates for S {}

impl<A, S> Snapshots<A, S> {
    /// There are none.
    pub const NONE: Self = Self { every: None, codec: None };

    /// They hold `D` of the shared struct, in this version of their shape, and are taken after so many events; with `None`, only when a command asks
    /// for one.
    pub const fn of<D: SnapshotOf<A>>(every: Option<u64>, version: u32) -> Self
    where
        S: KeptStates + States,
    {
        Self {
            every,
            codec: Some(Codec { version, fields: D::FIELDS, take: take::<A, S, D>, put_back: put_back::<A, S, D> }),
        }
    }

    /// After how many events one is taken; `None` for never.
    pub const fn every(&self) -> Option<u64> {
        self.every
    }

    /// What they are stored as, by the machine called `name`; `None` where there are none.
    pub const fn shape(&self, name: &'static str) -> Option<SnapshotShape> {
        match &self.codec {
            Some(codec) => Some(SnapshotShape { name, version: codec.version }),
            None => None,
        }
    }

    /// What they hold of the shared struct, as it is written there.
    pub const fn fields(&self) -> &'static [Field] {
        match &self.codec {
            Some(codec) => codec.fields,
            None => &[],
        }
    }

    /// Encodes the machine.
    ///
    /// # Errors
    ///
    /// A field or the state cannot be encoded.
    pub fn take(&self, machine: &Machine<A, S>) -> Result<Vec<u8>, UnitError> {
        self.codec.as_ref().map_or(Ok(Vec::new()), |codec| (codec.take)(machine))
    }

    /// The machine of a snapshot, with what is not stored from `data`, which the factory made.
    ///
    /// # Errors
    ///
    /// The snapshot does not fit the types, or there are none.
    pub fn put_back(&self, data: A, snapshot: &[u8]) -> Result<Machine<A, S>, DecodeError> {
        self.codec.as_ref().map_or(Err(DecodeError::Unknown), |codec| (codec.put_back)(data, snapshot))
    }
}

/// A snapshot.
#[derive(Serialize, Deserialize)]
struct Stored<S> {
    /// As [`SnapshotOf`] encodes it.
    data: Bytes,
    state: S,
}

fn take<A, S: Serialize, D: SnapshotOf<A>>(machine: &Machine<A, S>) -> Result<Vec<u8>, UnitError> {
    encode_state(&Stored { data: Bytes(D::take(&machine.data)?), state: &machine.state })
}

fn put_back<A, S: States + DeserializeOwned, D: SnapshotOf<A>>(
    data: A,
    snapshot: &[u8],
) -> Result<Machine<A, S>, DecodeError> {
    let Stored { data: Bytes(stored), state } =
        decode_state(snapshot).map_err(|why| gone::<S>(snapshot).unwrap_or(why))?;
    Ok(Machine { data: D::put_back(data, &stored)?, state })
}

/// What to say of a snapshot that cannot be read, if it is of a state that the machine does not have.
fn gone<S: States>(snapshot: &[u8]) -> Option<DecodeError> {
    let Stored { state: Named(state), .. } = decode_state::<Stored<Named>>(snapshot).ok()?;
    S::TABLE.state(&state).is_none().then(|| DecodeError::State { state: state.into() })
}

/// The name of a state, whatever it holds.
struct Named(String);

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(AnyState)
    }
}

struct AnyState;

impl<'de> Visitor<'de> for AnyState {
    type Value = Named;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a state")
    }

    /// One without a value.
    fn visit_str<E: Error>(self, name: &str) -> Result<Named, E> {
        Ok(Named(name.into()))
    }

    fn visit_map<M: MapAccess<'de>>(self, mut state: M) -> Result<Named, M::Error> {
        let (name, IgnoredAny) = state.next_entry()?.ok_or_else(|| M::Error::invalid_length(0, &self))?;
        Ok(Named(name))
    }
}

/// Bytes that are written as they are: serde writes a `Vec<u8>` number by number.
struct Bytes(Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_byte_buf(AnyBytes)
    }
}

struct AnyBytes;

impl Visitor<'_> for AnyBytes {
    type Value = Bytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
        Ok(Bytes(bytes.into()))
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
        Ok(Bytes(bytes))
    }
}

impl<A, S> fmt::Debug for Snapshots<A, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = self.codec.as_ref().map(|codec| codec.version);
        f.debug_struct("Snapshots").field("every", &self.every).field("version", &version).finish()
    }
}

//! What is stored of an entity, and what names it.

use std::fmt;
use std::sync::Arc;

/// The longest id of an entity, in bytes of UTF-8.
pub const MAX_ID_BYTES: usize = 255;

/// Names one entity in a store: the stable name of its type, and its id. The two are never joined into one string.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntityKey {
    kind: Arc<str>,
    id: Arc<str>,
}

/// An id that no entity can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("an id of `{kind}` must have 1 to {MAX_ID_BYTES} bytes; this one has {bytes}")]
pub struct InvalidId {
    /// The type whose entity was meant.
    pub kind: String,
    /// How long the id is, in bytes.
    pub bytes: usize,
}

impl EntityKey {
    /// The entity `id` of the type that is stored as `kind`.
    ///
    /// # Errors
    ///
    /// An id that is empty or longer than 255 bytes.
    pub fn new(kind: impl Into<Arc<str>>, id: impl Into<Arc<str>>) -> Result<Self, InvalidId> {
        let (kind, id) = (kind.into(), id.into());
        if id.is_empty() || id.len() > MAX_ID_BYTES {
            return Err(InvalidId { kind: kind.as_ref().into(), bytes: id.len() });
        }
        Ok(Self { kind, id })
    }

    /// A key that marks a place in the order of keys, and need not be one that an entity can have.
    pub(super) fn unchecked(kind: Arc<str>, id: Arc<str>) -> Self {
        Self { kind, id }
    }

    /// The stable name of the entity's type.
    pub fn kind(&self) -> &Arc<str> {
        &self.kind
    }

    /// The entity's id within its type.
    pub fn id(&self) -> &Arc<str> {
        &self.id
    }
}

impl fmt::Display for EntityKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.kind, self.id)
    }
}

/// How a payload is written. Stored with each record, so that codecs can mix and change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Codec {
    /// MessagePack with field names.
    MessagePack,
}

impl Codec {
    /// The number that is stored.
    pub fn number(self) -> u8 {
        match self {
            Codec::MessagePack => 1,
        }
    }

    /// The codec that is stored as `number`, if this version knows it.
    pub fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Codec::MessagePack),
            _ => None,
        }
    }
}

/// Names one command for ever: which opening of the store ran it, and which of that opening's commands it was.
///
/// It is stored with what the command caused. `Display` writes `epoch.number`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CommandId {
    /// The writer epoch under which the command ran.
    pub epoch: u64,
    /// The command's number within that epoch.
    pub number: u64,
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.epoch, self.number)
    }
}

/// A stored event: header and payload. The header can be read without decoding the payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of the event within its entity: 1, 2, 3 and so on without gaps.
    pub seq: u64,
    /// The epoch of the writer.
    pub epoch: u64,
    /// When the command was decided, in microseconds since 1970 UTC.
    pub at: i64,
    /// The command that caused the event.
    pub command: CommandId,
    /// The event's stable name.
    pub name: Arc<str>,
    /// The version of the event's shape.
    pub version: u32,
    /// How the payload is written.
    pub codec: Codec,
    /// The event itself, encoded.
    pub payload: Vec<u8>,
    /// What the event is found by, apart from its entity. Each event of a unit has its own.
    pub tags: Vec<Arc<str>>,
    /// Where the command came from, as those who watched the program knew it.
    pub trace: Option<Arc<str>>,
}

/// A stored state: what recovery starts from instead of the first event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The number of the last event that the state has in it.
    pub seq: u64,
    /// The epoch of the writer.
    pub epoch: u64,
    /// When it was taken, in microseconds since 1970 UTC.
    pub at: i64,
    /// The stable name of the state's type.
    pub name: Arc<str>,
    /// The version of the state's shape.
    pub version: u32,
    /// How the payload is written.
    pub codec: Codec,
    /// The state itself, encoded.
    pub payload: Vec<u8>,
}

/// A caller's own id that an entity remembers, with the answer that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The caller's id.
    pub id: Arc<str>,
    /// The number of the entity's last event after the request.
    pub seq: u64,
    /// When it was decided, in microseconds since 1970 UTC.
    pub at: i64,
    /// How the reply is written.
    pub codec: Codec,
    /// The reply, encoded.
    pub reply: Vec<u8>,
}

//! The unit in which an entity is written: events and what belongs to them.

use super::record::{Codec, CommandId, EntityKey};
use std::borrow::Cow;
use std::sync::Arc;

/// An event that is about to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// The event's stable name.
    pub name: Cow<'static, str>,
    /// The version of the event's shape.
    pub version: u32,
    /// How the payload is written.
    pub codec: Codec,
    /// The event itself, encoded.
    pub payload: Vec<u8>,
    /// What the event is found by, apart from its entity: words of 1 to 255 bytes, without white space and control characters.
    pub tags: Vec<Cow<'static, str>>,
}

impl NewEvent {
    /// The tags as one text, with a space between them: so [`Header`](super::Header) has them, and so an engine may keep them.
    pub fn tag_text(&self) -> Cow<'_, str> {
        match &self.tags[..] {
            [] => Cow::Borrowed(""),
            [tag] => Cow::Borrowed(tag),
            tags => Cow::Owned(tags.join(" ")),
        }
    }
}

/// A state that is about to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSnapshot {
    /// The stable name of the state's type.
    pub name: Cow<'static, str>,
    /// The version of the state's shape.
    pub version: u32,
    /// How the payload is written.
    pub codec: Codec,
    /// The state itself, encoded.
    pub payload: Vec<u8>,
    /// So many of the entity's snapshots are kept, those with the highest numbers; the others go with the same write. At least 1.
    pub keep: u32,
}

/// A caller's own id with the reply to it, about to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRequest {
    /// The caller's id, 1 to 255 bytes.
    pub id: Arc<str>,
    /// How the reply is written.
    pub codec: Codec,
    /// The reply, encoded.
    pub reply: Vec<u8>,
    /// So many of the entity's requests are kept, the newest ones; the others go with the same write. At least 1.
    pub keep: u32,
}

/// What a [`Row`] is for. Rows of different tables know nothing of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Table {
    /// Messages that are to be sent.
    Outbox,
    /// Timers that are to fire.
    Timer,
    /// Messages of others that were taken already.
    Seen,
}

impl Table {
    /// The number that is stored.
    pub fn number(self) -> u8 {
        match self {
            Table::Outbox => 1,
            Table::Timer => 2,
            Table::Seen => 3,
        }
    }
}

/// Something that an entity keeps beside its events, under an id of its own, until it is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is for.
    pub table: Table,
    /// Names it within the entity and the table, 1 to 255 bytes.
    pub id: Vec<u8>,
    /// When there is something to be done about it, in microseconds since 1970 UTC; `None` for never.
    pub due: Option<i64>,
    /// What is kept. In a unit `None` removes the row, and `Some` adds it or replaces the one that is there; in an answer it is `Some`.
    pub payload: Option<Vec<u8>>,
}

/// What is stored together or not at all.
///
/// Any part may be missing, but not all of them. A unit without events leaves the entity's number where it is; the expected number and the
/// epoch are checked all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Whose unit this is.
    pub key: EntityKey,
    /// The number of the entity's last event as the writer knows it; 0 when it has none. The first event here gets the next one.
    pub expected: u64,
    /// The epoch of the writer.
    pub epoch: u64,
    /// When the command was decided, in microseconds since 1970 UTC.
    pub at: i64,
    /// The command that caused it.
    pub command: CommandId,
    /// Where the command came from, as those who watch the program know it: 1 to 255 bytes, stored with each event. `None` where nobody watches.
    pub trace: Option<Arc<str>>,
    /// The events, in order.
    pub events: Vec<NewEvent>,
    /// The state after the last event.
    pub snapshot: Option<NewSnapshot>,
    /// The caller's id of the command, with the reply.
    pub request: Option<NewRequest>,
    /// Rows to add, to replace and to remove, carried out in order.
    pub rows: Vec<Row>,
}

impl Unit {
    /// A unit of events and nothing else.
    pub fn new(key: EntityKey, expected: u64, epoch: u64, at: i64, command: CommandId, events: Vec<NewEvent>) -> Self {
        Self { key, expected, epoch, at, command, trace: None, events, snapshot: None, request: None, rows: Vec::new() }
    }
}

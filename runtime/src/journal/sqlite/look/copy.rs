//! A store as a list of entries, from which the same store is made again.

use super::error::CopyError;
use super::known::Known;
use super::open::SqliteLook;
use crate::journal::sqlite::beside::{SNAPSHOTS, checked_snapshot, damaged};
use crate::journal::sqlite::events::{failed, signed};
use crate::journal::sqlite::{places, row};
use crate::journal::{EntityKey, MAX_NUMBER, ReadError, Record, Request, Row, Snapshot, Table};
use rusqlite::params;
use serde::{Deserialize, Serialize};

/// The version of the list.
pub(super) const VERSION: u32 = 1;

/// So many entities, and rows, are asked for at a time.
const PAGE: usize = 256;

const EVENTS: &str = "SELECT event.seq, event.epoch, at, command_epoch, command_number, name, version, codec, checksum, payload, tags, trace, ord
    FROM event JOIN entity USING (entity) WHERE kind = ?1 AND id = ?2 ORDER BY event.seq";

/// The numbers of requests, newest first as the requests are read.
const NUMBERS: &str =
    "SELECT n FROM request JOIN entity USING (entity) WHERE kind = ?1 AND entity.id = ?2 ORDER BY n DESC";

/// One entry of a store that is copied. First comes `Store`, then each entity with what belongs to it, last `End`.
///
/// Bytes are written in hexadecimal. Checksums are not in it: they are compared when an entry is made, and computed again from what it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are those of `Known`, `Record`, `Snapshot`, `Request` and `Row`")]
pub enum Copied {
    /// What is copied, and the place of its newest event, also where that was deleted. A copy of before does not have that.
    Store {
        version: u32,
        epoch: u64,
        #[serde(default)]
        place: u64,
    },
    /// An entity, to which the entries up to the next one belong.
    Entity { kind: String, id: String, last: u64, epoch: u64, deleted: u64, origin: u64, is_purged: bool },
    /// An event, with its place in the order of all.
    Event {
        place: u64,
        seq: u64,
        epoch: u64,
        at: i64,
        command: (u64, u64),
        name: String,
        version: u32,
        codec: u8,
        #[serde(with = "hex")]
        payload: Vec<u8>,
        tags: Vec<String>,
        trace: Option<String>,
    },
    /// A snapshot.
    Snapshot {
        seq: u64,
        epoch: u64,
        at: i64,
        name: String,
        version: u32,
        codec: u8,
        #[serde(with = "hex")]
        payload: Vec<u8>,
    },
    /// A caller's id with the reply, and the how manieth of its entity it was.
    Request {
        n: i64,
        id: String,
        seq: u64,
        at: i64,
        codec: u8,
        #[serde(with = "hex")]
        reply: Vec<u8>,
    },
    /// A row.
    Row {
        table: u8,
        #[serde(with = "hex")]
        id: Vec<u8>,
        due: Option<i64>,
        #[serde(with = "hex")]
        payload: Vec<u8>,
    },
    /// The end, without which the list was cut off; so many entries came before it.
    End { entries: u64 },
}

impl SqliteLook {
    /// Gives the whole store to `take`, entry by entry; with `only`, that entity alone. All of it is read in one transaction.
    ///
    /// # Errors
    ///
    /// Something is damaged: a copy that leaves it out would look whole. Or `take` has failed.
    pub fn copy<E: From<CopyError>>(
        &self,
        only: Option<&EntityKey>,
        mut take: impl FnMut(&Copied) -> Result<(), E>,
    ) -> Result<(), E> {
        let read = |error: ReadError| E::from(error.into());
        let transaction = self.connection.unchecked_transaction().map_err(failed).map_err(read)?;
        let mut entries = 0;
        let mut give = |entry: Copied| {
            entries += 1;
            take(&entry)
        };
        let place = places::end(&self.connection).map_err(failed).map_err(read)?.cast_unsigned();
        give(Copied::Store { version: VERSION, epoch: self.epoch().map_err(read)?, place })?;
        if let Some(key) = only {
            let known = self.entity(key).map_err(read)?.ok_or_else(|| CopyError::Unknown { key: key.clone() })?;
            self.copy_entity(&known, &mut give)?;
        } else {
            let mut after = None;
            loop {
                let page = self.entities(None, after.as_ref(), PAGE).map_err(read)?;
                page.iter().try_for_each(|known| self.copy_entity(known, &mut give))?;
                let Some(last) = page.into_iter().last() else { break };
                after = Some(last.key);
            }
        }
        take(&Copied::End { entries })?;
        transaction.finish().map_err(failed).map_err(read)
    }

    fn copy_entity<E: From<CopyError>>(
        &self,
        known: &Known,
        give: &mut impl FnMut(Copied) -> Result<(), E>,
    ) -> Result<(), E> {
        let read = |error: ReadError| E::from(error.into());
        let Known { key, last, epoch, deleted, origin, is_purged } = known.clone();
        let (kind, id) = (key.kind().to_string(), key.id().to_string());
        give(Copied::Entity { kind, id, last, epoch, deleted, origin, is_purged })?;
        self.copy_events(known, give)?;

        let mut snapshots = self.connection.prepare_cached(SNAPSHOTS).map_err(failed).map_err(read)?;
        let names = params![&**key.kind(), &**key.id(), signed(MAX_NUMBER)];
        let mut rows = snapshots.query(names).map_err(failed).map_err(read)?;
        while let Some(row) = rows.next().map_err(failed).map_err(read)? {
            let snapshot = checked_snapshot(&key, row).map_err(|cause| read(damaged(&key, "a snapshot", cause)))?;
            give(snapshot.into())?;
        }

        let mut numbers = self.connection.prepare_cached(NUMBERS).map_err(failed).map_err(read)?;
        let numbers = numbers.query_map(params![&**key.kind(), &**key.id()], |row| row.get(0));
        let numbers: Vec<i64> = numbers.and_then(Iterator::collect).map_err(failed).map_err(read)?;
        for (request, n) in self.requests(&key, usize::MAX).map_err(read)?.into_iter().zip(numbers) {
            let Request { id, seq, at, codec, reply } = request;
            give(Copied::Request { n, id: id.as_ref().into(), seq, at, codec: codec.number(), reply })?;
        }

        for table in [Table::Outbox, Table::Timer, Table::Seen] {
            let mut after = None;
            loop {
                let page = self.rows(&key, table, after.as_deref(), PAGE).map_err(read)?;
                let Some(last) = page.last() else { break };
                after = Some(last.id.clone());
                page.into_iter().map(Copied::from).try_for_each(&mut *give)?;
            }
        }
        Ok(())
    }

    fn copy_events<E: From<CopyError>>(
        &self,
        known: &Known,
        give: &mut impl FnMut(Copied) -> Result<(), E>,
    ) -> Result<(), E> {
        let read = |error: ReadError| E::from(error.into());
        let Known { key, last, deleted, .. } = known;
        let mut events = self.connection.prepare_cached(EVENTS).map_err(failed).map_err(read)?;
        let mut rows = events.query(params![&**key.kind(), &**key.id()]).map_err(failed).map_err(read)?;
        let mut next = deleted + 1;
        while let Some(row) = rows.next().map_err(failed).map_err(read)? {
            let record = row::record(key, next, row).map_err(read)?;
            let place = row::unsigned(row, 12).map_err(|cause| read(damaged(key, "an event", cause)))?;
            give(Copied::event(place, record))?;
            next += 1;
        }
        if next != last + 1 {
            return Err(read(ReadError::Gap { key: key.clone(), expected: next, found: last + 1 }));
        }
        Ok(())
    }
}

impl Copied {
    fn event(place: u64, record: Record) -> Self {
        let Record { seq, epoch, at, command, name, version, codec, payload, tags, trace } = record;
        Self::Event {
            place,
            seq,
            epoch,
            at,
            command: (command.epoch, command.number),
            name: name.as_ref().into(),
            version,
            codec: codec.number(),
            payload,
            tags: tags.iter().map(ToString::to_string).collect(),
            trace: trace.as_deref().map(Into::into),
        }
    }
}

impl From<Snapshot> for Copied {
    fn from(snapshot: Snapshot) -> Self {
        let Snapshot { seq, epoch, at, name, version, codec, payload } = snapshot;
        Self::Snapshot { seq, epoch, at, name: name.as_ref().into(), version, codec: codec.number(), payload }
    }
}

impl From<Row> for Copied {
    fn from(row: Row) -> Self {
        let Row { table, id, due, payload } = row;
        Self::Row { table: table.number(), id, due, payload: payload.unwrap_or_default() }
    }
}

/// Bytes in hexadecimal.
mod hex {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};
    use std::fmt::Write as _;

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(bytes.len() * 2);
        for byte in bytes {
            write!(text, "{byte:02x}").map_err(serde::ser::Error::custom)?;
        }
        serializer.serialize_str(&text)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (pairs, []) = text.as_bytes().as_chunks::<2>() else {
            return Err(D::Error::custom("bytes in hexadecimal have two digits each"));
        };
        let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let byte = |[high, low]: &[u8; 2]| Some(digit(*high)? << 4 | digit(*low)?);
        pairs.iter().map(byte).collect::<Option<_>>().ok_or_else(|| D::Error::custom("bytes are in hexadecimal"))
    }
}

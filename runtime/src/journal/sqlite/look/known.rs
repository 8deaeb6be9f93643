//! What there is: entities, how much of everything, and the newest events.

use super::open::SqliteLook;
use crate::journal::sqlite::events::{corrupt, failed};
use crate::journal::sqlite::{places, row};
use crate::journal::{EntityKey, Found, ReadError, Select, Stretch, Table};
use rusqlite::params;

pub(in crate::journal::sqlite) const ENTITIES: &str = "SELECT kind, id, seq, epoch, deleted, origin, tomb FROM entity
    WHERE (kind, id) > (?1, ?2) ORDER BY kind, id LIMIT ?3";

pub(in crate::journal::sqlite) const ENTITIES_OF: &str =
    "SELECT kind, id, seq, epoch, deleted, origin, tomb FROM entity
    WHERE kind = ?1 AND id > ?2 ORDER BY id LIMIT ?3";

const ENTITY: &str = "SELECT kind, id, seq, epoch, deleted, origin, tomb FROM entity WHERE kind = ?1 AND id = ?2";

/// Entities with rows in one table; the primary key of `side` begins with the entity.
pub(in crate::journal::sqlite) const WITH_ROWS: &str = "SELECT kind, id FROM entity
    WHERE (kind, id) > (?1, ?2) AND EXISTS (SELECT 1 FROM side WHERE side.entity = entity.entity AND part = ?3)
    ORDER BY kind, id LIMIT ?4";

/// One entity, as the store knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its name.
    pub key: EntityKey,
    /// The number of its last event.
    pub last: u64,
    /// The epoch of its last writer.
    pub epoch: u64,
    /// Events up to this number were deleted; 0 when none were.
    pub deleted: u64,
    /// The number after which it began: 0, or its last one when it was purged.
    pub origin: u64,
    /// It was purged, and nothing was stored of it since.
    pub is_purged: bool,
}

/// How much is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Entities, those without the purged ones.
    pub entities: u64,
    /// Entities of which nothing but the number is left.
    pub purged: u64,
    /// Events.
    pub events: u64,
    /// Snapshots.
    pub snapshots: u64,
    /// Callers' ids that are remembered.
    pub requests: u64,
    /// Rows of timers.
    pub timers: u64,
    /// Rows of messages that are to be sent.
    pub outbox: u64,
    /// Rows of messages that were taken.
    pub seen: u64,
    /// Bytes in the payloads of events.
    pub event_bytes: u64,
}

impl SqliteLook {
    /// The epoch of the last opening for writing.
    ///
    /// # Errors
    ///
    /// The disk failed.
    pub fn epoch(&self) -> Result<u64, ReadError> {
        self.number("SELECT value FROM meta WHERE key = 'epoch'")
    }

    /// Entities in the order of type and id, those after `after`, at most `limit` of them; with `kind`, those of one type. Purged ones are among them.
    ///
    /// # Errors
    ///
    /// An entity has an impossible number, or the disk failed.
    pub fn entities(
        &self,
        kind: Option<&str>,
        after: Option<&EntityKey>,
        limit: usize,
    ) -> Result<Vec<Known>, ReadError> {
        // No entity has an empty id: it stands before all of them.
        let (from, id) = after.map_or(("", ""), |after| (after.kind(), after.id()));
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        match kind {
            Some(kind) => self.known(ENTITIES_OF, params![kind, id, limit]),
            None => self.known(ENTITIES, params![from, id, limit]),
        }
    }

    /// One entity, if it was ever stored.
    ///
    /// # Errors
    ///
    /// It has an impossible number, or the disk failed.
    pub fn entity(&self, key: &EntityKey) -> Result<Option<Known>, ReadError> {
        Ok(self.known(ENTITY, params![&**key.kind(), &**key.id()])?.pop())
    }

    /// Entities that have rows in `table`, in the order of type and id, those after `after`, at most `limit` of them.
    ///
    /// # Errors
    ///
    /// The disk failed.
    pub fn with_rows(
        &self,
        table: Table,
        after: Option<&EntityKey>,
        limit: usize,
    ) -> Result<Vec<EntityKey>, ReadError> {
        let (kind, id) = after.map_or(("", ""), |after| (after.kind(), after.id()));
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let mut keys = self.connection.prepare_cached(WITH_ROWS).map_err(failed)?;
        let keys = keys.query_map(params![kind, id, table.number(), limit], |row| {
            Ok(EntityKey::unchecked(row.get::<_, String>(0)?.into(), row.get::<_, String>(1)?.into()))
        });
        keys.map_err(failed)?.collect::<rusqlite::Result<_>>().map_err(failed)
    }

    /// Events of all entities in the order in which they became durable, those after `place`, at most `limit` of them.
    ///
    /// # Errors
    ///
    /// An event is damaged, or the disk failed.
    pub fn events(&self, place: u64, limit: usize) -> Result<Vec<Found>, ReadError> {
        Ok(self.feed(&Select::All, place, limit)?.events)
    }

    /// A part of the order of all events, as [`Store::feed`](crate::journal::Store::feed) gives it. This is how another process follows a store: it asks again
    /// from time to time, since nobody tells it of commits.
    ///
    /// # Errors
    ///
    /// An event is damaged, or the disk failed.
    pub fn feed(&self, select: &Select, after: u64, limit: usize) -> Result<Stretch, ReadError> {
        places::feed(&self.connection, select, after, limit)
    }

    /// The place of the newest event; 0 when there is none.
    ///
    /// # Errors
    ///
    /// The disk failed.
    pub fn newest(&self) -> Result<u64, ReadError> {
        self.number("SELECT coalesce(max(ord), 0) FROM event")
    }

    /// How many entities were ever stored, the purged ones among them. It reads one index, and no events.
    ///
    /// # Errors
    ///
    /// The disk failed.
    pub fn size(&self) -> Result<u64, ReadError> {
        self.number("SELECT count(*) FROM entity")
    }

    /// How much is stored. It reads the whole store.
    ///
    /// # Errors
    ///
    /// The disk failed.
    pub fn counts(&self) -> Result<Counts, ReadError> {
        let rows = |table: Table| self.number(&format!("SELECT count(*) FROM side WHERE part = {}", table.number()));
        Ok(Counts {
            entities: self.number("SELECT count(*) FROM entity WHERE tomb = 0")?,
            purged: self.number("SELECT count(*) FROM entity WHERE tomb = 1")?,
            events: self.number("SELECT count(*) FROM event")?,
            snapshots: self.number("SELECT count(*) FROM snapshot")?,
            requests: self.number("SELECT count(*) FROM request")?,
            timers: rows(Table::Timer)?,
            outbox: rows(Table::Outbox)?,
            seen: rows(Table::Seen)?,
            event_bytes: self.number("SELECT coalesce(sum(length(payload)), 0) FROM event")?,
        })
    }

    fn number(&self, sql: &str) -> Result<u64, ReadError> {
        let number: i64 = self.connection.query_row(sql, [], |row| row.get(0)).map_err(failed)?;
        u64::try_from(number).map_err(|_| ReadError::Engine { cause: format!("{number} is no count").into() })
    }

    fn known(&self, sql: &str, params: impl rusqlite::Params) -> Result<Vec<Known>, ReadError> {
        let mut entities = self.connection.prepare_cached(sql).map_err(failed)?;
        let mut rows = entities.query(params).map_err(failed)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next().map_err(failed)? {
            let (kind, id): (String, String) = (row.get(0).map_err(failed)?, row.get(1).map_err(failed)?);
            let key = EntityKey::unchecked(kind.into(), id.into());
            let number = |index| row::unsigned(row, index).map_err(|cause| corrupt(&key, 0, &cause));
            let (last, epoch, deleted, origin) = (number(2)?, number(3)?, number(4)?, number(5)?);
            let is_purged = row.get(6).map_err(failed)?;
            found.push(Known { key, last, epoch, deleted, origin, is_purged });
        }
        Ok(found)
    }
}

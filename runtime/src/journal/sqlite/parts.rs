//! What a transaction does beside events: snapshots, requests and rows, and deleting.

use super::beside::beside_header;
use super::events::signed;
use super::places::{HOLD, UNTAG};
use crate::journal::checksum::of_row;
use crate::journal::{EntityKey, Header, MAX_NUMBER, NewRequest, NewSnapshot, Row, Unit};
use rusqlite::{Connection, OptionalExtension, Statement, params};

const KEEP: &str = "INSERT OR REPLACE INTO snapshot (entity, seq, epoch, at, name, version, codec, checksum, payload)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";

/// The highest number of a snapshot that is one too many.
pub(super) const TRIM: &str = "DELETE FROM snapshot WHERE entity = ?1 AND seq <=
    (SELECT seq FROM snapshot WHERE entity = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ?2)";

pub(super) const NEWEST: &str = "SELECT max(n) FROM request WHERE entity = ?1";

const REMEMBER: &str = "INSERT INTO request (entity, n, id, seq, at, codec, checksum, reply)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";

pub(super) const FORGET: &str = "DELETE FROM request WHERE entity = ?1 AND n <= ?2";

const PUT: &str = "INSERT INTO side (entity, part, id, due, checksum, payload) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT DO UPDATE SET due = excluded.due, checksum = excluded.checksum, payload = excluded.payload";

pub(super) const REMOVE: &str = "DELETE FROM side WHERE entity = ?1 AND part = ?2 AND id = ?3";

/// The statements, prepared once. None of them is run for a unit of events alone.
#[derive(Debug)]
pub(super) struct Parts<'c> {
    connection: &'c Connection,
    keep: Statement<'c>,
    trim: Statement<'c>,
    newest: Statement<'c>,
    remember: Statement<'c>,
    forget: Statement<'c>,
    put: Statement<'c>,
    remove: Statement<'c>,
}

impl<'c> Parts<'c> {
    pub(super) fn new(connection: &'c Connection) -> rusqlite::Result<Self> {
        Ok(Self {
            connection,
            keep: connection.prepare(KEEP)?,
            trim: connection.prepare(TRIM)?,
            newest: connection.prepare(NEWEST)?,
            remember: connection.prepare(REMEMBER)?,
            forget: connection.prepare(FORGET)?,
            put: connection.prepare(PUT)?,
            remove: connection.prepare(REMOVE)?,
        })
    }

    /// Stores what `unit` has beside events. Its last event, or the entity's, has the number `last`.
    pub(super) fn store(&mut self, entity: i64, unit: &Unit, last: u64) -> rusqlite::Result<()> {
        for row in &unit.rows {
            self.put(entity, &unit.key, row)?;
        }
        if let Some(snapshot) = &unit.snapshot {
            self.save(entity, &unit.key, last, unit.epoch, unit.at, snapshot)?;
        }
        if let Some(request) = &unit.request {
            self.remember(entity, &unit.key, last, unit.at, request)?;
        }
        Ok(())
    }

    /// Stores a snapshot, and deletes those that are too many then.
    pub(super) fn save(
        &mut self,
        entity: i64,
        key: &EntityKey,
        seq: u64,
        epoch: u64,
        at: i64,
        snapshot: &NewSnapshot,
    ) -> rusqlite::Result<()> {
        let NewSnapshot { name, version, codec, payload, keep } = snapshot;
        let header = Header { epoch, version: *version, ..beside_header(name, seq, at, codec.number()) };
        self.keep.execute(params![
            entity,
            seq.cast_signed(),
            epoch.cast_signed(),
            at,
            header.name,
            header.version,
            header.codec,
            header.checksum(key, payload),
            payload,
        ])?;
        self.trim.execute(params![entity, keep]).map(drop)
    }

    fn remember(
        &mut self,
        entity: i64,
        key: &EntityKey,
        seq: u64,
        at: i64,
        request: &NewRequest,
    ) -> rusqlite::Result<()> {
        let NewRequest { id, codec, reply, keep } = request;
        let newest: Option<i64> = self.newest.query_row([entity], |row| row.get(0))?;
        let n = newest.unwrap_or_default() + 1;
        let header = beside_header(id, seq, at, codec.number());
        let checksum = header.checksum(key, reply);
        self.remember.execute(params![entity, n, header.name, seq.cast_signed(), at, header.codec, checksum, reply])?;
        self.forget.execute([entity, n - i64::from(*keep)]).map(drop)
    }

    fn put(&mut self, entity: i64, key: &EntityKey, row: &Row) -> rusqlite::Result<()> {
        let (table, id) = (row.table.number(), &row.id);
        match &row.payload {
            Some(payload) => {
                let checksum = of_row(key, table, id, row.due, payload);
                self.put.execute(params![entity, table, id, row.due, checksum, payload]).map(drop)
            }
            None => self.remove.execute(params![entity, table, id]).map(drop),
        }
    }

    /// Whether the events of `unit` are there already, all of them and from the same command.
    pub(super) fn has_events(&self, entity: i64, unit: &Unit) -> rusqlite::Result<bool> {
        let mut stored = self.connection.prepare_cached(
            "SELECT command_epoch, command_number, name, version, codec, payload FROM event WHERE entity = ?1 AND seq = ?2",
        )?;
        for (event, seq) in unit.events.iter().zip(unit.expected + 1..) {
            let same = |row: &rusqlite::Row<'_>| {
                let command = [unit.command.epoch.cast_signed(), unit.command.number.cast_signed()];
                Ok([row.get::<_, i64>(0)?, row.get(1)?] == command
                    && row.get_ref(2)?.as_str() == Ok(&*event.name)
                    && row.get::<_, i64>(3)? == i64::from(event.version)
                    && row.get::<_, i64>(4)? == i64::from(event.codec.number())
                    && row.get_ref(5)?.as_blob() == Ok(&*event.payload))
            };
            if stored.query_row([entity, signed(seq)], same).optional()? != Some(true) {
                return Ok(false);
            }
        }
        Ok(!unit.events.is_empty())
    }

    pub(super) fn delete_snapshots(&self, entity: i64, upto: u64) -> rusqlite::Result<()> {
        self.run("DELETE FROM snapshot WHERE entity = ?1 AND seq <= ?2", &[entity, signed(upto)])
    }

    /// Deletes events. The watermark keeps an event that is missing apart from one that was deleted.
    pub(super) fn delete_events(&self, entity: i64, upto: u64) -> rusqlite::Result<()> {
        let params = [entity, signed(upto)];
        self.run("UPDATE entity SET deleted = max(deleted, min(seq, ?2)) WHERE entity = ?1", &params)?;
        self.run(HOLD, &[])?;
        self.run(UNTAG, &params)?;
        self.run("DELETE FROM event WHERE entity = ?1 AND seq <= ?2", &params)
    }

    /// Leaves the number and the epoch of the entity, and nothing else.
    pub(super) fn purge(&self, entity: i64) -> rusqlite::Result<()> {
        self.delete_events(entity, MAX_NUMBER)?;
        for sql in [
            "UPDATE entity SET deleted = seq, origin = seq, tomb = 1 WHERE entity = ?1",
            "DELETE FROM snapshot WHERE entity = ?1",
            "DELETE FROM request WHERE entity = ?1",
            "DELETE FROM side WHERE entity = ?1",
        ] {
            self.run(sql, &[entity])?;
        }
        Ok(())
    }

    fn run(&self, sql: &str, params: &[i64]) -> rusqlite::Result<()> {
        self.connection.prepare_cached(sql)?.execute(rusqlite::params_from_iter(params)).map(drop)
    }
}

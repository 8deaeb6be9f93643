//! Reading events, and which entities there are.

use super::row;
use crate::journal::{EntityKey, MAX_NUMBER, MAX_PAGE_BYTES, Page, ReadError};
use rusqlite::{Connection, OptionalExtension, Params, params};
use std::sync::Arc;

pub(super) const ENTITY: &str = "SELECT entity, seq, deleted, origin FROM entity WHERE kind = ?1 AND id = ?2";

/// Without a limit: rows are fetched one by one, and no more of them than a page takes.
pub(super) const EVENTS: &str =
    "SELECT seq, epoch, at, command_epoch, command_number, name, version, codec, checksum, payload, tags, trace
    FROM event WHERE entity = ?1 AND seq > ?2 AND seq <= ?3 ORDER BY seq";

/// One step in the index for each type, however many entities it has; tombs are looked at one by one.
pub(super) const KINDS: &str = "WITH RECURSIVE found(kind) AS (
        SELECT (SELECT kind FROM entity WHERE tomb = 0 ORDER BY kind LIMIT 1)
        UNION ALL
        SELECT (SELECT kind FROM entity WHERE kind > found.kind AND tomb = 0 ORDER BY kind LIMIT 1)
        FROM found WHERE found.kind IS NOT NULL
    ) SELECT kind FROM found WHERE kind IS NOT NULL";

pub(super) const IDS: &str = "SELECT id FROM entity WHERE kind = ?1 AND id > ?2 AND tomb = 0 ORDER BY id LIMIT ?3";

/// An entity as its table has it.
pub(super) struct Numbers {
    pub(super) entity: i64,
    pub(super) last: u64,
    pub(super) deleted: u64,
    origin: u64,
}

/// Reads a page, the entity's last number and its events in one transaction: what is written meanwhile is in neither.
pub(super) fn page(
    connection: &Connection,
    key: &EntityKey,
    after: u64,
    upto: u64,
    limit: usize,
) -> Result<Page, ReadError> {
    let transaction = connection.unchecked_transaction().map_err(failed)?;
    let Some(Numbers { entity, last, deleted, origin }) = numbers(&transaction, key)? else {
        return Ok(Page { records: Vec::new(), last: 0, deleted: 0, origin: 0 });
    };
    let after = after.max(deleted);
    let mut events = transaction.prepare_cached(EVENTS).map_err(failed)?;
    let mut rows = events.query(params![entity, signed(after), signed(upto)]).map_err(failed)?;

    let (mut records, mut bytes) = (Vec::new(), 0);
    let mut next = after.saturating_add(1);
    while records.len() < limit && bytes < MAX_PAGE_BYTES {
        let Some(row) = rows.next().map_err(failed)? else {
            if next <= last.min(upto) {
                return Err(ReadError::Gap { key: key.clone(), expected: next, found: last.min(upto) + 1 });
            }
            break;
        };
        let record = row::record(key, next, row)?;
        if next > last {
            return Err(corrupt(key, next, &format!("the entity's last event should be {last}")));
        }
        bytes += record.payload.len();
        records.push(record);
        next += 1;
    }
    Ok(Page { records, last, deleted, origin })
}

pub(super) fn kinds(connection: &Connection) -> Result<Vec<Arc<str>>, ReadError> {
    texts(connection, KINDS, [])
}

pub(super) fn ids(
    connection: &Connection,
    kind: &str,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<Arc<str>>, ReadError> {
    // No entity has an empty id: it stands before all of them.
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    texts(connection, IDS, params![kind, after.unwrap_or_default(), limit])
}

pub(super) fn numbers(connection: &Connection, key: &EntityKey) -> Result<Option<Numbers>, ReadError> {
    let mut entity = connection.prepare_cached(ENTITY).map_err(failed)?;
    let found = |row: &rusqlite::Row<'_>| Ok([row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?, row.get(3)?]);
    let found = entity.query_row(params![&**key.kind(), &**key.id()], found).optional().map_err(failed)?;
    let Some([entity, last, deleted, origin]) = found else { return Ok(None) };
    let number = |what: &str, number: i64| {
        u64::try_from(number).map_err(|_| corrupt(key, 0, &format!("the number of the entity's {what} is negative")))
    };
    let (last, deleted, origin) =
        (number("last event", last)?, number("last deleted event", deleted)?, number("origin", origin)?);
    Ok(Some(Numbers { entity, last, deleted, origin }))
}

/// A number as SQLite has it. None is higher than [`MAX_NUMBER`].
pub(super) fn signed(number: u64) -> i64 {
    number.min(MAX_NUMBER).cast_signed()
}

fn texts(connection: &Connection, sql: &str, params: impl Params) -> Result<Vec<Arc<str>>, ReadError> {
    let mut texts = connection.prepare_cached(sql).map_err(failed)?;
    let texts = texts.query_map(params, |row| row.get(0)).map_err(failed)?;
    texts.collect::<rusqlite::Result<_>>().map_err(failed)
}

pub(super) fn corrupt(key: &EntityKey, seq: u64, cause: &str) -> ReadError {
    ReadError::Corrupt { key: key.clone(), seq, cause: cause.into() }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes it by value")]
pub(super) fn failed(error: rusqlite::Error) -> ReadError {
    ReadError::Engine { cause: error.to_string().into() }
}

//! The threads that read, each with a connection of its own.

use super::row;
use crate::journal::{Answer, EntityKey, MAX_PAGE_BYTES, Page, ReadError};
use rusqlite::{Connection, OptionalExtension, Params, params};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};

/// What is read.
#[derive(Debug)]
pub(super) enum Query {
    /// Events of an entity.
    Read { key: EntityKey, after: u64, limit: usize, answer: Answer<Page, ReadError> },
    /// The names of all types.
    Kinds(Answer<Vec<Arc<str>>, ReadError>),
    /// Ids of a type.
    Ids { kind: Arc<str>, after: Option<Arc<str>>, limit: usize, answer: Answer<Vec<Arc<str>>, ReadError> },
}

const ENTITY: &str = "SELECT entity, seq FROM entity WHERE kind = ?1 AND id = ?2";

/// Without a limit: rows are fetched one by one, and no more of them than a page takes.
const EVENTS: &str = "SELECT seq, epoch, at, command_epoch, command_number, name, version, codec, checksum, payload
    FROM event WHERE entity = ?1 AND seq > ?2 ORDER BY seq";

/// One step in the index for each type, however many entities it has.
const KINDS: &str = "WITH RECURSIVE found(kind) AS (
        SELECT min(kind) FROM entity
        UNION ALL SELECT (SELECT min(kind) FROM entity WHERE kind > found.kind) FROM found WHERE found.kind IS NOT NULL
    ) SELECT kind FROM found WHERE kind IS NOT NULL";

const IDS: &str = "SELECT id FROM entity WHERE kind = ?1 AND id > ?2 ORDER BY id LIMIT ?3";

/// Answers queries until there can be no more.
pub(super) fn run(connection: &Connection, queries: &Mutex<Receiver<Query>>) {
    loop {
        // Whoever holds the lock waits for the next query; the others wait for the lock. A receiver cannot be left half-changed.
        let query = queries.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match query {
            Ok(Query::Read { key, after, limit, answer }) => answer.give(page(connection, &key, after, limit)),
            Ok(Query::Kinds(answer)) => answer.give(texts(connection, KINDS, [])),
            Ok(Query::Ids { kind, after, limit, answer }) => {
                // No entity has an empty id: it stands before all of them.
                let after = after.as_deref().unwrap_or_default();
                let limit = i64::try_from(limit).unwrap_or(i64::MAX);
                answer.give(texts(connection, IDS, params![&*kind, after, limit]));
            }
            Err(_) => return,
        }
    }
}

/// Reads a page, the entity's last number and its events in one transaction: what is written meanwhile is in neither.
fn page(connection: &Connection, key: &EntityKey, after: u64, limit: usize) -> Result<Page, ReadError> {
    let transaction = connection.unchecked_transaction().map_err(failed)?;
    let Some((entity, last)) = entity(&transaction, key).map_err(failed)? else {
        return Ok(Page { records: Vec::new(), last: 0 });
    };
    let last = u64::try_from(last).map_err(|_| corrupt(key, 0, "the number of the entity's last event is negative"))?;
    let mut events = transaction.prepare_cached(EVENTS).map_err(failed)?;
    let mut rows = events.query(params![entity, i64::try_from(after).unwrap_or(i64::MAX)]).map_err(failed)?;

    let (mut records, mut bytes) = (Vec::new(), 0);
    let mut next = after.saturating_add(1);
    while records.len() < limit && bytes < MAX_PAGE_BYTES {
        let Some(row) = rows.next().map_err(failed)? else {
            if next <= last {
                return Err(ReadError::Gap { key: key.clone(), expected: next, found: last.saturating_add(1) });
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
    Ok(Page { records, last })
}

/// The entity's key in the table, and the number of its last event.
fn entity(connection: &Connection, key: &EntityKey) -> rusqlite::Result<Option<(i64, i64)>> {
    let mut entity = connection.prepare_cached(ENTITY)?;
    entity.query_row(params![&**key.kind(), &**key.id()], |row| Ok((row.get(0)?, row.get(1)?))).optional()
}

fn texts(connection: &Connection, sql: &str, params: impl Params) -> Result<Vec<Arc<str>>, ReadError> {
    let mut texts = connection.prepare_cached(sql).map_err(failed)?;
    let texts = texts.query_map(params, |row| row.get(0)).map_err(failed)?;
    texts.collect::<rusqlite::Result<_>>().map_err(failed)
}

fn corrupt(key: &EntityKey, seq: u64, cause: &str) -> ReadError {
    ReadError::Corrupt { key: key.clone(), seq, cause: cause.into() }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes it by value")]
fn failed(error: rusqlite::Error) -> ReadError {
    ReadError::Engine { cause: error.to_string().into() }
}

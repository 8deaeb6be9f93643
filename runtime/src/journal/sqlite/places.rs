//! The order of all events: which place is next, which tags are where, and reading it.

use super::events::{self, corrupt, failed, signed};
use super::row;
use crate::journal::{EntityKey, Found, MAX_PAGE_BYTES, ReadError, Select, Stretch};
use rusqlite::{Connection, OptionalExtension as _, Row, params};

/// One part passes over so many events at most when it picks some out of all, so that nobody waits long for it.
const MAX_PASSED: usize = 8_192;

/// `meta.place` is the highest place that an event had when events were deleted: SQLite itself would give it again.
pub(super) const END: &str =
    "SELECT max((SELECT coalesce(max(ord), 0) FROM event), (SELECT value FROM meta WHERE key = 'place'))";

/// Before events are deleted.
pub(super) const HOLD: &str =
    "UPDATE meta SET value = max(value, (SELECT coalesce(max(ord), 0) FROM event)) WHERE key = 'place'";

pub(super) const TAG: &str = "INSERT INTO tagged (tag, ord) VALUES (?1, ?2)";

/// Before events are deleted: their tags, of which an event has its own in one text.
pub(super) const UNTAG: &str = "DELETE FROM tagged WHERE (tag, ord) IN (
    WITH RECURSIVE word(tag, rest, ord) AS (
        SELECT '', tags || ' ', ord FROM event WHERE entity = ?1 AND seq <= ?2 AND tags <> ''
        UNION ALL
        SELECT substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1), ord FROM word WHERE rest <> ''
    ) SELECT tag, ord FROM word WHERE tag <> '')";

/// The columns of an event as [`row::record`] takes them, then whose it is and its place. The joins are in the order of writing.
const COLUMNS: &str =
    "event.seq, event.epoch, at, command_epoch, command_number, name, version, codec, checksum, payload, tags, trace,
    kind, id, event.ord";

pub(super) fn all() -> String {
    format!("SELECT {COLUMNS} FROM event CROSS JOIN entity USING (entity) WHERE event.ord > ?1 ORDER BY event.ord")
}

pub(super) fn tagged() -> String {
    format!(
        "SELECT {COLUMNS} FROM tagged CROSS JOIN event USING (ord) CROSS JOIN entity USING (entity)
        WHERE tagged.tag = ?2 AND tagged.ord > ?1 ORDER BY tagged.ord"
    )
}

pub(super) fn of_entity() -> String {
    format!(
        "SELECT {COLUMNS} FROM event CROSS JOIN entity USING (entity)
        WHERE event.entity = ?2 AND event.seq > ?1 ORDER BY event.seq"
    )
}

pub(super) const PLACE: &str = "SELECT ord FROM event WHERE entity = ?1 AND seq = ?2";

/// The place of the newest event, also where it was deleted.
pub(super) fn end(connection: &Connection) -> rusqlite::Result<i64> {
    connection.prepare_cached(END)?.query_row([], |row| row.get(0))
}

/// A part of the order. Where it ends and what is in it are read in one transaction.
pub(super) fn feed(connection: &Connection, select: &Select, after: u64, limit: usize) -> Result<Stretch, ReadError> {
    let transaction = connection.unchecked_transaction().map_err(failed)?;
    let end = end(&transaction).map_err(failed)?;
    let end = u64::try_from(end).map_err(|_| ReadError::Engine { cause: format!("{end} is no place").into() })?;
    if after >= end || limit == 0 {
        return Ok(Stretch { events: Vec::new(), upto: after.min(end), end });
    }
    match select {
        Select::All | Select::Kind(_) => {
            read(&transaction, &all(), params![signed(after)], select, (after, limit, end))
        }
        Select::Tag(tag) => read(&transaction, &tagged(), params![signed(after), &**tag], select, (after, limit, end)),
        Select::Entity(key) => {
            let Some((entity, seq)) = begin(&transaction, key, after)? else {
                return Ok(Stretch { events: Vec::new(), upto: end, end });
            };
            read(&transaction, &of_entity(), params![signed(seq), entity], select, (after, limit, end))
        }
    }
}

fn read(
    connection: &Connection,
    sql: &str,
    params: impl rusqlite::Params,
    select: &Select,
    (after, limit, end): (u64, usize, u64),
) -> Result<Stretch, ReadError> {
    let mut statement = connection.prepare_cached(sql).map_err(failed)?;
    let mut rows = statement.query(params).map_err(failed)?;
    let mut stretch = Stretch { events: Vec::new(), upto: after, end };
    let (mut passed, mut bytes) = (0, 0);
    while stretch.events.len() < limit && bytes < MAX_PAGE_BYTES && passed < MAX_PASSED {
        let Some(row) = rows.next().map_err(failed)? else {
            stretch.upto = end;
            break;
        };
        let place: i64 = row.get(14).map_err(failed)?;
        if let Select::Kind(kind) = select
            && row.get_ref(12).map_err(failed)?.as_str() != Ok(&**kind)
        {
            stretch.upto = place.cast_unsigned();
            passed += 1;
            continue;
        }
        let found = found(row)?;
        stretch.upto = found.place;
        bytes += found.record.payload.len();
        stretch.events.push(found);
    }
    Ok(stretch)
}

/// Makes an event of a row with [`COLUMNS`].
pub(super) fn found(row: &Row<'_>) -> Result<Found, ReadError> {
    let (kind, id): (String, String) = (row.get(12).map_err(failed)?, row.get(13).map_err(failed)?);
    let key = EntityKey::unchecked(kind.into(), id.into());
    let seq = row::unsigned(row, 0).map_err(|cause| corrupt(&key, 0, &cause))?;
    let place = row::unsigned(row, 14).map_err(|cause| corrupt(&key, seq, &cause))?;
    Ok(Found { place, record: row::record(&key, seq, row)?, key })
}

/// Where an entity is in its table, and the number of its last event at the place `after` or before. Its events have their numbers and places in the same order, so it is found
/// by halving.
fn begin(connection: &Connection, key: &EntityKey, after: u64) -> Result<Option<(i64, u64)>, ReadError> {
    let Some(events::Numbers { entity, last, deleted, .. }) = events::numbers(connection, key)? else {
        return Ok(None);
    };
    let mut place = connection.prepare_cached(PLACE).map_err(failed)?;
    let (mut low, mut high) = (deleted, last);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        let at: Option<i64> = place.query_row([entity, signed(middle)], |row| row.get(0)).optional().map_err(failed)?;
        let Some(at) = at else {
            return Err(ReadError::Gap { key: key.clone(), expected: middle, found: last + 1 });
        };
        if at.cast_unsigned() <= after {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Ok(Some((entity, low)))
}

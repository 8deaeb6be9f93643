//! Reading what is stored beside the events.

use super::events::{failed, signed};
use super::row::{column, unsigned, value};
use crate::journal::checksum::of_row;
use crate::journal::{
    Codec, CommandId, EntityKey, FoundSnapshot, Header, MAX_PAGE_BYTES, ReadError, Request, Row, Snapshot, Table,
};
use rusqlite::{Connection, params};

pub(super) const SNAPSHOTS: &str = "SELECT snapshot.seq, snapshot.epoch, at, name, version, codec, checksum, payload
    FROM snapshot JOIN entity USING (entity) WHERE kind = ?1 AND entity.id = ?2 AND snapshot.seq <= ?3 ORDER BY snapshot.seq DESC";

pub(super) const REQUESTS: &str = "SELECT request.id, request.seq, at, codec, checksum, reply
    FROM request JOIN entity USING (entity) WHERE kind = ?1 AND entity.id = ?2 ORDER BY n DESC LIMIT ?3";

/// Without a limit: rows are fetched one by one, and no more of them than a page takes.
pub(super) const ROWS: &str = "SELECT side.id, due, checksum, payload
    FROM side JOIN entity USING (entity) WHERE kind = ?1 AND entity.id = ?2 AND part = ?3 AND side.id > ?4 ORDER BY side.id";

pub(super) const DUE: &str = "SELECT side.id, due, checksum, payload, kind, entity.id
    FROM side JOIN entity USING (entity) WHERE part = ?1 AND due <= ?2 ORDER BY due";

/// What stands for the command in the header of that which no command is kept of.
const NO_COMMAND: CommandId = CommandId { epoch: 0, number: 0 };

/// The newest snapshot that can be read, and those that cannot.
pub(super) fn snapshot(connection: &Connection, key: &EntityKey, upto: u64) -> Result<FoundSnapshot, ReadError> {
    let mut snapshots = connection.prepare_cached(SNAPSHOTS).map_err(failed)?;
    let mut rows = snapshots.query(params![&**key.kind(), &**key.id(), signed(upto)]).map_err(failed)?;
    let mut found = FoundSnapshot::default();
    while let Some(row) = rows.next().map_err(failed)? {
        match checked_snapshot(key, row) {
            Ok(snapshot) => {
                found.snapshot = Some(snapshot);
                break;
            }
            Err(cause) => {
                let seq: i64 = row.get(0).map_err(failed)?;
                found.damaged.push(damaged(key, &format!("the snapshot at event {seq}"), cause));
            }
        }
    }
    Ok(found)
}

pub(super) fn checked_snapshot(key: &EntityKey, row: &rusqlite::Row<'_>) -> Result<Snapshot, String> {
    let (seq, at, codec) = (unsigned(row, 0)?, column(row, 2)?, column(row, 5)?);
    let name = value(row, 3, |value| value.as_str())?;
    let header = Header { epoch: unsigned(row, 1)?, version: column(row, 4)?, ..beside_header(name, seq, at, codec) };
    let payload = value(row, 7, |value| value.as_blob())?;
    same(column(row, 6)?, header.checksum(key, payload))?;
    let Header { seq, epoch, at, name, version, codec, .. } = header;
    Ok(Snapshot { seq, epoch, at, name: name.into(), version, codec: known(codec)?, payload: payload.into() })
}

/// What the entity remembers of callers' ids, newest first.
pub(super) fn requests(connection: &Connection, key: &EntityKey, limit: usize) -> Result<Vec<Request>, ReadError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut requests = connection.prepare_cached(REQUESTS).map_err(failed)?;
    let mut rows = requests.query(params![&**key.kind(), &**key.id(), limit]).map_err(failed)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(failed)? {
        let id = value(row, 0, |value| value.as_str()).map_err(|cause| damaged(key, "a request", cause))?;
        let request = checked_request(key, id, row);
        found.push(request.map_err(|cause| damaged(key, &format!("the request {id:?}"), cause))?);
    }
    Ok(found)
}

pub(super) fn checked_request(key: &EntityKey, id: &str, row: &rusqlite::Row<'_>) -> Result<Request, String> {
    let (seq, at, codec) = (unsigned(row, 1)?, column(row, 2)?, column(row, 3)?);
    let reply = value(row, 5, |value| value.as_blob())?;
    let header = beside_header(id, seq, at, codec);
    same(column(row, 4)?, header.checksum(key, reply))?;
    Ok(Request { id: id.into(), seq, at, codec: known(codec)?, reply: reply.into() })
}

/// A snapshot or a request, as if it were an event: what neither has is zero or empty.
pub(super) fn beside_header(name: &str, seq: u64, at: i64, codec: u8) -> Header<'_> {
    Header { seq, epoch: 0, at, command: NO_COMMAND, name, version: 0, codec, tags: "", trace: "" }
}

/// Rows of one entity.
pub(super) fn rows(
    connection: &Connection,
    key: &EntityKey,
    table: Table,
    after: &[u8],
    limit: usize,
) -> Result<Vec<Row>, ReadError> {
    let mut rows = connection.prepare_cached(ROWS).map_err(failed)?;
    let mut rows = rows.query(params![&**key.kind(), &**key.id(), table.number(), after]).map_err(failed)?;
    let mut page = Bounded::new(limit);
    while page.has_room()
        && let Some(row) = rows.next().map_err(failed)?
    {
        let row = checked_row(key, table, row)?;
        page.push(row.payload.as_ref().map_or(0, Vec::len), row);
    }
    Ok(page.found)
}

/// Rows of all entities that are due.
pub(super) fn due(
    connection: &Connection,
    table: Table,
    upto: i64,
    limit: usize,
) -> Result<Vec<(EntityKey, Row)>, ReadError> {
    let mut rows = connection.prepare_cached(DUE).map_err(failed)?;
    let mut rows = rows.query(params![table.number(), upto]).map_err(failed)?;
    let mut page = Bounded::new(limit);
    while page.has_room()
        && let Some(row) = rows.next().map_err(failed)?
    {
        let (kind, id): (String, String) = (row.get(4).map_err(failed)?, row.get(5).map_err(failed)?);
        let key = EntityKey::unchecked(kind.into(), id.into());
        let row = checked_row(&key, table, row)?;
        page.push(row.payload.as_ref().map_or(0, Vec::len), (key, row));
    }
    Ok(page.found)
}

pub(super) fn checked_row(key: &EntityKey, table: Table, row: &rusqlite::Row<'_>) -> Result<Row, ReadError> {
    let id = value(row, 0, |value| value.as_blob()).map_err(|cause| damaged(key, "a row", cause))?;
    let check = || {
        let (due, payload) = (column(row, 1)?, value(row, 3, |value| value.as_blob())?);
        same(column(row, 2)?, of_row(key, table.number(), id, due, payload))?;
        Ok(Row { table, id: id.into(), due, payload: Some(payload.into()) })
    };
    check().map_err(|cause| {
        let id = id.iter().fold(String::new(), |id, byte| format!("{id}{byte:02x}"));
        damaged(key, &format!("the row {id} in {table:?}"), cause)
    })
}

/// A page with as many entries and bytes as one may have.
struct Bounded<T> {
    found: Vec<T>,
    limit: usize,
    bytes: usize,
}

impl<T> Bounded<T> {
    fn new(limit: usize) -> Self {
        Self { found: Vec::new(), limit, bytes: 0 }
    }

    fn has_room(&self) -> bool {
        self.found.len() < self.limit && self.bytes < MAX_PAGE_BYTES
    }

    fn push(&mut self, bytes: usize, entry: T) {
        self.bytes += bytes;
        self.found.push(entry);
    }
}

fn same(stored: u32, computed: u32) -> Result<(), String> {
    if stored == computed {
        return Ok(());
    }
    Err(format!("it has checksum {computed:08x}, and {stored:08x} was written"))
}

fn known(codec: u8) -> Result<Codec, String> {
    Codec::from_number(codec).ok_or_else(|| format!("it is written in codec {codec}, which this version does not know"))
}

pub(super) fn damaged(key: &EntityKey, what: &str, cause: String) -> ReadError {
    ReadError::Damaged { key: key.clone(), what: what.into(), cause: cause.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::sqlite::schema;

    /// A query that sorts or scans is found here, and not by the first one who has a million rows.
    #[test]
    fn every_query_finds_its_rows_in_order_by_an_index() {
        let dir = tempfile::tempdir().unwrap();
        let (connection, _) = schema::open(&dir.path().join("journal.sqlite")).unwrap();
        for (sql, index) in [
            (SNAPSHOTS, "snapshot USING INDEX sqlite_autoindex_snapshot_1 (entity=? AND seq<?)"),
            (REQUESTS, "request USING INDEX sqlite_autoindex_request_1 (entity=?)"),
            (ROWS, "side USING PRIMARY KEY (entity=? AND part=? AND id>?)"),
            (DUE, "side USING INDEX side_due (part=? AND due<?)"),
        ] {
            let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
            let params = vec![rusqlite::types::Null; plan.parameter_count()];
            let steps = plan.query_map(rusqlite::params_from_iter(params), |row| row.get::<_, String>(3)).unwrap();
            let steps: Vec<_> = steps.map(Result::unwrap).collect();
            assert!(steps.iter().any(|step| step.contains(index)), "{steps:?}");
            assert!(steps.iter().all(|step| step.starts_with("SEARCH")), "{steps:?}");
        }
    }
}

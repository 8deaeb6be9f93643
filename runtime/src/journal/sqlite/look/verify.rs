//! Looking for what is wrong, and going on after it was found.

use super::fault::Fault;
use super::known::Known;
use super::open::SqliteLook;
use crate::journal::sqlite::beside::{REQUESTS, SNAPSHOTS, checked_request, checked_row, checked_snapshot, damaged};
use crate::journal::sqlite::events::{EVENTS, failed, signed};
use crate::journal::sqlite::row::{self, unsigned};
use crate::journal::{EntityKey, MAX_NUMBER, ReadError, Record, Table};
use rusqlite::params;

/// So many entities are asked for at a time.
const PAGE: usize = 256;

const NUMBER: &str = "SELECT entity FROM entity WHERE kind = ?1 AND id = ?2";

const ROWS: &str = "SELECT id, due, checksum, payload, part FROM side WHERE entity = ?1 ORDER BY part, id";

const IS_TAGGED: &str = "SELECT 1 FROM event CROSS JOIN tagged USING (ord) WHERE entity = ?1 AND seq = ?2 AND tag = ?3";

const STRAYS: &str = "SELECT tag, ord FROM tagged LEFT JOIN event USING (ord)
    WHERE instr(' ' || coalesce(tags, '') || ' ', ' ' || tag || ' ') = 0 ORDER BY tag, ord";

const TABLES: [&str; 4] = ["event", "snapshot", "request", "side"];

impl SqliteLook {
    /// Reads everything, and tells `fault` whatever is wrong: checksums, gaps, epochs, snapshots and requests later than the events, what is left of
    /// purged entities, rows of nobody, the index of tags, and the file itself. `progress` hears of each entity that was read. Answers how many there were.
    ///
    /// All of it is read in one transaction, so that what a running system writes meanwhile is no fault.
    ///
    /// # Errors
    ///
    /// The disk failed, so that there is no saying what is wrong.
    pub fn verify(&self, mut fault: impl FnMut(Fault), mut progress: impl FnMut(&Known)) -> Result<u64, ReadError> {
        let transaction = self.connection.unchecked_transaction().map_err(failed)?;
        self.file(&mut fault)?;
        let current = self.epoch()?;
        let (mut after, mut entities) = (None, 0);
        loop {
            let page = self.entities(None, after.as_ref(), PAGE)?;
            for known in &page {
                if known.epoch > current {
                    fault(Fault::Ahead { key: known.key.clone(), epoch: known.epoch, current });
                }
                self.verify_entity(known, &mut fault)?;
                progress(known);
                entities += 1;
            }
            let Some(last) = page.into_iter().last() else { break };
            after = Some(last.key);
        }
        for table in TABLES {
            self.orphans(table, &mut fault)?;
        }
        self.strays(&mut fault)?;
        transaction.finish().map_err(failed)?;
        Ok(entities)
    }

    fn file(&self, fault: &mut impl FnMut(Fault)) -> Result<(), ReadError> {
        let mut check = self.connection.prepare("PRAGMA integrity_check").map_err(failed)?;
        let said = check.query_map([], |row| row.get::<_, String>(0)).map_err(failed)?;
        for cause in said {
            let cause = cause.map_err(failed)?;
            if cause != "ok" {
                fault(Fault::File { cause: cause.into() });
            }
        }
        Ok(())
    }

    fn verify_entity(&self, known: &Known, fault: &mut impl FnMut(Fault)) -> Result<(), ReadError> {
        let Known { key, is_purged, .. } = known;
        let names = params![&**key.kind(), &**key.id()];
        let entity: i64 = self.connection.query_row(NUMBER, names, |row| row.get(0)).map_err(failed)?;
        let events = self.verify_events(entity, known, fault)?;
        let snapshots = self.verify_snapshots(known, fault)?;
        let requests = self.verify_requests(known, fault)?;
        let rows = self.verify_rows(entity, key, fault)?;
        let parts = [(events, "an event"), (snapshots, "a snapshot"), (requests, "a request"), (rows, "a row")];
        for (_, what) in parts.into_iter().filter(|(count, _)| *is_purged && *count > 0) {
            fault(Fault::Left { key: key.clone(), what: what.into() });
        }
        Ok(())
    }

    fn verify_events(&self, entity: i64, known: &Known, fault: &mut impl FnMut(Fault)) -> Result<u64, ReadError> {
        let Known { key, last, epoch, deleted, .. } = known;
        let mut events = self.connection.prepare_cached(EVENTS).map_err(failed)?;
        let mut rows = events.query(params![entity, -1, signed(MAX_NUMBER)]).map_err(failed)?;
        let (mut count, mut next, mut low) = (0, deleted + 1, 0);
        while let Some(row) = rows.next().map_err(failed)? {
            count += 1;
            let seq = match unsigned(row, 0) {
                Ok(seq) if (deleted + 1..=*last).contains(&seq) => seq,
                Ok(seq) => {
                    fault(Fault::Beyond { key: key.clone(), seq, first: deleted + 1, last: *last });
                    continue;
                }
                Err(cause) => {
                    fault(damaged(key, "an event", cause).into());
                    continue;
                }
            };
            if seq != next {
                fault(ReadError::Gap { key: key.clone(), expected: next, found: seq }.into());
            }
            next = seq + 1;
            match row::record(key, seq, row) {
                Ok(record) if (low..=*epoch).contains(&record.epoch) => {
                    low = record.epoch;
                    self.verify_tags(entity, key, &record, fault)?;
                }
                Ok(record) => fault(Fault::Epoch { key: key.clone(), seq, epoch: record.epoch, low, high: *epoch }),
                Err(error) => fault(error.into()),
            }
        }
        if next <= *last {
            fault(ReadError::Gap { key: key.clone(), expected: next, found: last + 1 }.into());
        }
        Ok(count)
    }

    fn verify_tags(
        &self,
        entity: i64,
        key: &EntityKey,
        record: &Record,
        fault: &mut impl FnMut(Fault),
    ) -> Result<(), ReadError> {
        for tag in &record.tags {
            let mut is_tagged = self.connection.prepare_cached(IS_TAGGED).map_err(failed)?;
            if !is_tagged.exists(params![entity, signed(record.seq), &**tag]).map_err(failed)? {
                fault(Fault::Untagged { key: key.clone(), seq: record.seq, tag: tag.clone() });
            }
        }
        Ok(())
    }

    fn strays(&self, fault: &mut impl FnMut(Fault)) -> Result<(), ReadError> {
        let mut strays = self.connection.prepare(STRAYS).map_err(failed)?;
        let mut rows = strays.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let tag: String = row.get(0).map_err(failed)?;
            fault(Fault::Stray { tag: tag.into(), place: row.get(1).map_err(failed)? });
        }
        Ok(())
    }

    fn verify_snapshots(&self, known: &Known, fault: &mut impl FnMut(Fault)) -> Result<u64, ReadError> {
        let Known { key, last, .. } = known;
        let mut snapshots = self.connection.prepare_cached(SNAPSHOTS).map_err(failed)?;
        let names = params![&**key.kind(), &**key.id(), signed(MAX_NUMBER)];
        let mut rows = snapshots.query(names).map_err(failed)?;
        let mut count = 0;
        while let Some(row) = rows.next().map_err(failed)? {
            count += 1;
            let seq: i64 = row.get(0).map_err(failed)?;
            let what = format!("the snapshot at event {seq}");
            match checked_snapshot(key, row) {
                Ok(snapshot) if snapshot.seq <= *last => {}
                Ok(snapshot) => {
                    fault(Fault::Later { key: key.clone(), what: what.into(), seq: snapshot.seq, last: *last });
                }
                Err(cause) => fault(damaged(key, &what, cause).into()),
            }
        }
        Ok(count)
    }

    fn verify_requests(&self, known: &Known, fault: &mut impl FnMut(Fault)) -> Result<u64, ReadError> {
        let Known { key, last, .. } = known;
        let mut requests = self.connection.prepare_cached(REQUESTS).map_err(failed)?;
        let mut rows = requests.query(params![&**key.kind(), &**key.id(), i64::MAX]).map_err(failed)?;
        let mut count = 0;
        while let Some(row) = rows.next().map_err(failed)? {
            count += 1;
            let id: String = row.get(0).map_err(failed)?;
            let what = format!("the request {id:?}");
            match checked_request(key, &id, row) {
                Ok(request) if request.seq <= *last => {}
                Ok(request) => {
                    fault(Fault::Later { key: key.clone(), what: what.into(), seq: request.seq, last: *last });
                }
                Err(cause) => fault(damaged(key, &what, cause).into()),
            }
        }
        Ok(count)
    }

    fn verify_rows(&self, entity: i64, key: &EntityKey, fault: &mut impl FnMut(Fault)) -> Result<u64, ReadError> {
        let mut rows = self.connection.prepare_cached(ROWS).map_err(failed)?;
        let mut rows = rows.query([entity]).map_err(failed)?;
        let mut count = 0;
        while let Some(row) = rows.next().map_err(failed)? {
            count += 1;
            let part: i64 = row.get(4).map_err(failed)?;
            let tables = [Table::Outbox, Table::Timer, Table::Seen];
            match tables.into_iter().find(|table| i64::from(table.number()) == part) {
                Some(table) => {
                    if let Err(error) = checked_row(key, table, row) {
                        fault(error.into());
                    }
                }
                None => fault(Fault::Table { key: key.clone(), table: part }),
            }
        }
        Ok(count)
    }

    fn orphans(&self, table: &'static str, fault: &mut impl FnMut(Fault)) -> Result<(), ReadError> {
        let sql = format!(
            "SELECT entity, count(*) FROM {table} WHERE entity NOT IN (SELECT entity FROM entity) GROUP BY entity ORDER BY entity"
        );
        let mut orphans = self.connection.prepare(&sql).map_err(failed)?;
        let mut rows = orphans.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let (entity, rows) = (row.get(0).map_err(failed)?, row.get(1).map_err(failed)?);
            fault(Fault::Orphan { table, entity, rows });
        }
        Ok(())
    }
}

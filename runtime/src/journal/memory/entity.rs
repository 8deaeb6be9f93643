//! One entity of a store in memory.

use crate::journal::{
    AppendError, CommandId, EntityKey, MAX_PAGE_BYTES, NewEvent, NewRequest, NewSnapshot, Page, Record, Request, Row,
    Snapshot, Table, Unit,
};
use std::collections::{BTreeMap, VecDeque};
use std::ops::{Bound, RangeInclusive};
use std::sync::Arc;

/// What is stored of an entity.
#[derive(Debug, Default)]
pub(super) struct Entity {
    /// The number of the last event.
    last: u64,
    /// Events up to here were deleted. The others are in `records`.
    deleted: u64,
    /// The number at which it was purged; 0 if it never was.
    origin: u64,
    /// Nothing was stored since it was purged.
    tomb: bool,
    records: VecDeque<Record>,
    /// The place of each record in the order of all.
    places: VecDeque<u64>,
    snapshots: BTreeMap<u64, Snapshot>,
    /// Oldest first.
    requests: VecDeque<Request>,
    rows: BTreeMap<(Table, Vec<u8>), Kept>,
}

/// A row without its name.
#[derive(Debug)]
struct Kept {
    due: Option<i64>,
    payload: Vec<u8>,
}

impl Kept {
    fn row(&self, table: Table, id: &[u8]) -> Row {
        Row { table, id: id.into(), due: self.due, payload: Some(self.payload.clone()) }
    }
}

/// What others know of an entity that was purged.
pub(super) struct Purged {
    /// The places of its events.
    pub(super) places: VecDeque<u64>,
    /// Its rows that were due some time.
    pub(super) due: Vec<(Table, i64, Vec<u8>)>,
}

/// What the events of one unit have in common.
pub(super) struct Origin {
    pub(super) epoch: u64,
    pub(super) at: i64,
    pub(super) command: CommandId,
    pub(super) trace: Option<Arc<str>>,
}

impl Entity {
    pub(super) const fn new() -> Self {
        Self {
            last: 0,
            deleted: 0,
            origin: 0,
            tomb: false,
            records: VecDeque::new(),
            places: VecDeque::new(),
            snapshots: BTreeMap::new(),
            requests: VecDeque::new(),
            rows: BTreeMap::new(),
        }
    }

    pub(super) fn last(&self) -> u64 {
        self.last
    }

    pub(super) fn is_tomb(&self) -> bool {
        self.tomb
    }

    /// Where the record after number `after` is.
    fn place(&self, after: u64) -> usize {
        usize::try_from(after.saturating_sub(self.deleted)).unwrap_or(usize::MAX).min(self.records.len())
    }

    /// The event `seq`, unless it was deleted.
    pub(super) fn record(&self, seq: u64) -> Option<&Record> {
        self.records.get(self.place(seq.checked_sub(1)?)).filter(|record| record.seq == seq)
    }

    pub(super) fn page(&self, after: u64, upto: u64, limit: usize) -> Page {
        let mut bytes = 0;
        let following = self.records.range(self.place(after)..).take_while(|record| record.seq <= upto);
        let page = following.take(limit).take_while(|record| {
            let room = bytes < MAX_PAGE_BYTES;
            bytes += record.payload.len();
            room
        });
        Page { records: page.cloned().collect(), last: self.last, deleted: self.deleted, origin: self.origin }
    }

    /// Whether the events of `unit` are there already, all of them and from the same command.
    pub(super) fn has(&self, unit: &Unit) -> bool {
        let same = |record: &Record, event: &NewEvent| {
            record.command == unit.command
                && *record.name == *event.name
                && record.version == event.version
                && record.codec == event.codec
                && record.payload == event.payload
        };
        let stored = self.records.range(self.place(unit.expected)..);
        !unit.events.is_empty()
            && unit.expected >= self.deleted
            && stored.len() >= unit.events.len()
            && stored.zip(&unit.events).all(|(record, event)| same(record, event))
    }

    /// Adds the events of one unit, which have these places in the order of all.
    pub(super) fn extend(&mut self, expected: u64, of: &Origin, events: Vec<NewEvent>, places: RangeInclusive<u64>) {
        self.tomb = false;
        self.places.extend(places);
        for (event, seq) in events.into_iter().zip(expected + 1..) {
            let NewEvent { name, version, codec, payload, tags } = event;
            let (name, tags) = (name.into(), tags.into_iter().map(Into::into).collect());
            let Origin { epoch, at, command, trace } = of;
            let (epoch, at, command, trace) = (*epoch, *at, *command, trace.clone());
            self.records.push_back(Record { seq, epoch, at, command, name, version, codec, payload, tags, trace });
            self.last = seq;
        }
    }

    pub(super) fn keep(&mut self, seq: u64, epoch: u64, at: i64, snapshot: NewSnapshot) {
        let NewSnapshot { name, version, codec, payload, keep } = snapshot;
        self.snapshots.insert(seq, Snapshot { seq, epoch, at, name: name.into(), version, codec, payload });
        while self.snapshots.len() > keep as usize {
            self.snapshots.pop_first();
        }
    }

    pub(super) fn remember(&mut self, seq: u64, at: i64, request: NewRequest) {
        let NewRequest { id, codec, reply, keep } = request;
        self.requests.push_back(Request { id, seq, at, codec, reply });
        while self.requests.len() > keep as usize {
            self.requests.pop_front();
        }
    }

    /// Adds, replaces or removes a row. Gives the time at which the one before was due.
    pub(super) fn put(&mut self, row: Row) -> Option<i64> {
        let Row { table, id, due, payload } = row;
        let before = match payload {
            Some(payload) => self.rows.insert((table, id), Kept { due, payload }),
            None => self.rows.remove(&(table, id)),
        };
        before.and_then(|kept| kept.due)
    }

    pub(super) fn snapshot(&self, upto: u64) -> Option<Snapshot> {
        self.snapshots.range(..=upto).next_back().map(|(_, snapshot)| snapshot.clone())
    }

    pub(super) fn requests(&self, limit: usize) -> Vec<Request> {
        self.requests.iter().rev().take(limit).cloned().collect()
    }

    pub(super) fn row(&self, table: Table, id: &[u8]) -> Option<Row> {
        Some(self.rows.get(&(table, id.to_vec()))?.row(table, id))
    }

    pub(super) fn rows(&self, table: Table, after: Vec<u8>, limit: usize) -> Vec<Row> {
        let mut bytes = 0;
        // No row has an empty id: it stands before all of them.
        let following = self.rows.range((Bound::Excluded((table, after)), Bound::Unbounded));
        let of_table = following.take_while(|((found, _), _)| *found == table).take(limit);
        let page = of_table.take_while(|(_, kept)| {
            let room = bytes < MAX_PAGE_BYTES;
            bytes += kept.payload.len();
            room
        });
        page.map(|((_, id), kept)| kept.row(table, id)).collect()
    }

    /// Refuses a number above the last one.
    pub(super) fn check_end(&self, key: &EntityKey, seq: u64) -> Result<(), AppendError> {
        if seq <= self.last {
            return Ok(());
        }
        Err(AppendError::OutOfRange { key: key.clone(), seq, first: self.origin + 1, last: self.last })
    }

    /// Refuses a number that the entity has not had since it began.
    pub(super) fn check_range(&self, key: &EntityKey, seq: u64) -> Result<(), AppendError> {
        if seq > self.origin {
            return self.check_end(key, seq);
        }
        Err(AppendError::OutOfRange { key: key.clone(), seq, first: self.origin + 1, last: self.last })
    }

    pub(super) fn delete_snapshots(&mut self, upto: u64) {
        self.snapshots.retain(|seq, _| *seq > upto);
    }

    /// Gives the places of the events that are gone.
    pub(super) fn delete(&mut self, upto: u64) -> Vec<u64> {
        let many = self.place(upto);
        self.records.drain(..many);
        self.deleted = self.deleted.max(upto.min(self.last));
        self.places.drain(..many).collect()
    }

    /// Leaves the number and nothing else.
    pub(super) fn purge(&mut self) -> Purged {
        let Self { last, rows, places, .. } = std::mem::take(self);
        *self = Self { last, deleted: last, origin: last, tomb: true, ..Self::new() };
        let due = rows.into_iter().filter_map(|((table, id), kept)| Some((table, kept.due?, id))).collect();
        Purged { places, due }
    }
}

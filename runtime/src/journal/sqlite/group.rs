//! One transaction: the writes of a group, each checked and carried out or refused.

use super::job::{Change, Write};
use super::parts::Parts;
use super::places;
use super::schema::shard;
use crate::journal::{AppendError, Appended, EntityKey, Header, Unit};
use rusqlite::{Connection, OptionalExtension, Statement, params};
use std::collections::HashMap;

const EPOCH: &str = "SELECT value FROM meta WHERE key = 'epoch'";

pub(super) const FIND: &str = "SELECT entity FROM entity WHERE kind = ?1 AND id = ?2";

/// The check is in the statement that moves the number: no other writer fits between the two.
///
/// `RETURNING` would save a look at the index, and costs a table of its own each time.
pub(super) const MOVE: &str =
    "UPDATE entity SET seq = ?1, epoch = ?2, tomb = 0 WHERE entity = ?3 AND seq = ?4 AND epoch <= ?2";

/// The same for an entity that is not there yet.
const ADD: &str = "INSERT INTO entity (kind, id, shard, cell, seq, epoch) VALUES (?1, ?2, ?3, 0, ?4, ?5)";

/// What the numbers of an entity are, and why they could not be moved.
pub(super) const LOOK: &str = "SELECT seq, epoch, origin FROM entity WHERE entity = ?1";

const STORE: &str =
    "INSERT INTO event (ord, entity, seq, epoch, at, command_epoch, command_number, name, version, codec, checksum, payload, tags, trace)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";

/// The writer remembers where so many entities are. Beyond that it forgets all of them and looks again.
const MAX_KNOWN: usize = 65_536;

/// The statements of the writer, prepared once.
#[derive(Debug)]
pub(super) struct Transactions<'c> {
    /// Where entities are in their table, which never changes. What may change, their numbers, is not remembered.
    known: HashMap<EntityKey, i64>,
    /// The place of the newest event. SQLite's own choice would give a place again whose event was deleted.
    end: i64,
    begin: Statement<'c>,
    commit: Statement<'c>,
    epoch: Statement<'c>,
    find_entity: Statement<'c>,
    move_number: Statement<'c>,
    add_entity: Statement<'c>,
    look: Statement<'c>,
    store_event: Statement<'c>,
    store_tag: Statement<'c>,
    parts: Parts<'c>,
}

/// What became of a write.
type Outcome = Result<Appended, AppendError>;

impl<'c> Transactions<'c> {
    pub(super) fn new(connection: &'c Connection) -> rusqlite::Result<Self> {
        Ok(Self {
            known: HashMap::new(),
            end: places::end(connection)?,
            begin: connection.prepare("BEGIN IMMEDIATE")?,
            commit: connection.prepare("COMMIT")?,
            epoch: connection.prepare(EPOCH)?,
            find_entity: connection.prepare(FIND)?,
            move_number: connection.prepare(MOVE)?,
            add_entity: connection.prepare(ADD)?,
            look: connection.prepare(LOOK)?,
            store_event: connection.prepare(STORE)?,
            store_tag: connection.prepare(places::TAG)?,
            parts: Parts::new(connection)?,
        })
    }

    /// The place of the newest event.
    pub(super) fn end(&self) -> i64 {
        self.end
    }

    /// Carries out `writes` in one transaction on behalf of the opening with the epoch `opened`, and says what became of each. Those that are refused
    /// leave nothing, and the others do not notice.
    ///
    /// # Errors
    ///
    /// The transaction failed, and whether it is stored is unknown: the connection must not be used again.
    pub(super) fn store(&mut self, opened: u64, writes: &[Write]) -> rusqlite::Result<Vec<Outcome>> {
        self.begin.execute([])?;
        // Read in each transaction: should somebody get past the lock file, the number still keeps this writer out.
        let current = self.epoch.query_row([], |row| row.get(0))?;
        let outcome = |write: &Write| match write {
            Write::Append(unit) => self.store_unit(unit, current),
            Write::Change(key, change) => self.change(opened, key, change, current),
        };
        let outcomes = writes.iter().map(outcome).collect::<rusqlite::Result<_>>()?;
        self.commit.execute([])?;
        Ok(outcomes)
    }

    fn store_unit(&mut self, unit: &Unit, current: i64) -> rusqlite::Result<Outcome> {
        let last = match unit.last() {
            Ok(last) => last,
            Err(invalid) => return Ok(Err(invalid)),
        };
        if unit.epoch.cast_signed() != current {
            return Ok(Err(fenced(&unit.key, unit.epoch, current)));
        }
        let entity = match self.claim(unit, last)? {
            Ok(entity) => entity,
            Err(outcome) => return Ok(outcome),
        };
        for (event, seq) in unit.events.iter().zip(unit.expected + 1..) {
            let tags = event.tag_text();
            let header = Header {
                seq,
                epoch: unit.epoch,
                at: unit.at,
                command: unit.command,
                name: &event.name,
                version: event.version,
                codec: event.codec.number(),
                tags: &tags,
                trace: unit.trace.as_deref().unwrap_or_default(),
            };
            self.end += 1;
            self.store_event.execute(params![
                self.end,
                entity,
                header.seq.cast_signed(),
                header.epoch.cast_signed(),
                header.at,
                header.command.epoch.cast_signed(),
                header.command.number.cast_signed(),
                header.name,
                header.version,
                header.codec,
                header.checksum(&unit.key, &event.payload),
                event.payload,
                header.tags,
                header.trace,
            ])?;
            for (at, tag) in event.tags.iter().enumerate() {
                // A tag that stands twice is one.
                if !event.tags[..at].contains(tag) {
                    self.store_tag.execute(params![tag, self.end])?;
                }
            }
        }
        self.parts.store(entity, unit, last)?;
        Ok(Ok(Appended { last, repeated: false }))
    }

    /// Moves the entity's number from the expected one to `last`, and gives the entity's key in the table; or what becomes of the unit
    /// instead.
    fn claim(&mut self, unit: &Unit, last: u64) -> rusqlite::Result<Result<i64, Outcome>> {
        let (kind, id) = (&**unit.key.kind(), &**unit.key.id());
        let (expected, epoch, end) = (unit.expected.cast_signed(), unit.epoch.cast_signed(), last.cast_signed());
        match self.find(&unit.key)? {
            None if expected == 0 => self.add_entity.insert(params![kind, id, shard(kind, id), end, epoch]).map(Ok),
            None => Ok(Err(Err(conflict(unit, 0)))),
            Some(entity) => match self.move_number.execute(params![end, epoch, entity, expected])? {
                0 => self.not_moved(unit, entity, last).map(Err),
                _ => Ok(Ok(entity)),
            },
        }
    }

    /// The entity's key in the table, if it is there.
    fn find(&mut self, key: &EntityKey) -> rusqlite::Result<Option<i64>> {
        if let Some(entity) = self.known.get(key) {
            return Ok(Some(*entity));
        }
        let names = [&**key.kind(), &**key.id()];
        let entity = self.find_entity.query_row(names, |row| row.get(0)).optional()?;
        if let Some(entity) = entity {
            if self.known.len() == MAX_KNOWN {
                self.known.clear();
            }
            self.known.insert(key.clone(), entity);
        }
        Ok(entity)
    }

    /// The number could not be moved: the unit is there already, or it is refused.
    fn not_moved(&mut self, unit: &Unit, entity: i64, last: u64) -> rusqlite::Result<Outcome> {
        let (end, epoch): (i64, i64) = self.look.query_row([entity], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(if epoch > unit.epoch.cast_signed() {
            Err(fenced(&unit.key, unit.epoch, epoch))
        } else if last.cast_signed() <= end && self.parts.has_events(entity, unit)? {
            Ok(Appended { last, repeated: true })
        } else {
            Err(conflict(unit, end))
        })
    }

    fn change(&mut self, opened: u64, key: &EntityKey, change: &Change, current: i64) -> rusqlite::Result<Outcome> {
        let epoch = if let Change::Save { epoch, .. } = change { *epoch } else { opened };
        if epoch.cast_signed() != current {
            return Ok(Err(fenced(key, epoch, current)));
        }
        let found = self.find(key)?;
        let (last, origin) = match found {
            Some(entity) => self.look.query_row([entity], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(2)?)))?,
            None => (0, 0),
        };
        let (last, first) = (last.cast_unsigned(), origin.cast_unsigned() + 1);
        let out_of_range = |seq| Ok(Err(AppendError::OutOfRange { key: key.clone(), seq, first, last }));
        match change {
            Change::Save { seq, snapshot, .. } => {
                if let Err(invalid) = snapshot.check(key, *seq) {
                    return Ok(Err(invalid));
                }
                if !(first..=last).contains(seq) {
                    return out_of_range(*seq);
                }
            }
            Change::Delete { upto } if *upto > last && *upto != u64::MAX => return out_of_range(*upto),
            _ => {}
        }
        if let Some(entity) = found {
            match change {
                Change::Save { seq, epoch, at, snapshot } => {
                    self.parts.save(entity, key, *seq, *epoch, *at, snapshot)?;
                }
                Change::DeleteSnapshots { upto } => self.parts.delete_snapshots(entity, *upto)?,
                Change::Delete { upto } => self.parts.delete_events(entity, *upto)?,
                Change::Purge => self.parts.purge(entity)?,
            }
        }
        Ok(Ok(Appended { last, repeated: false }))
    }
}

fn conflict(unit: &Unit, last: i64) -> AppendError {
    AppendError::Conflict { key: unit.key.clone(), expected: unit.expected, last: last.cast_unsigned() }
}

fn fenced(key: &EntityKey, epoch: u64, current: i64) -> AppendError {
    AppendError::Fenced { key: key.clone(), epoch, current: current.cast_unsigned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::sqlite::schema;
    use crate::journal::{Codec, CommandId, NewEvent};

    fn unit(id: &str, expected: u64, payloads: &[&str]) -> Unit {
        let event = |payload: &&str| NewEvent {
            name: "deposited".into(),
            version: 1,
            codec: Codec::MessagePack,
            payload: payload.as_bytes().into(),
            tags: Vec::new(),
        };
        let (key, command) = (EntityKey::new("ledger", id).unwrap(), CommandId { epoch: 1, number: 1 });
        Unit::new(key, expected, 1, 0, command, payloads.iter().map(event).collect())
    }

    fn count(connection: &Connection) -> i64 {
        connection.query_row("SELECT count(*) FROM event", [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn units_of_one_entity_in_one_group_build_on_each_other() {
        let dir = tempfile::tempdir().unwrap();
        let (connection, _) = schema::open(&dir.path().join("journal.sqlite")).unwrap();
        let group = [
            unit("a", 0, &["1", "2"]),
            unit("a", 0, &["twice"]),
            unit("a", 2, &["3"]),
            unit("b", 1, &["too high"]),
            unit("b", 0, &["1"]),
            Unit { epoch: 0, ..unit("a", 3, &["stale"]) },
            unit("a", 3, &["4"]),
        ];
        let stored = |last| Ok(Appended { last, repeated: false });
        let conflict = |at: usize, last| Err(conflict(&group[at], last));
        let stale = Err(fenced(&group[5].key, 0, 1));
        let expected = [stored(2), conflict(1, 2), stored(3), conflict(3, 0), stored(1), stale, stored(4)];
        let writes = group.map(Write::Append);
        let results = Transactions::new(&connection).unwrap().store(1, &writes).unwrap();
        assert_eq!(results, expected);
        assert_eq!(count(&connection), 5);
    }

    #[test]
    fn a_group_that_fails_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("journal.sqlite");
        let (connection, _) = schema::open(&file).unwrap();
        connection
            .execute("INSERT INTO event VALUES (1, 2, 2, 1, 0, 1, 1, 'stray', 1, 1, 0, x'', '', '')", [])
            .unwrap();
        let group = [unit("a", 0, &["1"]), unit("b", 0, &["1", "in the way of the stray one"])].map(Write::Append);
        Transactions::new(&connection).unwrap().store(1, &group).unwrap_err();
        drop(connection);
        assert_eq!(count(&schema::open(&file).unwrap().0), 1);
    }
}

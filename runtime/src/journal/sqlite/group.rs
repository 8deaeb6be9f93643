//! One transaction: the units of a group, each checked and stored or refused.

use super::schema::shard;
use crate::journal::{AppendError, Header, Unit};
use rusqlite::{Connection, OptionalExtension, Statement, params};

const EPOCH: &str = "SELECT value FROM meta WHERE key = 'epoch'";

/// The check is in the statement that moves the number: no other writer fits between the two.
const MOVE: &str =
    "UPDATE entity SET seq = ?1, epoch = ?2 WHERE kind = ?3 AND id = ?4 AND seq = ?5 AND epoch <= ?2 RETURNING entity";

/// The same for an entity that is not there yet.
const ADD: &str = "INSERT INTO entity (kind, id, shard, cell, seq, epoch) VALUES (?1, ?2, ?3, 0, ?4, ?5) ON CONFLICT DO NOTHING RETURNING entity";

/// Why a number could not be moved.
const LOOK: &str = "SELECT seq, epoch FROM entity WHERE kind = ?1 AND id = ?2";

const STORE: &str =
    "INSERT INTO event (entity, seq, epoch, at, command_epoch, command_number, name, version, codec, checksum, payload)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";

/// The statements of the writer, prepared once.
#[derive(Debug)]
pub(super) struct Transactions<'c> {
    begin: Statement<'c>,
    commit: Statement<'c>,
    epoch: Statement<'c>,
    move_number: Statement<'c>,
    add_entity: Statement<'c>,
    look: Statement<'c>,
    store_event: Statement<'c>,
}

impl<'c> Transactions<'c> {
    pub(super) fn new(connection: &'c Connection) -> rusqlite::Result<Self> {
        Ok(Self {
            begin: connection.prepare("BEGIN IMMEDIATE")?,
            commit: connection.prepare("COMMIT")?,
            epoch: connection.prepare(EPOCH)?,
            move_number: connection.prepare(MOVE)?,
            add_entity: connection.prepare(ADD)?,
            look: connection.prepare(LOOK)?,
            store_event: connection.prepare(STORE)?,
        })
    }

    /// Stores `units` in one transaction and says what became of each. Those that are refused leave nothing, and the others do not notice.
    ///
    /// # Errors
    ///
    /// The transaction failed, and whether it is stored is unknown: the connection must not be used again.
    pub(super) fn store(&mut self, units: &[Unit]) -> rusqlite::Result<Vec<Result<u64, AppendError>>> {
        self.begin.execute([])?;
        // Read in each transaction: should somebody get past the lock file, the number still keeps this writer out.
        let current = self.epoch.query_row([], |row| row.get(0))?;
        let results = units.iter().map(|unit| self.store_unit(unit, current)).collect::<rusqlite::Result<_>>()?;
        self.commit.execute([])?;
        Ok(results)
    }

    fn store_unit(&mut self, unit: &Unit, current: i64) -> rusqlite::Result<Result<u64, AppendError>> {
        let last = match unit.last() {
            Ok(last) => last,
            Err(invalid) => return Ok(Err(invalid)),
        };
        if unit.epoch.cast_signed() != current {
            return Ok(Err(fenced(unit, current)));
        }
        let Some(entity) = self.claim(unit, last)? else { return self.refusal(unit).map(Err) };
        for (event, seq) in unit.events.iter().zip(unit.expected + 1..) {
            let header = Header {
                seq,
                epoch: unit.epoch,
                at: unit.at,
                command: unit.command,
                name: &event.name,
                version: event.version,
                codec: event.codec.number(),
            };
            self.store_event.execute(params![
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
            ])?;
        }
        Ok(Ok(last))
    }

    /// Moves the entity's number from the expected one to `last`, and gives the entity's key in the table, unless the check fails.
    fn claim(&mut self, unit: &Unit, last: u64) -> rusqlite::Result<Option<i64>> {
        let (kind, id) = (&**unit.key.kind(), &**unit.key.id());
        let (expected, epoch, last) = (unit.expected.cast_signed(), unit.epoch.cast_signed(), last.cast_signed());
        if expected == 0 {
            self.add_entity.query_row(params![kind, id, shard(kind, id), last, epoch], |row| row.get(0)).optional()
        } else {
            self.move_number.query_row(params![last, epoch, kind, id, expected], |row| row.get(0)).optional()
        }
    }

    /// Why the check failed.
    fn refusal(&mut self, unit: &Unit) -> rusqlite::Result<AppendError> {
        let found = self
            .look
            .query_row(params![&**unit.key.kind(), &**unit.key.id()], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let (last, epoch): (i64, i64) = found.unwrap_or_default();
        Ok(if epoch > unit.epoch.cast_signed() {
            fenced(unit, epoch)
        } else {
            let (key, expected) = (unit.key.clone(), unit.expected);
            AppendError::Conflict { key, expected, last: last.cast_unsigned() }
        })
    }
}

fn fenced(unit: &Unit, current: i64) -> AppendError {
    AppendError::Fenced { key: unit.key.clone(), epoch: unit.epoch, current: current.cast_unsigned() }
}

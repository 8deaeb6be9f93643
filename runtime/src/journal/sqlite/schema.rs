//! The layout of the file, and what is checked before it is trusted.

use super::connection;
use super::error::OpenError;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};
use std::path::Path;

/// The newest format that this version knows: the number of steps in [`LAYOUT`].
const FORMAT: i64 = 4;

/// `application_id` of a store: "main" in ASCII. `file(1)` shows it.
const APPLICATION: i64 = 0x6d61_696e;

/// Entities are spread over this many shards, so that a store can be divided later without touching its records.
const SHARDS: u32 = 1024;

/// `event` grows at its end only, whatever the entity: `ord` is the order in which the events became durable.
///
/// `entity.seq` is the number of the entity's last event. The statement that moves it is the check against other writers.
const EVENTS: &str = "
    CREATE TABLE meta (
        key     TEXT NOT NULL PRIMARY KEY,
        value   INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE entity (
        entity  INTEGER PRIMARY KEY,
        kind    TEXT NOT NULL,
        id      TEXT NOT NULL,
        shard   INTEGER NOT NULL,
        cell    INTEGER NOT NULL,
        seq     INTEGER NOT NULL,
        epoch   INTEGER NOT NULL,
        UNIQUE (kind, id)
    ) STRICT;

    CREATE TABLE event (
        ord             INTEGER PRIMARY KEY,
        entity          INTEGER NOT NULL,
        seq             INTEGER NOT NULL,
        epoch           INTEGER NOT NULL,
        at              INTEGER NOT NULL,
        command_epoch   INTEGER NOT NULL,
        command_number  INTEGER NOT NULL,
        name            TEXT NOT NULL,
        version         INTEGER NOT NULL,
        codec           INTEGER NOT NULL,
        checksum        INTEGER NOT NULL,
        payload         BLOB NOT NULL,
        UNIQUE (entity, seq)
    ) STRICT;
";

/// Events up to `entity.deleted` were deleted. `entity.origin` is the number at which the entity was purged, and `entity.tomb` says that
/// nothing was stored since.
///
/// `request.n` counts the requests of an entity, so that those too old are found without counting. `side.part` is a
/// [`Table`](crate::journal::Table).
const BESIDE: &str = "
    ALTER TABLE entity ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE entity ADD COLUMN origin  INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE entity ADD COLUMN tomb    INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE snapshot (
        ord         INTEGER PRIMARY KEY,
        entity      INTEGER NOT NULL,
        seq         INTEGER NOT NULL,
        epoch       INTEGER NOT NULL,
        at          INTEGER NOT NULL,
        name        TEXT NOT NULL,
        version     INTEGER NOT NULL,
        codec       INTEGER NOT NULL,
        checksum    INTEGER NOT NULL,
        payload     BLOB NOT NULL,
        UNIQUE (entity, seq)
    ) STRICT;

    CREATE TABLE request (
        ord         INTEGER PRIMARY KEY,
        entity      INTEGER NOT NULL,
        n           INTEGER NOT NULL,
        id          TEXT NOT NULL,
        seq         INTEGER NOT NULL,
        at          INTEGER NOT NULL,
        codec       INTEGER NOT NULL,
        checksum    INTEGER NOT NULL,
        reply       BLOB NOT NULL,
        UNIQUE (entity, n)
    ) STRICT;

    CREATE TABLE side (
        entity      INTEGER NOT NULL,
        part        INTEGER NOT NULL,
        id          BLOB NOT NULL,
        due         INTEGER,
        checksum    INTEGER NOT NULL,
        payload     BLOB NOT NULL,
        PRIMARY KEY (entity, part, id)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX side_due ON side (part, due) WHERE due IS NOT NULL;
";

/// The tags of an event with a space between them, and where its command came from; each empty if there is nothing. In a column with a
/// default no row has to be written anew.
const LABELS: &str = "
    ALTER TABLE event ADD COLUMN tags   TEXT NOT NULL DEFAULT '';
    ALTER TABLE event ADD COLUMN trace  TEXT NOT NULL DEFAULT '';
";

/// Where each tag is, so that the events with it are found; and the highest place that a deleted event had, so that it is not given again. In a file of before, places
/// may have been given twice: nobody has followed them yet.
const PLACES: &str = "
    CREATE TABLE tagged (
        tag     TEXT NOT NULL,
        ord     INTEGER NOT NULL,
        PRIMARY KEY (tag, ord)
    ) STRICT, WITHOUT ROWID;

    INSERT OR IGNORE INTO tagged (tag, ord)
    WITH RECURSIVE word(tag, rest, ord) AS (
        SELECT '', tags || ' ', ord FROM event WHERE tags <> ''
        UNION ALL
        SELECT substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1), ord FROM word WHERE rest <> ''
    ) SELECT tag, ord FROM word WHERE tag <> '';

    INSERT INTO meta (key, value) VALUES ('place', 0);
";

/// The layout, as the steps in which it came to be: a file of format n has seen the first n of them.
const LAYOUT: [&str; 4] = [EVENTS, BESIDE, LABELS, PLACES];

/// Opens the store in `file`, makes it if there is none, brings it to the newest format, and raises the epoch.
///
/// Nothing is written to a file that is not ours or that is newer than this version.
pub(super) fn open(file: &Path) -> Result<(Connection, u64), OpenError> {
    let failed = |error: rusqlite::Error| OpenError::engine(file, &error);
    let mut connection = connection::for_writing(file).map_err(failed)?;
    let format = recognise(&connection, file)?;
    connection::make_durable(&connection).map_err(failed)?;
    // What a process left in the log after a failed write may have reached the system's memory only, where it reads as if it were
    // durable. Copied into the database and synced there, it is.
    connection::checkpoint_all(&connection).map_err(failed)?;
    if format != FORMAT {
        upgrade(&mut connection, format).map_err(failed)?;
    }
    let epoch = raise_epoch(&mut connection).map_err(failed)?;
    let epoch = u64::try_from(epoch)
        .map_err(|_| OpenError::Foreign { file: file.into(), cause: format!("its epoch is {epoch}").into() })?;
    Ok((connection, epoch))
}

/// Opens the store in `file` for reading alone.
///
/// An older format is not brought to the newest one, since that would be a write.
pub(super) fn look(file: &Path) -> Result<Connection, OpenError> {
    let connection = connection::for_reading(file).map_err(|error| OpenError::engine(file, &error))?;
    match recognise(&connection, file)? {
        FORMAT => Ok(connection),
        found => Err(OpenError::Older { file: file.into(), found, known: FORMAT }),
    }
}

/// The format of a store, 0 for an empty file. Everything else is an error.
fn recognise(connection: &Connection, file: &Path) -> Result<i64, OpenError> {
    let failed = |error: rusqlite::Error| OpenError::engine(file, &error);
    let foreign = |cause: String| OpenError::Foreign { file: file.into(), cause: cause.into() };

    let application: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(failed)?;
    if application != APPLICATION {
        let tables: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(failed)?;
        if application != 0 || tables != 0 {
            return Err(foreign(format!("its application id is {application}, and a store has {APPLICATION}")));
        }
        return Ok(0);
    }
    let format = connection.query_row("SELECT value FROM meta WHERE key = 'format'", [], |row| row.get(0)).optional();
    match format.map_err(|error| foreign(error.to_string()))? {
        Some(found @ 1..=FORMAT) => Ok(found),
        Some(found) if found > FORMAT => Err(OpenError::Newer { file: file.into(), found, known: FORMAT }),
        Some(found) => Err(foreign(format!("its format is {found}"))),
        None => Err(foreign("it has no format".into())),
    }
}

/// All of the layout or nothing: a process killed in between leaves the file as it was, and the next one starts afresh.
fn upgrade(connection: &mut Connection, format: i64) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for (step, number) in LAYOUT.iter().zip(1..) {
        if number > format {
            transaction.execute_batch(step)?;
        }
    }
    if format == 0 {
        transaction.execute("INSERT INTO meta (key, value) VALUES ('format', ?1), ('epoch', 0)", [FORMAT])?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
    } else {
        transaction.execute("UPDATE meta SET value = ?1 WHERE key = 'format'", [FORMAT])?;
    }
    transaction.commit()
}

/// A transaction of its own: the epoch is durable before anything can be written under it.
fn raise_epoch(connection: &mut Connection) -> rusqlite::Result<i64> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let epoch = raise(&transaction)?;
    transaction.commit()?;
    Ok(epoch)
}

fn raise(transaction: &Transaction<'_>) -> rusqlite::Result<i64> {
    transaction.query_row("UPDATE meta SET value = value + 1 WHERE key = 'epoch' RETURNING value", [], |row| row.get(0))
}

/// The shard of an entity. Stored, so it must never change.
pub(super) fn shard(kind: &str, id: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    // The length keeps `a` + `bc` apart from `ab` + `c`.
    hasher.update(&(kind.len() as u64).to_le_bytes());
    hasher.update(kind.as_bytes());
    hasher.update(id.as_bytes());
    hasher.finalize() % SHARDS
}

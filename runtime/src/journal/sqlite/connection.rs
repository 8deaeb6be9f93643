//! How a connection is set up, and how the write-ahead log is emptied.

use rusqlite::config::DbConfig;
use rusqlite::wal::CheckpointMode;
use rusqlite::{Connection, ErrorCode, OpenFlags, ffi};
use std::path::Path;
use std::time::Duration;

/// How long to wait for somebody who looks into the file from outside.
const BUSY: Duration = Duration::from_secs(5);

/// How long the writer waits for readers before it starts the log anew: they are done within one page.
const BUSY_RESTARTING: Duration = Duration::from_millis(50);

/// The log is copied into the database from this many pages (of 4 KiB) on: pages written often are then copied once.
const CHECKPOINT_PAGES: i32 = 8_000;

/// From this many pages on the log is started anew even if readers must be waited for.
const RESTART_PAGES: i32 = 64_000;

/// Memory for pages, in KiB: of the writer, and of each reader.
const WRITER_CACHE: i64 = 64 * 1024;
const READER_CACHE: i64 = 4 * 1024;

const NO_LOG: &str = "the file system does not support a write-ahead log";

/// The one connection that writes. Nothing is read or written yet.
pub(super) fn for_writing(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(BUSY)?;
    // Closing must never write by itself: after a failed write nothing may be written any more, and a foreign file is not ours.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(connection)
}

/// Sets up durability. Call it once the file is known to be a store.
pub(super) fn make_durable(connection: &Connection) -> rusqlite::Result<()> {
    let mode: String = connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if !mode.eq_ignore_ascii_case("wal") {
        // Some network file systems cannot do it, and SQLite then stays in another mode without an error.
        return Err(rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_CANTOPEN), Some(NO_LOG.into())));
    }
    // In this mode each commit waits until the log is on the disk; `fullfsync` says the same to macOS, and nothing elsewhere.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "checkpoint_fullfsync", true)?;
    // SQLite would ignore a failure of its own checkpoints: ours are asked for, and looked at.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    connection.pragma_update(None, "cache_size", -WRITER_CACHE)
}

/// A connection that reads a store which is there.
pub(super) fn for_reading(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(BUSY)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.pragma_update(None, "cache_size", -READER_CACHE)?;
    Ok(connection)
}

/// Copies the log into the database if it has become long.
pub(super) fn checkpoint_if_long(connection: &Connection) -> rusqlite::Result<()> {
    let (pages, _) = checkpoint(connection, CheckpointMode::NOOP)?;
    if pages >= CHECKPOINT_PAGES {
        checkpoint(connection, CheckpointMode::PASSIVE)?;
    }
    if pages >= RESTART_PAGES {
        connection.busy_timeout(BUSY_RESTARTING)?;
        checkpoint(connection, CheckpointMode::RESTART)?;
        connection.busy_timeout(BUSY)?;
    }
    Ok(())
}

/// Copies the whole log into the database and empties it.
pub(super) fn checkpoint_all(connection: &Connection) -> rusqlite::Result<()> {
    checkpoint(connection, CheckpointMode::TRUNCATE).map(drop)
}

/// The same, and says whether nobody stood in the way.
pub(super) fn empty_log(connection: &Connection) -> rusqlite::Result<bool> {
    match connection.wal_checkpoint_v2(Some(rusqlite::MAIN_DB), CheckpointMode::TRUNCATE) {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(false),
        done => done.map(|_| true),
    }
}

/// A checkpoint that somebody stands in the way of is not a failure: what is in the log is durable, and the next one finds it.
fn checkpoint(connection: &Connection, mode: CheckpointMode) -> rusqlite::Result<(i32, i32)> {
    match connection.wal_checkpoint_v2(Some(rusqlite::MAIN_DB), mode) {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok((0, 0)),
        done => done,
    }
}

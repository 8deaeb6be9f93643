//! Erasing entities, so that nothing of them is left on the disk that is the store's.

use super::error::CopyError;
use crate::journal::EntityKey;
use crate::journal::sqlite::error::OpenError;
use crate::journal::sqlite::events::{ENTITY, failed};
use crate::journal::sqlite::lock::Lock;
use crate::journal::sqlite::parts::Parts;
use crate::journal::sqlite::{connection, schema};
use rusqlite::{Connection, OptionalExtension as _};
use std::path::Path;

/// Purges these entities of the store in `dir`, all of them or none, and writes the file anew without anything that was deleted before, by whomever:
/// afterwards none of it is in any file of the directory. Without entities it does the second alone.
///
/// What [`Store::purge`](crate::journal::Store::purge) says of what stays holds here too: the name of the entity and the number of its last event. A
/// message that it has sent is at its receiver, and one that was sent to it may still be at its sender. Copies of the store that were made before are
/// other files, and so are pages that the file system gave to somebody else.
///
/// It needs the room of the store once more, beside it and in the directory for temporary files. Cut short after the entities are purged, it is to be
/// called again without them.
///
/// ```
/// use mainstay::journal::{EntityKey, erase};
/// # use mainstay::journal::{Codec, CommandId, NewEvent, SqliteStore, Store, Unit};
///
/// # let dir = tempfile::tempdir()?;
/// # let dir = dir.path();
/// # let key = EntityKey::new("customer", "42")?;
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// # let store = SqliteStore::open(dir)?;
/// # let moved = NewEvent { name: "moved".into(), version: 1, codec: Codec::MessagePack, payload: b"Elm Street".into(), tags: vec![] };
/// # let command = CommandId { epoch: 1, number: 1 };
/// # store.append(Unit::new(key, 0, 1, 0, command, vec![moved])).await?;
/// # store.close().await?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// erase(dir, &[EntityKey::new("customer", "42")?])?;
/// let file = std::fs::read(dir.join("journal.sqlite"))?;
/// assert!(!file.windows(10).any(|bytes| bytes == b"Elm Street"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// There is no store, it is in use, also by somebody who reads, or it has never had one of the entities; or the disk failed.
pub fn erase(dir: impl AsRef<Path>, entities: &[EntityKey]) -> Result<(), CopyError> {
    let dir = dir.as_ref();
    let file = dir.join("journal.sqlite");
    if !file.is_file() {
        return Err(OpenError::Missing { dir: dir.into() }.into());
    }
    let lock = Lock::acquire(dir)?;
    let outcome = erase_locked(&file, dir, entities);
    lock.release();
    outcome
}

fn erase_locked(file: &Path, dir: &Path, entities: &[EntityKey]) -> Result<(), CopyError> {
    let (mut connection, _) = schema::open(file)?;
    purge(&mut connection, entities)?;
    connection.execute_batch("VACUUM").map_err(failed)?;
    // Until then what was deleted is in the log, or in pages that the log is to replace.
    if connection::empty_log(&connection).map_err(failed)? { Ok(()) } else { Err(CopyError::InUse { dir: dir.into() }) }
}

fn purge(connection: &mut Connection, entities: &[EntityKey]) -> Result<(), CopyError> {
    let engine = |error: rusqlite::Error| CopyError::Read(failed(error));
    let transaction = connection.transaction().map_err(engine)?;
    {
        let parts = Parts::new(&transaction).map_err(engine)?;
        for key in entities {
            let number = transaction.query_row(ENTITY, [&**key.kind(), &**key.id()], |row| row.get(0)).optional();
            let number = number.map_err(engine)?.ok_or_else(|| CopyError::Unknown { key: key.clone() })?;
            parts.purge(number).map_err(engine)?;
        }
    }
    transaction.commit().map_err(engine)
}

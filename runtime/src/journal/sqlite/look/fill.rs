//! Making a store from the list of its entries.

use super::copy::{Copied, VERSION};
use super::error::CopyError;
use super::open::SqliteLook;
use crate::journal::checksum::of_row;
use crate::journal::sqlite::beside::beside_header;
use crate::journal::sqlite::error::OpenError;
use crate::journal::sqlite::events::{failed, signed};
use crate::journal::sqlite::lock::Lock;
use crate::journal::sqlite::{places, schema};
use crate::journal::{CommandId, EntityKey, FEEDS, Header};
use rusqlite::{Connection, OptionalExtension as _, params};
use std::path::Path;

const ENTITY: &str = "INSERT INTO entity (kind, id, shard, cell, seq, epoch, deleted, origin, tomb)
    VALUES (?1, ?2, ?3, 0, ?4, ?5, ?6, ?7, ?8)";

const EVENT: &str =
    "INSERT INTO event (ord, entity, seq, epoch, at, command_epoch, command_number, name, version, codec, checksum, payload, tags, trace)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";

const SNAPSHOT: &str = "INSERT INTO snapshot (entity, seq, epoch, at, name, version, codec, checksum, payload)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";

const REQUEST: &str = "INSERT INTO request (entity, n, id, seq, at, codec, checksum, reply)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";

const ROW: &str = "INSERT INTO side (entity, part, id, due, checksum, payload) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";

/// Stores in `dir` what `entries` says, all of it or nothing, and answers how many entities there were. Makes directory and store if there are none.
///
/// An empty store becomes the same as the one that was copied, and its epoch is no lower. With `add`, entities may be there already, none of which may be
/// among the entries; their events come before the new ones then. These have other places than they had, so that how far followers had come is of no use
/// there, and is left out: the store's own go on, and others begin anew.
///
/// # Errors
///
/// The store is in use, or holds something and `add` is false; an entry cannot be read, does not belong where it stands, or is missing.
pub fn fill<E: From<CopyError>>(
    dir: impl AsRef<Path>,
    add: bool,
    entries: impl IntoIterator<Item = Result<Copied, E>>,
) -> Result<u64, E> {
    let dir = dir.as_ref();
    let mut entries = entries.into_iter();
    // Before anything is made: what is no copy leaves nothing behind.
    let reached = match entries.next().transpose()? {
        Some(Copied::Store { version: VERSION, epoch, place }) => [("epoch", epoch), ("place", place)],
        Some(Copied::Store { version, .. }) => {
            let cause = format!("the copy has version {version}, and this version of mainstay knows {VERSION}");
            return Err(CopyError::entry(1, cause).into());
        }
        Some(_) => return Err(CopyError::entry(1, "a copy begins with `store`").into()),
        None => return Err(CopyError::entry(1, "there is none").into()),
    };
    let lock = Lock::acquire(dir).map_err(CopyError::Open)?;
    let outcome = fill_locked(dir, add, reached, &mut entries);
    lock.release();
    outcome
}

fn fill_locked<E: From<CopyError>>(
    dir: &Path,
    add: bool,
    reached: [(&str, u64); 2],
    entries: &mut impl Iterator<Item = Result<Copied, E>>,
) -> Result<u64, E> {
    let engine = |error: rusqlite::Error| E::from(CopyError::Read(failed(error)));
    if !add && holds_something(dir)? {
        return Err(CopyError::from(OpenError::NotEmpty { dir: dir.into() }).into());
    }
    let (connection, _) = schema::open(&dir.join("journal.sqlite")).map_err(CopyError::Open)?;
    let transaction = connection.unchecked_transaction().map_err(engine)?;
    let is_empty = transaction.query_row("SELECT NOT EXISTS (SELECT 1 FROM entity)", [], |row| row.get(0));
    let is_empty: bool = is_empty.map_err(engine)?;
    // Nothing else is there: events keep their places.
    let end = if is_empty { None } else { Some(places::end(&transaction).map_err(engine)?) };
    for (key, value) in reached {
        // Also the place of what was deleted: whoever has followed it goes on after that.
        let raise = "UPDATE meta SET value = max(value, ?2) WHERE key = ?1 AND (?3 OR key = 'epoch')";
        transaction.execute(raise, params![key, signed(value), is_empty]).map_err(engine)?;
    }
    let mut filling = Filling { connection: &transaction, end, owner: None, is_passing: false, number: 1, entities: 0 };
    for entry in entries {
        filling.number += 1;
        if filling.take(entry?)? {
            let entities = filling.entities;
            transaction.commit().map_err(engine)?;
            return Ok(entities);
        }
    }
    Err(CopyError::entry(filling.number, "the copy was cut off: `end` is missing").into())
}

/// Whether there is a store with entities in `dir`, asked without writing: opening it to fill it raises its epoch.
fn holds_something(dir: &Path) -> Result<bool, CopyError> {
    match SqliteLook::open(dir) {
        Ok(look) => Ok(look.size()? > 0),
        Err(OpenError::Missing { .. } | OpenError::Older { found: 0, .. }) => Ok(false),
        Err(why) => Err(why.into()),
    }
}

/// Where in the list it is.
struct Filling<'c> {
    connection: &'c Connection,
    /// The place of the newest event, behind which others come; `None` where events keep their places.
    end: Option<i64>,
    owner: Option<(i64, EntityKey)>,
    /// What comes is left out, up to the next entity.
    is_passing: bool,
    /// The number of the entry.
    number: u64,
    entities: u64,
}

impl Filling<'_> {
    /// Stores one entry; whether it was the last one.
    fn take(&mut self, entry: Copied) -> Result<bool, CopyError> {
        match entry {
            Copied::Entity { .. } => self.entity(entry)?,
            Copied::End { entries } if entries == self.number - 1 => return Ok(true),
            Copied::End { entries } => return Err(self.bad(format!("{entries} entries should come before `end`"))),
            Copied::Store { .. } => return Err(self.bad("a copy has one `store`")),
            part => self.part(part)?,
        }
        Ok(false)
    }

    fn entity(&mut self, entry: Copied) -> Result<(), CopyError> {
        let Copied::Entity { kind, id, last, epoch, deleted, origin, is_purged } = entry else { return Ok(()) };
        let key = EntityKey::new(kind, id).map_err(|error| self.bad(error.to_string()))?;
        self.is_passing = self.end.is_some() && **key.kind() == *FEEDS;
        if self.is_passing {
            return Ok(());
        }
        let (kind, id) = (&**key.kind(), &**key.id());
        let there = "SELECT 1 FROM entity WHERE kind = ?1 AND id = ?2";
        if self.connection.query_row(there, [kind, id], |_| Ok(())).optional().map_err(failed)?.is_some() {
            return Err(CopyError::Exists { key });
        }
        let shard = schema::shard(kind, id);
        let numbers = [last, epoch, deleted, origin].map(signed);
        let params = params![kind, id, shard, numbers[0], numbers[1], numbers[2], numbers[3], is_purged];
        self.run(ENTITY, params)?;
        self.owner = Some((self.connection.last_insert_rowid(), key));
        self.entities += 1;
        Ok(())
    }

    fn part(&mut self, entry: Copied) -> Result<(), CopyError> {
        if self.is_passing {
            return Ok(());
        }
        let Some((entity, key)) = &self.owner else { return Err(self.bad("it belongs to no entity")) };
        match entry {
            Copied::Event { place, seq, epoch, at, command, name, version, codec, payload, tags, trace } => {
                let place = self.end.map_or(signed(place), |end| end + 1);
                self.end = self.end.map(|_| place);
                for (at, tag) in tags.iter().enumerate().filter(|(_, tag)| !tag.is_empty()) {
                    if !tags[..at].contains(tag) {
                        self.run(places::TAG, params![tag, place])?;
                    }
                }
                let (tags, trace) = (tags.join(" "), trace.unwrap_or_default());
                let command = CommandId { epoch: command.0, number: command.1 };
                let header =
                    Header { seq, epoch, at, command, name: &name, version, codec, tags: &tags, trace: &trace };
                let sum = header.checksum(key, &payload);
                let [seq, epoch, by, number] = [seq, epoch, command.epoch, command.number].map(signed);
                let params =
                    params![place, entity, seq, epoch, at, by, number, name, version, codec, sum, payload, tags, trace];
                self.run(EVENT, params)
            }
            Copied::Snapshot { seq, epoch, at, name, version, codec, payload } => {
                let header = Header { epoch, version, ..beside_header(&name, seq, at, codec) };
                let sum = header.checksum(key, &payload);
                let params = params![entity, signed(seq), signed(epoch), at, name, version, codec, sum, payload];
                self.run(SNAPSHOT, params)
            }
            Copied::Request { n, id, seq, at, codec, reply } => {
                let sum = beside_header(&id, seq, at, codec).checksum(key, &reply);
                self.run(REQUEST, params![entity, n, id, signed(seq), at, codec, sum, reply])
            }
            Copied::Row { table, id, due, payload } => {
                let sum = of_row(key, table, &id, due, &payload);
                self.run(ROW, params![entity, table, id, due, sum, payload])
            }
            Copied::Store { .. } | Copied::Entity { .. } | Copied::End { .. } => Ok(()),
        }
    }

    /// An entry that stands twice is found by the indices.
    fn run(&self, sql: &str, params: impl rusqlite::Params) -> Result<(), CopyError> {
        let mut statement = self.connection.prepare_cached(sql).map_err(failed)?;
        statement.execute(params).map(drop).map_err(|error| self.bad(error.to_string()))
    }

    fn bad(&self, cause: impl Into<std::sync::Arc<str>>) -> CopyError {
        CopyError::entry(self.number, cause)
    }
}

//! The file of a store without the store: plain SQLite, on one thread, with all that there is to write in its hand.

use super::append::Load;
use super::ledger::{self, Deposited};
use super::report::rate;
use crate::ours::Outcome;
use mainstay::entity::Payload;
use mainstay::journal::{Codec, SqliteStore, Store as _};
use rusqlite::{Connection, params};
use std::path::Path;
use std::time::Instant;
use tokio::runtime::Runtime;

/// The log is copied into the database from so many pages on, as the store does.
const CHECKPOINT_PAGES: i32 = 8_000;

const ADD: &str = "INSERT INTO entity (kind, id, shard, cell, seq, epoch) VALUES ('ledger', ?1, 0, 0, 0, 1)";

const MOVE: &str = "UPDATE entity SET seq = ?1 WHERE entity = ?2 AND seq = ?3";

const STORE: &str =
    "INSERT INTO event (entity, seq, epoch, at, command_epoch, command_number, name, version, codec, checksum, payload)
    VALUES (?1, ?2, 1, ?3, 1, ?2, ?4, ?5, ?6, 0, ?7)";

const EVENTS: &str = "SELECT payload FROM event WHERE entity = ?1 ORDER BY seq";

fn open(dir: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(dir.join("journal.sqlite"))?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
    connection.pragma_update(None, "cache_size", -64 * 1024)?;
    Ok(connection)
}

/// Durable appends in a second, as many in a transaction as are in flight.
pub(super) fn append(runtime: &Runtime, load: Load, dir: &Path) -> Outcome<f64> {
    // For the tables.
    runtime.block_on(SqliteStore::open(dir)?.close())?;
    let connection = open(dir)?;
    let mut add = connection.prepare(ADD)?;
    let mut entities = Vec::new();
    for number in 0..load.entities {
        entities.push((add.insert([ledger::id(number)])?, 0_i64));
    }
    let (mut begin, mut commit) = (connection.prepare("BEGIN IMMEDIATE")?, connection.prepare("COMMIT")?);
    let (mut advance, mut store) = (connection.prepare(MOVE)?, connection.prepare(STORE)?);
    let start = Instant::now();
    for invoice in 0..load.each {
        begin.execute([])?;
        for customer in 0..load.in_flight {
            let (entity, seq) = &mut entities[(customer % load.entities) as usize];
            let event = ledger::event(customer.into(), invoice.into())?;
            *seq += 1;
            advance.execute(params![*seq, *entity, *seq - 1])?;
            let codec = event.codec.number();
            store.execute(params![*entity, *seq, ledger::now(), event.name, event.version, codec, event.payload])?;
        }
        commit.execute([])?;
    }
    Ok(rate(load.count(), start.elapsed()))
}

/// Decodes all events, entity by entity, on as many threads as there are workers. Says how many there were.
pub(super) fn scan(dir: &Path, entities: u32, threads: u32) -> Outcome<u32> {
    std::thread::scope(|scope| {
        let scans: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || part(dir, entities, thread, threads))).collect();
        let mut count = 0;
        for scan in scans {
            count += scan.join().map_err(|_| "a thread panicked")??;
        }
        Ok(count)
    })
}

fn part(dir: &Path, entities: u32, first: u32, step: u32) -> Outcome<u32> {
    let connection = open(dir)?;
    let mut find = connection.prepare("SELECT entity FROM entity WHERE kind = 'ledger' AND id = ?1")?;
    let mut events = connection.prepare(EVENTS)?;
    let mut count = 0;
    for number in (0..entities).skip(first as usize).step_by(step as usize) {
        let entity: i64 = find.query_row([ledger::id(number)], |row| row.get(0))?;
        let mut rows = events.query([entity])?;
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(0)?.as_blob()?;
            let Deposited { amount, .. } = Payload { codec: Codec::MessagePack, bytes }.decode()?;
            count += u32::try_from(amount)?;
        }
    }
    Ok(count)
}

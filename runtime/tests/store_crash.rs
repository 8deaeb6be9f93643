//! What is left of the store on disk when its process is killed or the power fails.

#![cfg(feature = "sqlite")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy sees tests in `#[test]` only, and not what they call")]

mod common;

use common::{all, key, payloads, stored, unit};
use mainstay::journal::{Codec, NewRequest, NewSnapshot, Row, SqliteStore, Store, Table, Unit};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use tempfile::TempDir;

const FILE: &str = "journal.sqlite";
const LOG: &str = "journal.sqlite-wal";

fn open(dir: &TempDir) -> SqliteStore {
    SqliteStore::open(dir.path()).unwrap()
}

/// A unit with all that one can have. Whatever is beside the events says the number of the last one.
fn whole(store: &dyn Store, id: &str, expected: u64) -> Unit {
    let number = (expected + 3).to_string();
    let (codec, payload) = (Codec::MessagePack, number.clone().into_bytes());
    let row = |table, id: &str| Row { table, id: id.into(), due: Some(0), payload: Some(payload.clone()) };
    Unit {
        snapshot: Some(NewSnapshot { name: "state".into(), version: 1, codec, payload: payload.clone(), keep: 2 }),
        request: Some(NewRequest { id: number.into(), codec, reply: payload.clone(), keep: 3 }),
        rows: vec![row(Table::Timer, "timer"), row(Table::Seen, "seen")],
        ..unit(store, &key(id), expected, &["x", "y", "z"])
    }
}

/// Checks that what is beside the events of the entity was stored with its last one.
async fn check_beside(store: &dyn Store, id: &str, last: u64) {
    let number = last.to_string();
    let found = store.snapshot(key(id), u64::MAX).await.unwrap();
    let snapshot = found.snapshot.unwrap();
    assert_eq!((snapshot.seq, &*snapshot.payload, &*found.damaged), (last, number.as_bytes(), &[][..]));
    let requests = store.requests(key(id), 10).await.unwrap();
    let expected = (0..3).map(|n| last - 3 * n).take_while(|number| *number > 0).map(|number| number.to_string());
    assert!(requests.iter().map(|request| request.id.to_string()).eq(expected), "{requests:?} at {last}");
    for table in [Table::Timer, Table::Seen] {
        let rows = store.rows(key(id), table, None, 10).await.unwrap();
        assert_eq!(rows.iter().filter_map(|row| row.payload.as_deref()).collect::<Vec<_>>(), [number.as_bytes()]);
    }
}

/// How many units of `x`, `y` and `z` the entity has, all of them whole.
async fn units(store: &SqliteStore, id: &str) -> u64 {
    let records = all(store, &key(id)).await;
    let mut units = 0;
    for unit in payloads(&records).chunks(3) {
        assert_eq!(unit, ["x", "y", "z"], "entity {id} has part of a unit");
        units += 1;
    }
    units
}

/// Set for the child of the test below, with the directory as value.
const CHILD: &str = "MAINSTAY_STORE_CHILD";
const ENTITIES: usize = 16;

/// Not a test of its own: the child that is killed. It says what was acknowledged, and never ends by itself.
#[tokio::test]
async fn child_that_appends_until_it_is_killed() {
    let Ok(dir) = std::env::var(CHILD) else { return };
    let store = Arc::new(SqliteStore::open(dir).unwrap());
    for entity in 0..ENTITIES {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            let id = entity.to_string();
            let mut last = store.read(key(&id), 0, u64::MAX, 1).await.unwrap().last;
            loop {
                last = store.append(whole(&*store, &id, last)).await.unwrap().last;
                // In one write: half a line must not be taken for an acknowledgement.
                std::io::stdout().write_all(format!("acknowledged {entity} {last}\n").as_bytes()).unwrap();
            }
        });
    }
    std::future::pending::<()>().await;
}

/// 40 rounds if `MAINSTAY_LONG` is set.
#[tokio::test]
async fn t52_t56_t71_every_acknowledged_unit_survives_a_kill_and_none_is_halved() {
    let dir = tempfile::tempdir().unwrap();
    let mut acknowledged = BTreeMap::new();
    let rounds = if std::env::var_os("MAINSTAY_LONG").is_some() { 40 } else { 6 };
    for round in 1..=rounds {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child_that_appends_until_it_is_killed", "--nocapture", "--test-threads=1"])
            .env(CHILD, dir.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let mut lines = Vec::new();
        while lines.len() < 150 * (1 + round % 6) {
            let mut line = String::new();
            assert_ne!(said.read_line(&mut line).unwrap(), 0, "the child ended by itself");
            lines.extend(line.starts_with("acknowledged").then_some(line));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        lines.extend(said.lines().map(Result::unwrap));
        for line in lines {
            if let Some((entity, last)) = line.trim().strip_prefix("acknowledged ").and_then(|ack| ack.split_once(' '))
            {
                acknowledged.insert(entity.to_owned(), last.parse::<u64>().unwrap());
            }
        }

        let store = open(&dir);
        assert_eq!(store.epoch(), 2 * round as u64);
        assert_eq!(acknowledged.len(), ENTITIES);
        for (entity, last) in &acknowledged {
            let stored = units(&store, entity).await * 3;
            assert!(stored >= *last, "entity {entity}: {last} was acknowledged, {stored} are stored");
            check_beside(&store, entity, stored).await;
        }
        store.close().await.unwrap();
    }
}

/// What a crash would leave of `dir` at this moment: the log is copied as far as `log` tells.
fn crash(dir: &TempDir, log: impl FnOnce(Vec<u8>) -> Vec<u8>) -> TempDir {
    let image = tempfile::tempdir().unwrap();
    fs::copy(dir.path().join(FILE), image.path().join(FILE)).unwrap();
    fs::write(image.path().join(LOG), log(fs::read(dir.path().join(LOG)).unwrap())).unwrap();
    image
}

/// Units of 3 events each, spread over 4 entities; they are only in the log.
async fn store_with_units(dir: &TempDir, units: u64) -> SqliteStore {
    open(dir).close().await.unwrap();
    let store = open(dir);
    for n in 0..units {
        let unit = unit(&store, &key(&(n % 4).to_string()), n / 4 * 3, &["x", "y", "z"]);
        store.append(unit).await.unwrap();
    }
    store
}

/// How many of these units are stored, and that they are the first ones.
async fn whole_units(store: &SqliteStore) -> u64 {
    let mut stored = Vec::new();
    for id in 0..4 {
        stored.push(units(store, &id.to_string()).await);
    }
    let total = stored.iter().sum();
    let prefix: Vec<u64> = (0..4).map(|id| (total + 3 - id) / 4).collect();
    assert_eq!(stored, prefix, "a later unit is stored without an earlier one");
    total
}

#[tokio::test]
async fn garbage_after_the_last_commit_is_ignored() {
    let dir = tempfile::tempdir().unwrap();
    let store = store_with_units(&dir, 6).await;
    let half_a_frame = |mut log: Vec<u8>| {
        // A log begins with 32 bytes, and a frame is 24 bytes and a page.
        const FRAME: usize = 24 + 4096;
        log.extend_from_within(32..32 + FRAME / 2);
        log
    };
    let garbage = |mut log: Vec<u8>| {
        log.extend((0..10_000_u32).map(|n| n.wrapping_mul(0x9e37_79b9).to_le_bytes()[3]));
        log
    };
    for image in [crash(&dir, half_a_frame), crash(&dir, garbage), crash(&dir, |log| log)] {
        let found = open(&image);
        assert_eq!(whole_units(&found).await, 6);
        assert_eq!(found.append(unit(&found, &key("0"), 6, &["x"])).await, stored(7));
    }
    store.close().await.unwrap();
}

#[tokio::test]
async fn t52_a_torn_log_recovers_to_whole_units_in_order() {
    let dir = tempfile::tempdir().unwrap();
    let store = store_with_units(&dir, 12).await;
    let length = fs::read(dir.path().join(LOG)).unwrap().len();
    let mut found = Vec::new();
    for end in (0..length).step_by(1_777).chain([length]) {
        let image = crash(&dir, |mut log| {
            log.truncate(end);
            log
        });
        found.push(whole_units(&open(&image)).await);
    }
    assert!(found.is_sorted(), "{found:?}");
    assert_eq!((found.first(), found.last()), (Some(&0), Some(&12)));
    found.dedup();
    assert_eq!(found, (0..=12).collect::<Vec<_>>(), "each unit is a step of its own");
    drop(store);
}

//! What the store on disk does about damage beside the events, and about a file of an older format.

#![cfg(feature = "sqlite")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy sees tests in `#[test]` only, and not what they call")]

mod common;

use common::{all, key, payloads, stored, unit};
use mainstay::journal::{Codec, CommandId, EntityKey, Header, NewRequest, NewSnapshot, ReadError, Record, Row};
use mainstay::journal::{SqliteStore, Store, Table, Unit};
use mainstay::system::{StartError, System};
use rusqlite::{Connection, params};
use tempfile::TempDir;

const MAX: u64 = u64::MAX;

fn open(dir: &TempDir) -> SqliteStore {
    SqliteStore::open(dir.path()).unwrap()
}

fn outside(dir: &TempDir) -> Connection {
    Connection::open(dir.path().join("journal.sqlite")).unwrap()
}

/// Three units of `a`, each with a snapshot, a request and a row.
async fn closed_store() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let store = open(&dir);
    for n in 0..3 {
        let (codec, payload) = (Codec::MessagePack, format!("{n}").into_bytes());
        let id = format!("r{n}");
        let row = Row { table: Table::Timer, id: id.clone().into(), due: Some(n), payload: Some(payload.clone()) };
        let parts = Unit {
            snapshot: Some(NewSnapshot { name: "state".into(), version: 1, codec, payload: payload.clone(), keep: 9 }),
            request: Some(NewRequest { id: id.into(), codec, reply: payload, keep: 9 }),
            rows: vec![row],
            ..unit(&store, &key("a"), n.cast_unsigned(), &["x"])
        };
        assert_eq!(store.append(parts).await, stored(n.cast_unsigned() + 1));
    }
    store.close().await.unwrap();
    dir
}

/// Has `change` done to the rows of `table` that `which` says.
fn damage(dir: &TempDir, table: &str, change: &str, which: &str) {
    let changed = outside(dir).execute(&format!("UPDATE {table} SET {change} WHERE {which}"), []).unwrap();
    assert!(changed > 0);
}

fn names(error: &ReadError, part: &str) -> bool {
    matches!(error, ReadError::Damaged { key: named, what, .. } if *named == key("a") && what.contains(part))
}

#[tokio::test]
async fn t66_a_damaged_snapshot_is_said_and_an_older_one_is_found() {
    let changes =
        ["payload = x'00'", "at = at + 1", "epoch = 9", "epoch = -1", "name = 'other'", "version = 2", "codec = 7"];
    for change in changes {
        let dir = closed_store().await;
        damage(&dir, "snapshot", change, "seq = 3");
        let found = open(&dir).snapshot(key("a"), MAX).await.unwrap();
        assert_eq!(found.snapshot.map(|snapshot| snapshot.seq), Some(2), "{change}");
        let [error] = &found.damaged[..] else { panic!("{change}: {:?}", found.damaged) };
        assert!(names(error, "snapshot at event 3"), "{change}: {error}");
    }
    let dir = closed_store().await;
    damage(&dir, "snapshot", "payload = x'00'", "true");
    let found = open(&dir).snapshot(key("a"), MAX).await.unwrap();
    assert_eq!((found.snapshot, found.damaged.len()), (None, 3), "all are damaged");
}

#[tokio::test]
async fn a_damaged_request_is_an_error_that_names_it() {
    for change in ["reply = x'00'", "at = at + 1", "seq = 9", "codec = 7", "checksum = -1"] {
        let dir = closed_store().await;
        damage(&dir, "request", change, "id = 'r1'");
        let store = open(&dir);
        let error = store.requests(key("a"), 9).await.unwrap_err();
        assert!(names(&error, "\"r1\""), "{change}: {error}");
        assert_eq!(store.requests(key("a"), 1).await.unwrap().len(), 1, "it is not among these");
    }
    let dir = closed_store().await;
    damage(&dir, "request", "id = 'x'", "id = 'r1'");
    assert!(names(&open(&dir).requests(key("a"), 9).await.unwrap_err(), "\"x\""));
}

#[tokio::test]
async fn a_damaged_row_is_an_error_that_names_it() {
    for change in ["payload = x'00'", "due = due - 1", "checksum = 0", "id = x'723100'"] {
        let dir = closed_store().await;
        damage(&dir, "side", change, "id = CAST('r1' AS BLOB)");
        let store = open(&dir);
        for error in [
            store.rows(key("a"), Table::Timer, None, 9).await.unwrap_err(),
            store.due(Table::Timer, i64::MAX, 9).await.unwrap_err(),
        ] {
            assert!(names(&error, "row 7231"), "{change}: {error}");
        }
    }
}

/// What format 2 added, as the version that wrote it had it.
const FORMAT_2: &str = "
    ALTER TABLE entity ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE entity ADD COLUMN origin INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE entity ADD COLUMN tomb INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE snapshot (
        ord INTEGER PRIMARY KEY, entity INTEGER NOT NULL, seq INTEGER NOT NULL, epoch INTEGER NOT NULL, at INTEGER NOT NULL,
        name TEXT NOT NULL, version INTEGER NOT NULL, codec INTEGER NOT NULL, checksum INTEGER NOT NULL,
        payload BLOB NOT NULL, UNIQUE (entity, seq)
    ) STRICT;
    CREATE TABLE request (
        ord INTEGER PRIMARY KEY, entity INTEGER NOT NULL, n INTEGER NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL,
        at INTEGER NOT NULL, codec INTEGER NOT NULL, checksum INTEGER NOT NULL, reply BLOB NOT NULL, UNIQUE (entity, n)
    ) STRICT;
    CREATE TABLE side (
        entity INTEGER NOT NULL, part INTEGER NOT NULL, id BLOB NOT NULL, due INTEGER, checksum INTEGER NOT NULL,
        payload BLOB NOT NULL, PRIMARY KEY (entity, part, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX side_due ON side (part, due) WHERE due IS NOT NULL;
    UPDATE meta SET value = 2 WHERE key = 'format';
    UPDATE entity SET deleted = 1;
    DELETE FROM event WHERE seq = 1;
";

/// The tables of format 1, as the version that wrote it had them.
const FORMAT_1: &str = "
    PRAGMA journal_mode = WAL;
    PRAGMA application_id = 1835100526;
    CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE entity (
        entity INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, shard INTEGER NOT NULL, cell INTEGER NOT NULL,
        seq INTEGER NOT NULL, epoch INTEGER NOT NULL, UNIQUE (kind, id)
    ) STRICT;
    CREATE TABLE event (
        ord INTEGER PRIMARY KEY, entity INTEGER NOT NULL, seq INTEGER NOT NULL, epoch INTEGER NOT NULL, at INTEGER NOT NULL,
        command_epoch INTEGER NOT NULL, command_number INTEGER NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL,
        codec INTEGER NOT NULL, checksum INTEGER NOT NULL, payload BLOB NOT NULL, UNIQUE (entity, seq)
    ) STRICT;
    INSERT INTO meta VALUES ('format', 1), ('epoch', 4);
    INSERT INTO entity VALUES (1, 'ledger', 'a', 0, 0, 2, 4);
";

fn store_of_format_1() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let old = outside(&dir);
    old.execute_batch(FORMAT_1).unwrap();
    for (seq, payload) in [(1, "a-1"), (2, "a-2")] {
        let command = CommandId { epoch: 4, number: seq };
        let header =
            Header { seq, epoch: 4, at: 0, command, name: "deposited", version: 1, codec: 1, tags: "", trace: "" };
        let checksum = header.checksum(&key("a"), payload.as_bytes());
        let sql = "INSERT INTO event VALUES (NULL, 1, ?1, 4, 0, 4, ?1, 'deposited', 1, 1, ?2, ?3)";
        old.execute(sql, params![seq.cast_signed(), checksum, payload.as_bytes()]).unwrap();
    }
    dir
}

#[tokio::test]
async fn a_store_of_format_1_is_brought_to_format_4() {
    let dir = store_of_format_1();
    for epoch in 5..7 {
        let store = open(&dir);
        assert_eq!(store.epoch(), epoch);
        let page = store.read(key("a"), 0, 2, 10).await.unwrap();
        assert_eq!((payloads(&page.records), page.deleted, page.origin), (vec!["a-1", "a-2"], 0, 0));
        store.close().await.unwrap();
    }
    let store = open(&dir);
    let row = Row { table: Table::Outbox, id: b"1".into(), due: None, payload: Some(Vec::new()) };
    let next = Unit { rows: vec![row.clone()], ..unit(&store, &key("a"), 2, &["a-3"]) };
    assert_eq!(store.append(next).await, stored(3));
    assert_eq!(store.rows(key("a"), Table::Outbox, None, 9).await, Ok(vec![row]));
    assert_eq!(store.delete(key("a"), 1).await, Ok(()));
    assert_eq!(payloads(&all(&store, &key("a")).await), ["a-2", "a-3"]);
}

#[tokio::test]
async fn a_store_of_format_2_is_brought_to_format_4() {
    let dir = store_of_format_1();
    outside(&dir).execute_batch(FORMAT_2).unwrap();
    let request = NewRequest { id: "r".into(), codec: Codec::MessagePack, reply: b"reply".into(), keep: 9 };
    for expected in 2..4 {
        let store = open(&dir);
        let mut next = Unit { request: Some(request.clone()), ..unit(&store, &key("a"), expected, &["next"]) };
        next.trace = Some("17".into());
        next.events[0].tags = vec!["money".into(), "vip".into()];
        assert_eq!(store.append(next).await, stored(expected + 1));
        store.close().await.unwrap();
    }
    let format = "SELECT value FROM meta WHERE key = 'format'";
    assert_eq!(outside(&dir).query_row(format, [], |row| row.get(0)), Ok(4));
    let store = open(&dir);
    let page = store.read(key("a"), 0, MAX, 10).await.unwrap();
    let labels = |record: &Record| (record.seq, record.tags.join(" "), record.trace.as_deref().map(str::to_string));
    let labelled = |seq| (seq, "money vip".to_string(), Some("17".to_string()));
    let expected = [(2, String::new(), None), labelled(3), labelled(4)];
    assert_eq!(page.records.iter().map(labels).collect::<Vec<_>>(), expected);
    assert_eq!((page.deleted, page.last), (1, 4));
    assert_eq!(store.requests(key("a"), 9).await.unwrap().len(), 2);
}

#[tokio::test]
async fn an_upgrade_that_fails_leaves_the_file_as_it_was() {
    let dir = store_of_format_1();
    outside(&dir).execute_batch("CREATE TABLE side (in_the_way INTEGER)").unwrap();
    assert!(SqliteStore::open(dir.path()).is_err());
    let format = "SELECT value FROM meta WHERE key = 'format'";
    assert_eq!(outside(&dir).query_row(format, [], |row| row.get(0)), Ok(1));
    outside(&dir).execute_batch("DROP TABLE side").unwrap();
    assert_eq!(open(&dir).epoch(), 5);
}

#[tokio::test]
async fn t70_two_systems_on_one_directory() {
    let dir = tempfile::tempdir().unwrap();
    let first = System::open(dir.path()).start().await.unwrap();
    let refused = System::open(dir.path()).start().await;
    let Err(StartError::Open(locked)) = refused else { panic!("{refused:?}") };
    assert!(locked.to_string().contains(&dir.path().display().to_string()), "{locked}");
    first.shutdown().await.unwrap();
    System::open(dir.path()).start().await.unwrap().shutdown().await.unwrap();
}

#[tokio::test]
async fn what_is_beside_one_entity_is_not_beside_another() {
    let dir = closed_store().await;
    let store = open(&dir);
    for key in [key("b"), EntityKey::new("other", "a").unwrap()] {
        assert_eq!(store.append(unit(&store, &key, 0, &["x"])).await, stored(1));
        assert_eq!(store.snapshot(key.clone(), MAX).await.unwrap().snapshot, None);
        assert_eq!(store.requests(key.clone(), 9).await, Ok(Vec::new()));
        assert_eq!(store.rows(key, Table::Timer, None, 9).await, Ok(Vec::new()));
    }
}

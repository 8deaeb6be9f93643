//! What the store on disk does when the disk or somebody else interferes.

#![cfg(feature = "sqlite")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy sees tests in `#[test]` only, and not what they call")]

mod common;

use common::{all, key, payloads, stored, unit};
use mainstay::journal::{AppendError, EntityKey, MAX_NUMBER, OpenError, ReadError, SqliteStore, Store};
use rusqlite::Connection;
use rusqlite::config::DbConfig;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use tempfile::TempDir;

const FILE: &str = "journal.sqlite";

fn open(dir: &TempDir) -> SqliteStore {
    SqliteStore::open(dir.path()).unwrap()
}

/// A connection past the store, as an operator or a program gone wrong would have it.
fn outside(dir: &TempDir) -> Connection {
    Connection::open(dir.path().join(FILE)).unwrap()
}

/// Events 1 to 3 of `a` and of `b`, in a store that is closed.
async fn closed_store() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let store = open(&dir);
    for id in ["a", "b"] {
        store.append(unit(&store, &key(id), 0, &["payload-1", "payload-2", "payload-3"])).await.unwrap();
    }
    store.close().await.unwrap();
    dir
}

#[test]
fn t70_a_second_owner_is_refused_with_directory_and_process() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(&dir);
    let refused = SqliteStore::open(dir.path()).unwrap_err();
    assert!(matches!(&refused, OpenError::Locked { dir: named, .. } if named == dir.path()));
    let message = refused.to_string();
    assert!(message.contains(&dir.path().display().to_string()), "{message}");
    assert!(cfg!(windows) || message.contains(&format!("by process {}", std::process::id())), "{message}");
    assert_eq!(store.epoch(), 1);
}

#[tokio::test]
async fn t70_an_owner_past_the_lock_is_fenced() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(&dir);
    store.append(unit(&store, &key("a"), 0, &["a-1"])).await.unwrap();
    outside(&dir).execute("UPDATE meta SET value = 2 WHERE key = 'epoch'", []).unwrap();
    let refused = store.append(unit(&store, &key("a"), 1, &["a-2"])).await;
    assert_eq!(refused, Err(AppendError::Fenced { key: key("a"), epoch: 1, current: 2 }));
    assert_eq!(payloads(&all(&store, &key("a")).await), ["a-1"]);
}

#[tokio::test]
async fn t54_an_entity_written_under_a_higher_epoch_fences() {
    let dir = closed_store().await;
    outside(&dir).execute("UPDATE entity SET epoch = 9 WHERE id = 'a'", []).unwrap();
    let store = open(&dir);
    let refused = store.append(unit(&store, &key("a"), 3, &["a-4"])).await;
    assert_eq!(refused, Err(AppendError::Fenced { key: key("a"), epoch: 2, current: 9 }));
}

#[tokio::test]
async fn the_directory_is_made_and_the_epoch_rises_at_each_opening() {
    let dir = tempfile::tempdir().unwrap();
    let deep = dir.path().join("some/where");
    for epoch in 1..=4 {
        let store = SqliteStore::open(&deep).unwrap();
        assert_eq!((store.epoch(), store.dir()), (epoch, &*deep));
        store.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_store_that_is_dropped_finishes_and_lets_go() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(&dir);
    drop(store.append(unit(&store, &key("a"), 0, &["a-1"])));
    drop(store);
    let store = loop {
        match SqliteStore::open(dir.path()) {
            Err(OpenError::Locked { .. }) => std::thread::yield_now(),
            opened => break opened.unwrap(),
        }
    };
    assert_eq!(payloads(&all(&store, &key("a")).await), ["a-1"]);
}

/// What reading `id` says, all of it in one page.
async fn read(dir: &TempDir, id: &str) -> Result<usize, ReadError> {
    let store = open(dir);
    let page = store.read(key(id), 0, u64::MAX, 100).await;
    store.close().await.unwrap();
    page.map(|page| page.records.len())
}

#[tokio::test]
async fn t58_a_flipped_bit_in_the_file_is_found() {
    let dir = closed_store().await;
    let file = dir.path().join(FILE);
    let mut bytes = fs::read(&file).unwrap();
    let place = bytes.windows(9).position(|window| window == b"payload-2").unwrap();
    bytes[place] ^= 1;
    fs::write(&file, bytes).unwrap();

    let damaged: Vec<_> = [read(&dir, "a").await, read(&dir, "b").await].into_iter().filter_map(Result::err).collect();
    let [error @ ReadError::Corrupt { key, seq: 2, .. }] = &damaged[..] else { panic!("{damaged:?}") };
    let message = error.to_string();
    assert!(message.contains(&key.to_string()) && message.contains("deposited"), "{message}");
}

#[tokio::test]
async fn t58_a_change_in_any_column_is_found() {
    let changes = [
        "epoch = epoch + 1",
        "at = at + 1",
        "command_epoch = 0",
        "command_number = -1",
        "name = 'withdrawn'",
        "version = 2",
        "codec = 2",
        "codec = 256",
        "checksum = checksum - 1",
        "checksum = -1",
        "payload = x''",
        "tags = 'money'",
        "trace = '17'",
        "payload = CAST(payload || 'x' AS BLOB)",
    ];
    let dir = closed_store().await;
    for change in changes {
        let connection = outside(&dir);
        connection.execute_batch("DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT * FROM event").unwrap();
        let event = "entity = (SELECT entity FROM entity WHERE id = 'a') AND seq = 2";
        connection.execute(&format!("UPDATE event SET {change} WHERE {event}"), []).unwrap();
        let error = read(&dir, "a").await.unwrap_err();
        assert!(
            matches!(&error, ReadError::Corrupt { key: found, seq: 2, .. } if *found == key("a")),
            "{change}: {error}"
        );
        assert_eq!(read(&dir, "b").await, Ok(3));
        connection.execute_batch("DELETE FROM event; INSERT INTO event SELECT * FROM kept").unwrap();
        assert_eq!(read(&dir, "a").await, Ok(3));
    }
}

#[tokio::test]
async fn t58_an_unknown_codec_is_an_error_of_its_own() {
    use mainstay::journal::{CommandId, Header};

    let dir = closed_store().await;
    let command = CommandId { epoch: 1, number: 0 };
    let header = Header {
        seq: 2,
        epoch: 1,
        at: 1_700_000_000_000_000,
        command,
        name: "deposited",
        version: 1,
        codec: 9,
        tags: "",
        trace: "",
    };
    let checksum = header.checksum(&key("a"), b"payload-2");
    outside(&dir)
        .execute("UPDATE event SET codec = 9, checksum = ?1 WHERE entity = 1 AND seq = 2", [checksum])
        .unwrap();
    let message = read(&dir, "a").await.unwrap_err().to_string();
    assert!(message.contains("codec 9") && message.contains("event 2 of ledger \"a\""), "{message}");
}

#[tokio::test]
async fn t58_an_event_under_another_entity_is_found() {
    let dir = closed_store().await;
    outside(&dir)
        .execute_batch(
            "UPDATE event SET entity = -entity WHERE seq = 1; UPDATE event SET entity = 3 + entity WHERE seq = 1",
        )
        .unwrap();
    for id in ["a", "b"] {
        assert!(matches!(read(&dir, id).await, Err(ReadError::Corrupt { seq: 1, .. })));
    }
}

#[tokio::test]
async fn case_actor_a28d_t57_a_missing_event_is_an_error_and_not_a_shorter_list() {
    let gap = |expected, found| Err(ReadError::Gap { key: key("a"), expected, found });
    for (missing, error) in [(1, gap(1, 2)), (2, gap(2, 3)), (3, gap(3, 4))] {
        let dir = closed_store().await;
        outside(&dir).execute("DELETE FROM event WHERE entity = 1 AND seq = ?1", [missing]).unwrap();
        assert_eq!(read(&dir, "a").await, error);
        assert_eq!(read(&dir, "b").await, Ok(3));
    }
}

#[tokio::test]
async fn t57_an_event_above_the_last_number_is_an_error() {
    let dir = closed_store().await;
    outside(&dir).execute("UPDATE entity SET seq = 2 WHERE id = 'a'", []).unwrap();
    assert!(matches!(read(&dir, "a").await, Err(ReadError::Corrupt { seq: 3, .. })));
}

#[tokio::test]
async fn t63_numbers_beyond_32_and_53_bits() {
    let dir = closed_store().await;
    for last in [1_u64 << 31, 1 << 53, MAX_NUMBER - 1] {
        let number = i64::try_from(last).unwrap();
        outside(&dir).execute("UPDATE entity SET seq = ?1 WHERE id = 'a'", [number]).unwrap();
        let store = open(&dir);
        assert_eq!(store.append(unit(&store, &key("a"), last, &["far"])).await, stored(last + 1));
        let page = store.read(key("a"), last, u64::MAX, 10).await.unwrap();
        assert_eq!((page.records[0].seq, page.last), (last + 1, last + 1));
        store.close().await.unwrap();
    }
}

#[tokio::test]
async fn t68_after_a_failed_write_the_store_takes_no_more() {
    let dir = closed_store().await;
    let fail = "CREATE TRIGGER fail BEFORE INSERT ON event WHEN NEW.payload = CAST('boom' AS BLOB) \
                BEGIN SELECT RAISE(FAIL, 'the disk is gone'); END";
    outside(&dir).execute_batch(fail).unwrap();
    let store = open(&dir);
    assert_eq!(store.append(unit(&store, &key("a"), 3, &["fine"])).await, stored(4));

    let failed = store.append(unit(&store, &key("b"), 3, &["x", "y", "boom"])).await;
    assert!(matches!(&failed, Err(AppendError::Unknown { cause }) if cause.contains("the disk is gone")), "{failed:?}");
    for (id, last) in [("a", 4), ("b", 3), ("c", 0)] {
        let refused = store.append(unit(&store, &key(id), last, &["x"])).await;
        assert!(matches!(&refused, Err(AppendError::Poisoned { cause }) if cause.contains("the disk is gone")));
    }
    assert_eq!(all(&store, &key("b")).await.len(), 3, "it can be read");
    assert!(matches!(store.close().await, Err(AppendError::Poisoned { .. })));

    outside(&dir).execute_batch("DROP TRIGGER fail").unwrap();
    let store = open(&dir);
    assert_eq!(all(&store, &key("a")).await.len(), 4);
    assert_eq!(store.append(unit(&store, &key("b"), 3, &["again"])).await, stored(4));
    assert_eq!(store.ids("ledger".into(), None, 10).await.unwrap().len(), 2, "nothing of a refused unit is stored");
}

/// Tries to open the store, and checks that this changed nothing in its files.
fn refused(dir: &Path) -> OpenError {
    let files = || ["", "-wal"].map(|suffix| fs::read(dir.join(format!("{FILE}{suffix}"))).unwrap_or_default());
    let before = files();
    let error = SqliteStore::open(dir).unwrap_err();
    assert!(files() == before, "{error}");
    assert!(error.to_string().contains(&dir.join(FILE).display().to_string()), "{error}");
    error
}

#[tokio::test]
async fn a_newer_format_is_refused() {
    let dir = closed_store().await;
    outside(&dir)
        .execute_batch("UPDATE meta SET value = 7 WHERE key = 'format'; PRAGMA wal_checkpoint(TRUNCATE)")
        .unwrap();
    let error = refused(dir.path());
    assert!(matches!(error, OpenError::Newer { found: 7, known: 4, .. }), "{error}");
    outside(&dir).execute("UPDATE meta SET value = 4 WHERE key = 'format'", []).unwrap();
    assert_eq!(open(&dir).epoch(), 2, "a refusal raises no epoch");
}

#[test]
fn a_foreign_file_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    File::create(dir.path().join(FILE)).unwrap().write_all(&b"Dear diary, today I wrote SQL. ".repeat(100)).unwrap();
    let error = refused(dir.path());
    assert!(matches!(error, OpenError::Foreign { .. }), "{error}");

    let dir = tempfile::tempdir().unwrap();
    let diary = outside(&dir);
    // So that its log is still there after closing, as after a crash.
    diary.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).unwrap();
    diary.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE diary (day TEXT)").unwrap();
    drop(diary);
    let error = refused(dir.path());
    assert!(matches!(error, OpenError::Foreign { .. }), "{error}");
}

#[tokio::test]
async fn a_store_without_its_format_is_refused() {
    for damage in
        ["DELETE FROM meta WHERE key = 'format'", "UPDATE meta SET value = 0 WHERE key = 'format'", "DROP TABLE meta"]
    {
        let dir = closed_store().await;
        outside(&dir).execute_batch(&format!("{damage}; PRAGMA wal_checkpoint(TRUNCATE)")).unwrap();
        assert!(matches!(refused(dir.path()), OpenError::Foreign { .. }));
    }
}

#[tokio::test]
async fn anybody_can_look_at_an_open_store() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(&dir);
    let order = EntityKey::new("order", "42").unwrap();
    store.append(unit(&store, &order, 0, &["x", "y"])).await.unwrap();
    let sql = "SELECT kind || ' ' || id || ' ' || event.seq || ' ' || name FROM event JOIN entity USING (entity) ORDER BY ord";
    let seen: String =
        outside(&dir).query_row(&format!("SELECT group_concat(({sql}), ', ')"), [], |row| row.get(0)).unwrap();
    assert_eq!(seen, "order 42 1 deposited");
    let mut owner = String::new();
    File::open(dir.path().join("lock")).unwrap().read_to_string(&mut owner).unwrap();
    assert_eq!(owner.trim(), std::process::id().to_string());
}

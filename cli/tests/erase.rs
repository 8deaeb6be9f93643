//! Erasing an entity: none of its bytes are in any file of the store's directory, whatever part of it they were in.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::journal::{
    Codec, CommandId, EntityKey, NewEvent, NewRequest, NewSnapshot, Row, SqliteLook, SqliteStore, Store, Table, Unit,
};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// What stands in the parts of an entity, so that each can be looked for.
const MARKS: [&str; 9] = [
    "mark-of-an-event",
    "mark-of-an-event's-name",
    "mark-of-a-tag",
    "mark-of-a-trace",
    "mark-of-a-snapshot",
    "mark-of-a-request",
    "mark-of-a-reply",
    "mark-of-a-row",
    "mark-of-a-row's-id",
];

#[tokio::test]
async fn v11_nothing_of_a_purged_entity_is_left_in_any_file() {
    let dir = store().await;
    assert_eq!(found(dir.path()), MARKS, "each part is stored as it is");
    assert_eq!(
        said(&run(&["purge", at(&dir), "customer/7"])),
        "1 entities purged; backups and exports that were made before still have them\n"
    );
    assert_eq!(found(dir.path()), [""; 0]);
    assert_eq!(said(&run(&["verify", at(&dir)])), "40 entities verified, 0 faults\n");
    // What stays: the name, and the number, so that it is not given again.
    assert_eq!(
        said(&run(&["entities", at(&dir), "--after", "customer/6", "--limit", "1"])),
        "customer/7  purged after event 2\n"
    );
    let look = SqliteLook::open(dir.path()).expect("it is there");
    assert_eq!(look.entity(&key("7")).expect("readable").map(|known| (known.last, known.is_purged)), Some((2, true)));
}

/// The store's own purge frees pages, and what stood in them stands there until they are used again.
#[tokio::test]
async fn v11_what_a_running_system_has_purged_is_gone_after_a_vacuum() {
    let dir = store().await;
    let store = SqliteStore::open(dir.path()).expect("it is free");
    store.purge(key("7")).await.expect("it is there");
    refused(&run(&["vacuum", at(&dir)]), 2, "is open already");
    store.close().await.expect("it is open");
    assert_ne!(found(dir.path()), [""; 0], "freed, and not overwritten");
    assert_eq!(said(&run(&["vacuum", at(&dir)])), "the store was written anew, without what was deleted\n");
    assert_eq!(found(dir.path()), [""; 0]);
}

#[tokio::test]
async fn v11_events_that_were_deleted_behind_a_snapshot_are_gone_after_a_vacuum() {
    let dir = store().await;
    let store = SqliteStore::open(dir.path()).expect("it is free");
    store.delete(key("7"), u64::MAX).await.expect("it is there");
    store.close().await.expect("it is open");
    said(&run(&["vacuum", at(&dir)]));
    let found = found(dir.path());
    let of_events = ["mark-of-an-event", "mark-of-an-event's-name", "mark-of-a-tag", "mark-of-a-trace"];
    assert!(of_events.iter().all(|mark| !found.contains(mark)), "{found:?}");
    assert!(found.contains(&"mark-of-a-snapshot"));
}

#[tokio::test]
async fn who_is_not_there_is_not_purged_and_neither_are_the_others() {
    let dir = store().await;
    refused(&run(&["purge", at(&dir), "customer/7", "customer/nobody"]), 2, "has never had customer \"nobody\"");
    assert_eq!(found(dir.path()), MARKS);
    let empty = tempfile::tempdir().expect("there is room");
    refused(&run(&["purge", at(&empty), "customer/7"]), 2, "there is no store in");
    refused(&run(&["vacuum", at(&empty)]), 2, "there is no store in");
    assert_eq!(fs::read_dir(&empty).expect("it is there").count(), 0);
    assert_eq!(run(&["purge", at(&dir)]).status.code(), Some(2), "whom?");
}

/// A reader that holds an old view of the file keeps the log from being emptied.
#[tokio::test]
async fn while_somebody_reads_it_is_said_that_the_bytes_are_still_there() {
    let dir = store().await;
    let reader = rusqlite::Connection::open(dir.path().join("journal.sqlite")).expect("it is there");
    reader.execute_batch("BEGIN; SELECT count(*) FROM event").expect("it is SQL");
    refused(
        &run(&["purge", at(&dir), "customer/7"]),
        2,
        "is read by somebody, so that what was deleted is still in its files",
    );
    drop(reader);
    said(&run(&["vacuum", at(&dir)]));
    assert_eq!(found(dir.path()), [""; 0]);
}

/// The marks that are in one of the files of the directory.
fn found(dir: &Path) -> Vec<&'static str> {
    let mut files = Vec::new();
    for file in fs::read_dir(dir).expect("it is there") {
        files.extend(fs::read(file.expect("it is there").path()).expect("it can be read"));
        files.extend([0; 32]);
    }
    // A mark that another begins with is not taken for it.
    let ends = |mark: &str| {
        files.windows(mark.len() + 1).any(|bytes| bytes.starts_with(mark.as_bytes()) && bytes[mark.len()] != b'\'')
    };
    MARKS.into_iter().filter(|mark| ends(mark)).collect()
}

/// Forty customers, of whom the seventh has everything that an entity can have, in pages that it shares with others.
async fn store() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("there is room");
    let store = SqliteStore::open(dir.path()).expect("it is free");
    for n in 0..40 {
        let id = n.to_string();
        let unit = if n == 7 { marked() } else { unit(&id, 0, "moved", vec![b'x'; 300]) };
        store.append(unit).await.expect("it can be stored");
    }
    let more = Unit { rows: rows("mark-of-a-row", "another row"), ..unit("7", 1, "moved", Vec::new()) };
    store.append(more).await.expect("it can be stored");
    store.close().await.expect("it is open");
    dir
}

fn marked() -> Unit {
    let payload = |mark: &str| mark.as_bytes().repeat(400);
    let mut unit = unit("7", 0, "mark-of-an-event's-name", payload("mark-of-an-event"));
    unit.events[0].tags = vec!["mark-of-a-tag".into()];
    unit.trace = Some("mark-of-a-trace".into());
    unit.snapshot = Some(NewSnapshot {
        name: "customer".into(),
        version: 1,
        codec: Codec::MessagePack,
        payload: payload("mark-of-a-snapshot"),
        keep: 2,
    });
    unit.request = Some(NewRequest {
        id: "mark-of-a-request".into(),
        codec: Codec::MessagePack,
        reply: payload("mark-of-a-reply"),
        keep: 9,
    });
    unit.rows = rows("mark-of-a-row", "mark-of-a-row's-id");
    unit
}

/// A row in each of the tables: what is to be sent, what was taken, and timers.
fn rows(payload: &str, id: &str) -> Vec<Row> {
    let row = |table| Row { table, id: id.into(), due: Some(5_000_000), payload: Some(payload.as_bytes().repeat(40)) };
    [Table::Outbox, Table::Seen, Table::Timer].map(row).into()
}

fn unit(id: &str, expected: u64, name: &'static str, payload: Vec<u8>) -> Unit {
    let event = NewEvent { name: name.into(), version: 1, codec: Codec::MessagePack, payload, tags: Vec::new() };
    let command = CommandId { epoch: 1, number: expected + 1 };
    Unit::new(key(id), expected, 1, 1_000_000, command, vec![event])
}

fn key(id: &str) -> EntityKey {
    EntityKey::new("customer", id).expect("it is short")
}

fn at(dir: &(impl AsRef<Path> + ?Sized)) -> &str {
    dir.as_ref().to_str().expect("it is text")
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mainstay")).args(arguments).output().expect("it is built")
}

fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{}{text}", String::from_utf8_lossy(&output.stderr));
    text
}

fn refused(output: &Output, code: i32, cause: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert!(error.contains(cause) && error.lines().count() == 1, "{error}");
}

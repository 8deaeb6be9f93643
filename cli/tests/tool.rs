//! The program as an operator runs it, on stores that the library has made.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::journal::{
    Codec, CommandId, EntityKey, NewEvent, NewRequest, NewSnapshot, Row, SqliteStore, Store, Table, Unit,
};
use rusqlite::Connection;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

#[test]
fn entities_are_listed_by_type_and_page_by_page() {
    let dir = store();
    assert_eq!(
        said(&run(&["entities", at(&dir)])),
        "bill/1  last event 1, epoch 1\norder/a  last event 2, epoch 1\norder/b  purged after event 1\n"
    );
    assert_eq!(said(&run(&["entities", at(&dir), "--type", "bill"])), "bill/1  last event 1, epoch 1\n");
    let page = run(&["entities", at(&dir), "--limit", "1", "--after", "bill/1"]);
    assert_eq!(said(&page), "order/a  last event 2, epoch 1\n");
    assert_eq!(String::from_utf8_lossy(&page.stderr), "there may be more: go on with --after order/a\n");
}

#[test]
fn an_entity_is_shown_without_its_types() {
    let dir = store();
    let shown = said(&run(&["show", at(&dir), "order/a"]));
    assert_eq!(
        shown,
        "order/a  last event 2, epoch 1
  snapshot after event 2  {\"sum\":7}
  1  1970-01-01T00:00:01.000000Z  placed v1  {\"sum\":7}
  2  1970-01-01T00:00:01.000000Z  placed v1  {\"sum\":7}
"
    );
    let json = said(&run(&["show", at(&dir), "order/a", "--after", "1", "--json"]));
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[2]["event"]["seq"], 2);
    assert_eq!(lines[2]["event"]["payload"]["sum"], 7);
    assert_eq!(lines[2]["event"]["tags"][0], "money");
}

#[test]
fn everything_is_counted() {
    let dir = store();
    assert_eq!(
        said(&run(&["stats", at(&dir)])),
        "epoch 1\nentities 2\npurged 1\nevents 3\nevent_bytes 18\nsnapshots 1\nrequests 1\ntimer_rows 1\noutbox_rows 0\nseen_rows 0\n"
    );
}

#[test]
fn rows_of_timers_are_listed_even_if_they_are_of_nobody_s_format() {
    let dir = store();
    assert_eq!(said(&run(&["unconfirmed", at(&dir)])), "");
    assert_eq!(said(&run(&["timers", at(&dir)])), "order/a  remind  due 1970-01-01T00:00:05.000000Z  {\"sum\":7}\n");
}

#[test]
fn a_sound_store_is_verified_and_not_changed() {
    let dir = store();
    let before = bytes(&dir);
    let output = run(&["verify", at(&dir)]);
    assert_eq!(said(&output), "3 entities verified, 0 faults\n");
    assert_eq!(before, bytes(&dir));
}

#[test]
fn each_fault_is_named_with_its_entity_and_number() {
    for (sql, fault) in [
        ("UPDATE event SET payload = x'00' WHERE seq = 2", "event 2 of order \"a\" is damaged: `placed` has checksum"),
        (
            "DELETE FROM event WHERE seq = 1 AND entity = (SELECT entity FROM entity WHERE id = 'a')",
            "event 1 of order \"a\" is missing: the next one stored is 2",
        ),
        ("DELETE FROM event WHERE seq = 2", "event 2 of order \"a\" is missing: the next one stored is 3"),
        (
            "UPDATE entity SET seq = 1 WHERE id = 'a'",
            "the request \"again\" of order \"a\" is at event 2, and its last event is 1",
        ),
        ("UPDATE entity SET seq = 1 WHERE id = 'a'", "event 2 of order \"a\" is none of its: it has events 1 to 1"),
        (
            "UPDATE entity SET seq = 1 WHERE id = 'a'",
            "the snapshot at event 2 of order \"a\" is at event 2, and its last event is 1",
        ),
        ("UPDATE entity SET epoch = 0 WHERE id = 'a'", "event 1 of order \"a\" has epoch 1, which must be 0 to 0"),
        (
            "UPDATE meta SET value = 0 WHERE key = 'epoch'",
            "bill \"1\" was written under epoch 1, and the store is at epoch 0",
        ),
        ("UPDATE snapshot SET at = 3", "the snapshot at event 2 of order \"a\" is damaged"),
        ("UPDATE request SET reply = x''", "the request \"again\" of order \"a\" is damaged"),
        ("UPDATE side SET due = 1", "in Timer of order \"a\" is damaged"),
        ("UPDATE side SET part = 9", "a row of order \"a\" is in table 9, which this version does not know"),
        ("UPDATE side SET entity = 77", "1 rows in table `side` belong to entity number 77, which does not exist"),
        (
            "UPDATE event SET entity = 77 WHERE seq = 2",
            "1 rows in table `event` belong to entity number 77, which does not exist",
        ),
        ("UPDATE snapshot SET entity = 77", "1 rows in table `snapshot` belong to entity number 77"),
        ("UPDATE request SET entity = 77", "1 rows in table `request` belong to entity number 77"),
        ("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'side_due'", "the file is damaged: "),
        ("UPDATE entity SET tomb = 1 WHERE id = '1'", "bill \"1\" was purged, and an event is left of it"),
    ] {
        let dir = store();
        change(&dir, sql);
        let output = run(&["verify", at(&dir)]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{sql}: {text}");
        assert!(text.lines().any(|line| line.starts_with("fault: ") && line.contains(fault)), "{sql}: {text}");
    }
}

#[test]
fn what_was_exported_and_imported_is_exported_the_same() {
    let dir = store();
    let exported = run(&["export", at(&dir)]).stdout;
    let copy = tempfile::tempdir().expect("there is room");
    assert_eq!(said(&feed(&["import", at(&copy)], &exported)), "3 entities imported\n");
    assert_eq!(String::from_utf8_lossy(&run(&["export", at(&copy)]).stdout), String::from_utf8_lossy(&exported));
    assert_eq!(said(&run(&["verify", at(&copy)])), "3 entities verified, 0 faults\n");

    let again = feed(&["import", at(&copy)], &exported);
    refused(&again, 2, "is not empty");
    let again = feed(&["import", "--add", at(&copy)], &exported);
    refused(&again, 2, "is in the store already: nothing was imported");
}

#[test]
fn one_entity_is_copied_into_a_store_that_has_others() {
    let dir = store();
    let exported = run(&["export", at(&dir), "--entity", "order/a"]).stdout;
    let other = tempfile::tempdir().expect("there is room");
    fill(other.path(), &[unit("order", "z", 0)], false);
    assert_eq!(said(&feed(&["import", "--add", at(&other)], &exported)), "1 entities imported\n");
    assert_eq!(said(&run(&["verify", at(&other)])), "2 entities verified, 0 faults\n");
}

#[test]
fn an_import_that_was_cut_off_stores_nothing() {
    let dir = store();
    let exported = run(&["export", at(&dir)]).stdout;
    let text = String::from_utf8(exported).expect("it is JSON");
    let lines: Vec<_> = text.lines().collect();
    let copy = tempfile::tempdir().expect("there is room");
    let cut = lines[..lines.len() - 1].join("\n");
    refused(&feed(&["import", at(&copy)], cut.as_bytes()), 2, "the copy was cut off: `end` is missing");
    assert_eq!(said(&run(&["entities", at(&copy)])), "");
    let new = copy.path().join("new");
    refused(&feed(&["import", at(&new)], b"no\n"), 2, "line 1 is not what `export` writes");
    assert!(!new.exists());
}

#[test]
fn a_store_in_use_is_read_and_backed_up_and_not_written() {
    let dir = store();
    let exported = run(&["export", at(&dir)]).stdout;
    let system = SqliteStore::open(dir.path()).expect("nobody has it open");
    let copy = dir.path().join("copy");
    assert!(said(&run(&["backup", at(&dir), at(&copy)])).starts_with("2 entities copied to "));
    refused(&run(&["backup", at(&dir), at(&copy)]), 2, "is not empty");
    refused(&feed(&["import", "--add", at(&dir)], &exported), 2, "is open already, by process");
    assert_eq!(said(&run(&["verify", at(&copy)])), "3 entities verified, 0 faults\n");
    drop(system);
    // Restored: the copy is a store.
    let restored = SqliteStore::open(&copy).expect("the copy is a store");
    assert_eq!(restored.epoch(), 3);
}

#[test]
fn new_events_are_shown_while_the_system_runs() {
    let dir = store();
    let mut tail = tool(&["tail", "--all", at(&dir)]).stdout(Stdio::piped()).spawn().expect("it is built");
    let mut lines = BufReader::new(tail.stdout.take().expect("it is piped")).lines();
    let mut next = || lines.next().expect("it goes on").expect("it is text");
    assert!(next().starts_with("order/a  1  "));
    assert!(next().starts_with("order/a  2  "));
    assert!(next().starts_with("bill/1  1  "));
    fill(dir.path(), &[unit("order", "new", 0)], false);
    assert!(next().starts_with("order/new  1  "));
    tail.kill().expect("it runs");
    tail.wait().expect("it ends");
}

#[test]
fn bad_input_is_one_line_and_nothing_is_written() {
    let dir = tempfile::tempdir().expect("there is room");
    refused(&run(&["stats", at(&dir)]), 2, "there is no store in");
    assert_eq!(fs::read_dir(&dir).expect("it is there").count(), 0);

    let file = dir.path().join("journal.sqlite");
    fs::write(&file, "This is a letter, and long enough that one may look for a header in it.".repeat(20))
        .expect("room");
    refused(&run(&["verify", at(&dir)]), 2, "is not a store of mainstay");
    fs::write(&file, "").expect("room");
    refused(&run(&["verify", at(&dir)]), 2, "has format 0, and reading alone needs format");

    let newer = store();
    change(&newer, "UPDATE meta SET value = 99 WHERE key = 'format'");
    refused(&run(&["entities", at(&newer)]), 2, "run a newer version");

    refused(&run(&["backup", at(&newer), at(&dir.path().join("copy"))]), 2, "run a newer version");
    refused(
        &feed(&["import", "--add", at(&newer)], b"{\"store\":{\"version\":1,\"epoch\":1}}\n"),
        2,
        "run a newer version",
    );
    refused(&run(&["purge", at(&newer), "order/a"]), 2, "run a newer version");
    refused(&run(&["vacuum", at(&newer)]), 2, "run a newer version");

    let good = store();
    refused(&run(&["show", at(&good), "order/nobody"]), 2, "the store has never had order \"nobody\"");
    assert_eq!(run(&["show", at(&good), "nobody"]).status.code(), Some(2));
}

/// Every command that takes a directory, on one without a store, on a file that is none, and on a path that is no directory.
#[test]
fn every_command_says_in_one_line_what_is_wrong_with_a_directory() {
    let empty = tempfile::tempdir().expect("there is room");
    let foreign = tempfile::tempdir().expect("there is room");
    let letter = "This is a letter, and long enough that one may look for a header in it.".repeat(20);
    fs::write(foreign.path().join("journal.sqlite"), &letter).expect("room");
    let file = foreign.path().join("journal.sqlite");
    for words in [
        &["entities"][..],
        &["show", "order/a"],
        &["stats"],
        &["timers"],
        &["unconfirmed"],
        &["verify"],
        &["check"],
        &["export"],
        &["backup", "copy"],
        &["tail"],
        &["purge", "order/a"],
        &["vacuum"],
    ] {
        let asked = |dir: &Path| {
            let mut all = vec![words[0], at(dir)];
            all.extend(&words[1..]);
            all.insert(0, "--json");
            tool(&all).current_dir(&empty).output().expect("it is built")
        };
        refused(&asked(empty.path()), 2, "there is no store in");
        refused(&asked(&file), 2, "there is no store in");
        refused(&asked(foreign.path()), 2, "is not a store of mainstay");
    }
    assert_eq!(fs::read_dir(&empty).expect("it is there").count(), 0, "nothing was written");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), letter);
}

#[test]
fn what_is_no_copy_is_refused_by_line_and_nothing_is_stored() {
    let dir = store();
    let exported = String::from_utf8(run(&["export", at(&dir)]).stdout).expect("it is JSON");
    let lines: Vec<_> = exported.lines().collect();
    let without = |gone: usize| {
        let kept = lines.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, line)| *line);
        kept.collect::<Vec<_>>().join("\n")
    };
    let newer = exported.replacen("\"version\":1", "\"version\":9", 1);
    let other = exported.replacen("\"entity\"", "\"being\"", 1);
    for (input, cause) in [
        (String::new(), "there is none"),
        (without(0), "a copy begins with `store`"),
        (without(1), "it belongs to no entity"),
        (without(2), "entries should come before `end`"),
        (newer, "the copy has version 9"),
        (other, "line 2 is not what `export` writes"),
    ] {
        let copy = tempfile::tempdir().expect("there is room");
        refused(&feed(&["import", at(&copy)], input.as_bytes()), 2, cause);
        let stored = run(&["entities", at(&copy)]);
        assert_eq!(String::from_utf8_lossy(&stored.stdout), "", "{cause}");
    }
    let copy = tempfile::tempdir().expect("there is room");
    refused(&run(&["import", at(&copy), "no-such-file"]), 2, "no-such-file cannot be read");
}

#[test]
fn a_store_that_holds_something_is_not_opened_to_find_that_out() {
    let dir = store();
    let exported = run(&["export", at(&dir)]).stdout;
    let before = said(&run(&["stats", at(&dir)]));
    refused(&feed(&["import", at(&dir)], &exported), 2, "is not empty");
    assert_eq!(said(&run(&["stats", at(&dir)])), before, "its epoch too");
}

#[test]
fn every_line_of_every_command_is_an_object_with_json() {
    let dir = store();
    let copy = tempfile::tempdir().expect("there is room");
    let (copy, file) = (copy.path().join("copy"), copy.path().join("lines"));
    fs::write(&file, run(&["export", at(&dir)]).stdout).expect("room");
    for words in [
        &["entities", at(&dir)][..],
        &["show", at(&dir), "order/a"],
        &["stats", at(&dir)],
        &["timers", at(&dir)],
        &["unconfirmed", at(&dir)],
        &["verify", at(&dir)],
        &["export", at(&dir)],
        &["backup", at(&dir), at(&copy)],
        &["import", at(&file.with_extension("new")), at(&file)],
        &["purge", at(&copy), "order/a"],
        &["vacuum", at(&copy)],
        &["completions", "zsh"],
        &["man"],
    ] {
        let mut all = words.to_vec();
        all.push("--json");
        let text = said(&run(&all));
        for line in text.lines() {
            let line: Result<serde_json::Value, _> = serde_json::from_str(line);
            assert!(line.is_ok_and(|line| line.is_object()), "{words:?}: {text}");
        }
    }
}

#[test]
fn a_truncated_file_is_told_in_one_line() {
    let dir = store();
    change(&dir, "PRAGMA wal_checkpoint(TRUNCATE)");
    let file = dir.path().join("journal.sqlite");
    let whole = fs::metadata(&file).expect("it is there").len();
    fs::File::options().write(true).open(&file).and_then(|file| file.set_len(whole / 2)).expect("it can be cut");
    let output = run(&["export", at(&dir)]);
    assert_ne!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "{output:?}");
}

#[test]
fn a_reader_that_has_enough_is_no_failure() {
    let dir = tempfile::tempdir().expect("there is room");
    let units: Vec<_> = (0..2000).map(|number| unit("order", &format!("{number:04}"), 0)).collect();
    fill(dir.path(), &units, false);
    let mut child =
        tool(&["export", at(&dir)]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it is built");
    let mut first = String::new();
    BufReader::with_capacity(64, child.stdout.take().expect("it is piped")).read_line(&mut first).expect("it is text");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
}

#[test]
fn completions_and_the_manual_page_name_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(said(&run(&["completions", shell])).contains("unconfirmed"));
    }
    assert!(said(&run(&["man"])).contains("unconfirmed"));
    let page = said(&run(&["man", "show"]));
    assert!(page.contains(".TH mainstay-show 1") && page.contains("Show the state after the event"), "{page}");
    refused(&run(&["man", "fly"]), 2, "there is no command `fly`");
    assert!(said(&run(&["--help"])).contains("Examples:"));
}

/// Two orders, one of them purged, and a bill.
fn store() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("there is room");
    let mut a = unit("order", "a", 0);
    a.events.push(a.events[0].clone());
    a.snapshot =
        Some(NewSnapshot { name: "order".into(), version: 1, codec: Codec::MessagePack, payload: SUM.into(), keep: 2 });
    a.request = Some(NewRequest { id: "again".into(), codec: Codec::MessagePack, reply: SUM.into(), keep: 9 });
    let timer = [b"\x81\xa4name\xa6remind", SUM].concat();
    a.rows =
        vec![Row { table: Table::Timer, id: b"\x01remind\0\0".into(), due: Some(5_000_000), payload: Some(timer) }];
    fill(dir.path(), &[a, unit("order", "b", 0), unit("bill", "1", 0)], true);
    dir
}

/// `{"sum": 7}`
const SUM: &[u8] = b"\x81\xa3sum\x07";

fn unit(kind: &str, id: &str, expected: u64) -> Unit {
    let placed = NewEvent {
        name: "placed".into(),
        version: 1,
        codec: Codec::MessagePack,
        payload: SUM.into(),
        tags: vec!["money".into()],
    };
    let key = EntityKey::new(kind, id).expect("it is short");
    Unit::new(key, expected, 1, 1_000_000, CommandId { epoch: 1, number: 1 }, vec![placed])
}

fn fill(dir: &Path, units: &[Unit], purges_b: bool) {
    tokio::runtime::Builder::new_current_thread().build().expect("there are threads").block_on(async {
        let store = SqliteStore::open(dir).expect("it is free");
        for unit in units {
            let unit = Unit { epoch: store.epoch(), ..unit.clone() };
            store.append(unit).await.expect("it can be stored");
        }
        if purges_b {
            store.purge(EntityKey::new("order", "b").expect("it is short")).await.expect("it is there");
        }
        store.close().await.expect("it is open");
    });
}

fn change(dir: &tempfile::TempDir, sql: &str) {
    let connection = Connection::open(dir.path().join("journal.sqlite")).expect("it is there");
    connection.execute_batch(sql).expect("it is SQL");
}

/// The files that hold what is stored.
fn bytes(dir: &tempfile::TempDir) -> Vec<Vec<u8>> {
    let read = |name| fs::read(dir.path().join(name)).expect("it is there");
    ["journal.sqlite", "journal.sqlite-wal", "lock"].map(read).into()
}

fn at(dir: &(impl AsRef<Path> + ?Sized)) -> &str {
    dir.as_ref().to_str().expect("it is text")
}

fn tool(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mainstay"));
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    tool(arguments).output().expect("it is built")
}

fn feed(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = tool(arguments);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it is built");
    // A program that refuses need not read to the end.
    let _ = child.stdin.take().expect("it is piped").write_all(input);
    child.wait_with_output().expect("it ends")
}

fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!error.starts_with("mainstay:") && output.status.code() == Some(0), "{error}{text}");
    text
}

fn refused(output: &Output, code: i32, cause: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert!(error.contains(cause) && error.lines().count() == 1, "{error}");
}

//! What is stored after a write has failed and the store was opened again.

#![cfg(feature = "sqlite")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy sees tests in `#[test]` only, and not what they call")]

mod common;

use common::{all, key, payloads, stored, unit};
use mainstay::journal::{AppendError, Appended, ReopenError, SqliteStore, Store, Unit};
use rusqlite::Connection;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn outside(dir: &Path) -> Connection {
    Connection::open(dir.join("journal.sqlite")).unwrap()
}

/// A store with one event of `a`, in which the event `boom` cannot be written.
async fn fragile(dir: &TempDir) -> SqliteStore {
    let store = SqliteStore::open(dir.path()).unwrap();
    assert_eq!(store.append(unit(&store, &key("a"), 0, &["a-1"])).await, stored(1));
    let fail = "CREATE TRIGGER fail BEFORE INSERT ON event WHEN NEW.payload = CAST('boom' AS BLOB) \
                BEGIN SELECT RAISE(FAIL, 'the disk is gone'); END";
    outside(dir.path()).execute_batch(fail).unwrap();
    store
}

#[tokio::test]
async fn a_poisoned_store_that_is_opened_again_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let store = fragile(&dir).await;
    let failed = unit(&store, &key("a"), 1, &["x", "boom"]);
    let late = unit(&store, &key("a"), 1, &["late"]);
    assert!(matches!(store.append(failed).await, Err(AppendError::Unknown { .. })));
    assert!(matches!(store.append(late.clone()).await, Err(AppendError::Poisoned { .. })));
    assert_eq!(payloads(&all(&store, &key("a")).await), ["a-1"], "it can be read");

    let asked: Vec<_> = (0..5).map(|_| store.reopen(1)).collect();
    for answer in asked {
        assert_eq!(answer.await, Ok(2), "all share one reopening");
    }
    assert_eq!(store.epoch(), 2);
    let refused = store.append(late).await;
    assert_eq!(refused, Err(AppendError::Fenced { key: key("a"), epoch: 1, current: 2 }));
    assert_eq!(payloads(&all(&store, &key("a")).await), ["a-1"]);
    assert_eq!(store.append(unit(&store, &key("a"), 1, &["a-2"])).await, stored(2));
    assert!(SqliteStore::open(dir.path()).is_err(), "the lock was kept");
    store.close().await.unwrap();
    assert_eq!(SqliteStore::open(dir.path()).unwrap().epoch(), 3);
}

#[tokio::test]
async fn a_reopening_that_fails_can_be_tried_again() {
    let dir = tempfile::tempdir().unwrap();
    let store = fragile(&dir).await;
    assert!(store.append(unit(&store, &key("a"), 1, &["boom"])).await.is_err());
    let newer = |format: i64| outside(dir.path()).execute("UPDATE meta SET value = ?1 WHERE key = 'format'", [format]);
    newer(99).unwrap();
    for _ in 0..2 {
        let failed = store.reopen(1).await;
        assert!(matches!(&failed, Err(ReopenError::Failed { cause }) if cause.contains("format 99")), "{failed:?}");
        let refused = store.append(unit(&store, &key("a"), 1, &["x"])).await;
        assert!(matches!(refused, Err(AppendError::Poisoned { .. })));
    }
    newer(4).unwrap();
    assert_eq!(store.reopen(1).await, Ok(2));
    assert_eq!(store.append(unit(&store, &key("a"), 1, &["a-2"])).await, stored(2));
}

#[tokio::test]
async fn reopening_a_store_in_order_lets_the_units_before_it_be_stored() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(dir.path()).unwrap();
    let before: Vec<_> = (0..10).map(|n| store.append(unit(&store, &key("a"), n, &["x"]))).collect();
    let opened = store.reopen(1);
    let after = store.append(unit(&store, &key("a"), 10, &["late"]));
    for (answer, n) in before.into_iter().zip(1..) {
        assert_eq!(answer.await, stored(n));
    }
    assert_eq!(opened.await, Ok(2));
    assert!(matches!(after.await, Err(AppendError::Fenced { .. })), "it was made under the epoch before");
}

/// Set for the children of the tests below, with the directory as value.
const CHILD: &str = "MAINSTAY_STORE_CHILD";
const UNITS: u64 = 20;

/// The events of a unit: large enough that a small disk is full after some of them.
fn large(store: &dyn Store, n: u64) -> Unit {
    let text = format!("{n}").repeat(4_000);
    unit(store, &key("a"), 2 * n, &[&text, &text])
}

/// Not a test of its own: a child whose disk fails once. It sends every unit until it is stored, and checks what is there after each failure.
#[tokio::test]
async fn child_whose_disk_fails() {
    let Ok(dir) = std::env::var(CHILD) else { return };
    let store = loop {
        match SqliteStore::open(&dir) {
            Ok(store) => break store,
            Err(error) => println!("not opened: {error}"),
        }
    };
    for n in 0..UNITS {
        let mut unit = large(&store, n);
        loop {
            match store.append(unit.clone()).await {
                Ok(Appended { last, repeated }) => {
                    assert_eq!(last, 2 * (n + 1));
                    println!("stored{}", if repeated { ", as it turned out" } else { "" });
                    break;
                }
                Err(AppendError::Unknown { cause } | AppendError::Poisoned { cause }) => println!("failed: {cause}"),
                Err(other) => panic!("{other}"),
            }
            unit.epoch = loop {
                match store.reopen(unit.epoch).await {
                    Ok(epoch) => break epoch,
                    Err(error) => println!("not opened again: {error}"),
                }
                more_room();
            };
            let records = all(&store, &key("a")).await;
            let there = records.len() as u64;
            assert!(there == 2 * n || there == 2 * (n + 1), "{there} events are there after {n} units");
            assert_eq!(there_after_a_crash(Path::new(&dir)).await, there, "what is found then stays so");
        }
    }
    match store.close().await {
        Ok(()) => {}
        Err(error) => println!("not closed: {error}"),
    }
}

/// How many events a process would find that opens what is on the disk at this moment.
async fn there_after_a_crash(dir: &Path) -> u64 {
    let image = tempfile::tempdir().unwrap();
    for file in ["journal.sqlite", "journal.sqlite-wal"] {
        fs::copy(dir.join(file), image.path().join(file)).unwrap();
    }
    all(&SqliteStore::open(image.path()).unwrap(), &key("a")).await.len() as u64
}

/// Makes files as large as they may be, if they were kept small.
fn more_room() {
    let id = std::process::id().to_string();
    // Without a limit there is nothing to do, and the command may be missing then.
    let _ = Command::new("prlimit").args(["--pid", &id, "--fsize=unlimited"]).status();
}

/// Runs the child with `program` in front, and gives what it said. It must come to its end.
fn run(mut program: Command, dir: &Path) -> String {
    program.args(["--exact", "child_whose_disk_fails", "--nocapture", "--test-threads=1"]).env(CHILD, dir);
    let output = program.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    said
}

async fn check(dir: &Path) {
    let store = SqliteStore::open(dir).unwrap();
    let records = all(&store, &key("a")).await;
    let expected: Vec<_> = (0..UNITS).flat_map(|n| large(&store, n).events).map(|event| event.payload).collect();
    assert!(records.iter().map(|record| &record.payload).eq(&expected), "each unit once and in order");
    store.close().await.unwrap();
}

/// Answers the n-th sync of the process with an error, as a broken disk does, and all others as the system does.
const SHIM: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

static int next(const char *name, int fd) {
    static int calls;
    const char *nth = getenv("MAINSTAY_FAIL_SYNC");
    if (nth && __sync_add_and_fetch(&calls, 1) == atoi(nth)) {
        errno = EIO;
        return -1;
    }
    return ((int (*)(int)) dlsym(RTLD_NEXT, name))(fd);
}

int fsync(int fd) { return next("fsync", fd); }
int fdatasync(int fd) { return next("fdatasync", fd); }
"#;

/// The library to preload; nothing, and a word, where there is no compiler.
fn shim(dir: &TempDir) -> Option<std::path::PathBuf> {
    let (source, library) = (dir.path().join("shim.c"), dir.path().join("shim.so"));
    fs::write(&source, SHIM).unwrap();
    let compiled = Command::new("gcc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).arg("-ldl").status();
    if compiled.is_ok_and(|status| status.success()) {
        return Some(library);
    }
    eprintln!("skipped: there is no gcc that makes a shared library");
    None
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn every_acknowledged_unit_is_there_after_an_error_at_the_nth_sync() {
    let dir = tempfile::tempdir().unwrap();
    let Some(library) = shim(&dir) else { return };
    let mut failed_units = 0;
    // The first ones belong to the opening of the store and the last ones to its closing.
    for nth in 1..UNITS + 12 {
        let dir = tempfile::tempdir().unwrap();
        let mut program = Command::new(std::env::current_exe().unwrap());
        program.env("LD_PRELOAD", &library).env("MAINSTAY_FAIL_SYNC", nth.to_string());
        let said = run(program, dir.path());
        failed_units += u64::from(said.contains("failed: "));
        check(dir.path()).await;
    }
    assert_eq!(failed_units, UNITS, "the sync of every unit has failed once");
}

/// A limit on the size of files stands for the full disk: the system refuses the write in the same place, after part of it, and no root is
/// needed. The child lifts it once opening again has failed as well.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn every_acknowledged_unit_is_there_after_the_disk_was_full() {
    if Command::new("prlimit").arg("--version").output().is_err() {
        eprintln!("skipped: there is no prlimit");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let mut program = Command::new("sh");
    // Blocks of 512 bytes. Without the trap the system would end the process.
    program.args(["-c", "trap '' XFSZ; ulimit -S -f 150; exec \"$0\" \"$@\""]).arg(std::env::current_exe().unwrap());
    let said = run(program, dir.path());
    assert!(said.contains("failed: "), "{said}");
    assert!(said.contains("not opened again: "), "{said}");
    check(dir.path()).await;
    assert!(File::open(dir.path().join("journal.sqlite")).unwrap().metadata().unwrap().len() > 150 * 512);
}

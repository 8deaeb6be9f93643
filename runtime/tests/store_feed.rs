//! Feeds of the store on disk: what they have seen outlives a kill, and tags are found also in files of before.

#![cfg(feature = "sqlite")]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod common;

use common::{all, key, payloads, stored, unit};
use mainstay::feed::Feed;
use mainstay::journal::{Fault, Select, SqliteLook, SqliteStore, Store};
use rusqlite::Connection;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// Set for the child of the test below, with the directory as value.
const CHILD: &str = "MAINSTAY_FEED_CHILD";
const WRITERS: usize = 8;

/// Not a test of its own: the child that is killed. It says what its live feed has seen, and never ends by itself.
#[tokio::test]
async fn child_that_follows_until_it_is_killed() {
    let Ok(dir) = std::env::var(CHILD) else { return };
    let store = Arc::new(SqliteStore::open(dir).expect("it opens"));
    let mut feed = Feed::new(store.clone(), Select::All).live();
    for writer in 0..WRITERS {
        let store = store.clone();
        tokio::spawn(async move {
            let key = key(&writer.to_string());
            let mut last = store.read(key.clone(), 0, u64::MAX, 1).await.expect("readable").last;
            loop {
                last = store.append(unit(&*store, &key, last, &["x", "y"])).await.expect("stored").last;
            }
        });
    }
    loop {
        let found = feed.next().await.expect("live").expect("readable");
        // In one write: half a line must not be taken for a word.
        let line = format!("seen {} {} {}\n", found.place, found.key.id(), found.record.seq);
        std::io::stdout().write_all(line.as_bytes()).expect("the parent reads");
    }
}

#[tokio::test]
async fn t56_t59_what_a_live_feed_has_seen_survives_a_kill_without_a_gap() {
    let dir = tempfile::tempdir().expect("there is room");
    for round in 1..=4 {
        let mut child = Command::new(std::env::current_exe().expect("it runs"))
            .args(["--exact", "child_that_follows_until_it_is_killed", "--nocapture", "--test-threads=1"])
            .env(CHILD, dir.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut said = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut lines = Vec::new();
        while lines.len() < 400 * round {
            let mut line = String::new();
            assert_ne!(said.read_line(&mut line).expect("text"), 0, "the child ended by itself");
            lines.push(line);
        }
        child.kill().expect("it runs until it is killed");
        child.wait().expect("it is a child");
        lines.extend(said.lines().map(|line| line.expect("text")));

        let look = SqliteLook::open(dir.path()).expect("it is there");
        // The first one stands behind the name of the test.
        let seen: Vec<_> = lines.iter().filter_map(|line| Some(line.trim().split_once("seen ")?.1)).collect();
        let stored = look.events(0, seen.len()).expect("readable");
        let stored = stored.iter().map(|found| format!("{} {} {}", found.place, found.key.id(), found.record.seq));
        assert_eq!(stored.collect::<Vec<_>>(), seen, "each in its place, and none that is not stored");
        assert!(seen.len() >= 400 * round - 10, "{}", seen.len());
    }
}

/// Three events of `a`, two of them with tags, and the store closed.
async fn tagged(dir: &Path) {
    let store = SqliteStore::open(dir).expect("it opens");
    let mut written = unit(&store, &key("a"), 0, &["1", "2", "3"]);
    written.events[0].tags = vec!["money".into(), "vip".into()];
    written.events[2].tags = vec!["vip".into(), "vip".into()];
    assert_eq!(store.append(written).await, stored(3));
    assert_eq!(payloads(&all(&store, &key("a")).await), ["1", "2", "3"]);
    store.close().await.expect("in order");
}

fn outside(dir: &Path, sql: &str) {
    Connection::open(dir.join("journal.sqlite")).expect("it opens").execute_batch(sql).expect("it is SQL");
}

async fn places(store: &SqliteStore, tag: &str) -> Vec<u64> {
    let found = store.feed(Select::tag(tag), 0, 9).await.expect("readable").events;
    found.iter().map(|found| found.place).collect()
}

#[tokio::test]
async fn t47_the_tags_of_a_store_of_format_3_are_found() {
    let dir = tempfile::tempdir().expect("there is room");
    tagged(dir.path()).await;
    outside(
        dir.path(),
        "DROP TABLE tagged; DELETE FROM meta WHERE key = 'place'; UPDATE meta SET value = 3 WHERE key = 'format'",
    );
    let store = SqliteStore::open(dir.path()).expect("it is brought to today's format");
    assert_eq!((places(&store, "money").await, places(&store, "vip").await), (vec![1], vec![1, 3]));
    assert_eq!(store.purge(key("a")).await, Ok(()));
    assert_eq!(places(&store, "vip").await, [0; 0]);
    store.close().await.expect("in order");
    let left = Connection::open(dir.path().join("journal.sqlite")).expect("it opens");
    assert_eq!(left.query_row("SELECT count(*) FROM tagged", [], |row| row.get(0)), Ok(0), "nor is a tag left");
}

#[tokio::test]
async fn a_tag_that_leads_nowhere_or_is_not_found_is_a_fault() {
    let dir = tempfile::tempdir().expect("there is room");
    tagged(dir.path()).await;
    let faults = || {
        let mut faults = Vec::new();
        let look = SqliteLook::open(dir.path()).expect("it is there");
        look.verify(|fault| faults.push(fault), |_| {}).expect("readable");
        faults
    };
    assert_eq!(faults(), []);
    outside(
        dir.path(),
        "UPDATE tagged SET ord = 2 WHERE tag = 'money'; DELETE FROM tagged WHERE tag = 'vip' AND ord = 3",
    );
    let vip = Fault::Untagged { key: key("a"), seq: 3, tag: "vip".into() };
    let found = faults();
    assert!(found.contains(&vip) && found.contains(&Fault::Stray { tag: "money".into(), place: 2 }), "{found:?}");
    assert!(found.contains(&Fault::Untagged { key: key("a"), seq: 1, tag: "money".into() }), "{found:?}");
}

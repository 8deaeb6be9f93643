//! Live feeds of the store on disk: what they have seen outlives a kill.

#![cfg(feature = "sqlite")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod common;

use common::{key, unit};
use mainstay::feed::Feed;
use mainstay::journal::{Select, SqliteLook, SqliteStore, Store};
use std::io::{BufRead as _, BufReader, Write as _};
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
            lines.extend(line.starts_with("seen").then_some(line));
        }
        child.kill().expect("it runs until it is killed");
        child.wait().expect("it is a child");
        lines.extend(said.lines().map(|line| line.expect("text")));

        let look = SqliteLook::open(dir.path()).expect("it is there");
        let seen: Vec<_> = lines.iter().filter_map(|line| line.trim().strip_prefix("seen ")).collect();
        let stored = look.events(0, seen.len()).expect("readable");
        let stored = stored.iter().map(|found| format!("{} {} {}", found.place, found.key.id(), found.record.seq));
        assert!(stored.eq(seen.iter().map(ToString::to_string)), "each in its place, none that is not stored");
    }
}

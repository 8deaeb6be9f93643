//! What a sceptic tries with read models: files that are somebody else's, two who write one, tables that depend on each other, code that panics where
//! nobody expects it.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "common/tally.rs"]
mod tally;

use mainstay::feed::rusqlite::Connection;
use mainstay::feed::{BehindError, Failure, Follower, Phase, Projection, SqliteView, Stopped, View};
use mainstay::journal::{
    Copied, CopyError, Found, MemoryStore, ReadError, Select, SqliteLook, SqliteStore, Store as _, fill,
};
use mainstay::settings::Settings;
use mainstay::testing::simulate;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tally::{Added, added, history, key, system};
use tempfile::tempdir;

/// The tallies and each of their additions: tables that belong together, and one to search in.
struct Searched;

impl View for Searched {
    const NAME: &'static str = "searched";
    const VERSION: u32 = 1;
    const TABLES: &'static str = "
        CREATE TABLE tally (id TEXT PRIMARY KEY) STRICT;
        CREATE TABLE addition (id TEXT NOT NULL REFERENCES tally (id), n INTEGER NOT NULL) STRICT;
        CREATE VIRTUAL TABLE word USING fts5 (id);
        CREATE VIEW \"sum \"\"of\"\" all\" AS SELECT sum(n) AS n FROM addition;";

    fn project(&mut self, db: &Connection, found: &Found) -> Result<(), Failure> {
        let Some(Added(n)) = found.event()? else { return Ok(()) };
        let id = &**found.key.id();
        db.execute("INSERT OR IGNORE INTO tally VALUES (?1)", [id])?;
        db.execute("INSERT INTO addition VALUES (?1, ?2)", (id, n.cast_signed()))?;
        db.execute("INSERT INTO word VALUES (?1)", [id])?;
        Ok(())
    }
}

fn number(file: &Path, sql: &str) -> i64 {
    let db = Connection::open(file).expect("it opens");
    db.query_row(sql, [], |row| row.get(0)).expect("it is there")
}

fn sum(file: &Path) -> i64 {
    number(file, "SELECT n FROM \"sum \"\"of\"\" all\"")
}

#[test]
fn a_view_does_not_touch_a_file_that_is_not_one() {
    let dir = tempdir().expect("there is room");
    let theirs = dir.path().join("app.sqlite");
    let app = Connection::open(&theirs).expect("it opens");
    app.execute_batch("CREATE TABLE invoice (n INTEGER); INSERT INTO invoice VALUES (7)").expect("it is written");
    drop(app);
    let before = std::fs::read(&theirs).expect("readable");
    let refused = SqliteView::open(&theirs, Searched).expect_err("it has the tables of somebody else");
    assert!(refused.to_string().contains("app.sqlite is not the file of a view"), "{refused}");
    assert!(std::fs::read(&theirs).expect("readable") == before, "not even its mode was changed");

    // The worst of them: the store itself, by a slip of the path.
    drop(SqliteStore::open(dir.path().join("store")).expect("it opens"));
    let journal = dir.path().join("store/journal.sqlite");
    let refused = SqliteView::open(&journal, Searched).expect_err("it is the store");
    assert!(refused.to_string().contains("journal.sqlite is not the file of a view"), "{refused}");
    assert_eq!(number(&journal, "SELECT count(*) FROM sqlite_schema WHERE name = 'event'"), 1);
}

#[tokio::test]
async fn two_who_write_the_file_of_one_view_take_each_event_once_all_the_same() {
    let dir = tempdir().expect("there is room");
    let file = dir.path().join("view");
    let store = MemoryStore::new();
    history(&store, "a", (1..=3).map(added)).await;
    let events = store.feed(Select::All, 0, 3).await.expect("readable").events;
    // As a system that was dropped while its thread was still about a page, and the one that came after it.
    let mut first = SqliteView::open(&file, Searched).expect("a file of its own");
    let mut second = SqliteView::open(&file, Searched).expect("the same one");
    assert_eq!((first.place().await.expect("readable"), second.place().await.expect("readable")), (Some(0), Some(0)));
    first.take(events[..2].to_vec(), 2).await.expect("taken");
    let refused = second.take(events[..2].to_vec(), 2).await.expect_err("they are in it");
    assert!(refused.to_string().contains("at place 2, and not at 0"), "{refused}");
    assert_eq!(sum(&file), 3);
    // Asked where it is, it goes on from there.
    assert_eq!(second.place().await.expect("readable"), Some(2));
    second.take(events[2..].to_vec(), 3).await.expect("taken");
    assert!(first.take(events[2..].to_vec(), 3).await.is_err());
    assert_eq!(sum(&file), 6);
}

#[test]
fn a_view_is_rebuilt_whatever_its_tables_are_to_each_other() {
    simulate(1, |_| async move {
        let dir = tempdir().expect("there is room");
        let file = dir.path().join("view");
        let store = MemoryStore::new();
        history(&store, "a", (1..=3).map(added)).await;
        history(&store, "b", [added(4)]).await;
        let system = system(store, &Arc::default(), Settings::default()).await;
        let view = SqliteView::open(&file, Searched).expect("a file of its own");
        let progress = system.project(view).expect("the only one");
        progress.caught_up().await.expect("it runs");
        for _ in 0..2 {
            progress.rebuild();
            progress.caught_up().await.expect("it is rebuilt");
            assert_eq!((sum(&file), number(&file, "SELECT count(*) FROM word WHERE word MATCH 'a'")), (10, 3));
        }
    });
}

/// The rows of a child come before those that they belong to.
struct Orphans;

impl View for Orphans {
    const NAME: &'static str = "orphans";
    const VERSION: u32 = 1;
    const TABLES: &'static str = "
        CREATE TABLE tally (id TEXT PRIMARY KEY) STRICT;
        CREATE TABLE addition (id TEXT NOT NULL REFERENCES tally (id)) STRICT;";
    const ATTEMPTS: u32 = 1;

    fn project(&mut self, db: &Connection, found: &Found) -> Result<(), Failure> {
        db.execute("INSERT INTO addition VALUES (?1)", [&**found.key.id()])?;
        Ok(())
    }
}

#[test]
fn a_rebuild_looks_at_what_refers_to_what_as_ever() {
    simulate(1, |_| async move {
        let dir = tempdir().expect("there is room");
        let store = Arc::new(MemoryStore::new());
        let system = system(store.clone(), &Arc::default(), Settings::default()).await;
        let view = SqliteView::open(dir.path().join("view"), Orphans).expect("a file of its own");
        let progress = system.project(view).expect("the only one");
        progress.rebuild();
        progress.caught_up().await.expect("there is nothing");
        history(&store, "a", [added(1)]).await;
        let view = SqliteView::open(dir.path().join("other"), Orphans).expect("a file of its own");
        progress.stop();
        progress.stopped().await;
        let progress = system.project(view).expect("the name is free");
        progress.rebuild();
        let stopped = progress.stopped().await.to_string();
        assert!(
            stopped.contains("event 1 of tally \"a\"") && stopped.contains("FOREIGN KEY"),
            "at the event: {stopped}"
        );
    });
}

/// Does not know what it wants.
struct Undecided;

impl Projection for Undecided {
    const NAME: &'static str = "undecided";
    const ATTEMPTS: u32 = 2;

    fn select(&self) -> Select {
        panic!("told so")
    }

    async fn place(&mut self) -> Result<Option<u64>, Failure> {
        Ok(Some(0))
    }

    async fn take(&mut self, _: Vec<Found>, _: u64) -> Result<(), Failure> {
        Ok(())
    }

    async fn reset(&mut self) -> Result<(), Failure> {
        Ok(())
    }
}

#[test]
fn a_projection_that_panics_where_it_selects_has_failed_and_says_so() {
    simulate(1, |_| async move {
        let system = system(MemoryStore::new(), &Arc::default(), Settings::default()).await;
        let progress = system.project(Undecided).expect("the only one");
        let Stopped::Failed { name: "undecided", failures: 2, cause } = progress.stopped().await else {
            panic!("nobody has stopped it: {progress:?}")
        };
        assert!(cause.contains("told so"), "{cause}");
    });
}

/// What `mainstay export` gives.
fn copied(dir: &Path) -> Vec<Result<Copied, CopyError>> {
    let mut entries = Vec::new();
    let take = |entry: &Copied| {
        entries.push(Ok(entry.clone()));
        Ok::<_, CopyError>(())
    };
    SqliteLook::open(dir).expect("it is there").copy(None, take).expect("it is whole");
    entries
}

/// Is told of events.
struct Told(Arc<Mutex<Vec<String>>>);

impl Follower for Told {
    const NAME: &'static str = "told";

    async fn take(&mut self, found: &Found) -> Result<(), Failure> {
        self.0.lock().expect("whole").push(format!("{}{}", found.key.id(), found.record.seq));
        Ok(())
    }
}

/// What a follower is told of when the system is opened on `dir`, up to its newest event.
async fn told(dir: &Path) -> Vec<String> {
    let store = SqliteStore::open(dir).expect("it opens");
    let system = system(store, &Arc::default(), Settings::default()).await;
    let told = Arc::new(Mutex::new(Vec::new()));
    system.follow(Told(told.clone())).expect("the only one").caught_up().await.expect("it runs");
    system.shutdown().await.expect("in order");
    let told = told.lock().expect("whole");
    told.clone()
}

async fn store(dir: &Path, id: &str, events: u64) {
    let store = SqliteStore::open(dir).expect("it opens");
    history(&store, id, (1..=events).map(added)).await;
    store.close().await.expect("in order");
}

#[tokio::test]
async fn a_store_that_was_exported_and_imported_gives_no_place_again_that_a_follower_has_passed() {
    let dir = tempdir().expect("there is room");
    let [old, new] = ["old", "new"].map(|name| dir.path().join(name));
    store(&old, "a", 1).await;
    store(&old, "b", 3).await;
    assert_eq!(told(&old).await, ["a1", "b1", "b2", "b3"]);
    // The newest events are gone, and their places with them.
    let purged = SqliteStore::open(&old).expect("it opens");
    purged.purge(key("b")).await.expect("purged");
    purged.close().await.expect("in order");

    fill(&new, false, copied(&old)).expect("it fits");
    assert!(told(&new).await.is_empty(), "it goes on where it was");
    store(&new, "c", 2).await;
    assert_eq!(told(&new).await, ["c1", "c2"], "nothing is passed over");
}

#[tokio::test]
async fn what_is_added_to_a_store_brings_no_place_of_a_follower_along() {
    let dir = tempdir().expect("there is room");
    let [old, new, third] = ["old", "new", "third"].map(|name| dir.path().join(name));
    store(&old, "a", 3).await;
    told(&old).await;
    // It has no follower, and events that nobody was told of.
    store(&new, "b", 2).await;
    assert_eq!(fill(&new, true, copied(&old)).expect("they are others"), 1);
    assert_eq!(told(&new).await, ["b1", "b2", "a1", "a2", "a3"]);
    // And one whose follower goes on.
    store(&third, "c", 1).await;
    told(&third).await;
    assert_eq!(fill(&third, true, copied(&old)).expect("they are others"), 1);
    assert_eq!(told(&third).await, ["a1", "a2", "a3"]);
}

#[test]
fn a_store_that_does_not_answer_does_not_keep_a_follower_for_ever() {
    simulate(1, |sim| async move {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        history(&store, "a", (1..=2).map(added)).await;
        let told = Arc::new(Mutex::new(Vec::new()));
        let system = system(store.clone(), &Arc::default(), Settings::default()).await;
        for (operation, effect) in [
            (Operation::Beside, Effect::Hang),
            (Operation::Append, Effect::Hang),
            (Operation::Append, Effect::HangAfter),
        ] {
            // Its place is the first thing that it asks for, and stored when it begins anew.
            store.fail(operation, When::Next(1), effect);
            let progress = system.follow(Told(told.clone())).expect("the only one");
            if operation == Operation::Append {
                progress.rebuild();
            }
            // Just longer than an answer may take.
            sim.clock().advance(Duration::from_millis(10_050)).await;
            assert!(matches!(progress.phase(), Phase::Failing { failures: 0, .. }), "{effect:?}: {progress:?}");
            progress.caught_up().await.expect("it runs again");
            progress.stop();
            progress.stopped().await;
        }
        assert_eq!(*told.lock().expect("whole"), ["a1", "a2"].repeat(3));
    });
}

#[test]
fn whoever_asks_how_far_a_projection_is_waits_no_longer_than_for_any_answer_of_the_store() {
    simulate(1, |_| async move {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let system = system(store.clone(), &Arc::default(), Settings::default()).await;
        let progress = system.follow(Told(Arc::default())).expect("the only one");
        progress.caught_up().await.expect("it runs");
        store.fail(Operation::Feed, When::Next(2), Effect::Hang);
        let (lag, caught_up) = tokio::join!(progress.lag(), progress.caught_up());
        let silence = ReadError::Engine { cause: "the store has not answered for 10s".into() };
        assert_eq!((lag, caught_up), (Err(silence.clone()), Err(BehindError::Read(silence))));
    });
}

//! Projections: read models that follow the events of a system.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "common/tally.rs"]
mod tally;

use mainstay::feed::rusqlite::Connection;
use mainstay::feed::{
    Failure, Follower, Phase, ProjectError, Projection, SqliteView, Stopped, View, ViewError, ViewReader,
};
use mainstay::journal::{Found, MemoryStore, Select, SqliteStore, Store};
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::testing::simulate;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use tally::{Add, Added, Tally, added, history, key, system};
use tempfile::tempdir;

async fn open(store: impl Store) -> System {
    system(store, &Arc::default(), Settings::default()).await
}

async fn add(system: &System, id: &str, n: u64) -> u64 {
    system.entity::<Tally>(id).expect("hosted").ask(Add(n)).await.expect("stored")
}

/// What becomes of an event before it is taken.
type Before = Box<dyn FnMut(&Found) -> Result<(), Failure> + Send>;

/// The sums of all tallies, in SQLite. An event that is taken twice shows.
struct Sums<const VERSION: u32> {
    before: Before,
}

impl<const VERSION: u32> Sums<VERSION> {
    fn open(file: &Path, before: impl FnMut(&Found) -> Result<(), Failure> + Send + 'static) -> SqliteView<Self> {
        SqliteView::open(file, Self { before: Box::new(before) }).expect("a file of its own")
    }
}

impl<const VERSION: u32> View for Sums<VERSION> {
    const NAME: &'static str = "sums";
    const VERSION: u32 = VERSION;
    const TABLES: &'static str = "CREATE TABLE sum (id TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT";
    const ATTEMPTS: u32 = 3;

    fn project(&mut self, db: &Connection, found: &Found) -> Result<(), Failure> {
        let Some(Added(n)) = found.event()? else { return Ok(()) };
        let sql = "INSERT INTO sum VALUES (?1, ?2) ON CONFLICT DO UPDATE SET n = n + excluded.n";
        db.execute(sql, (&**found.key.id(), n.cast_signed()))?;
        // After the write, so that what fails has something to roll back.
        (self.before)(found)
    }
}

async fn sums(reader: &ViewReader) -> Vec<(String, i64)> {
    let read = |db: &Connection| {
        let mut sums = db.prepare("SELECT id, n FROM sum ORDER BY id")?;
        sums.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    };
    reader.read(read).await.expect("readable")
}

fn of(sums: &[(&str, i64)]) -> Vec<(String, i64)> {
    sums.iter().map(|(id, n)| ((*id).to_owned(), *n)).collect()
}

#[test]
fn a_view_takes_each_event_once_whatever_fails_in_between() {
    simulate(1, |_| async move {
        let dir = tempdir().expect("there is room");
        let system = open(MemoryStore::new()).await;
        for n in 1..=20 {
            add(&system, if n % 2 == 0 { "a" } else { "b" }, n).await;
        }
        let mut tries = 0;
        let view = Sums::<1>::open(&dir.path().join("view"), move |_| {
            tries += 1;
            match tries {
                5 => Err("told so".into()),
                12 => panic!("told so"),
                _ => Ok(()),
            }
        });
        let reader = view.reader().expect("readable");
        let progress = system.project(view).expect("the only one");
        progress.caught_up().await.expect("it runs");
        assert_eq!(sums(&reader).await, of(&[("a", 110), ("b", 100)]));
        assert_eq!((progress.place(), progress.lag().await), (20, Ok(0)));
        add(&system, "a", 1).await;
        progress.caught_up().await.expect("it runs");
        assert_eq!(sums(&reader).await, of(&[("a", 111), ("b", 100)]));
        system.shutdown().await.expect("in order");
        assert_eq!(progress.stopped().await, Stopped::Asked { name: "sums" });
    });
}

#[tokio::test]
async fn t44_a_view_goes_on_where_it_was_in_another_life_of_the_process() {
    let dir = tempdir().expect("there is room");
    let taken = Arc::new(AtomicU64::new(0));
    for life in 1..=3_u64 {
        let system = open(SqliteStore::open(dir.path().join("store")).expect("it opens")).await;
        let counted = taken.clone();
        let view = Sums::<1>::open(&dir.path().join("view"), move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
            Ok(())
        });
        let reader = view.reader().expect("readable");
        let progress = system.project(view).expect("the only one");
        for _ in 0..10 {
            add(&system, "a", 1).await;
        }
        progress.caught_up().await.expect("it runs");
        assert_eq!(sums(&reader).await, of(&[("a", 10 * life.cast_signed())]));
        system.shutdown().await.expect("in order");
        assert_eq!(taken.load(Ordering::SeqCst), 10 * life, "none again");
    }
}

/// Where events wait, once it is shut.
struct Gate {
    is_shut: Arc<Mutex<bool>>,
    arrived: Receiver<()>,
    open: Sender<()>,
}

fn gate() -> (Before, Gate) {
    let ((arrive, arrived), (open, opened)) = (channel(), channel());
    let is_shut = Arc::new(Mutex::new(false));
    let gate = Gate { is_shut: is_shut.clone(), arrived, open };
    let before = move |_: &Found| {
        if *is_shut.lock().expect("whole") {
            arrive.send(())?;
            opened.recv()?;
        }
        Ok(())
    };
    (Box::new(before), gate)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_view_is_rebuilt_from_the_first_event_while_it_is_read_and_the_system_works() {
    let dir = tempdir().expect("there is room");
    let file = dir.path().join("view");
    let system = open(MemoryStore::new()).await;
    for n in 1..=10 {
        add(&system, "a", n).await;
    }
    let (before, gate) = gate();
    let view = Sums::<1>::open(&file, before);
    let reader = view.reader().expect("readable");
    let progress = system.project(view).expect("the only one");
    progress.caught_up().await.expect("it runs");
    // As a table that was damaged by hand, or made by code that was wrong.
    Connection::open(&file).expect("it opens").execute("UPDATE sum SET n = 9000", []).expect("it is there");

    *gate.is_shut.lock().expect("whole") = true;
    progress.rebuild();
    tokio::task::block_in_place(|| gate.arrived.recv().expect("the first event comes again"));
    assert!(matches!(progress.phase(), Phase::Rebuilding), "{progress:?}");
    assert_eq!(sums(&reader).await, of(&[("a", 9000)]), "what was there is seen until the rebuild is done");
    assert_eq!(add(&system, "a", 11).await, 66, "and the system works");
    *gate.is_shut.lock().expect("whole") = false;
    gate.open.send(()).expect("it waits");
    progress.caught_up().await.expect("it runs");
    assert_eq!(sums(&reader).await, of(&[("a", 66)]));
    add(&system, "b", 1).await;
    progress.caught_up().await.expect("it runs");
    assert_eq!(sums(&reader).await, of(&[("a", 66), ("b", 1)]));
    system.shutdown().await.expect("in order");
}

#[test]
fn a_rebuild_that_is_cut_short_leaves_what_there_was() {
    simulate(1, |_| async move {
        let dir = tempdir().expect("there is room");
        let file = dir.path().join("view");
        let system = open(MemoryStore::new()).await;
        for n in 1..=3 {
            add(&system, "a", n).await;
        }
        let fails = Arc::new(AtomicU64::new(0));
        let told = fails.clone();
        let view = Sums::<1>::open(&file, move |found| match told.load(Ordering::SeqCst) {
            0 => Ok(()),
            _ if found.record.seq < 3 => Ok(()),
            _ => Err("told so".into()),
        });
        let reader = view.reader().expect("readable");
        let progress = system.project(view).expect("the only one");
        progress.caught_up().await.expect("it runs");
        fails.store(1, Ordering::SeqCst);
        progress.rebuild();
        let stopped = progress.stopped().await;
        assert!(matches!(stopped, Stopped::Failed { failures: 3, .. }), "{stopped}");
        assert_eq!(sums(&reader).await, of(&[("a", 6)]));
        let progress = system.project(Sums::<1>::open(&file, |_| Ok(()))).expect("the name is free again");
        add(&system, "a", 4).await;
        progress.caught_up().await.expect("it runs");
        assert_eq!(sums(&reader).await, of(&[("a", 10)]));
    });
}

#[test]
fn a_view_of_another_version_is_rebuilt_by_itself() {
    simulate(1, |_| async move {
        let dir = tempdir().expect("there is room");
        let file = dir.path().join("view");
        let system = open(MemoryStore::new()).await;
        add(&system, "a", 5).await;
        let first = system.project(Sums::<1>::open(&file, |_| Ok(()))).expect("the only one");
        first.caught_up().await.expect("it runs");
        first.stop();
        first.stopped().await;
        let taken = Arc::new(AtomicU64::new(0));
        let counted = taken.clone();
        let view = Sums::<2>::open(&file, move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
            Ok(())
        });
        let reader = view.reader().expect("readable");
        let second = system.project(view).expect("the name is free again");
        add(&system, "b", 6).await;
        second.caught_up().await.expect("it runs");
        assert_eq!((sums(&reader).await, taken.load(Ordering::SeqCst)), (of(&[("a", 5), ("b", 6)]), 2));
    });
}

#[test]
fn a_projection_that_fails_too_often_stops_and_names_the_event() {
    simulate(1, |_| async move {
        let dir = tempdir().expect("there is room");
        let system = open(MemoryStore::new()).await;
        add(&system, "a", 1).await;
        add(&system, "a", 2).await;
        let view = Sums::<1>::open(&dir.path().join("view"), |found| match found.record.seq {
            2 => Err("the table is full".into()),
            _ => Ok(()),
        });
        let reader = view.reader().expect("readable");
        let progress = system.project(view).expect("the only one");
        let stopped = progress.stopped().await;
        let words = stopped.to_string();
        assert!(
            words.contains("`sums` has stopped after 3 failures: event 2 of tally \"a\" (`tally.added`, at place 2)")
        );
        assert!(words.contains("the table is full"), "{words}");
        assert!(progress.caught_up().await.is_err(), "nobody waits for what does not come");
        assert_eq!(sums(&reader).await, of(&[]), "the page was rolled back");
        add(&system, "a", 3).await;
    });
}

#[test]
fn an_outage_of_the_store_is_waited_out() {
    simulate(1, |sim| async move {
        let dir = tempdir().expect("there is room");
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let system = open(store.clone()).await;
        add(&system, "a", 1).await;
        // More often than it may fail itself.
        store.fail(Operation::Feed, When::Next(20), Effect::FailBefore);
        let view = Sums::<1>::open(&dir.path().join("view"), |_| Ok(()));
        let reader = view.reader().expect("readable");
        let progress = system.project(view).expect("the only one");
        while store.calls(Operation::Feed) <= 20 {
            sim.clock().advance(Duration::from_secs(1)).await;
        }
        progress.caught_up().await.expect("it runs");
        assert_eq!(sums(&reader).await, of(&[("a", 1)]));
    });
}

#[test]
fn t45_a_view_of_a_store_that_was_restored_from_an_older_copy_stops() {
    simulate(1, |_| async move {
        let dir = tempdir().expect("there is room");
        let file = dir.path().join("view");
        let first = open(MemoryStore::new()).await;
        add(&first, "a", 1).await;
        add(&first, "a", 2).await;
        first.project(Sums::<1>::open(&file, |_| Ok(()))).expect("the only one").caught_up().await.expect("it runs");
        first.shutdown().await.expect("in order");

        let older = open(MemoryStore::new()).await;
        add(&older, "a", 1).await;
        let trials = Arc::new(AtomicU64::new(0));
        let counted = trials.clone();
        let taken = move |_: &Found| {
            counted.fetch_add(1, Ordering::SeqCst);
            Ok(())
        };
        let progress = older.project(Sums::<1>::open(&file, taken)).expect("the only one");
        let stopped = progress.stopped().await;
        assert!(
            matches!(stopped, Stopped::Failed { .. }) && trials.load(Ordering::SeqCst) == 0,
            "trying again does not help: {stopped}"
        );
        assert!(stopped.to_string().contains("after place 2, and the store ends at 1"), "{stopped}");
    });
}

#[test]
fn a_file_of_another_view_is_refused() {
    struct Other;
    impl View for Other {
        const NAME: &'static str = "other";
        const VERSION: u32 = 1;
        const TABLES: &'static str = "CREATE TABLE other (id TEXT) STRICT";

        fn project(&mut self, _: &Connection, _: &Found) -> Result<(), Failure> {
            Ok(())
        }
    }
    let dir = tempdir().expect("there is room");
    let file = dir.path().join("view");
    drop(Sums::<1>::open(&file, |_| Ok(())));
    let refused = SqliteView::open(&file, Other).expect_err("it is not its own");
    assert_eq!(refused, ViewError::Other { file, found: "sums".into(), name: "other" });
}

/// Writes down what it is told.
struct Told(Arc<Mutex<Vec<u64>>>);

impl Follower for Told {
    const NAME: &'static str = "told";

    fn select(&self) -> Select {
        Select::entity(key("a"))
    }

    async fn take(&mut self, found: &Found) -> Result<(), Failure> {
        self.0.lock().expect("whole").push(found.record.seq);
        Ok(())
    }
}

#[test]
fn t44_a_follower_is_told_of_each_event_at_least_once_and_goes_on_where_it_was() {
    simulate(1, |sim| async move {
        let store = MemoryStore::new();
        history(&store, "a", (0..3).map(added)).await;
        history(&store, "b", (0..3).map(added)).await;
        let told = Arc::new(Mutex::new(Vec::new()));
        for (life, expected) in [(1, vec![1, 2, 3]), (2, vec![1, 2, 3, 1, 2, 3]), (3, vec![1, 2, 3, 1, 2, 3])] {
            let faulty = Arc::new(FaultyStore::new(store.restart()));
            let system = open(faulty.clone()).await;
            if life == 1 {
                // Its place is never stored, as if the process had ended before.
                faulty.fail(Operation::Append, When::Chance { probability: 1.0, seed: 1 }, Effect::FailBefore);
            }
            let progress = system.follow(Told(told.clone())).expect("the only one");
            if life == 1 {
                while told.lock().expect("whole").len() < 3 {
                    sim.clock().advance(Duration::from_secs(1)).await;
                }
                assert!(matches!(progress.phase(), Phase::Failing { .. }), "{progress:?}");
            } else {
                progress.caught_up().await.expect("it runs");
            }
            system.shutdown().await.expect("in order");
            assert_eq!(*told.lock().expect("whole"), expected, "life {life}");
        }
        let system = open(store.restart()).await;
        let progress = system.follow(Told(told.clone())).expect("the only one");
        progress.rebuild();
        progress.caught_up().await.expect("it runs");
        assert_eq!(told.lock().expect("whole").len(), 9, "a rebuild begins with the first event");
        assert!(system.check().await.expect("readable").unhosted.is_empty(), "its place is nobody's entity");
    });
}

/// Takes events into memory, by hand.
#[derive(Default)]
struct ByHand {
    seen: Vec<u64>,
    place: u64,
}

impl Projection for ByHand {
    const NAME: &'static str = "by hand";

    async fn place(&mut self) -> Result<Option<u64>, Failure> {
        Ok(Some(self.place))
    }

    async fn take(&mut self, events: Vec<Found>, upto: u64) -> Result<(), Failure> {
        self.seen.extend(events.iter().map(|found| found.place));
        self.place = upto;
        assert!(self.seen.is_sorted() && self.seen.len() as u64 <= upto, "in order, and each once: {:?}", self.seen);
        Ok(())
    }

    async fn reset(&mut self) -> Result<(), Failure> {
        *self = Self::default();
        Ok(())
    }
}

#[test]
fn a_projection_by_hand_runs_once_under_its_name_until_the_system_ends() {
    simulate(1, |_| async move {
        let system = open(MemoryStore::new()).await;
        add(&system, "a", 1).await;
        let progress = system.project(ByHand::default()).expect("the only one");
        progress.caught_up().await.expect("it runs");
        let again = system.project(ByHand::default()).expect_err("it is there");
        assert_eq!(again, ProjectError::Duplicate { name: "by hand" });
        progress.rebuild();
        progress.caught_up().await.expect("it runs");
        progress.stop();
        assert_eq!(progress.stopped().await, Stopped::Asked { name: "by hand" });
        let second = system.project(ByHand::default()).expect("the name is free");
        drop(progress);
        system.shutdown().await.expect("in order");
        assert_eq!(second.stopped().await, Stopped::Asked { name: "by hand" });
        assert_eq!(system.project(ByHand::default()).expect_err("it has ended"), ProjectError::Stopped);
    });
}

#[tokio::test]
async fn a_system_that_is_dropped_lets_go_of_its_store_although_it_projects() {
    let dir = tempdir().expect("there is room");
    let system = System::open(dir.path()).allow_unhosted().start().await.expect("it opens");
    let progress = system.project(ByHand::default()).expect("the only one");
    progress.caught_up().await.expect("it runs");
    drop(system);
    assert_eq!(progress.stopped().await, Stopped::Asked { name: "by hand" });
    // The directory is let go of in the background, although somebody still asks how far it is.
    let again = async {
        while System::open(dir.path()).start().await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), again).await.expect("it is free");
    assert!(progress.caught_up().await.is_err());
}

//! The rules of at-least-once delivery, for what entities decide to deliver. The receivers confirm by hand, so that a test says which copies are lost.
//! Names of tests begin with the rules that they prove.
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::needless_pass_by_value,
    clippy::unchecked_time_subtraction,
    clippy::unused_self,
    reason = "the test is about what the types do"
)]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::delivery::Cause;
use mainstay::journal::{EntityKey, MemoryStore, SqliteStore, Store};
use mainstay::prelude::*;
use mainstay::supervise::{ConfirmableMessage as _, Confirmation};
use mainstay::testing::{Simulation, simulate};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::sync::Arc;
use std::time::SystemTime;

thread_local! {
    /// Applying an event panics.
    static BROKEN: Cell<bool> = const { Cell::new(false) };
}

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "rules.letter")]
pub struct Letter {
    /// The sender's own.
    pub correlation: String,
}

#[derive(Event, Clone, Serialize, Deserialize)]
#[event(name = "rules.noted")]
pub struct Noted(String);

/// Writes letters, and notes what becomes of them.
#[actor(persistent = "writer", snapshot_every = 1)]
#[derive(Default)]
pub struct Writer {
    notes: Vec<String>,
}

#[handlers]
impl Writer {
    #[command]
    pub fn write(&self, to: String, correlation: String) -> Persist<Self, Noted> {
        persist(Noted(format!("wrote {correlation}"))).deliver(named(to), Letter { correlation })
    }

    /// Stores an event and delivers nothing.
    #[command]
    pub fn note(&self) -> Persist<Self, Noted> {
        persist(Noted("noted".into()))
    }

    #[command]
    pub fn forget(&self, id: u64) -> Persist<Self, Noted> {
        nothing().give_up(id)
    }

    #[command(message)]
    fn confirmed(&self, Confirmed { message, .. }: Confirmed<Letter>) -> Persist<Self, Noted> {
        persist(Noted(format!("{} arrived", message.correlation)))
    }

    /// In a warning one may end what it warns of.
    #[command(message)]
    fn warned(&self, warning: UnconfirmedDeliveries) -> Persist<Self, Noted> {
        let ids: Vec<_> = warning.unconfirmed.iter().map(|unconfirmed| unconfirmed.id).collect();
        let decision = persist(Noted(format!("warned of {ids:?}")));
        ids.into_iter().filter(|id| *id == 2).fold(decision, Persist::give_up)
    }

    #[command]
    pub fn unconfirmed(&self, cx: &mut Context<Self>) -> Persist<Self, Noted, usize> {
        nothing().reply(cx.unconfirmed_count())
    }

    #[query]
    pub fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    #[apply]
    fn on_noted(&mut self, event: &Noted) {
        assert!(!BROKEN.get(), "it cannot be applied");
        self.notes.push(event.0.clone());
    }
}

/// A destination that loses and confirms what a test says.
#[actor]
#[derive(Default)]
pub struct Shelf {
    /// Every so manieth copy is lost.
    loses: u64,
    holds: bool,
    copies: u64,
    log: Vec<(u64, String)>,
    held: Vec<(u64, Confirmation)>,
}

#[handlers]
impl Shelf {
    #[handle(message)]
    fn letter(&mut self, letter: LetterDelivery) {
        self.copies += 1;
        if self.loses > 0 && self.copies.is_multiple_of(self.loses) {
            return;
        }
        let confirmation = letter.confirmation("shelf");
        self.log.push((letter.delivery.id(), letter.message.correlation));
        if self.holds {
            self.held.push((letter.delivery.id(), confirmation));
        } else {
            confirmation.tell();
        }
    }

    /// Confirms as often as there are copies.
    #[handle]
    pub fn confirm(&mut self, id: u64) {
        self.held.iter().filter(|(held, _)| *held == id).for_each(|(_, confirmation)| confirmation.clone().tell());
    }

    #[handle]
    pub fn ids(&self) -> Vec<u64> {
        self.log.iter().map(|(id, _)| *id).collect()
    }
}

const INTERVAL: Duration = Duration::from_secs(5);

async fn start(store: Arc<dyn Store>) -> System {
    System::with(store).host::<Writer>().start().await.expect("a start")
}

async fn settle(sim: &Simulation) {
    sim.clock().advance(Duration::from_millis(1)).await;
}

fn writer(system: &System) -> WriterRef {
    system.entity::<Writer>("ada").expect("an id")
}

async fn write(system: &System, letters: impl IntoIterator<Item = u64>) {
    for letter in letters {
        writer(system).write("shelf".into(), format!("l{letter}")).await.expect("a letter");
    }
}

fn shelf(system: &System, loses: u64, holds: bool) -> ShelfRef {
    system.spawn_named("shelf", Shelf { loses, holds, ..Shelf::default() }).expect("a name")
}

/// The same on a store in memory, and on one in a file.
fn on_both_engines<F: Future<Output = ()> + 'static>(scenario: impl Fn(Simulation, Arc<dyn Store>) -> F) {
    simulate(1, |sim| scenario(sim, Arc::new(MemoryStore::new())));
    let dir = tempfile::tempdir().expect("a directory");
    let store = Arc::new(SqliteStore::open(dir.path()).expect("it opens"));
    simulate(1, |sim| scenario(sim, store.clone()));
}

#[test]
fn d28_d7_a_third_letter_that_is_lost_comes_again_with_its_id_after_one_to_one_and_a_half_intervals() {
    on_both_engines(|sim, store| async move {
        let system = start(store).await;
        let shelf = shelf(&system, 3, false);
        write(&system, 1..=3).await;
        sim.clock().advance(INTERVAL - Duration::from_secs(1)).await;
        assert_eq!(shelf.ids().await, Ok(vec![1, 2]));
        sim.clock().advance(INTERVAL / 2 + Duration::from_secs(1)).await;
        assert_eq!(shelf.ids().await, Ok(vec![1, 2, 3]));
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(shelf.ids().await, Ok(vec![1, 2, 3]));
        let notes = writer(&system).notes().await.expect("notes");
        assert_eq!(notes.iter().filter(|note| note.ends_with("arrived")).count(), 3);
    });
}

#[test]
fn d30_d22_d12_to_d14_what_is_confirmed_in_any_order_never_comes_again_and_the_rest_does() {
    on_both_engines(|sim, store| async move {
        let system = start(store).await;
        let shelf = shelf(&system, 0, true);
        write(&system, 1..=5).await;
        settle(&sim).await;
        for id in [3, 1, 4] {
            shelf.confirm(id).await.expect("it lives");
            shelf.confirm(id).await.expect("it lives");
        }
        sim.clock().advance(INTERVAL * 3 / 2).await;
        assert_eq!(shelf.ids().await, Ok(vec![1, 2, 3, 4, 5, 2, 5]), "what was not confirmed comes after later ones");
        for id in [5, 2, 99] {
            shelf.confirm(id).await.expect("it lives");
        }
        writer(&system).forget(99).await.expect("there is none: nothing comes of it");
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(shelf.ids().await.map(|ids| ids.len()), Ok(7));
        let notes = writer(&system).notes().await.expect("notes");
        let mut arrived: Vec<_> = notes.iter().filter_map(|note| note.strip_suffix(" arrived")).collect();
        arrived.sort_unstable();
        assert_eq!(arrived, ["l1", "l2", "l3", "l4", "l5"], "each once, by the sender's own names");
    });
}

#[test]
fn d31_d18_d19_d21_a_pending_delivery_survives_snapshots_deleted_events_and_two_restarts_and_ids_go_on() {
    simulate(2, |sim| async move {
        let store = Arc::new(MemoryStore::new());
        let system = start(store.clone()).await;
        writer(&system).note().await.expect("an event without a delivery: numbers of events are no ids");
        write(&system, [1]).await;
        settle(&sim).await;
        system.delete_events::<Writer>("ada", u64::MAX).await.expect("the snapshot stands for them");
        system.shutdown().await.expect("a shutdown");
        let store = Arc::new(store.restart());
        let system = start(store.clone()).await;
        settle(&sim).await;
        system.shutdown().await.expect("a shutdown");
        let system = start(Arc::new(store.restart())).await;
        let shelf = shelf(&system, 0, false);
        sim.clock().advance(INTERVAL * 3 / 2).await;
        assert_eq!(shelf.ids().await, Ok(vec![1]));
        write(&system, [2]).await;
        settle(&sim).await;
        assert_eq!(shelf.ids().await, Ok(vec![1, 2]));
    });
}

#[test]
fn d14_a_delivery_that_was_confirmed_is_not_sent_by_the_next_incarnation() {
    on_both_engines(|sim, store| async move {
        let system = start(store).await;
        let shelf = shelf(&system, 0, false);
        write(&system, 1..=2).await;
        settle(&sim).await;
        assert_eq!(shelf.ids().await, Ok(vec![1, 2]));
        // It leaves the memory, and reads what it has to send when it comes back and sends something.
        sim.clock().advance(Duration::from_mins(5)).await;
        assert_eq!(system.entity_count(), 0);
        write(&system, [3]).await;
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(shelf.ids().await, Ok(vec![1, 2, 3]));
        assert_eq!(writer(&system).unconfirmed().await, Ok(0));
    });
}

#[test]
fn d33_of_three_hundred_letters_to_three_destinations_that_lose_some_all_arrive() {
    on_both_engines(|sim, store| async move {
        let system = start(store).await;
        let losses = [("a", 2), ("b", 3), ("c", 5)];
        let spawn = |(name, loses)| system.spawn_named(name, Shelf { loses, ..Shelf::default() }).expect("a name");
        let shelves = losses.map(spawn);
        for letter in 0..100 {
            for (name, _) in losses {
                writer(&system).write(name.into(), format!("l{letter}")).await.expect("a letter");
            }
        }
        // Half of what is left is lost at each attempt.
        sim.clock().advance(Duration::from_mins(1)).await;
        let mut ids = Vec::new();
        for shelf in shelves {
            ids.extend(shelf.ids().await.expect("ids"));
        }
        ids.sort_unstable();
        assert_eq!(ids, (1..=300).collect::<Vec<_>>());
    });
}

#[test]
fn d32_d10_two_silent_destinations_are_warned_of_in_one_and_confirmed_they_are_silent_for_good() {
    simulate(3, |sim| async move {
        let system = start(Arc::new(MemoryStore::new())).await;
        let (first, second) =
            (shelf(&system, 0, true), system.spawn_named("other", Shelf { holds: true, ..Shelf::default() }));
        let second = second.expect("a name");
        write(&system, [1]).await;
        writer(&system).write("other".into(), "l2".into()).await.expect("a letter");
        sim.clock().advance(INTERVAL * 9).await;
        let warnings = async || {
            let notes = writer(&system).notes().await.expect("notes");
            notes.into_iter().filter(|note| note.starts_with("warned")).collect::<Vec<_>>()
        };
        assert_eq!(warnings().await, ["warned of [1, 2]"]);
        assert_eq!(writer(&system).unconfirmed().await, Ok(1), "the warning's handler has given up the second");
        first.confirm(1).await.expect("it lives");
        settle(&sim).await;
        let counts = (first.ids().await.map(|ids| ids.len()), second.ids().await.map(|ids| ids.len()));
        sim.clock().advance(INTERVAL * 20).await;
        assert_eq!((first.ids().await.map(|ids| ids.len()), second.ids().await.map(|ids| ids.len())), counts);
        assert_eq!(warnings().await, ["warned of [1, 2]"]);
        assert_eq!(writer(&system).unconfirmed().await, Ok(0));
    });
}

#[test]
fn d11_d15_a_sender_stays_in_memory_while_something_waits_and_leaves_it_after_the_last_confirmation() {
    simulate(4, |sim| async move {
        let system = start(Arc::new(MemoryStore::new())).await;
        write(&system, [1]).await;
        sim.clock().advance(Duration::from_mins(10)).await;
        assert_eq!(system.entity_count(), 1, "ticks go on");
        let shelf = shelf(&system, 0, false);
        sim.clock().advance(INTERVAL * 3 / 2).await;
        assert_eq!(shelf.ids().await, Ok(vec![1]));
        sim.clock().advance(Duration::from_mins(10)).await;
        assert_eq!(system.entity_count(), 0, "no tick keeps it");
    });
}

#[test]
fn d23_a_wall_clock_that_jumps_neither_hastens_nor_delays_what_is_sent_again() {
    simulate(5, |sim| async move {
        let system = start(Arc::new(MemoryStore::new())).await;
        let shelf = shelf(&system, 0, true);
        write(&system, [1]).await;
        settle(&sim).await;
        sim.clock().set_wall(SystemTime::UNIX_EPOCH + Duration::from_secs(4_000_000_000));
        settle(&sim).await;
        assert_eq!(shelf.ids().await, Ok(vec![1]));
        sim.clock().set_wall(SystemTime::UNIX_EPOCH);
        sim.clock().advance(INTERVAL * 3 / 2).await;
        assert_eq!(shelf.ids().await, Ok(vec![1, 1]));
    });
}

#[test]
fn d25_d26_a_sender_that_cannot_be_recovered_sends_nothing_and_one_that_can_again_does() {
    simulate(6, |sim| async move {
        let store = Arc::new(MemoryStore::new());
        let system = start(store.clone()).await;
        let ada = system.entity::<Writer>("ada").expect("an id");
        ada.write("shelf".into(), "l1".into()).await.expect("a letter");
        system.shutdown().await.expect("a shutdown");
        let store = Arc::new(store.restart());
        let key = EntityKey::new("writer", "ada").expect("an id");
        store.delete_snapshots(key, u64::MAX).await.expect("it has some");
        BROKEN.set(true);
        let system = start(store).await;
        let shelf = shelf(&system, 0, false);
        sim.clock().advance(INTERVAL * 4).await;
        assert_eq!(shelf.ids().await, Ok(vec![]));
        BROKEN.set(false);
        sim.clock().advance(INTERVAL * 2).await;
        assert_eq!(shelf.ids().await, Ok(vec![1]));
        assert!(writer(&system).notes().await.is_ok());
    });
}

/// Repeats sooner than others, and not as often.
#[actor(
    persistent = "hasty",
    redeliver_interval = "1s",
    redelivery_burst_limit = 10,
    warn_after_number_of_unconfirmed_attempts = 1,
    max_unconfirmed_messages = 1,
    max_delivery_attempts = 3
)]
#[derive(Default)]
pub struct Hasty {
    notes: Vec<String>,
}

#[handlers]
impl Hasty {
    #[command]
    pub fn write(&self) -> Persist<Self, Noted> {
        nothing().deliver(named("shelf"), Letter { correlation: "l".into() })
    }

    #[command(message)]
    fn undelivered(&self, Undelivered { id, why, .. }: Undelivered<Letter>) -> Persist<Self, Noted> {
        let Cause::GivenUp { attempts } = why else { return nothing() };
        persist(Noted(format!("{id} was given up after {attempts}")))
    }

    #[command(message)]
    fn warned(&self, _: UnconfirmedDeliveries) -> Persist<Self, Noted> {
        persist(Noted("warned".into()))
    }

    #[query]
    pub fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    #[apply]
    fn on_noted(&mut self, event: &Noted) {
        self.notes.push(event.0.clone());
    }
}

#[test]
fn c31_what_a_type_says_of_its_deliveries_beats_the_settings_and_the_last_attempt_is_followed_by_giving_up() {
    simulate(7, |sim| async move {
        let system = System::volatile().host::<Hasty>().start().await.expect("a start");
        let shelf = shelf(&system, 0, true);
        let hasty = system.entity::<Hasty>("h").expect("an id");
        hasty.write().await.expect("a letter");
        assert_eq!(hasty.write().await, Err(CallError::Busy), "one at a time");
        sim.clock().advance(Duration::from_millis(1_600)).await;
        assert_eq!(shelf.ids().await, Ok(vec![1, 1]), "after a second, and not five");
        sim.clock().advance(Duration::from_secs(10)).await;
        assert_eq!(shelf.ids().await, Ok(vec![1, 1, 1]));
        assert_eq!(hasty.notes().await, Ok(vec!["warned".into(), "1 was given up after 3".into()]));
        hasty.write().await.expect("there is room again");
    });
}

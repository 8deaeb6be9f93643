//! A search at random for what is not promised: thousands of small worlds in which stores fail, callers go away, entities leave the memory
//! and systems end, each beside a model of what may be seen.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::missing_panics_doc, reason = "they panic by chance")]
#![allow(clippy::unused_self, reason = "not every command looks at the state")]

use mainstay::entity::FactoryError;
use mainstay::journal::{MemoryStore, Store as _};
use mainstay::mailbox::Capacity;
use mainstay::prelude::*;
use mainstay::settings::{PassivateAfter, Settings};
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use mainstay::testing::{Simulation, simulate_seeds};
use serde::{Deserialize, Serialize};
use std::future::{Future, IntoFuture};
use std::sync::{Arc, Mutex};

/// How many worlds are searched; set it higher to search longer.
const WORLDS: &str = "MAINSTAY_WORLDS";

#[derive(Event, Serialize, Deserialize)]
#[event(name = "diary.written")]
pub struct Written(u64);

/// What all diaries share: chance, and what their effects have done.
#[derive(Clone)]
pub struct Shared {
    dice: Dice,
    effects: Arc<Mutex<Vec<u64>>>,
}

/// Appends numbers, none of which comes twice. Its answers are all that it holds.
#[actor(persistent = "diary", snapshot_every = 3)]
pub struct Diary {
    entries: Vec<u64>,
    #[volatile]
    shared: Shared,
}

#[handlers]
impl Diary {
    #[command]
    pub fn write(&self, n: u64) -> Persist<Self, Written, Vec<u64>> {
        assert!(!self.shared.dice.one_in(12), "by chance");
        self.note(persist(Written(n)), n).reply_with(|after: &Self| after.entries.clone())
    }

    #[command]
    pub fn write_both(&self, n: u64) -> Persist<Self, Written, Vec<u64>> {
        self.note(persist(Written(n)).and(Written(n + 1)), n + 1).reply_with(|after: &Self| after.entries.clone())
    }

    #[command]
    pub async fn write_late(&self, n: u64) -> Persist<Self, Written, Vec<u64>> {
        tokio::task::yield_now().await;
        assert!(!self.shared.dice.one_in(12), "by chance");
        self.note(persist(Written(n)), n).reply_with(|after: &Self| after.entries.clone())
    }

    #[query]
    pub fn read(&self) -> Vec<u64> {
        self.entries.clone()
    }

    #[apply]
    fn written(&mut self, event: &Written) {
        self.entries.push(event.0);
    }

    fn note(&self, decision: Persist<Self, Written>, n: u64) -> Persist<Self, Written> {
        let shared = self.shared.clone();
        decision.then(move |_: &mut Context<Self>| {
            shared.effects.lock().expect("no panic").push(n);
            assert!(!shared.dice.one_in(20), "in an effect, by chance");
        })
    }
}

#[derive(Clone)]
pub struct Dice(Arc<Mutex<u64>>);

impl Dice {
    fn below(&self, n: u64) -> u64 {
        let mut state = self.0.lock().expect("no panic");
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % n
    }

    fn one_in(&self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// What callers have been told.
#[derive(Default)]
struct Told {
    /// The last of the numbers that were written, with all that was there then.
    done: Vec<(u64, Vec<u64>)>,
    /// What is said not to be stored.
    refused: Vec<(u64, String)>,
    /// Answers to queries.
    seen: Vec<Vec<u64>>,
}

type Faulty = Arc<FaultyStore<MemoryStore>>;

/// The system of now, and the store under it.
struct Now {
    system: Arc<System>,
    store: Faulty,
}

#[derive(Clone)]
struct World {
    sim: Simulation,
    dice: Dice,
    effects: Arc<Mutex<Vec<u64>>>,
    now: Arc<Mutex<Now>>,
    told: Arc<Mutex<Told>>,
}

async fn start(store: Faulty, shared: Shared) -> Arc<System> {
    let settings = Settings {
        mailbox: Capacity::bounded(4),
        window: 3,
        passivate_after: PassivateAfter::Idle(Duration::from_secs(2)),
        max_live: Some(1),
        ..Settings::default()
    };
    let make = move |_: &EntityId<Diary>| -> Result<Diary, FactoryError> {
        Ok(Diary { entries: Vec::new(), shared: shared.clone() })
    };
    Arc::new(System::with(store).settings(settings).host_with(make).start().await.expect("the store is there"))
}

impl World {
    fn system(&self) -> Arc<System> {
        self.now.lock().expect("no panic").system.clone()
    }

    fn store(&self) -> Faulty {
        self.now.lock().expect("no panic").store.clone()
    }

    fn shared(&self) -> Shared {
        Shared { dice: self.dice.clone(), effects: self.effects.clone() }
    }

    async fn pause(&self) {
        let millis = self.dice.below(4) * self.dice.below(900);
        self.sim.clock().sleep(Duration::from_millis(millis)).await;
    }

    /// Waits for an answer, or goes away before it comes.
    async fn patiently<F: Future>(&self, asked: F) -> Option<F::Output> {
        let limit =
            if self.dice.one_in(4) { Duration::from_millis(self.dice.below(3000)) } else { Duration::from_mins(10) };
        let clock = self.sim.clock();
        tokio::select! {
            answer = asked => Some(answer),
            () = clock.sleep(limit) => None,
        }
    }

    /// Notes an answer. Says whether it was a reply.
    fn note(&self, last: u64, answer: Option<Result<Vec<u64>, CallError<std::convert::Infallible>>>) -> bool {
        let mut told = self.told.lock().expect("no panic");
        match answer {
            Some(Ok(entries)) => {
                told.done.push((last, entries));
                return true;
            }
            None
            | Some(Err(CallError::Unknown { .. } | CallError::Timeout { enqueued: true } | CallError::NoReply)) => {}
            Some(Err(why)) => told.refused.push((last, why.to_string())),
        }
        false
    }

    async fn sender(self, sender: u64, id: &'static str) {
        for turn in 0..10 {
            let n = (sender * 100 + turn) * 2;
            let Ok(diary) = self.system().entity::<Diary>(id) else {
                self.pause().await;
                continue;
            };
            match self.dice.below(8) {
                0 => drop(diary.write(n).tell()),
                1 | 2 => drop(self.note(n, self.patiently(diary.write(n).into_future()).await)),
                3 => drop(self.note(n + 1, self.patiently(diary.write_both(n).into_future()).await)),
                4 => drop(self.note(n, self.patiently(diary.write_late(n).into_future()).await)),
                5 => {
                    // Says it again until it is done.
                    for _ in 0..4 {
                        let Ok(diary) = self.system().entity::<Diary>(id) else { break };
                        let answer = self.patiently(diary.write(n).id(n.to_string()).into_future()).await;
                        // What a copy is told says nothing of the others.
                        if matches!(answer, Some(Ok(_))) && self.note(n, answer) {
                            break;
                        }
                    }
                }
                _ => {
                    let answer = self.patiently(diary.read().into_future()).await;
                    if let Some(Ok(seen)) = answer {
                        self.told.lock().expect("no panic").seen.push(seen);
                    }
                }
            }
            if self.dice.one_in(3) {
                self.pause().await;
            }
        }
    }

    /// Ends systems and starts others on the same store.
    async fn restarts(self) {
        for _ in 0..self.dice.below(3) {
            self.sim.clock().sleep(Duration::from_millis(self.dice.below(9000))).await;
            let (old, store) = (self.system(), self.store());
            if self.dice.one_in(2) {
                let clock = self.sim.clock();
                let ended = tokio::select! {
                    ended = old.shutdown() => ended.is_ok(),
                    () = clock.sleep(Duration::from_mins(15)) => false,
                };
                assert!(ended, "a stop comes to an end");
            }
            let store = Arc::new(FaultyStore::new(store.inner().restart()));
            if self.dice.one_in(2) {
                self.break_some(&store);
            }
            let system = start(store.clone(), self.shared()).await;
            *self.now.lock().expect("no panic") = Now { system, store };
        }
    }

    fn break_some(&self, store: &Faulty) {
        let chance = || When::Chance { probability: 0.08, seed: self.dice.below(u64::MAX) };
        for effect in [Effect::FailBefore, Effect::FailAfter, Effect::Reject] {
            store.fail(Operation::Append, chance(), effect);
        }
        if self.dice.one_in(2) {
            store.fail(Operation::Append, chance(), Effect::Hang);
            store.fail(Operation::Append, chance(), Effect::HangAfter);
        }
        for operation in [Operation::Read, Operation::Snapshot, Operation::Beside, Operation::Save] {
            store.fail(operation, chance(), Effect::FailBefore);
        }
        store.fail(Operation::Save, chance(), Effect::FailAfter);
        store.fail(Operation::Save, chance(), Effect::HangAfter);
    }
}

/// Runs one world, and compares what was seen in it with what is stored in the end.
async fn run(sim: Simulation, seed: u64) {
    let dice = Dice(Arc::new(Mutex::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1)));
    let effects = Arc::<Mutex<Vec<u64>>>::default();
    let store: Faulty = Arc::new(FaultyStore::new(MemoryStore::new()));
    let shared = Shared { dice: dice.clone(), effects: effects.clone() };
    let system = start(store.clone(), shared).await;
    let now = Arc::new(Mutex::new(Now { system, store: store.clone() }));
    let world = World { sim, dice, effects, now, told: Arc::default() };
    world.break_some(&store);

    let left = Arc::new(Mutex::new(4));
    for sender in 0..3 {
        let (world, left) = (world.clone(), left.clone());
        let id = if sender == 2 { "b" } else { "a" };
        world.sim.clone().spawn(async move {
            world.sender(sender, id).await;
            *left.lock().expect("no panic") -= 1;
        });
    }
    let (other, done) = (world.clone(), left.clone());
    world.sim.spawn(async move {
        other.restarts().await;
        *done.lock().expect("no panic") -= 1;
    });
    let mut hours = 0;
    while *left.lock().expect("no panic") > 0 {
        world.sim.clock().advance(Duration::from_mins(10)).await;
        hours += 1;
        assert!(hours < 1000, "somebody waits for ever");
    }
    world.sim.clock().advance(Duration::from_mins(10)).await;
    world.store().heal();

    let last = Arc::new(FaultyStore::new(world.store().inner().restart()));
    let system = start(last.clone(), world.shared()).await;
    let told = std::mem::take(&mut *world.told.lock().expect("no panic"));
    let mut all = Vec::new();
    for (id, senders) in [("a", 0..2), ("b", 2..3)] {
        let entries = system.entity::<Diary>(id).expect("hosted").read().await.expect("recovered");
        let of = |n: u64| senders.contains(&(n / 200));
        assert!(entries.iter().all(|n| of(*n)), "{id} has only its own: {entries:?}");
        let mut sorted = entries.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), entries.len(), "nothing twice: {entries:?}");
        for (n, seen) in told.done.iter().filter(|(n, _)| of(*n)) {
            assert!(entries.starts_with(seen) && seen.last() == Some(n), "{n} saw {seen:?} of {entries:?}");
        }
        for seen in told.seen.iter().filter(|seen| seen.first().is_some_and(|n| of(*n))) {
            assert!(entries.starts_with(seen), "a query saw {seen:?} of {entries:?}");
        }
        for (n, why) in told.refused.iter().filter(|(n, _)| of(*n)) {
            assert!(!entries.contains(n), "{n} is stored, though its caller was told: {why}");
        }
        for sender in senders.clone() {
            let own = entries.iter().filter(|n| *n / 200 == sender);
            assert!(own.is_sorted(), "in the order in which {sender} has sent them: {entries:?}");
        }
        for pair in entries.iter().filter(|n| *n % 2 == 1) {
            let at = entries.iter().position(|n| n == pair).expect("it is there");
            assert_eq!(entries[at - 1], pair - 1, "both or none, and side by side");
        }
        let page = last.inner().read(mainstay::journal::EntityKey::new("diary", id).expect("an id"), 0, 999, 999);
        assert_eq!(page.await.expect("read").last, entries.len() as u64);
        all.extend(entries);
    }
    let mut effects = world.effects.lock().expect("no panic").clone();
    assert!(effects.iter().all(|n| all.contains(n)), "an effect of what is not stored");
    let count = effects.len();
    effects.sort_unstable();
    effects.dedup();
    assert_eq!(effects.len(), count, "each effect at most once");
}

#[test]
fn law3_law4_nothing_is_lost_doubled_or_seen_before_it_is_stored_in_any_of_many_worlds() {
    let worlds = std::env::var(WORLDS).ok().and_then(|worlds| worlds.parse().ok()).unwrap_or(150);
    let seed = std::cell::Cell::new(0);
    simulate_seeds(0..worlds, |sim| {
        let this = seed.replace(seed.get() + 1);
        run(sim, this)
    });
}

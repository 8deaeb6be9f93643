//! A seeded search for a broken promise. Senders, receivers, timers and machines work on a store that fails at random, in processes that
//! crash, with settings as tight as they go. At the end everything that was acknowledged has taken effect exactly once, and nothing is left to
//! be done. Long with `MAINSTAY_LONG=1`.
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::cast_possible_truncation,
    clippy::needless_pass_by_value,
    reason = "the test is about what the types do"
)]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::missing_errors_doc, clippy::unused_self, reason = "the refusals are what is tested")]

use mainstay::entity::PassivateAfter;
use mainstay::journal::{MemoryStore, Store as _, Table};
use mainstay::mailbox::Capacity;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use mainstay::testing::{DeliveriesNotDeduplicated, Simulation, simulate};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};

const PEERS: [&str; 3] = ["a", "b", "c"];

/// So many letters each peer sends in each life of the process, to another peer or to the counter.
const LETTERS: u64 = 8;

/// The process crashes after each but the last.
const LIVES: u64 = 3;

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[message(error = Unwanted)]
#[confirmable(name = "peer.letter")]
pub struct Letter {
    number: u64,
    from: String,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
#[error("it is not wanted")]
pub struct Unwanted;

/// What the receiver of a letter sends back, when the timer fires that it has set.
#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "peer.thanks")]
pub struct Thanks(u64);

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "peer.reply", key = number)]
pub struct Reply {
    number: u64,
    to: String,
}

/// What happened to a letter, by its number.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "peer.done")]
pub struct Done(What, u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum What {
    Sent,
    Taken,
    Replied,
    Thanked,
    Confirmed,
    Back,
}

#[actor(persistent = "peer", snapshot_every = 7)]
#[derive(Default)]
pub struct Peer {
    done: Vec<(What, u64)>,
}

/// So much a letter waits for its reply.
fn delay_of(number: u64) -> Duration {
    Duration::from_millis(number % 4 * 700)
}

fn is_wanted(number: u64) -> bool {
    !number.is_multiple_of(7)
}

/// A third of the letters goes to the counter.
fn is_for_counter(number: u64) -> bool {
    number.is_multiple_of(3)
}

#[handlers]
impl Peer {
    #[command]
    pub fn send(&self, number: u64, to: EntityId<Peer>, cx: &mut Context<Self>) -> Persist<Self, Done> {
        let letter = Letter { number, from: cx.id().as_str().into() };
        persist(Done(What::Sent, number)).deliver(to, letter)
    }

    #[command]
    pub fn hand_in(&self, number: u64, to: EntityId<Counter>, cx: &mut Context<Self>) -> Persist<Self, Done> {
        let letter = Letter { number, from: cx.id().as_str().into() };
        persist(Done(What::Sent, number)).deliver(to, letter)
    }

    #[command(message)]
    fn take(&self, Letter { number, from }: Letter) -> Decided<Self, Done, (), Unwanted> {
        if !is_wanted(number) {
            return Err(Unwanted);
        }
        Ok(persist(Done(What::Taken, number)).start(Reply { number, to: from }, delay_of(number)))
    }

    #[timer]
    fn reply(&self, Reply { number, to }: Reply) -> Persist<Self, Done> {
        let decision = persist(Done(What::Replied, number));
        match entity::<Peer>(to) {
            Ok(to) => decision.deliver(to, Thanks(number)),
            Err(_) => decision,
        }
    }

    #[command(message)]
    async fn thanks(&self, Thanks(number): Thanks) -> Persist<Self, Done> {
        tokio::task::yield_now().await;
        persist(Done(What::Thanked, number))
    }

    #[command(message)]
    fn confirmed(&self, confirmed: Confirmed<Letter>) -> Persist<Self, Done> {
        persist(Done(What::Confirmed, confirmed.message.number))
    }

    #[command(message)]
    fn back(&self, undelivered: Undelivered<Letter>) -> Persist<Self, Done> {
        persist(Done(What::Back, undelivered.message.number))
    }

    #[query]
    pub fn done(&self) -> Vec<(What, u64)> {
        self.done.clone()
    }

    #[apply]
    fn on_done(&mut self, event: &Done) {
        self.done.push((event.0, event.1));
    }
}

#[derive(Message, Clone)]
pub struct Open;

#[derive(Message, Clone)]
#[message(reply = Vec<u64>)]
pub struct Filed;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "counter.opened")]
pub struct Opened;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "counter.shut")]
pub struct WasShut;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "counter.filed")]
pub struct WasFiled(u64);

#[fsm(states = CounterState)]
#[derive(Default)]
pub struct Counter {
    filed: Vec<u64>,
}

/// It is open for a second at a time; what comes while it is shut waits.
#[derive(States)]
#[states(Counter, name = "counter")]
#[query(Filed)]
pub enum CounterState {
    #[initial]
    #[on(Open => Opened => Wide)]
    #[postpone(_)]
    Shut,
    #[on(Letter => WasFiled => stay)]
    #[on(Open => Opened => reenter)]
    #[after(close: "1s" => WasShut => Shut)]
    Wide,
}

impl CounterFlow for Counter {
    fn shut_open(&self, _: Open, _: &mut Context<Self>) -> Decide<Self, Open, Opened> {
        persist(Opened)
    }

    fn wide_open(&self, _: Open, _: &mut Context<Self>) -> Decide<Self, Open, Opened> {
        persist(Opened)
    }

    fn wide_letter(&self, letter: Letter, _: &mut Context<Self>) -> Decide<Self, Letter, WasFiled> {
        if is_wanted(letter.number) { Ok(persist(WasFiled(letter.number))) } else { Err(Unwanted) }
    }

    fn wide_close(&self, _: &mut Context<Self>) -> Persist<Self, WasShut> {
        persist(WasShut)
    }

    fn shut_opened(&mut self, _: &Opened) {}

    fn wide_opened(&mut self, _: &Opened) {}

    fn wide_was_filed(&mut self, event: &WasFiled) {
        self.filed.push(event.0);
    }

    fn wide_was_shut(&mut self, _: &WasShut) {}

    fn filed(&self, _: &CounterState, _: Filed) -> Vec<u64> {
        self.filed.clone()
    }
}

type Faulty = Arc<FaultyStore<MemoryStore>>;

/// A store that fails in every way that a store can fail without breaking its word.
fn faulty(memory: MemoryStore, seed: u64) -> Faulty {
    let store = Arc::new(FaultyStore::new(memory));
    let faults = [
        (Operation::Append, Effect::FailBefore, 0.03),
        (Operation::Append, Effect::FailAfter, 0.03),
        (Operation::Append, Effect::HangAfter, 0.01),
        (Operation::Append, Effect::Reject, 0.02),
        (Operation::Append, Effect::OutOfOrder, 0.03),
        (Operation::Read, Effect::FailBefore, 0.05),
        (Operation::Snapshot, Effect::FailBefore, 0.05),
        (Operation::Save, Effect::FailAfter, 0.05),
        (Operation::Beside, Effect::FailBefore, 0.05),
    ];
    for ((operation, effect, probability), number) in faults.into_iter().zip(0..) {
        store.fail(operation, When::Chance { probability, seed: seed * 100 + number }, effect);
    }
    store
}

/// As tight as they go, in another way with each seed.
fn settings(seed: u64) -> Settings {
    let settings = Settings::default();
    let one_of = |shift: u32, among: u64| (seed >> shift) % among;
    Settings {
        passivate_after: PassivateAfter::Idle(Duration::from_millis([5, 400, 60_000][seed as usize % 3])),
        max_live: [None, Some(1), Some(2)][one_of(1, 3) as usize],
        window: [1, settings.window][one_of(0, 2) as usize],
        redeliver_interval: Duration::from_millis([300, 5_000][one_of(1, 2) as usize]),
        redelivery_burst_limit: [1, settings.redelivery_burst_limit][one_of(2, 2) as usize],
        max_unconfirmed_messages: [2, settings.max_unconfirmed_messages][one_of(3, 2) as usize],
        mailbox: [Capacity::bounded(1), settings.mailbox][one_of(2, 2) as usize],
        recovery_page: [1, settings.recovery_page][one_of(1, 2) as usize],
        timers_in_flight: [1, settings.timers_in_flight][one_of(0, 2) as usize],
        ..settings
    }
}

async fn hosted(store: Faulty, settings: Settings) -> System {
    let hosting = || System::with(store.clone()).settings(settings.clone()).host::<Peer>().host::<Counter>();
    // The store may fail while the system starts: whoever starts it tries again.
    loop {
        if let Ok(system) = hosting().start().await {
            return system;
        }
    }
}

/// What the caller of a command knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Acknowledged,
    Refused,
    Unknown,
}

/// What is known of each letter: its sender, and what that was told.
type Sent = Arc<Mutex<BTreeMap<u64, (&'static str, Known)>>>;

async fn call(peer: PeerRef, from: &'static str, to: &'static str, numbers: Range<u64>, sent: Sent) {
    for number in numbers {
        let note = |known| {
            sent.lock().expect("no panic").insert(number, (from, known));
        };
        note(Known::Unknown);
        let answer = if is_for_counter(number) {
            peer.hand_in(number, EntityId::new("counter").expect("an id")).await
        } else {
            peer.send(number, EntityId::new(to).expect("an id")).await
        };
        note(match answer {
            Ok(()) => Known::Acknowledged,
            Err(CallError::Unknown { .. }) => Known::Unknown,
            Err(_) => Known::Refused,
        });
    }
}

/// Works, crashes, and works again; gives what is wrong at the end.
async fn search(sim: Simulation, seed: u64) -> Vec<String> {
    let sent = Sent::default();
    let mut store = faulty(MemoryStore::new(), seed);
    let mut next = 1;
    for life in 0..LIVES {
        let system = hosted(store.clone(), settings(seed + life)).await;
        for (at, from) in PEERS.into_iter().enumerate() {
            let to = PEERS[(at + 1 + seed as usize % 2) % PEERS.len()];
            let peer = system.entity::<Peer>(from).expect("hosted");
            sim.spawn(call(peer, from, to, next..next + LETTERS, sent.clone()));
            next += LETTERS;
        }
        let counter = system.entity::<Counter>("counter").expect("hosted");
        sim.spawn(async move { drop(counter.ask(Open).await) });
        // Elsewhere with each seed.
        sim.clock().advance(Duration::from_millis((seed * 379 + life * 211) % 4_000)).await;
        store = faulty(store.inner().restart(), seed + 1_000_000 * (life + 1));
    }
    let store = Arc::new(FaultyStore::new(store.inner().restart()));
    let system = hosted(store.clone(), settings(seed)).await;
    // What failed to be handled is tried again after minutes, then hours; and nobody but the counter is touched any more.
    for _ in 0..6 {
        drop(system.entity::<Counter>("counter").expect("hosted").ask(Open).await);
        sim.clock().advance(Duration::from_hours(1)).await;
    }
    let mut wrong = check(&system, &sent).await;
    for table in [Table::Outbox, Table::Timer] {
        let due = store.due(table, i64::MAX, 10).await.expect("nothing fails");
        wrong.extend(due.iter().map(|(key, row)| format!("{key} has left {:?} in {table:?}", row.id)));
    }
    system.shutdown().await.expect("an end");
    wrong
}

/// Compares what has happened with what the callers know.
async fn check(system: &System, sent: &Sent) -> Vec<String> {
    let mut counts = BTreeMap::<(What, u64), usize>::new();
    for peer in PEERS {
        for done in system.entity::<Peer>(peer).expect("hosted").done().await.expect("nothing fails") {
            *counts.entry(done).or_default() += 1;
        }
    }
    for number in system.entity::<Counter>("counter").expect("hosted").ask(Filed).await.expect("nothing fails") {
        *counts.entry((What::Taken, number)).or_default() += 1;
    }
    let mut wrong = Vec::new();
    for (number, (from, known)) in sent.lock().expect("no panic").iter() {
        let times = |what| counts.get(&(what, *number)).copied().unwrap_or(0);
        let was_sent = times(What::Sent);
        if !match known {
            Known::Acknowledged => was_sent == 1,
            Known::Refused => was_sent == 0,
            Known::Unknown => was_sent <= 1,
        } {
            wrong.push(format!("letter {number} of {from} was {known:?}, and sent {was_sent} times"));
        }
        let taken = if is_wanted(*number) { was_sent } else { 0 };
        let thanked = if is_for_counter(*number) { 0 } else { taken };
        let expected = [
            (What::Taken, taken),
            (What::Confirmed, taken),
            (What::Back, was_sent - taken),
            (What::Replied, thanked),
            (What::Thanked, thanked),
        ];
        for (what, expected) in expected {
            if times(what) != expected {
                wrong.push(format!("letter {number} of {from} was {what:?} {} times, and not {expected}", times(what)));
            }
        }
    }
    wrong
}

fn seeds() -> Range<u64> {
    if std::env::var_os("MAINSTAY_LONG").is_some() { 0..200 } else { 0..30 }
}

#[test]
fn law4_d36_d52_everything_takes_effect_exactly_once_and_comes_to_rest() {
    for seed in seeds() {
        let wrong = simulate(seed, |sim| search(sim, seed));
        assert!(wrong.is_empty(), "seed {seed}: {wrong:#?}");
    }
}

#[test]
fn d36_the_search_finds_double_effects_when_receivers_do_not_know_what_they_have_taken() {
    let _off = DeliveriesNotDeduplicated::on_this_thread();
    let found = (0..10).flat_map(|seed| simulate(seed, |sim| search(sim, seed)));
    assert!(found.into_iter().any(|wrong| wrong.contains("2 times")));
}

//! A soak: entities on a store that fails at random, in processes that crash. What was acknowledged is there exactly once, and nothing of
//! what was refused. Long with `MAINSTAY_LONG=1`.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::missing_errors_doc, reason = "the refusals are what is tested")]

use mainstay::entity::PassivateAfter;
use mainstay::journal::{EntityKey, MemoryStore, Store as _};
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use mainstay::testing::{CommandIdsIgnored, Simulation, simulate_seeds};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

const ENTITIES: [&str; 3] = ["a", "b", "c"];

/// Each entity has so many callers in each life, and each caller so many commands.
const CALLERS: u32 = 4;
const COMMANDS: u32 = 12;

/// The process crashes after each but the last.
const LIVES: u32 = 3;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "notes.noted")]
pub struct Noted {
    value: u32,
    part: u32,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
#[error("{0} is not wanted")]
pub struct Unwanted(u32);

#[actor(persistent = "notes", snapshot_every = 10)]
#[derive(Default)]
pub struct Notes {
    noted: Vec<(u32, u32)>,
}

#[handlers]
impl Notes {
    /// Stores one event, or two in one unit. Says how many there are then.
    #[command]
    pub fn note(&self, value: u32) -> Decided<Self, Noted, usize, Unwanted> {
        self.decide(value)
    }

    /// The same, by a handler that may wait.
    #[command]
    pub async fn note_later(&self, value: u32) -> Decided<Self, Noted, usize, Unwanted> {
        tokio::task::yield_now().await;
        self.decide(value)
    }

    #[query]
    pub fn noted(&self) -> Vec<(u32, u32)> {
        self.noted.clone()
    }

    #[apply]
    fn took(&mut self, &Noted { value, part }: &Noted) {
        self.noted.push((value, part));
    }

    #[allow(clippy::unused_self, reason = "it has the shape of a command")]
    fn decide(&self, value: u32) -> Decided<Self, Noted, usize, Unwanted> {
        match events_of(value) {
            0 => Err(Unwanted(value)),
            1 => Ok(persist(Noted { value, part: 0 }).reply_with(|after: &Self| after.noted.len())),
            _ => {
                let both = persist(Noted { value, part: 0 }).and(Noted { value, part: 1 });
                Ok(both.reply_with(|after: &Self| after.noted.len()))
            }
        }
    }
}

/// So many events a command stores; one that stores none is refused.
fn events_of(value: u32) -> usize {
    match value % 5 {
        0 => 0,
        1 => 2,
        _ => 1,
    }
}

/// What the caller of a command knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Acknowledged,
    /// By the command itself, or by the runtime, which says that nothing was stored.
    Refused,
    Unknown,
}

struct Answer {
    entity: &'static str,
    value: u32,
    known: Known,
}

/// What must not be.
#[derive(Debug, Default)]
struct Findings {
    acknowledged: usize,
    lost: Vec<u32>,
    doubled: Vec<u32>,
    /// Of commands that were refused, and of nobody's.
    unwanted: Vec<u32>,
    torn: Vec<u32>,
}

type Faulty = Arc<FaultyStore<MemoryStore>>;

/// A store that fails in every way that a store can fail without breaking its word.
fn faulty(memory: MemoryStore, seed: u64) -> Faulty {
    let store = Arc::new(FaultyStore::new(memory));
    let faults = [
        (Operation::Append, Effect::FailBefore, 0.06),
        (Operation::Append, Effect::FailAfter, 0.06),
        (Operation::Append, Effect::Hang, 0.02),
        (Operation::Append, Effect::HangAfter, 0.02),
        (Operation::Append, Effect::Reject, 0.04),
        (Operation::Append, Effect::OutOfOrder, 0.04),
        (Operation::Read, Effect::FailBefore, 0.15),
        (Operation::Read, Effect::Hang, 0.05),
        (Operation::Snapshot, Effect::FailBefore, 0.1),
        (Operation::Save, Effect::FailBefore, 0.1),
        (Operation::Save, Effect::FailAfter, 0.1),
        (Operation::Beside, Effect::FailBefore, 0.1),
    ];
    for ((operation, effect, probability), number) in faults.into_iter().zip(0..) {
        store.fail(operation, When::Chance { probability, seed: seed * 100 + number }, effect);
    }
    store
}

async fn hosted(store: Faulty) -> System {
    let passivate_after = PassivateAfter::Idle(Duration::from_millis(50));
    let settings = Settings { passivate_after, ..Settings::default() };
    System::with(store).settings(settings).host::<Notes>().start().await.expect("the store is there")
}

/// Sends commands one after another, some of them with an id and twice.
async fn call(notes: NotesRef, entity: &'static str, values: Range<u32>, answers: UnboundedSender<Answer>) {
    for value in values {
        let answer = match value % 4 {
            0 => {
                let first = notes.note(value).id(value.to_string()).await;
                let second = notes.note(value).id(value.to_string()).await;
                if let (Ok(first), Ok(second)) = (&first, &second) {
                    assert_eq!(first, second, "the same id, the same answer");
                }
                // What was unknown may be known since then.
                if matches!(first, Ok(_) | Err(CallError::Refused(_))) { first } else { weaker(first, second) }
            }
            1 => notes.note_later(value).await,
            _ => notes.note(value).await,
        };
        let known = match answer {
            Ok(_) => Known::Acknowledged,
            Err(CallError::Unknown { .. }) => Known::Unknown,
            Err(_) => Known::Refused,
        };
        answers.send(Answer { entity, value, known }).expect("the test waits for it");
    }
}

/// Of two runs of one command, of which the first has not said that it is stored.
fn weaker<T, E>(first: Result<T, CallError<E>>, second: Result<T, CallError<E>>) -> Result<T, CallError<E>> {
    match second {
        Err(CallError::Refused(_)) | Ok(_) => second,
        _ if matches!(first, Err(CallError::Unknown { .. })) => first,
        _ => second,
    }
}

async fn soak(sim: Simulation, seed: u64) -> Findings {
    let mut store = faulty(MemoryStore::new(), seed);
    let (mut answered, mut next) = (Vec::new(), 1);
    for life in 0..LIVES {
        let system = hosted(store.clone()).await;
        let (sender, mut answers) = unbounded_channel();
        for entity in ENTITIES {
            let notes = system.entity::<Notes>(entity).expect("hosted");
            for _ in 0..CALLERS {
                sim.spawn(call(notes.clone(), entity, next..next + COMMANDS, sender.clone()));
                next += COMMANDS;
            }
        }
        drop(sender);
        if life + 1 < LIVES {
            // In the middle of the work, and elsewhere with each seed: the next process opens what this one has stored.
            let most = u64::from(CALLERS * COMMANDS) * ENTITIES.len() as u64;
            take(&mut answers, (seed * 37 + u64::from(life) * 11) % most, &mut answered).await;
            store = faulty(store.inner().restart(), seed + 1_000_000 * u64::from(life + 1));
        }
        take(&mut answers, u64::MAX, &mut answered).await;
    }
    check(&store, &answered).await
}

/// Takes so many answers, or all there are.
async fn take(answers: &mut UnboundedReceiver<Answer>, count: u64, into: &mut Vec<Answer>) {
    for _ in 0..count {
        match answers.recv().await {
            Some(answer) => into.push(answer),
            None => return,
        }
    }
}

/// Compares what is stored, as a last process finds it, with what the callers know.
async fn check(store: &Faulty, answered: &[Answer]) -> Findings {
    let store = Arc::new(FaultyStore::new(store.inner().restart()));
    let system = hosted(store.clone()).await;
    let mut findings = Findings::default();
    for entity in ENTITIES {
        let noted = system.entity::<Notes>(entity).expect("hosted").noted().await.expect("nothing fails");
        let key = EntityKey::new("notes", entity).expect("an id");
        let last = store.read(key, 0, u64::MAX, 1).await.expect("nothing fails").last;
        assert_eq!(noted.len() as u64, last, "the state is what is stored");
        let mut parts = BTreeMap::<u32, Vec<u32>>::new();
        for (value, part) in noted {
            parts.entry(value).or_default().push(part);
        }
        for answer in answered.iter().filter(|answer| answer.entity == entity) {
            let found = parts.remove(&answer.value).unwrap_or_default();
            let expected = events_of(answer.value);
            match (answer.known, found.len()) {
                (Known::Refused, 1..) => findings.unwanted.push(answer.value),
                (_, many) if many > expected => findings.doubled.push(answer.value),
                (Known::Acknowledged, 0) => findings.lost.push(answer.value),
                (_, some) if some != 0 && found != (0..).take(expected).collect::<Vec<u32>>() => {
                    findings.torn.push(answer.value);
                }
                _ => {}
            }
            findings.acknowledged += usize::from(answer.known == Known::Acknowledged);
        }
        findings.unwanted.extend(parts.into_keys());
    }
    findings
}

/// Runs the soak with each of so many seeds, and gives all that was found.
fn findings(seeds: Range<u64>) -> Vec<Findings> {
    let found = Rc::new(RefCell::new(Vec::new()));
    for seed in seeds {
        simulate_seeds(seed..seed + 1, |sim| {
            let found = found.clone();
            async move {
                let findings = soak(sim, seed).await;
                found.borrow_mut().push(findings);
            }
        });
    }
    found.take()
}

fn seeds() -> Range<u64> {
    if std::env::var_os("MAINSTAY_LONG").is_some() { 0..500 } else { 0..40 }
}

#[test]
fn law4_every_acknowledged_command_is_there_exactly_once_and_none_that_was_refused() {
    for (seed, findings) in findings(seeds()).into_iter().enumerate() {
        let Findings { acknowledged, lost, doubled, unwanted, torn } = &findings;
        let nothing = lost.is_empty() && doubled.is_empty() && unwanted.is_empty() && torn.is_empty();
        assert!(nothing && *acknowledged > 0, "seed {seed}: {findings:?}");
    }
}

#[test]
fn law4_the_soak_finds_double_effects_when_entities_do_not_look_for_the_ids_of_their_commands() {
    let _ignored = CommandIdsIgnored::on_this_thread();
    let found = findings(0..10);
    assert!(found.iter().any(|findings| !findings.doubled.is_empty()), "{found:?}");
}

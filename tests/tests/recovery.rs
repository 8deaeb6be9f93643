//! What recovery does with a store that holds something it should not: an error that names entity, number and cause, and nothing skipped.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::actor::Backoff;
use mainstay::entity::{DecodeError, RecoveryError, encode};
use mainstay::fsm::States as _;
use mainstay::journal::{CommandId, EntityKey, MemoryStore, NewEvent, Store as _, Unit};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(Message, Clone, Serialize, Deserialize)]
struct Open;

#[derive(Message, Clone, Serialize, Deserialize)]
struct Close;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.opened")]
struct Opened {
    by: String,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "door.closed", version = 2)]
struct Closed;

#[fsm(states = DoorState)]
#[derive(Default)]
struct Door {
    #[volatile]
    applied: Arc<AtomicU32>,
}

#[derive(States)]
#[states(Door, name = "door")]
enum DoorState {
    #[initial]
    #[on(Open => Opened => Wide)]
    Shut,
    #[on(Close => Closed => Shut)]
    Wide,
}

impl DoorFlow for Door {
    fn shut_open(&self, _: Open, _: &mut Context<Self>) -> Decide<Self, Open, Opened> {
        persist(Opened { by: "someone".into() })
    }

    fn wide_close(&self, _: Close, _: &mut Context<Self>) -> Decide<Self, Close, Closed> {
        persist(Closed)
    }

    fn shut_opened(&mut self, event: &Opened) {
        assert_ne!(event.by, "a ghost", "ghosts do not open doors");
        self.applied.fetch_add(1, Ordering::SeqCst);
    }

    fn wide_closed(&mut self, _: &Closed) {
        self.applied.fetch_add(1, Ordering::SeqCst);
    }
}

fn opened(by: &str) -> NewEvent {
    encode(&Opened { by: by.into() }).expect("it can be encoded")
}

/// Stores `events` as the history of the door "front".
async fn history(events: Vec<NewEvent>) -> MemoryStore {
    let store = MemoryStore::new();
    let key = EntityKey::new("door", "front").expect("an id");
    let command = CommandId { epoch: 1, number: 1 };
    let unit = Unit::new(key, 0, 1, 0, command, events);
    store.append(unit).await.expect("stored");
    store
}

/// What the door "front" answers, in words, and how many events were applied.
async fn asked(store: MemoryStore) -> (Result<(), CallError<std::convert::Infallible>>, u32) {
    let applied = Arc::new(AtomicU32::new(0));
    let counted = applied.clone();
    let make = move |_: &EntityId<Door>| Ok(Door { applied: counted.clone() });
    let system = System::with(store).host_with(make).start().await.expect("the store is there");
    let door = system.entity::<Door>("front").expect("hosted");
    let answer = door.ask(Close).await;
    (answer, applied.load(Ordering::SeqCst))
}

#[tokio::test]
async fn v6_e55_an_unknown_event_stops_recovery_and_is_named() {
    let unknown = NewEvent { name: "door.painted".into(), ..opened("me") };
    let (answer, applied) = asked(history(vec![opened("me"), unknown, opened("you")]).await).await;
    let error = answer.expect_err("it cannot be recovered");
    assert!(error.to_string().starts_with("event 2 of door \"front\", `door.painted`, cannot be decoded"), "{error}");
    assert!(matches!(cause_of(error), RecoveryError::Decode { seq: 2, cause: DecodeError::Unknown, .. }));
    assert_eq!(applied, 1, "nothing behind it is applied");
}

#[tokio::test]
async fn what_was_told_to_an_entity_that_cannot_be_recovered_is_a_dead_letter_that_names_it() {
    let unknown = NewEvent { name: "door.painted".into(), ..opened("me") };
    let system = System::with(history(vec![unknown]).await).host::<Door>().start().await.expect("the store is there");
    let mut letters = system.dead_letters();
    system.entity::<Door>("front").expect("hosted").tell(Close).expect("there is room");
    let letter = letters.next().await.expect("the system lives").expect("none was missed");
    assert_eq!(letter.id.as_deref(), Some("front"));
    assert!(letter.to_string().contains("Door` \"front\" was not handled: "), "{letter}");
}

#[tokio::test]
async fn v7_a_newer_version_stops_recovery_and_says_which_program_is_needed() {
    let newer = NewEvent { version: 2, ..opened("me") };
    let (answer, _) = asked(history(vec![newer]).await).await;
    let error = answer.expect_err("it cannot be recovered");
    let Newer { stored, known } = newer_of(&error);
    assert_eq!((stored, known), (2, 1), "{error}");
}

struct Newer {
    stored: u32,
    known: u32,
}

fn newer_of(error: &CallError<std::convert::Infallible>) -> Newer {
    match cause_of(error.clone()) {
        RecoveryError::Decode { cause: DecodeError::Newer { stored, known }, .. } => Newer { stored, known },
        other => panic!("{other:?}"),
    }
}

fn cause_of(error: CallError<std::convert::Infallible>) -> RecoveryError {
    match error {
        CallError::Recovery(cause) => *cause,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn t58_an_event_that_cannot_be_decoded_stops_recovery_with_its_number() {
    let garbage = NewEvent { payload: vec![0xc1], ..opened("me") };
    let (answer, applied) = asked(history(vec![garbage]).await).await;
    let error = answer.expect_err("it cannot be recovered");
    let cause = cause_of(error);
    assert!(matches!(cause, RecoveryError::Decode { seq: 1, cause: DecodeError::Payload(_), .. }), "{cause}");
    assert_eq!(applied, 0);
}

#[tokio::test]
async fn an_event_that_the_table_has_no_row_for_stops_recovery_and_names_the_state() {
    let (answer, _) = asked(history(vec![opened("me"), opened("you")]).await).await;
    let error = answer.expect_err("it cannot be recovered");
    assert_eq!(error.to_string(), "event 2 of door \"front\", `door.opened`, has no row in state `Wide`");
}

#[tokio::test]
async fn e54_an_evolve_method_that_panics_in_recovery_is_named_and_nothing_is_skipped() {
    let closed = encode(&Closed).expect("it can be encoded");
    let (answer, applied) = asked(history(vec![opened("me"), closed, opened("a ghost")]).await).await;
    let error = answer.expect_err("it cannot be recovered");
    assert!(matches!(cause_of(error), RecoveryError::Panicked { seq: 3, .. }));
    assert_eq!(applied, 2);
}

#[tokio::test(start_paused = true)]
async fn a_factory_that_fails_is_answered_and_asked_again_by_the_next_command() {
    let attempts = Arc::new(AtomicU32::new(0));
    let counted = attempts.clone();
    let make = move |_: &EntityId<Door>| match counted.fetch_add(1, Ordering::SeqCst) {
        0 => Err("the lock is missing".into()),
        _ => Ok(Door::default()),
    };
    let system = System::volatile().host_with(make).start().await.expect("in memory");
    let door = system.entity::<Door>("front").expect("hosted");
    let error = door.ask(Open).await.expect_err("there is no door");
    assert_eq!(error.to_string(), "door \"front\" cannot be made: the lock is missing");
    assert_eq!(door.ask(Open).await, Err(error), "not more often than the back-off allows");
    assert_eq!(attempts.load(Ordering::SeqCst), 1);
    tokio::time::advance(Backoff::DEFAULT.max).await;
    assert_eq!(door.ask(Open).await, Ok(()));
}

#[test]
fn a_state_is_called_as_its_variant() {
    assert_eq!((DoorState::Shut.name(), DoorState::Wide.name()), ("Shut", "Wide"));
}

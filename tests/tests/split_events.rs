//! Stored events that are none or several of today's: what recovery makes of them.
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::unused_self,
    reason = "the test is about what the types do"
)]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::entity::{DecodeError, EventMeta, Parts, Payload, RecoveryError, Split, decode, encode, split};
use mainstay::journal::{CommandId, EntityKey, MemoryStore, NewEvent, Store as _, Unit};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

/// What moving was in version 1.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "person.moved")]
struct MovedV1 {
    street: String,
    city: Option<String>,
}

impl Split for MovedV1 {
    fn split(self, into: &mut Parts) {
        assert_ne!(self.street, "nowhere", "nobody lives there");
        into.add(&StreetChanged(self.street));
        if let Some(city) = self.city {
            into.add(&CityChanged(city));
        }
    }
}

/// What moving was in version 2.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "person.moved", version = 2)]
struct MovedV2 {
    to: String,
}

impl From<MovedV2> for StreetChanged {
    fn from(old: MovedV2) -> Self {
        Self(old.to)
    }
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "person.moved", version = 3, from(2 = MovedV2), split(1 = MovedV1))]
struct StreetChanged(String);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "person.city_changed")]
struct CityChanged(String);

/// Greetings of version 1 mean nothing any more. Written without the derive.
#[derive(Serialize, Deserialize)]
struct Greeted(String);

impl Event for Greeted {
    const NAME: &'static str = "person.greeted";
    const VERSION: u32 = 2;

    fn upcast(version: u32, payload: &Payload<'_>) -> Result<Self, DecodeError> {
        if version == 1 { Err(split::<Silence>(payload.decode()?)) } else { payload.decode() }
    }
}

#[derive(Deserialize)]
struct Silence(#[allow(dead_code, reason = "it is read")] String);

impl Split for Silence {
    fn split(self, _: &mut Parts) {}
}

#[actor(persistent = "person")]
#[derive(Default)]
struct Person {
    life: Vec<String>,
}

impl Person {
    fn note(&mut self, what: &str, meta: &EventMeta) {
        self.life.push(format!("{} {what} {}", meta.seq, meta.command.number));
    }
}

#[handlers]
impl Person {
    #[command]
    fn greet(&self, with: String) -> Persist<Self, Greeted> {
        persist(Greeted(with))
    }

    #[query]
    fn life(&self) -> Vec<String> {
        self.life.clone()
    }

    #[apply]
    fn street_changed(&mut self, event: &StreetChanged, meta: &EventMeta) {
        self.note(&event.0, meta);
    }

    #[apply]
    fn city_changed(&mut self, event: &CityChanged, meta: &EventMeta) {
        self.note(&event.0, meta);
    }

    #[apply]
    fn greeted(&mut self, event: &Greeted, meta: &EventMeta) {
        self.note(&event.0, meta);
    }
}

fn moved(street: &str, city: Option<&str>) -> NewEvent {
    encode(&MovedV1 { street: street.into(), city: city.map(Into::into) }).expect("it can be encoded")
}

fn key() -> EntityKey {
    EntityKey::new("person", "a").expect("an id")
}

/// A system with the person "a", of whom `events` are stored, each by a command of its own.
async fn person(events: impl IntoIterator<Item = NewEvent>) -> (System, MemoryStore) {
    let store = MemoryStore::new();
    let opened = store.restart();
    for (event, expected) in events.into_iter().zip(0..) {
        let command = CommandId { epoch: opened.epoch(), number: 100 + expected };
        let unit = Unit::new(key(), expected, opened.epoch(), 0, command, vec![event]);
        opened.append(unit).await.expect("stored");
    }
    let system = System::with(store.restart()).host::<Person>().start().await.expect("the store is there");
    (system, store)
}

#[tokio::test]
async fn v4_e87_a_stored_event_may_be_none_or_several_of_today_which_all_have_its_number_and_command() {
    let greeted = NewEvent { version: 1, ..encode(&Greeted("hello".into())).expect("it can be encoded") };
    let second = encode(&MovedV2 { to: "Second".into() }).expect("it can be encoded");
    let history = [moved("First", Some("Bern")), greeted, second, moved("Third", None)];
    let (system, store) = person(history).await;
    let person = system.entity::<Person>("a").expect("hosted");
    let life = ["1 First 100", "1 Bern 100", "3 Second 102", "4 Third 103"];
    assert_eq!(person.life().await.expect("it is recovered"), life);
    person.greet("good day".into()).await.expect("stored");
    assert!(person.life().await.expect("it lives").last().is_some_and(|last| last.starts_with("5 good day")));
    system.shutdown().await.expect("in order");
    let page = store.restart().read(key(), 0, u64::MAX, 10).await.expect("it can be read");
    let stored: Vec<_> = page.records.iter().map(|record| (record.seq, record.version)).collect();
    assert_eq!(stored, [(1, 1), (2, 1), (3, 2), (4, 1), (5, 2)], "what is stored stays as it is");
    let alone = decode::<StreetChanged>(&page.records[0]).map(|_| ()).expect_err("two are not one");
    assert!(matches!(&alone, DecodeError::Split { into } if into.len() == 2), "{alone}");
}

#[tokio::test]
async fn v4_what_cannot_be_split_stops_recovery_with_its_number() {
    let torn = NewEvent { payload: vec![0xc1], ..moved("Second", None) };
    for (bad, words) in [(moved("nowhere", None), "nobody lives there"), (torn, "cannot be decoded")] {
        let (system, _) = person([moved("First", None), bad]).await;
        let answer = system.entity::<Person>("a").expect("hosted").life().await;
        let Err(CallError::Recovery(why)) = &answer else { panic!("{answer:?}") };
        assert!(
            matches!(**why, RecoveryError::Panicked { seq: 2, .. } | RecoveryError::Decode { seq: 2, .. }),
            "{why}"
        );
        assert!(why.to_string().contains(words), "{why}");
    }
}

//! A command that finds, again and again, that somebody else was there first.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about the setting")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::entity::encode;
use mainstay::journal::{AppendError, CommandId, EntityKey, MemoryStore, Store as _, Unit};
use mainstay::prelude::*;
use mainstay::settings::Settings;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "seat.taken")]
struct Taken(String);

/// Whoever decides here is overtaken, so many times: another writer of the same store and epoch takes the number that comes next.
#[actor(persistent = "seat")]
struct Seat {
    taken: Vec<String>,
    #[volatile]
    store: Arc<MemoryStore>,
    #[volatile]
    overtaken: Arc<AtomicU64>,
    #[volatile]
    decided: Arc<AtomicU64>,
}

#[handlers]
impl Seat {
    #[command]
    async fn take(&self, who: String) -> Persist<Self, Taken> {
        self.decided.fetch_add(1, Ordering::Relaxed);
        if self.overtaken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok() {
            let key = EntityKey::new("seat", "1").expect("an id");
            let expected = u64::try_from(self.taken.len()).expect("few");
            let command = CommandId { epoch: self.store.epoch(), number: 1_000 + expected };
            let event = encode(&Taken("somebody".into())).expect("it can be encoded");
            let unit = Unit::new(key, expected, self.store.epoch(), 0, command, vec![event]);
            self.store.append(unit).await.expect("it comes first");
        }
        persist(Taken(who))
    }

    #[query]
    fn taken(&self) -> Vec<String> {
        self.taken.clone()
    }

    #[apply]
    fn on_taken(&mut self, event: &Taken) {
        self.taken.push(event.0.clone());
    }
}

struct Row {
    conflicts: u8,
    overtaken: u64,
    decided: u64,
    is_stored: bool,
}

#[tokio::test]
async fn e62_a_command_is_decided_as_often_as_conflicts_says_then_its_caller_is_told() {
    let rows = [
        Row { conflicts: 1, overtaken: 1, decided: 1, is_stored: false },
        Row { conflicts: 3, overtaken: 2, decided: 3, is_stored: true },
        Row { conflicts: 3, overtaken: 3, decided: 3, is_stored: false },
        Row { conflicts: 5, overtaken: 4, decided: 5, is_stored: true },
    ];
    for Row { conflicts, overtaken, decided, is_stored } in rows {
        let store = Arc::new(MemoryStore::new());
        let (left, count) = (Arc::new(AtomicU64::new(overtaken)), Arc::new(AtomicU64::new(0)));
        let seat = {
            let (store, left, count) = (store.clone(), left.clone(), count.clone());
            move |_: &EntityId<Seat>| {
                let (store, overtaken, decided) = (store.clone(), left.clone(), count.clone());
                Ok(Seat { taken: Vec::new(), store, overtaken, decided })
            }
        };
        let settings = Settings { conflicts, ..Settings::default() };
        let system = System::with(store.clone()).settings(settings).host_with(seat).start().await.expect("in order");
        let seat = system.entity::<Seat>("1").expect("hosted");
        let answer = seat.take("ann".into()).await;
        let mut expected = vec!["somebody".to_owned(); usize::try_from(overtaken).expect("few")];
        if is_stored {
            answer.expect("nobody was there the last time");
            expected.push("ann".into());
        } else {
            let Err(CallError::Store(why)) = &answer else { panic!("{answer:?}") };
            assert!(matches!(**why, AppendError::Conflict { .. }), "{why}");
        }
        assert_eq!(count.load(Ordering::Relaxed), decided);
        assert_eq!(seat.taken().await.expect("it lives"), expected, "with conflicts = {conflicts}");
        seat.take("bob".into()).await.expect("the next command is not held up");
        system.shutdown().await.expect("in order");
    }
}

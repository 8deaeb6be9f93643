//! Units and keys as the tests of stores need them.

use mainstay::journal::{Codec, CommandId, EntityKey, NewEvent, Record, Store, Unit};

pub(crate) fn key(id: &str) -> EntityKey {
    EntityKey::new("ledger", id).unwrap()
}

pub(crate) fn event(payload: impl Into<Vec<u8>>) -> NewEvent {
    NewEvent { name: "deposited".into(), version: 1, codec: Codec::MessagePack, payload: payload.into() }
}

/// A unit of `store`'s epoch, with an event for each payload.
pub(crate) fn unit(store: &dyn Store, key: &EntityKey, expected: u64, payloads: &[&str]) -> Unit {
    let epoch = store.epoch();
    Unit {
        key: key.clone(),
        expected,
        epoch,
        at: 1_700_000_000_000_000,
        command: CommandId { epoch, number: expected },
        events: payloads.iter().map(|payload| event(*payload)).collect(),
    }
}

/// All events of `key`, page by page.
pub(crate) async fn all(store: &dyn Store, key: &EntityKey) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    loop {
        let page = store.read(key.clone(), records.len() as u64, 1_000).await.unwrap();
        records.extend(page.records);
        if records.len() as u64 == page.last {
            return records;
        }
    }
}

pub(crate) fn payloads(records: &[Record]) -> Vec<&str> {
    records.iter().map(|record| std::str::from_utf8(&record.payload).unwrap()).collect()
}

//! Units and keys as the tests of stores need them.

use mainstay::journal::{Appended, Codec, CommandId, EntityKey, NewEvent, Record, Store, Unit};

pub(crate) fn key(id: &str) -> EntityKey {
    EntityKey::new("ledger", id).unwrap()
}

pub(crate) fn event(payload: impl Into<Vec<u8>>) -> NewEvent {
    NewEvent {
        name: "deposited".into(),
        version: 1,
        codec: Codec::MessagePack,
        payload: payload.into(),
        tags: Vec::new(),
    }
}

/// A unit of `store`'s epoch, with an event for each payload.
pub(crate) fn unit(store: &dyn Store, key: &EntityKey, expected: u64, payloads: &[&str]) -> Unit {
    let epoch = store.epoch();
    let command = CommandId { epoch, number: expected };
    let events = payloads.iter().map(|payload| event(*payload)).collect();
    Unit::new(key.clone(), expected, epoch, 1_700_000_000_000_000, command, events)
}

/// The answer to a unit that was stored with this as its last number.
#[expect(clippy::unnecessary_wraps, reason = "it is compared with answers, which may be errors")]
pub(crate) fn stored<E>(last: u64) -> Result<Appended, E> {
    Ok(Appended { last, repeated: false })
}

/// All events of `key` that are not deleted, page by page.
pub(crate) async fn all(store: &dyn Store, key: &EntityKey) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    loop {
        let after = records.last().map_or(0, |record| record.seq);
        let page = store.read(key.clone(), after, u64::MAX, 1_000).await.unwrap();
        let end = page.last;
        records.extend(page.records);
        if records.last().is_none_or(|record| record.seq == end) {
            return records;
        }
    }
}

pub(crate) fn payloads(records: &[Record]) -> Vec<&str> {
    records.iter().map(|record| std::str::from_utf8(&record.payload).unwrap()).collect()
}

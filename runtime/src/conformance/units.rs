//! Units and keys as the rules need them.

use crate::journal::{
    Appended, Codec, CommandId, EntityKey, NewEvent, NewRequest, NewSnapshot, Record, Row, Store, Table, Unit,
};

pub(super) const AT: i64 = 1_700_000_000_000_000;

pub(super) fn key(id: &str) -> EntityKey {
    EntityKey::new("ledger", id).expect("an id")
}

pub(super) fn event(payload: impl Into<Vec<u8>>) -> NewEvent {
    NewEvent {
        name: "deposited".into(),
        version: 1,
        codec: Codec::MessagePack,
        payload: payload.into(),
        tags: Vec::new(),
    }
}

/// A unit of `store`'s epoch, with an event for each payload.
pub(super) fn unit(store: &dyn Store, key: &EntityKey, expected: u64, payloads: &[&str]) -> Unit {
    let epoch = store.epoch();
    let command = CommandId { epoch, number: expected };
    let events = payloads.iter().map(|payload| event(*payload)).collect();
    Unit::new(key.clone(), expected, epoch, AT, command, events)
}

pub(super) fn snapshot(payload: impl Into<Vec<u8>>, keep: u32) -> NewSnapshot {
    NewSnapshot { name: "ledger".into(), version: 3, codec: Codec::MessagePack, payload: payload.into(), keep }
}

pub(super) fn request(id: &str, keep: u32) -> NewRequest {
    NewRequest { id: id.into(), codec: Codec::MessagePack, reply: format!("reply to {id}").into(), keep }
}

pub(super) fn row(table: Table, id: &str, due: Option<i64>, payload: &str) -> Row {
    Row { table, id: id.into(), due, payload: Some(payload.into()) }
}

/// The answer to a unit that was stored with this as its last number.
#[expect(clippy::unnecessary_wraps, reason = "it is compared with answers, which may be errors")]
pub(super) fn stored<E>(last: u64) -> Result<Appended, E> {
    Ok(Appended { last, repeated: false })
}

/// Five events of `a`, the last two in one unit.
pub(super) async fn five(store: &dyn Store) -> EntityKey {
    let a = key("a");
    for (expected, events) in [(0, &["a-1"][..]), (1, &["a-2"]), (2, &["a-3"]), (3, &["a-4", "a-5"])] {
        let last = store.append(unit(store, &a, expected, events)).await;
        assert_eq!(last, stored(expected + events.len() as u64));
    }
    a
}

/// All events of `key` that are not deleted, page by page.
pub(super) async fn all(store: &dyn Store, key: &EntityKey) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    loop {
        let after = records.last().map_or(0, |record| record.seq);
        let page = store.read(key.clone(), after, u64::MAX, 1_000).await.expect("it can be read");
        let end = page.last;
        records.extend(page.records);
        if records.last().is_none_or(|record| record.seq == end) {
            return records;
        }
    }
}

pub(super) fn payloads(records: &[Record]) -> Vec<&str> {
    records.iter().map(|record| std::str::from_utf8(&record.payload).expect("text")).collect()
}

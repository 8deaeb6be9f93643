//! An event, as it is stored and as its type reads it.

use crate::types::Types;
use crate::{decode, time};
use mainstay::journal::{EntityKey, NewEvent, Record};
use serde_json::{Value, json};

/// An event for programs. `today` is there if the program knows the type, and it reads something else than what is stored.
pub(crate) fn value(types: &Types, key: &EntityKey, record: &Record) -> Value {
    let mut value = json!({
        "seq": record.seq, "epoch": record.epoch, "at": record.at, "command": record.command.to_string(),
        "name": *record.name, "version": record.version, "tags": record.tags.iter().map(|tag| &**tag).collect::<Vec<_>>(),
        "trace": record.trace.as_deref(), "payload": decode::payload(&record.payload),
    });
    match (types.as_today(key, record), value.as_object_mut()) {
        (Some(Ok(today)), Some(value)) if !is_same(&today, record) => {
            let today = today.iter().map(|event| {
                json!({ "name": *event.name, "version": event.version, "payload": decode::payload(&event.payload) })
            });
            value.insert("today".into(), today.collect());
        }
        (Some(Err(cause)), Some(value)) => {
            value.insert("unreadable".into(), cause.to_string().into());
        }
        _ => {}
    }
    value
}

/// An event for people.
pub(crate) fn text(types: &Types, key: &EntityKey, record: &Record) -> String {
    let Record { seq, at, name, version, payload, .. } = record;
    let stored = format!("{seq}  {}  {} v{version}  {}", time::utc(*at), name.escape_debug(), decode::payload(payload));
    match types.as_today(key, record) {
        Some(Ok(today)) if today.is_empty() => format!("{stored}; today nothing"),
        Some(Ok(today)) if !is_same(&today, record) => {
            let today = today.iter().map(|event| {
                format!("{} v{}  {}", event.name.escape_debug(), event.version, decode::payload(&event.payload))
            });
            format!("{stored}; today {}", today.collect::<Vec<_>>().join(", "))
        }
        Some(Err(cause)) => format!("{stored}; cannot be read: {cause}"),
        _ => stored,
    }
}

/// Whether the type would store it today as it did then.
fn is_same(today: &[NewEvent], record: &Record) -> bool {
    matches!(today, [event] if *event.name == *record.name && event.version == record.version && event.payload == record.payload)
}

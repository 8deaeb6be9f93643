//! `show`: the events of one entity.

use crate::failure::Failure;
use crate::out::Out;
use crate::{decode, entities, name, time};
use mainstay::journal::{EntityKey, Record, SqliteLook};
use serde_json::{Value, json};

pub(crate) fn run(look: &SqliteLook, key: &EntityKey, after: u64, limit: usize, out: &mut Out) -> Result<(), Failure> {
    let known = look.entity(key)?.ok_or_else(|| Failure::Unknown { key: key.clone() })?;
    out.line(&json!({ "entity": entities::value(&known) }), entities::text(&known))?;
    if let Some(snapshot) = look.snapshot(key, u64::MAX)?.snapshot {
        let state = decode::payload(&snapshot.payload);
        let value = json!({ "snapshot": {
            "seq": snapshot.seq, "epoch": snapshot.epoch, "at": snapshot.at,
            "name": *snapshot.name, "version": snapshot.version, "payload": state,
        } });
        out.line(&value, format_args!("  snapshot after event {}  {state}", snapshot.seq))?;
    }
    let (mut at, mut left) = (after, limit);
    while left > 0 {
        // A page of the store may be shorter than what is asked for.
        let page = look.read(key, at, u64::MAX, left)?;
        let Some(last) = page.records.last() else { return Ok(()) };
        at = last.seq;
        left -= page.records.len();
        for record in &page.records {
            out.line(&json!({ "event": value(record) }), format_args!("  {}", text(record)))?;
        }
    }
    if at < known.last {
        out.more(format_args!("mainstay show {} {} --after {at}", look.dir().display(), name::write(key)));
    }
    Ok(())
}

/// An event for programs.
pub(crate) fn value(record: &Record) -> Value {
    json!({
        "seq": record.seq, "epoch": record.epoch, "at": record.at, "command": record.command.to_string(),
        "name": *record.name, "version": record.version, "tags": record.tags.iter().map(|tag| &**tag).collect::<Vec<_>>(),
        "trace": record.trace.as_deref(), "payload": decode::payload(&record.payload),
    })
}

/// An event for people.
pub(crate) fn text(record: &Record) -> String {
    let Record { seq, at, name, version, payload, .. } = record;
    format!("{seq}  {}  {} v{version}  {}", time::utc(*at), name.escape_debug(), decode::payload(payload))
}

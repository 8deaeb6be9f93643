//! `show`: the events of one entity, or its state after one of them.

use crate::failure::Failure;
use crate::out::Out;
use crate::types::Types;
use crate::{decode, entities, event};
use mainstay::entity::StateAfter;
use mainstay::journal::{EntityKey, Known, SqliteLook};
use serde_json::json;

pub(crate) fn events(
    look: &SqliteLook,
    types: &Types,
    key: &EntityKey,
    after: u64,
    limit: usize,
    out: &mut Out,
) -> Result<(), Failure> {
    let known = known(look, key, out)?;
    if let Some(snapshot) = look.snapshot(key, u64::MAX)?.snapshot {
        let state = decode::state(&snapshot.payload);
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
            let value = json!({ "event": event::value(types, key, record) });
            out.line(&value, format_args!("  {}", event::text(types, key, record)))?;
        }
    }
    if at < known.last {
        out.more(format_args!("go on with --after {at}"));
    }
    Ok(())
}

/// The state after event `at`, which stands before it.
pub(crate) fn state(look: &SqliteLook, types: &Types, key: &EntityKey, at: u64, out: &mut Out) -> Result<(), Failure> {
    let found = look.entity(key)?.ok_or_else(|| Failure::Unknown { key: key.clone() })?;
    if !(found.origin..=found.last).contains(&at) {
        return Err(Failure::NoEvent { key: key.clone(), seq: at, first: found.origin + 1, last: found.last });
    }
    let state = types.state_after(key, at)?;
    known(look, key, out)?;
    for record in &look.read(key, at.saturating_sub(1), at, 1)?.records {
        let value = json!({ "event": event::value(types, key, record) });
        out.line(&value, format_args!("  {}", event::text(types, key, record)))?;
    }
    let StateAfter { seq, name, stored, debug, .. } = &state;
    let stored = stored.as_deref().map(decode::state);
    let value = json!({ "state": { "after": seq, "name": name, "stored": stored, "debug": debug } });
    let what = match (stored, debug, name) {
        (Some(stored), ..) => stored.to_string(),
        (None, Some(debug), _) => debug.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'"),
        (None, None, Some(_)) => "what is in it cannot be shown: the type has no snapshots and no `Debug`".into(),
        (None, None, None) => "cannot be shown: the type has no snapshots and no `Debug`".into(),
    };
    let name = name.map_or_else(String::new, |name| format!("{name}  "));
    out.line(&value, format_args!("  state after event {seq}  {name}{what}"))
}

/// The first line.
fn known(look: &SqliteLook, key: &EntityKey, out: &mut Out) -> Result<Known, Failure> {
    let known = look.entity(key)?.ok_or_else(|| Failure::Unknown { key: key.clone() })?;
    out.line(&json!({ "entity": entities::value(&known) }), entities::text(&known))?;
    Ok(known)
}

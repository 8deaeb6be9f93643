//! `stats`: how much is stored.

use crate::failure::Failure;
use crate::out::Out;
use mainstay::journal::{Counts, SqliteLook};
use serde_json::json;

pub(crate) fn run(look: &SqliteLook, out: &mut Out) -> Result<(), Failure> {
    let epoch = look.epoch()?;
    let Counts { entities, purged, events, snapshots, requests, timers, outbox, seen, event_bytes } = look.counts()?;
    let lines = [
        ("epoch", epoch),
        ("entities", entities),
        ("purged", purged),
        ("events", events),
        ("event_bytes", event_bytes),
        ("snapshots", snapshots),
        ("requests", requests),
        ("timer_rows", timers),
        ("outbox_rows", outbox),
        ("seen_rows", seen),
    ];
    let value = lines.iter().map(|(what, number)| ((*what).into(), json!(number))).collect::<serde_json::Map<_, _>>();
    let text = lines.map(|(what, number)| format!("{what} {number}")).join("\n");
    out.line(&value.into(), text)
}

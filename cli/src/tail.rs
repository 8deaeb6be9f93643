//! `tail`: events as they become durable.

use crate::failure::Failure;
use crate::out::Out;
use crate::types::Types;
use crate::{event, name};
use mainstay::journal::SqliteLook;
use serde_json::json;
use std::thread::sleep;
use std::time::Duration;

/// So often it looks again: another process cannot wake this one.
const INTERVAL: Duration = Duration::from_millis(200);

/// So many events are asked for at a time.
const PAGE: usize = 256;

pub(crate) fn run(look: &SqliteLook, types: &Types, all: bool, out: &mut Out) -> Result<(), Failure> {
    let mut place = if all { 0 } else { look.newest()? };
    loop {
        let found = look.events(place, PAGE)?;
        for found in &found {
            place = found.place;
            let (key, record) = (&found.key, &found.record);
            let value = json!({ "type": **key.kind(), "id": **key.id(), "event": event::value(types, key, record) });
            out.line(&value, format_args!("{}  {}", name::write(key), event::text(types, key, record)))?;
        }
        out.flush()?;
        if found.is_empty() {
            sleep(INTERVAL);
        }
    }
}

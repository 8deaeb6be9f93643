//! `tail`: events as they become durable.

use crate::failure::Failure;
use crate::out::Out;
use crate::{name, show};
use mainstay::journal::SqliteLook;
use serde_json::json;
use std::thread::sleep;
use std::time::Duration;

/// So often it looks again: another process cannot wake this one.
const INTERVAL: Duration = Duration::from_millis(200);

/// So many events are asked for at a time.
const PAGE: usize = 256;

pub(crate) fn run(look: &SqliteLook, all: bool, out: &mut Out) -> Result<(), Failure> {
    let mut place = if all { 0 } else { look.newest()? };
    loop {
        let found = look.events(place, PAGE)?;
        for event in &found {
            place = event.place;
            let key = &event.key;
            let value = json!({ "type": **key.kind(), "id": **key.id(), "event": show::value(&event.record) });
            out.line(&value, format_args!("{}  {}", name::write(key), show::text(&event.record)))?;
        }
        out.flush()?;
        if found.is_empty() {
            sleep(INTERVAL);
        }
    }
}

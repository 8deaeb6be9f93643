//! The events of an entity, and what it was after each of them.

use super::query::{Answer, Asked, limit, stored_millis};
use crate::inspector::Shared;
use axum::Json;
use axum::extract::{Query, State};
use mainstay::entity::{StateAfter, in_words};
use mainstay::journal::{EntityKey, Record};
use mainstay::system::System;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Deserialize)]
pub(super) struct Stretch {
    kind: String,
    id: String,
    #[serde(default)]
    after: u64,
    limit: Option<usize>,
}

#[derive(Serialize)]
pub(super) struct Events {
    #[serde(rename = "events")]
    found: Vec<Event>,
    last: u64,
    deleted: u64,
}

#[derive(Serialize)]
struct Event {
    seq: u64,
    at: i64,
    name: String,
    version: u32,
    command: String,
    tags: Vec<String>,
    trace: Option<String>,
    payload: String,
}

impl From<Record> for Event {
    fn from(record: Record) -> Self {
        Self {
            seq: record.seq,
            at: stored_millis(record.at),
            name: record.name.to_string(),
            version: record.version,
            command: record.command.to_string(),
            tags: record.tags.iter().map(ToString::to_string).collect(),
            trace: record.trace.map(|trace| trace.to_string()),
            payload: in_words(&record.payload),
        }
    }
}

pub(super) async fn events(State(shared): State<Arc<Shared>>, stretch: Asked<Stretch>) -> Answer<Events> {
    let Query(Stretch { kind, id, after, limit: asked }) = stretch?;
    let key = EntityKey::new(kind, id)?;
    let page = shared.system.records(&key, after, limit(asked)).await?;
    Ok(Json(Events {
        found: page.records.into_iter().map(Event::from).collect(),
        last: page.last,
        deleted: page.deleted,
    }))
}

#[derive(Deserialize)]
pub(super) struct Moment {
    at: u64,
    kind: String,
    id: String,
}

#[derive(Serialize)]
pub(super) struct Shown {
    #[serde(flatten)]
    after: After,
    svg: Option<String>,
}

/// A state, as it is shown.
#[derive(Serialize)]
pub(super) struct After {
    seq: u64,
    pub(super) name: Option<&'static str>,
    words: Option<String>,
}

impl From<StateAfter> for After {
    fn from(state: StateAfter) -> Self {
        let StateAfter { seq, name, debug, stored, .. } = state;
        Self { seq, name, words: debug.or_else(|| stored.as_deref().map(in_words)) }
    }
}

pub(super) async fn state(State(shared): State<Arc<Shared>>, moment: Asked<Moment>) -> Answer<Shown> {
    let Query(Moment { at, kind, id }) = moment?;
    let key = EntityKey::new(kind, id)?;
    let after = After::from(shared.system.state_after(&key, at).await?);
    Ok(Json(Shown { svg: machine(&shared.system, &key, after.name), after }))
}

/// The machine of an entity with its state marked, if it is one.
pub(super) fn machine(system: &System, key: &EntityKey, state: Option<&str>) -> Option<String> {
    let drawing = system.table(key.kind())?.drawing().title(format!("The machine of {key}")).id("machine");
    Some(match state {
        Some(state) => drawing.current(state).to_svg(),
        None => drawing.to_svg(),
    })
}

//! The system as a whole.

use super::query::{Answer, Asked, Part, millis};
use crate::inspector::Shared;
use crate::letters::Letter;
use axum::Json;
use axum::extract::{Query, State};
use mainstay::system::{Branch, Leaf};
use serde::Serialize;
use std::sync::Arc;
use std::time::SystemTime;

#[derive(Serialize)]
pub(super) struct Overview {
    at: i64,
    health: Health,
    /// How many were ever stored. Rates are the difference of two answers.
    events: u64,
    dead_letters: u64,
    entities_in_memory: usize,
    kinds: Vec<Kind>,
    may_act: bool,
}

#[derive(Serialize)]
struct Health {
    is_alive: bool,
    is_ready: bool,
    words: String,
    units_under_way: usize,
}

#[derive(Serialize)]
struct Kind {
    name: &'static str,
    is_machine: bool,
}

pub(super) async fn overview(State(shared): State<Arc<Shared>>) -> Answer<Overview> {
    let system = &shared.system;
    let health = system.health().await;
    Ok(Json(Overview {
        at: millis(SystemTime::now()),
        events: system.last_place().await?,
        dead_letters: system.dead_letter_count(),
        entities_in_memory: system.entity_count(),
        kinds: system.kinds().into_iter().map(|name| Kind { name, is_machine: system.table(name).is_some() }).collect(),
        may_act: shared.may_act,
        health: Health {
            is_alive: health.is_alive(),
            is_ready: health.is_ready(),
            words: health.to_string(),
            units_under_way: health.units_under_way,
        },
    }))
}

#[derive(Serialize)]
pub(super) struct Grown {
    actors: Vec<Actor>,
    actor_count: usize,
    entities: Vec<Entity>,
    entity_count: usize,
}

#[derive(Serialize)]
struct Actor {
    level: usize,
    #[serde(rename = "actor")]
    kind: &'static str,
    name: Option<String>,
    depth: usize,
    restarts: u32,
}

#[derive(Serialize)]
struct Entity {
    kind: &'static str,
    id: String,
    depth: usize,
    phase: String,
}

pub(super) async fn tree(State(shared): State<Arc<Shared>>, part: Asked<Part>) -> Answer<Grown> {
    let Query(part) = part?;
    let tree = shared.system.tree();
    let (actor_count, entity_count) = (tree.actors.len(), tree.entities.len());
    let actor = |Branch { level, actor, name, depth, restarts, .. }: Branch| Actor {
        level,
        kind: actor,
        name: name.map(|name| name.to_string()),
        depth,
        restarts,
    };
    let entity = |Leaf { kind, id, depth, phase, .. }: Leaf| Entity {
        kind,
        id: id.to_string(),
        depth,
        phase: phase.to_string(),
    };
    Ok(Json(Grown {
        actors: tree.actors.into_iter().take(part.limit()).map(actor).collect(),
        actor_count,
        entities: tree.entities.into_iter().take(part.limit()).map(entity).collect(),
        entity_count,
    }))
}

#[derive(Serialize)]
pub(super) struct Dead {
    letters: Vec<Letter>,
    /// How many came faster than they could be noted.
    missed: u64,
}

pub(super) async fn dead_letters(State(shared): State<Arc<Shared>>) -> Json<Dead> {
    let (letters, missed) = shared.letters.kept();
    Json(Dead { letters, missed })
}

//! Entities: which there are, and what is known of one.

use super::history::{After, machine};
use super::query::{Answer, Asked, MOST, One, Part, limit, millis};
use crate::inspector::Shared;
use axum::Json;
use axum::extract::{Query, State};
use mainstay::delivery::PendingDelivery;
use mainstay::entity::Trouble;
use mainstay::journal::EntityKey;
use mainstay::mailbox::Phase;
use mainstay::timer::PendingTimer;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Deserialize)]
pub(super) struct Search {
    kind: String,
    #[serde(default)]
    prefix: String,
    after: Option<String>,
    limit: Option<usize>,
}

#[derive(Serialize)]
pub(super) struct Found {
    ids: Vec<String>,
    next: Option<String>,
}

pub(super) async fn list(State(shared): State<Arc<Shared>>, search: Asked<Search>) -> Answer<Found> {
    let Query(Search { kind, prefix, after, limit: asked }) = search?;
    let limit = limit(asked);
    let ids = shared.system.ids_of(&kind, &prefix, after.as_deref(), limit).await?;
    let ids: Vec<_> = ids.iter().map(ToString::to_string).collect();
    // A page that is full may be the last one: then the next is empty.
    let next = ids.last().filter(|_| ids.len() == limit).cloned();
    Ok(Json(Found { ids, next }))
}

#[derive(Serialize)]
pub(super) struct Entity {
    kind: String,
    id: String,
    phase: Option<String>,
    depth: usize,
    last_error: Option<Wrong>,
    state: Option<After>,
    /// Why there is no state.
    unrecovered: Option<String>,
    last: u64,
    deleted: u64,
    timers: Vec<Timer>,
    unconfirmed: Vec<Delivery>,
    svg: Option<String>,
}

#[derive(Serialize)]
struct Wrong {
    at: i64,
    words: String,
}

impl From<Trouble> for Wrong {
    fn from(trouble: Trouble) -> Self {
        Self { at: millis(trouble.at), words: trouble.to_string() }
    }
}

/// A timer, and whose it is.
#[derive(Serialize)]
struct Timer {
    entity: Address,
    id: String,
    name: String,
    due: Option<i64>,
    period: Option<u64>,
    is_deadline: bool,
    tries: u32,
}

impl Timer {
    fn new(key: &EntityKey, timer: PendingTimer) -> Self {
        let PendingTimer { id, name, due, period, is_deadline, tries, .. } = timer;
        Self {
            entity: Address::of(key),
            id: id.iter().fold(String::new(), |id, byte| format!("{id}{byte:02x}")),
            name,
            due: due.map(millis),
            period: period.and_then(|period| u64::try_from(period.as_millis()).ok()),
            is_deadline,
            tries,
        }
    }
}

/// A delivery, and who sends it.
#[derive(Serialize)]
struct Delivery {
    entity: Address,
    id: u64,
    to: String,
    name: String,
    is_from_outside: bool,
}

impl Delivery {
    fn new(key: &EntityKey, delivery: PendingDelivery) -> Self {
        let PendingDelivery { id, to, name, is_from_outside, .. } = delivery;
        Self { entity: Address::of(key), id, to: to.to_string(), name, is_from_outside }
    }
}

#[derive(Serialize)]
struct Address {
    kind: String,
    id: String,
}

impl Address {
    fn of(key: &EntityKey) -> Self {
        Self { kind: key.kind().to_string(), id: key.id().to_string() }
    }
}

pub(super) async fn entity(State(shared): State<Arc<Shared>>, one: Asked<One>) -> Answer<Entity> {
    let Query(one) = one?;
    let key = one.key()?;
    let seen = shared.system.inspect(&key).await?;
    let (state, unrecovered) = match seen.state {
        Ok(state) => (Some(After::from(state)), None),
        Err(why) => (None, Some(why.to_string())),
    };
    Ok(Json(Entity {
        kind: key.kind().to_string(),
        id: key.id().to_string(),
        phase: seen.phase.map(|phase| phase.to_string()),
        depth: seen.depth,
        last_error: seen.last_error.map(Wrong::from),
        svg: machine(&shared.system, &key, state.as_ref().and_then(|state| state.name)),
        state,
        unrecovered,
        last: seen.last,
        deleted: seen.deleted,
        timers: seen.timers.into_iter().map(|timer| Timer::new(&key, timer)).collect(),
        unconfirmed: seen.unconfirmed.into_iter().map(|delivery| Delivery::new(&key, delivery)).collect(),
    }))
}

#[derive(Serialize)]
pub(super) struct Timers {
    timers: Vec<Timer>,
}

pub(super) async fn timers(State(shared): State<Arc<Shared>>, part: Asked<Part>) -> Answer<Timers> {
    let Query(part) = part?;
    let timers = shared.system.next_timers(part.limit()).await?;
    Ok(Json(Timers { timers: timers.into_iter().map(|(key, timer)| Timer::new(&key, timer)).collect() }))
}

#[derive(Serialize)]
pub(super) struct Deliveries {
    deliveries: Vec<Delivery>,
    /// How many entities were looked at: those in memory, and 1 000 at most.
    looked_at: usize,
}

/// Whoever sends is kept in memory, so that the others need not be looked at; no index has the deliveries of all entities.
pub(super) async fn deliveries(State(shared): State<Arc<Shared>>, part: Asked<Part>) -> Answer<Deliveries> {
    let Query(part) = part?;
    let live = shared.system.tree().entities.into_iter().filter(|leaf| leaf.phase != Phase::Dormant);
    let (mut deliveries, mut looked_at) = (Vec::new(), 0);
    for leaf in live.take(MOST) {
        let key = EntityKey::new(leaf.kind, leaf.id)?;
        let sent = shared.system.unconfirmed(&key).await?;
        looked_at += 1;
        deliveries.extend(sent.into_iter().map(|delivery| Delivery::new(&key, delivery)));
        if deliveries.len() >= part.limit() {
            deliveries.truncate(part.limit());
            break;
        }
    }
    Ok(Json(Deliveries { deliveries, looked_at }))
}

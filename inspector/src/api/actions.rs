//! What somebody with the token may do.

use super::query::One;
use crate::inspector::Shared;
use crate::problem::Problem;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

type Wanted<T> = Result<Json<T>, JsonRejection>;

/// It was done.
#[derive(Serialize)]
pub(super) struct Done {}

pub(super) async fn passivate(State(shared): State<Arc<Shared>>, one: Wanted<One>) -> Result<Json<Done>, Problem> {
    let Json(one) = one?;
    shared.system.passivate(&one.key()?).await?;
    Ok(Json(Done {}))
}

#[derive(Deserialize)]
pub(super) struct Sent {
    #[serde(flatten)]
    one: One,
    delivery: u64,
}

pub(super) async fn give_up(State(shared): State<Arc<Shared>>, sent: Wanted<Sent>) -> Result<Json<Done>, Problem> {
    let Json(Sent { one, delivery }) = sent?;
    shared.system.give_up_delivery(&one.key()?, delivery).await?;
    Ok(Json(Done {}))
}

#[derive(Deserialize)]
pub(super) struct Set {
    #[serde(flatten)]
    one: One,
    timer: String,
}

pub(super) async fn cancel_timer(State(shared): State<Arc<Shared>>, set: Wanted<Set>) -> Result<Json<Done>, Problem> {
    let Json(Set { one, timer }) = set?;
    let Some(id) = bytes(&timer) else { return Err(Problem::TimerId(timer)) };
    shared.system.cancel_timer(&one.key()?, &id).await?;
    Ok(Json(Done {}))
}

/// What hexadecimal digits say.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    pairs.iter().map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()).collect()
}

//! What stands in a request, and how times are written.

use crate::problem::Problem;
use axum::Json;
use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use mainstay::journal::EntityKey;
use serde::Deserialize;
use std::time::{SystemTime, UNIX_EPOCH};

/// So many entries are given where the request does not say.
const USUAL: usize = 100;
/// So many are given at most.
pub(super) const MOST: usize = 1_000;

pub(super) type Answer<T> = Result<Json<T>, Problem>;
pub(super) type Asked<T> = Result<Query<T>, QueryRejection>;

/// How much is asked for.
#[derive(Deserialize)]
pub(super) struct Part {
    limit: Option<usize>,
}

impl Part {
    pub(super) fn limit(&self) -> usize {
        limit(self.limit)
    }
}

pub(super) fn limit(asked: Option<usize>) -> usize {
    asked.unwrap_or(USUAL).clamp(1, MOST)
}

/// One entity.
#[derive(Deserialize)]
pub(super) struct One {
    kind: String,
    id: String,
}

impl One {
    pub(super) fn key(self) -> Result<EntityKey, Problem> {
        Ok(EntityKey::new(self.kind, self.id)?)
    }
}

/// Milliseconds since 1970 UTC.
pub(crate) fn millis(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH).ok().and_then(|since| i64::try_from(since.as_millis()).ok()).unwrap_or(0)
}

/// Microseconds, as they are stored, in milliseconds.
pub(super) fn stored_millis(micros: i64) -> i64 {
    micros / 1_000
}

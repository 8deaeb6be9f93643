//! What the page asks for, as JSON.

mod actions;
mod entities;
mod history;
mod overview;
mod query;

use crate::inspector::Shared;
use axum::Router;
use axum::routing::{get, post};
pub(crate) use query::millis;
use std::sync::Arc;

/// The routes that only read.
pub(crate) fn reading() -> Router<Arc<Shared>> {
    Router::new()
        .route("/overview", get(overview::overview))
        .route("/tree", get(overview::tree))
        .route("/dead-letters", get(overview::dead_letters))
        .route("/entities", get(entities::list))
        .route("/entity", get(entities::entity))
        .route("/timers", get(entities::timers))
        .route("/deliveries", get(entities::deliveries))
        .route("/events", get(history::events))
        .route("/state", get(history::state))
}

/// The routes that do something.
pub(crate) fn acting() -> Router<Arc<Shared>> {
    Router::new()
        .route("/passivate", post(actions::passivate))
        .route("/give-up", post(actions::give_up))
        .route("/cancel-timer", post(actions::cancel_timer))
}

//! The routes, each request in a span that goes on with the caller's trace.

use crate::otel::{TRACEPARENT, Traceparent};
use crate::shop::Order;
use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::routing::{get, post};
use mainstay::observe::Propagator as _;
use mainstay::prelude::*;
use opentelemetry_sdk::trace::InMemorySpanExporter;
use std::fmt::Write as _;
use tracing::{Instrument as _, info_span};

/// Where what is reserved lies.
const WAREHOUSE: &str = "main";

#[derive(Clone)]
pub struct Shop {
    pub system: System,
    /// Keeps the spans in this process, to be looked at. A program that earns money sends them to a collector.
    pub spans: InMemorySpanExporter,
}

pub fn router(shop: Shop) -> Router {
    Router::new()
        .route("/orders/{id}", post(place))
        .layer(from_fn(traced))
        .route("/traces", get(traces))
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .with_state(shop)
}

/// Handles a request in a span of its own.
async fn traced(request: Request, next: Next) -> Response {
    let span = info_span!("request", method = %request.method(), path = request.uri().path());
    if let Some(parent) = request.headers().get(TRACEPARENT).and_then(|parent| parent.to_str().ok()) {
        Traceparent::default().extract(&span, parent);
    }
    next.run(request).instrument(span).await
}

async fn place(State(shop): State<Shop>, Path(id): Path<String>) -> Result<String, (StatusCode, String)> {
    let (Ok(order), Ok(warehouse)) = (shop.system.entity::<Order>(id), entity(WAREHOUSE)) else {
        return Err((StatusCode::BAD_REQUEST, "that is no id of an order\n".into()));
    };
    match order.place(warehouse).await {
        Ok(()) => Ok("placed\n".into()),
        Err(why) => Err((StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n"))),
    }
}

/// Whether there is any use in this process.
async fn healthz(State(shop): State<Shop>) -> (StatusCode, String) {
    let health = shop.system.health().await;
    (status(health.is_alive()), format!("{health}\n"))
}

/// Whether it is of use now.
async fn readyz(State(shop): State<Shop>) -> (StatusCode, String) {
    let health = shop.system.health().await;
    (status(health.is_ready()), format!("{health}\n"))
}

fn status(is_well: bool) -> StatusCode {
    if is_well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }
}

/// The spans that have ended, a line for each: its trace, itself, its parent, and what it is.
async fn traces(State(shop): State<Shop>) -> String {
    let mut lines = String::new();
    for span in shop.spans.get_finished_spans().unwrap_or_default() {
        let (trace, id) = (span.span_context.trace_id(), span.span_context.span_id());
        let message = span.attributes.iter().find(|attribute| attribute.key.as_str() == "message");
        let message = message.map_or_else(String::new, |message| format!(" {}", message.value));
        let _ = writeln!(lines, "{trace} {id} {} {}{message}", span.parent_span_id, span.name);
    }
    lines
}

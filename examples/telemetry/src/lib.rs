//! A shop whose traces go on over deliveries, timers and restarts: from the request, through two entities, to a reminder three days later.
//!
//! ```text
//! cargo run -p mainstay-telemetry-example -- ./shop
//! curl -X POST http://127.0.0.1:8090/orders/7    and then http://127.0.0.1:8090/traces
//! ```
#![allow(missing_docs, missing_debug_implementations, reason = "the program is its own documentation")]

pub mod otel;
pub mod routes;
pub mod shop;

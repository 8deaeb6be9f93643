//! The program: everything that is traced is set up in the first three lines of `main`.
#![allow(missing_docs, reason = "the program is its own documentation")]

use mainstay::prelude::*;
use mainstay_telemetry_example::otel::{Traceparent, subscriber};
use mainstay_telemetry_example::routes::{Shop, router};
use mainstay_telemetry_example::shop::{Order, Warehouse};
use opentelemetry_sdk::trace::InMemorySpanExporter;
use std::error::Error;
use tokio::net::TcpListener;

/// Where it listens, for this machine alone.
const ADDRESS: &str = "127.0.0.1:8090";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let spans = InMemorySpanExporter::default();
    tracing::subscriber::set_global_default(subscriber(spans.clone()))?;
    mainstay::observe::set_propagator(Traceparent::default())?;

    let dir = std::env::args().nth(1).unwrap_or_else(|| "./shop".into());
    let system = System::open(dir).host::<Order>().host::<Warehouse>().start().await?;
    println!("listening on http://{ADDRESS}");
    axum::serve(TcpListener::bind(ADDRESS).await?, router(Shop { system, spans })).await?;
    Ok(())
}

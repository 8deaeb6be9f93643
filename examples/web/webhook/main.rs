//! A webhook that fails at random: the other side of every delivery over HTTP. What it has taken it keeps once for each `Idempotency-Key`, however often
//! it comes.
//!
//! ```text
//! cargo run -p mainstay-web-examples --bin webhook -- --seed 7 --port 8090
//! ```
#![allow(missing_docs, missing_debug_implementations, reason = "the program is its own documentation")]
#![allow(unreachable_pub, reason = "what a module of a program shows is for the program")]

mod fate;
mod ledger;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use clap::Parser;
use fate::{Dice, Fate};
use ledger::{Ledger, Taken};
use std::error::Error;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;

/// The largest body of a request, in bytes.
const MAX_BODY: usize = 64 * 1024;

#[derive(Parser)]
#[command(about = "Takes webhooks, and fails at random.")]
struct Options {
    /// The port to listen on; with 0 the system chooses one.
    #[arg(long, default_value_t = 8090)]
    port: u16,
    /// The same seed fails the same requests, counted as they come.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Of a hundred requests, so many fail.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u8).range(0..=100))]
    fail: u8,
    /// How long a request hangs that is answered too late, in seconds.
    #[arg(long, default_value_t = 30)]
    hang: u64,
}

#[derive(Clone)]
struct Hook {
    dice: Arc<Mutex<Dice>>,
    ledger: Arc<Mutex<Ledger>>,
    hang: Duration,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let Options { port, seed, fail, hang } = Options::parse();
    let hook = Hook {
        dice: Arc::new(Mutex::new(Dice::new(seed, fail))),
        ledger: Arc::default(),
        hang: Duration::from_secs(hang),
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    println!("listening on http://{}", listener.local_addr()?);
    let router = Router::new()
        .route("/health", get(async || "well\n"))
        .route("/hook", post(take))
        .route("/taken", get(taken))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(hook);
    axum::serve(listener, router).await?;
    Ok(())
}

async fn take(State(hook): State<Hook>, headers: HeaderMap, body: String) -> (StatusCode, &'static str) {
    let Some(key) = headers.get("idempotency-key").and_then(|key| key.to_str().ok()) else {
        return (StatusCode::BAD_REQUEST, "an Idempotency-Key says which delivery it is\n");
    };
    let fate = hook.dice.lock().unwrap_or_else(PoisonError::into_inner).throw();
    if fate == Fate::Refused {
        return (StatusCode::SERVICE_UNAVAILABLE, "not now\n");
    }
    let taken = hook.ledger.lock().unwrap_or_else(PoisonError::into_inner).take(key, &body);
    if taken == Taken::Differs {
        return (StatusCode::UNPROCESSABLE_ENTITY, "this key came with another body before\n");
    }
    match fate {
        Fate::Lost => (StatusCode::INTERNAL_SERVER_ERROR, "taken, and then something broke\n"),
        Fate::Late => {
            tokio::time::sleep(hook.hang).await;
            (StatusCode::GATEWAY_TIMEOUT, "taken, and too late to say so\n")
        }
        Fate::Refused | Fate::Answered => (StatusCode::OK, "taken\n"),
    }
}

async fn taken(State(hook): State<Hook>) -> Json<Ledger> {
    Json(hook.ledger.lock().unwrap_or_else(PoisonError::into_inner).clone())
}

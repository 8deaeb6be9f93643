//! Orders over HTTP: each order is a durable machine, and an answer is given when what it says is on disk.
//!
//! ```text
//! cargo run -p mainstay-web-examples --bin order -- --data ./orders --port 8080
//! ```
#![allow(missing_docs, missing_debug_implementations, reason = "the program is its own documentation")]
#![allow(unreachable_pub, reason = "what a module of a program shows is for the program")]

mod machine;
mod overview;
mod page;
mod problem;
mod routes;
#[cfg(test)]
mod tests;
mod till;

use clap::Parser;
use machine::Order;
use mainstay::feed::SqliteView;
use mainstay::prelude::*;
use mainstay::system::ShutdownError;
use overview::{List, Overview};
use routes::Shop;
use std::error::Error;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::ExitCode;
use till::{Desk, Till};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};

#[derive(Parser)]
#[command(about = "Takes orders over HTTP, and keeps them.")]
struct Options {
    /// The directory with the orders. It is made if it is not there.
    #[arg(long, default_value = "./orders")]
    data: PathBuf,
    /// The address to listen on.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// The port to listen on; with 0 the system chooses one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// How long requests and entities may take to end after SIGTERM or Ctrl-C, in seconds, for each of both.
    #[arg(long, default_value_t = 10)]
    deadline: u64,
}

/// Ends when the process is told to end: by a service manager or container runtime, or from the keyboard.
async fn told_to_end(mut terminate: Signal, mut interrupt: Signal) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let Options { data, address, port, deadline } = Options::parse();
    let deadline = Duration::from_secs(deadline);
    // Before anything is accepted: a signal that comes earlier ends the process as if it were not here.
    let end = told_to_end(signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);

    let desk = Desk::default();
    let order = {
        let desk = desk.clone();
        move |_id: &_| Ok(Order::new(desk.clone()))
    };
    let system = System::open(&data).host_with(order).host::<Till>().start().await?;
    let till = system.entity::<Till>("main")?;
    desk.open(till.clone());
    let view = SqliteView::open(data.join("overview.sqlite"), Overview)?;
    let list = List { reader: view.reader()?, progress: system.project(view)? };

    let listener = TcpListener::bind((address, port)).await?;
    let url = format!("http://{}", listener.local_addr()?);
    println!("listening on {url}");
    println!(
        r#"try: curl --json '{{"name": "book", "price": 1200}}' {url}/orders/42   and then {url}/orders/42/machine"#
    );

    serve(listener, Shop { system: system.clone(), till, list }, end, deadline).await?;
    match system.shutdown_within(deadline).await {
        Ok(()) => println!("everything has ended"),
        Err(ShutdownError::Overdue(overdue)) => {
            eprintln!("{overdue}");
            return Ok(ExitCode::FAILURE);
        }
        Err(other) => return Err(other.into()),
    }
    Ok(ExitCode::SUCCESS)
}

/// Serves until `end`; then takes no new connection, and gives the requests that are on their way until `deadline`.
async fn serve(
    listener: TcpListener,
    shop: Shop,
    end: impl Future<Output = ()> + Send + 'static,
    deadline: Duration,
) -> std::io::Result<()> {
    let (ending, told) = tokio::sync::oneshot::channel();
    let served = axum::serve(listener, routes::router(shop)).with_graceful_shutdown(async move {
        end.await;
        // The receiver is gone only if serving has failed, and then nobody waits for the deadline.
        let _ = ending.send(());
    });
    let overdue = async {
        // Dropped without a word, serving has ended by itself.
        if told.await.is_ok() {
            tokio::time::sleep(deadline).await;
        }
    };
    tokio::select! {
        ended = served.into_future() => ended,
        () = overdue => {
            eprintln!("some requests had not ended by the deadline");
            Ok(())
        }
    }
}

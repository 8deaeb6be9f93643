//! Tells a webhook of every sale of a shop, at least once and with a key for each: kill it, start it again, and the webhook knows of each sale once.
//!
//! ```text
//! cargo run -p mainstay-web-examples --bin webhook -- --hang 1
//! cargo run -p mainstay-web-examples --bin outbox_http -- --hook http://127.0.0.1:8090/hook --sales 20
//! ```
#![allow(missing_docs, missing_debug_implementations, reason = "the program is its own documentation")]
#![allow(unreachable_pub, reason = "what a module of a program shows is for the program")]

mod courier;
mod shop;

use axum::http::Uri;
use clap::Parser;
use courier::Courier;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use shop::Shop;
use std::error::Error;
use std::path::PathBuf;

#[derive(Parser)]
#[command(about = "Tells a webhook of every sale of a shop.")]
struct Options {
    /// The directory with the shop. It is made if it is not there.
    #[arg(long, default_value = "./shop")]
    data: PathBuf,
    /// The address of the webhook.
    #[arg(long, default_value = "http://127.0.0.1:8090/hook")]
    hook: Uri,
    /// The shop closes after so many sales, those of earlier runs among them.
    #[arg(long, default_value_t = 20)]
    sales: u64,
    /// What was not confirmed is sent again after so many milliseconds.
    #[arg(long, default_value_t = 1_000)]
    interval: u64,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let Options { data, hook, sales, interval } = Options::parse();
    let redeliver_interval = Duration::from_millis(interval);
    let settings = Settings { redeliver_interval, ..Settings::default() };
    let system = System::open(data).settings(settings).host::<Shop>().start().await?;
    system.spawn_named("courier", Courier::new(hook))?;

    let shop = system.entity::<Shop>("main")?;
    while shop.count().await?.0 < sales {
        shop.sell().await?;
    }
    loop {
        let (sold, told) = shop.count().await?;
        if told == sold {
            println!("told of {told} of {sold} sales");
            break;
        }
        tokio::time::sleep(redeliver_interval / 4).await;
    }
    system.shutdown().await?;
    Ok(())
}

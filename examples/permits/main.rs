//! Shows the main thing: state machines that outlive their process, on a real log of events.
//!
//! The permit process of a municipality, as two durable machines for each case, fed from a CSV log. Kill it whenever you like; run it
//! again with the same `--data` and it goes on, with nothing lost and nothing doubled.
//!
//! ```text
//! cargo run --release --example permits -- LOG.csv --data DIR --crash-after 1000
//! cargo run --release --example permits -- LOG.csv --data DIR
//! cargo run --release --example permits -- store show DIR advice/case-a --at 2
//! ```
//!
//! The last one looks into what is stored: see `docs/operations.md`.
#![allow(unreachable_pub, reason = "what a module of a program shows is for the program")]

mod advice;
mod confirmation;
mod engine;
mod feed;
mod log;
mod report;
mod rows;

use advice::Advice;
use clap::Parser;
use confirmation::Confirmation;
use feed::Replies;
use indicatif::{ProgressBar, ProgressStyle};
use mainstay::prelude::*;
use mainstay_cli::Tool;
use std::error::Error;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Runs the permit process of a municipality as durable state machines.
#[derive(Parser)]
#[command(name = "permits")]
struct Args {
    /// The log: CSV with the columns case, activity and timestamp. Without it, a small sample.
    log: Option<PathBuf>,
    /// Where the machines are stored. Without it, a fresh temporary directory that is removed at the end.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Kill this process with SIGKILL right after so many durable replies.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    crash_after: Option<u64>,
    /// So many cases are in flight at the same time.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Write the same units through the storage engine alone, in a directory without a store, and print its rate.
    #[arg(long)]
    engine_only: bool,
}

/// The input is bad, and nothing was touched.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    // `permits store COMMAND ..` is the tool for operating with this program's types.
    let mut words = std::env::args_os();
    if words.by_ref().nth(1).is_some_and(|word| word == "store") {
        let words = std::iter::once("permits store".into()).chain(words);
        return Tool::new().host::<Confirmation>().host::<Advice>().run_from(words);
    }
    permits()
}

#[tokio::main]
async fn permits() -> ExitCode {
    let args = Args::parse();
    let cases = match log::read(args.log.as_deref()) {
        Ok(cases) => cases,
        Err(bad) => {
            eprintln!("{bad}");
            return ExitCode::from(BAD_INPUT);
        }
    };
    match run(args, cases).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

async fn run(args: Args, cases: Vec<log::Case>) -> Result<(), Box<dyn Error + Send + Sync>> {
    let temporary;
    let dir: &Path = if let Some(dir) = &args.data {
        dir
    } else {
        temporary = tempfile::tempdir()?;
        temporary.path()
    };
    let concurrency = usize::from(args.concurrency);
    let bar = bar(cases.iter().map(|case| case.rows.len() as u64).sum())?;
    let replies = Arc::new(Replies::new(args.crash_after, bar.clone()));

    if args.engine_only {
        let (units, took) = engine::run(dir.to_owned(), cases, concurrency, &replies).await?;
        bar.finish_and_clear();
        println!("engine {}", rate(units, took));
        return Ok(());
    }

    let system = System::open(dir).host::<Confirmation>().host::<Advice>().start().await?;
    let started = Instant::now();
    feed::run(&system, cases, concurrency, &replies).await?;
    bar.finish_and_clear();
    eprintln!("machines {}", rate(replies.count(), started.elapsed()));
    let report = report::make(&system).await?;
    system.shutdown().await?;
    write!(std::io::stdout(), "{report}")?;
    Ok(())
}

fn bar(rows: u64) -> Result<ProgressBar, indicatif::style::TemplateError> {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} rows, {per_sec}, {eta} left")?;
    Ok(ProgressBar::new(rows).with_style(style))
}

fn rate(units: u64, took: Duration) -> String {
    let rate = u128::from(units) * 1_000_000_000 / took.as_nanos().max(1);
    format!("{units} units in {:.2} s, {rate} a second", took.as_secs_f64())
}

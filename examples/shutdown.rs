//! A program that ends in order when it is told to, by SIGTERM or Ctrl-C: what it has accepted is handled, and it says what did not end.
//!
//! ```text
//! cargo run --example shutdown -- 500     # pages to print, 2 ms each
//! ```
#![allow(missing_docs, missing_debug_implementations, reason = "the program is its own documentation")]

use clap::Parser;
use mainstay::prelude::*;
use mainstay::system::ShutdownError;
use std::error::Error;
use std::process::ExitCode;
use tokio::signal::unix::{Signal, SignalKind, signal};

#[derive(Parser)]
struct Options {
    /// How many pages are accepted for printing.
    #[arg(default_value_t = 500)]
    pages: u32,
    /// How long printing may go on after the signal, in milliseconds.
    #[arg(long, default_value_t = 30_000)]
    deadline: u64,
}

#[actor(mailbox = unbounded)]
#[derive(Default)]
struct Printer {
    printed: u32,
}

#[handlers]
impl Printer {
    #[handle]
    async fn print(&mut self, _page: u32) {
        tokio::time::sleep(Duration::from_millis(2)).await;
        self.printed += 1;
    }

    /// Runs after the last page that was accepted. Not after a kill.
    #[stopping]
    fn report(&mut self) {
        println!("printed {}", self.printed);
    }
}

/// Ends when the process is told to end: by a service manager or container runtime, or from the keyboard.
async fn told_to_end(terminate: &mut Signal, interrupt: &mut Signal) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let Options { pages, deadline } = Options::parse();
    // Before anything is accepted: a signal that comes earlier ends the process as if it were not here.
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);

    let system = System::volatile().start().await?;
    let printer = system.spawn(Printer::default());
    for page in 0..pages {
        printer.print(page).tell()?;
    }
    println!("accepted {pages}");

    told_to_end(&mut terminate, &mut interrupt).await;
    // Nothing further is accepted. A second signal cuts it short, for those who do not want to wait.
    let ended = tokio::select! {
        ended = system.shutdown_within(Duration::from_millis(deadline)) => ended,
        () = told_to_end(&mut terminate, &mut interrupt) => return Ok(ExitCode::FAILURE),
    };
    match ended {
        Ok(()) => println!("everything has ended"),
        Err(ShutdownError::Overdue(overdue)) => {
            println!("{overdue}");
            println!("{} pages were not printed", system.dead_letter_count());
            return Ok(ExitCode::FAILURE);
        }
        Err(other) => return Err(other.into()),
    }
    Ok(ExitCode::SUCCESS)
}

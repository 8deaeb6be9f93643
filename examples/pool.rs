//! Shows several actors that share the work: who gets a job, what becomes of one that is refused, and of one in which the worker fails.
//!
//! ```text
//! cargo run --example pool -- --printers 4 --pages 12
//! ```
//!
//! What to look at: every fifth page is blank, and a printer *refuses* it: it lives on, its state as it was. On every eleventh page the printer *panics*
//! (the panic is printed to stderr, as always): its caller gets `Failed`, a new printer takes its place, and the pages that waited are printed by
//! that one. A document must come out of one printer: that is what routing by key is for.
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    reason = "the program is its own documentation"
)]

use clap::Parser;
use mainstay::prelude::*;
use mainstay::system::Pool;
use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Prints pages on a pool of printers.
#[derive(Parser)]
#[command(name = "pool")]
struct Args {
    /// How many printers there are.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..))]
    printers: u8,
    /// How many pages are printed by whoever's turn it is.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=100))]
    pages: u32,
}

#[actor(backoff(min = "10ms"))]
pub struct Printer {
    number: usize,
    printed: u32,
}

#[derive(Debug, thiserror::Error)]
#[error("page {0} is blank")]
pub struct Blank(u32);

/// What comes out.
#[derive(Debug)]
pub struct Sheet {
    page: u32,
    /// The number of the printer. One that starts over is a new one.
    printer: usize,
}

#[handlers]
impl Printer {
    #[handle]
    pub fn print(&mut self, page: u32) -> Result<Sheet, Blank> {
        if page.is_multiple_of(5) {
            return Err(Blank(page));
        }
        assert!(!page.is_multiple_of(11), "page {page} is stuck");
        self.printed += 1;
        Ok(Sheet { page, printer: self.number })
    }

    #[handle]
    pub fn printed(&self) -> u32 {
        self.printed
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let Args { printers, pages } = Args::parse();
    let system = System::volatile().start().await?;
    let numbers = AtomicUsize::new(0);
    let pool =
        system.pool(printers.into(), move || Printer { number: numbers.fetch_add(1, Ordering::Relaxed), printed: 0 });

    println!("{pages} pages by turns, on {printers} printers");
    // All at once: each task asks one printer and waits for it.
    let jobs: Vec<_> = (1..=pages)
        .map(|page| {
            let printer = pool.round_robin().clone();
            tokio::spawn(async move { printer.print(page).await })
        })
        .collect();
    let (mut printed, mut refused, mut failed) = (0, 0, 0);
    for (page, job) in (1..=pages).zip(jobs) {
        match job.await? {
            Ok(_) => printed += 1,
            Err(CallError::Refused(blank)) => {
                refused += 1;
                println!("refused: {blank}");
            }
            Err(failure @ CallError::Failed) => {
                failed += 1;
                println!("page {page}: {failure}");
            }
            Err(other) => return Err(other.into()),
        }
    }
    println!("printed {printed}, refused {refused}, failed {failed}");
    // Whoever has failed answers when it has started over.
    for printer in pool.workers() {
        printer.printed().await?;
    }
    let restarts: u32 = system.tree().actors.iter().map(|actor| actor.restarts).sum();
    println!("printers that started over: {restarts}");

    for document in ["letter", "poster", "thesis"] {
        let sheets = print_document(&pool, document).await?;
        let one = sheets.windows(2).all(|pair| pair[0].printer == pair[1].printer);
        let pages: Vec<_> = sheets.iter().map(|sheet| sheet.page.to_string()).collect();
        println!("{document}: pages {}, {} printer", pages.join(" "), if one { "one" } else { "more than one" });
    }
    system.shutdown().await?;
    Ok(())
}

/// Prints a document of four pages.
async fn print_document(pool: &Pool<Printer>, document: &str) -> Result<Vec<Sheet>, CallError<Blank>> {
    let mut sheets = Vec::new();
    for page in 1..=4 {
        sheets.push(pool.by_key(document).print(page).await?);
    }
    Ok(sheets)
}

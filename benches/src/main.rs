//! What mainstay costs: `cargo run --release -p mainstay-benches -- --help`.

mod allocations;
mod compare;
#[cfg(feature = "persistence")]
mod compile;
#[cfg(feature = "persistence")]
mod delivery;
mod instructions;
mod machines;
mod ours;
mod peers;
#[cfg(feature = "persistence")]
mod persistence;
mod raw;
#[cfg(feature = "persistence")]
mod timers;
mod workload;

use clap::{Parser, Subcommand, ValueEnum};
use ours::Outcome;
use std::process::ExitCode;
use workload::{Sized, Workload};

/// Measures what mainstay costs.
///
/// Numbers of instructions are the same on any machine of a kind. Times are not, so they are printed as ratios only.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Prints `workload library instructions-per-operation`: each program runs under callgrind, once and twice as long; the difference is
    /// divided. Needs valgrind.
    Instructions {
        /// Only these programs.
        workloads: Vec<Workload>,
        /// Without the other actor libraries, which are built at the first time.
        #[arg(long)]
        no_peers: bool,
    },
    /// Prints how many times as fast as a loop on tokio's channels, on two workers; then memory and allocations.
    Compare {
        /// Without the other actor libraries, which are built at the first time.
        #[arg(long)]
        no_peers: bool,
        /// So many rounds, of which the median is printed.
        #[arg(long, default_value_t = 7)]
        rounds: usize,
    },
    /// Prints `workload library value unit` of what is stored, beside the engine alone and beside plain SQLite.
    #[cfg(feature = "persistence")]
    Persistence(persistence::Options),
    /// Prints `workload library value unit` of deliveries: beside plain appends, in memory, and at each tick. The last one needs valgrind.
    #[cfg(feature = "persistence")]
    Delivery(delivery::Options),
    /// Prints `workload library value unit` of timers: many that wait in the store, and others set, cancelled and fired beside plain appends.
    #[cfg(feature = "persistence")]
    Timers(timers::Options),
    /// Prints `workload library value unit` of compiling: what the macros write, and what a small program takes to build.
    #[cfg(feature = "persistence")]
    Compile(compile::Options),
    /// What `delivery` counts the instructions of.
    #[cfg(feature = "persistence")]
    #[command(hide = true)]
    Tick(delivery::Tick),
    /// What `persistence` runs in a process of its own.
    #[cfg(feature = "persistence")]
    #[command(hide = true, subcommand)]
    Child(persistence::Child),
    /// Prints `program value unit` of machines: instructions for each input, beside the same machine by hand. Needs valgrind.
    Machines(machines::Options),
    /// What `machines` counts the instructions of.
    #[command(hide = true)]
    Lap(machines::Lap),
    /// Runs one program once, on one thread.
    #[command(hide = true)]
    Run {
        library: Library,
        #[command(flatten)]
        what: Sized,
    },
    /// Prints how many bytes an idle actor takes.
    #[command(hide = true)]
    Idle { library: Library, count: usize },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Library {
    Mainstay,
    Tokio,
}

impl Library {
    const ALL: [Self; 2] = [Self::Mainstay, Self::Tokio];

    fn name(self) -> &'static str {
        match self {
            Self::Mainstay => "mainstay",
            Self::Tokio => "tokio",
        }
    }

    fn run(self, Sized { workload, times }: Sized) -> Outcome {
        // Without timers and I/O, which no program here needs: what is counted is the actors.
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        // In a task, as callers are: waking the one future of `block_on` is another matter.
        let work = match self {
            Self::Mainstay => runtime.spawn(ours::run(workload, times)),
            Self::Tokio => runtime.spawn(raw::run(workload, times)),
        };
        runtime.block_on(work)?
    }
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Instructions { workloads, no_peers } => instructions::print(&workloads, !no_peers),
        Command::Compare { rounds, no_peers } => compare::print(rounds.max(1), !no_peers),
        #[cfg(feature = "persistence")]
        Command::Persistence(options) => options.print(),
        #[cfg(feature = "persistence")]
        Command::Delivery(options) => options.print(),
        #[cfg(feature = "persistence")]
        Command::Timers(options) => options.print(),
        #[cfg(feature = "persistence")]
        Command::Compile(options) => options.print(),
        #[cfg(feature = "persistence")]
        Command::Tick(tick) => tick.run(),
        #[cfg(feature = "persistence")]
        Command::Child(child) => child.run(),
        Command::Machines(machines::Options {}) => machines::Options::print(),
        Command::Lap(lap) => lap.run(),
        Command::Run { library, what } => library.run(what),
        Command::Idle { library, count } => compare::print_idle(library, count),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

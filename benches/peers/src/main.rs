//! The benchmarks of mainstay with other actor libraries. `mainstay-benches` builds this program and runs it.

mod actix;
#[path = "../../src/allocations.rs"]
mod allocations;
mod kameo;
mod measure;
mod peer;
mod ractor;
mod tellus;
#[path = "../../src/workload.rs"]
#[allow(dead_code, reason = "names and sizes are for the program that runs this one")]
mod workload;
mod xtra;

use clap::{Parser, Subcommand, ValueEnum};
use measure::Measure;
use peer::Outcome;
use std::process::ExitCode;
use workload::Sized;

/// Runs one program of one library once.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, Debug, Subcommand)]
enum Command {
    /// Runs one program once, on one thread.
    Run {
        library: Library,
        #[command(flatten)]
        what: Sized,
    },
    /// Prints how many nanoseconds a program takes on two workers.
    Time {
        library: Library,
        #[command(flatten)]
        what: Sized,
    },
    /// Prints how many bytes an idle actor takes.
    Idle { library: Library, count: usize },
    /// Prints how often memory is asked for by so many tells, and by so many asks.
    Allocations { library: Library, calls: u64 },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Library {
    Kameo,
    Ractor,
    Actix,
    Xtra,
    Tellus,
}

impl Library {
    fn run(self, measure: Measure) -> Outcome {
        match self {
            Self::Kameo => measure::on_tokio::<kameo::Kameo>(measure),
            Self::Ractor => measure::on_tokio::<ractor::Ractor>(measure),
            Self::Actix => actix::on_its_system(measure),
            Self::Xtra => measure::on_tokio::<xtra::Xtra>(measure),
            Self::Tellus => measure::on_tokio::<tellus::Tellus>(measure),
        }
    }
}

fn main() -> ExitCode {
    let (library, measure) = match Arguments::parse().command {
        Command::Run { library, what } => (library, Measure::Nothing(what)),
        Command::Time { library, what } => (library, Measure::Time(what)),
        Command::Idle { library, count } => (library, Measure::Idle(count)),
        Command::Allocations { library, calls } => (library, Measure::Allocations(calls)),
    };
    match library.run(measure) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

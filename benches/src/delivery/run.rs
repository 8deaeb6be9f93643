//! Which workloads there are, and in which order they run.

use super::pending;
use super::rate::{self, Way};
use crate::ours::Outcome;
use crate::persistence::{line, runtime, spread, temporary};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// So many deliveries wait where memory is measured.
const PENDING: u32 = 100_000;

/// So many wait where instructions are counted.
const COUNTED: u32 = 5_000;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Only these; all of them if there is none.
    workloads: Vec<Workload>,
    /// So many rounds, of which the median is printed. In each, the ways take turns.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Where the stores are made, and removed in the end: on the disk that is to be measured. By default the directory for temporary files.
    #[arg(long)]
    dir: Option<PathBuf>,
}

/// What runs under callgrind, in a process of its own.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Tick {
    pending: u32,
    thousandths: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Workload {
    /// Deliveries from one entity to another, beside an append to each.
    Rate,
    /// The memory of a delivery that is not confirmed, beside its message.
    Memory,
    /// Instructions for each delivery that is not confirmed, at a tick. Needs valgrind.
    Tick,
}

impl Options {
    pub(crate) fn print(&self) -> Outcome {
        let workloads = if self.workloads.is_empty() { Workload::value_variants() } else { &self.workloads };
        for workload in workloads {
            match workload {
                Workload::Rate => self.rate()?,
                Workload::Memory => {
                    let (runtime, dir) = (runtime()?, temporary(self.dir.as_deref())?);
                    let each = runtime.block_on(runtime.spawn(pending::memory(dir.path().to_owned(), PENDING)))??;
                    line("delivery_memory", "mainstay", each, "bytes_beside_the_message");
                }
                Workload::Tick => {
                    let [idle, overdue] = pending::tick(COUNTED)?;
                    line("delivery_tick_idle", "mainstay", idle, "instructions_of_each");
                    line("delivery_tick_overdue", "mainstay", overdue, "instructions_of_each");
                }
            }
        }
        Ok(())
    }

    fn rate(&self) -> Outcome {
        let (runtime, mut rounds) = (runtime()?, Vec::new());
        for round in 1..=self.rounds.max(1) {
            let measure = |way| {
                let dir = temporary(self.dir.as_deref())?;
                runtime.block_on(runtime.spawn(rate::measure(dir.path().to_owned(), way, 100)))?
            };
            rounds.push([measure(Way::Deliver)?, measure(Way::InOrder)?, measure(Way::Append)?]);
            eprintln!("delivery, round {round}: {:.0?}", rounds.last());
        }
        for (at, workload) in ["delivery", "delivery_in_order"].into_iter().enumerate() {
            line(workload, "mainstay", spread(rounds.iter().map(|round| round[at])).1, "deliveries/s");
            let (least, median, most) = spread(rounds.iter().map(|round| round[at] / round[2]));
            line(workload, "mainstay", median, "of_two_appends");
            eprintln!("{workload}: {median:.2} ({least:.2}, {most:.2}) times two appends");
        }
        line("two_appends", "mainstay", spread(rounds.iter().map(|round| round[2])).1, "pairs/s");
        Ok(())
    }
}

impl Tick {
    pub(crate) fn run(self) -> Outcome {
        // One thread: no two of them spin for a lock.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
        runtime.block_on(runtime.spawn(pending::wait(self.pending, self.thousandths)))?
    }
}

//! In which order it runs, and with how many timers.

use super::{pending, rate};
use crate::ours::Outcome;
use crate::persistence::{line, runtime, spread, temporary};
use clap::Args;
use std::path::PathBuf;

/// So many of each caller's.
const EACH: u32 = 100;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// So many timers are in the store, in whole thousands.
    #[arg(long, default_value_t = 200_000)]
    count: u32,
    /// So many rounds, of which the median is printed. In each, the ways take turns.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Where the stores are made, and removed in the end: on the disk that is to be measured. By default the directory for temporary files.
    #[arg(long)]
    dir: Option<PathBuf>,
}

impl Options {
    pub(crate) fn print(&self) -> Outcome {
        let (runtime, rounds) = (runtime()?, self.rounds.max(1));
        let (full, empty) = (temporary(self.dir.as_deref())?, temporary(self.dir.as_deref())?);
        let dir = full.path().to_owned();
        runtime.block_on(runtime.spawn(pending::fill(dir.clone(), self.count)))??;
        let (many, none) = (dir.clone(), empty.path().to_owned());
        runtime.block_on(runtime.spawn(async move { pending::opened(&many, &none, rounds).await }))??;
        let measured = runtime.block_on(runtime.spawn(async move {
            let system = pending::open(dir).await?;
            let mut measured = Vec::new();
            for round in 1..=rounds {
                measured.push(rate::round(&system, EACH).await?);
                eprintln!("timers, round {round}: {:.0?}", measured.last());
            }
            system.shutdown().await?;
            Outcome::Ok(measured)
        }))??;
        line("append", "mainstay", spread(measured.iter().map(|round| round[0])).1, "events/s");
        for (at, workload) in ["timer_set", "timer_cancel", "timer_fire"].into_iter().enumerate() {
            let (least, median, most) = spread(measured.iter().map(|round| round[at + 1] / round[0]));
            line(workload, "mainstay", spread(measured.iter().map(|round| round[at + 1])).1, "timers/s");
            line(workload, "mainstay", median, "of_appends");
            eprintln!("{workload}: {median:.2} ({least:.2}, {most:.2}) times an append");
        }
        Ok(())
    }
}

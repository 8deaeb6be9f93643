//! Which workloads there are, in which sizes, and in which order they run.

use super::append::{self, Load};
use super::recovery::History;
use super::{passivated, report, survival};
use crate::ours::Outcome;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use tokio::runtime::{Builder, Runtime};

/// So many threads run tasks.
const WORKERS: u32 = 2;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Only these; all of them if there is none.
    workloads: Vec<Workload>,
    /// Small sizes, to see that everything runs: the numbers say little.
    #[arg(long)]
    quick: bool,
    /// So many rounds, of which the median is printed. In each, the libraries take turns.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Where the stores are made, and removed in the end: on the disk that is to be measured. By default the directory for temporary files.
    #[arg(long)]
    dir: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Workload {
    /// Durable appends of 1, 16, 256 and 4 096 entities, each with one on its way.
    Append,
    /// Durable appends of one entity with 256 callers.
    Hot,
    /// Recovery of 1 000 entities with 1 000 events each, and of one with a million.
    Recovery,
    /// The memory of a million entities that have left it.
    Passivated,
    /// The first command after kill -9.
    Killed,
}

pub(crate) fn runtime() -> std::io::Result<Runtime> {
    Builder::new_multi_thread().worker_threads(WORKERS as usize).enable_time().build()
}

/// A directory that is removed in the end.
pub(crate) fn temporary(dir: Option<&Path>) -> std::io::Result<tempfile::TempDir> {
    dir.map_or_else(tempfile::tempdir, tempfile::tempdir_in)
}

impl Options {
    pub(crate) fn print(&self) -> Outcome {
        let workloads = if self.workloads.is_empty() { Workload::value_variants() } else { &self.workloads };
        let runtime = runtime()?;
        for workload in workloads {
            match workload {
                Workload::Append => {
                    for (in_flight, each) in [(1, 2_000), (16, 1_000), (256, 600), (4_096, 100)] {
                        let load = Load { entities: in_flight, in_flight, each: self.size(each) };
                        self.append(&runtime, &format!("append_{in_flight}"), load)?;
                    }
                }
                Workload::Hot => {
                    self.append(&runtime, "append_hot", Load { entities: 1, in_flight: 256, each: self.size(600) })?;
                }
                Workload::Recovery => {
                    let (some, all) = (self.size(1_000), self.size(1_000_000));
                    self.recovery(&runtime, "recovery_many", History { entities: 1_000, each: some })?;
                    self.recovery(&runtime, "recovery_one", History { entities: 1, each: all })?;
                }
                Workload::Passivated => {
                    eprintln!("passivated");
                    let dir = temporary(self.dir.as_deref())?;
                    let (first, count) = (self.size(100_000), self.size(1_000_000));
                    runtime.block_on(runtime.spawn(passivated::measure(dir.path().to_owned(), first, count)))??;
                }
                Workload::Killed => {
                    for events in [self.size(10_000).max(1_000), self.size(1_000_000)] {
                        let dir = temporary(self.dir.as_deref())?;
                        survival::measure(dir.path(), events, self.rounds.max(1))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn size(&self, full: u32) -> u32 {
        if self.quick { full.div_ceil(50) } else { full }
    }

    fn append(&self, runtime: &Runtime, workload: &str, load: Load) -> Outcome {
        let mut rounds = Vec::new();
        for round in 1..=self.rounds.max(1) {
            let dir = temporary(self.dir.as_deref())?;
            rounds.push(append::round(runtime, load, dir.path())?);
            eprintln!("{workload}, round {round}: {:.0?}", rounds.last());
        }
        report::rates(workload, "events/s", &rounds);
        Ok(())
    }

    fn recovery(&self, runtime: &Runtime, workload: &str, history: History) -> Outcome {
        let dir = temporary(self.dir.as_deref())?;
        eprintln!("{workload}: storing");
        history.write(runtime, dir.path())?;
        let mut rounds = Vec::new();
        for round in 1..=self.rounds.max(1) {
            rounds.push(history.round(runtime, WORKERS, dir.path())?);
            eprintln!("{workload}, round {round}: {:.0?}", rounds.last());
        }
        report::rates(workload, "events/s", &rounds);
        Ok(())
    }
}

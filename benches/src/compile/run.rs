//! What runs.

use super::{build, expansion};
use crate::ours::Outcome;
use crate::persistence::temporary;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Only these; all of them if there is none.
    workloads: Vec<Workload>,
    /// So many rounds of builds, of which the median is printed. In each, the libraries take turns.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Where the programs are built. By default the directory for temporary files.
    #[arg(long)]
    dir: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Workload {
    /// Instructions and bytes of what the macros write. Needs valgrind.
    Expansion,
    /// Processor time of building a small program with mainstay and with other libraries. Needs the network at the first time.
    Build,
}

impl Options {
    pub(crate) fn print(&self) -> Outcome {
        let workloads = if self.workloads.is_empty() { Workload::value_variants() } else { &self.workloads };
        for workload in workloads {
            match workload {
                Workload::Expansion => expansion::print()?,
                Workload::Build => build::print(self.rounds.max(1), temporary(self.dir.as_deref())?.path())?,
            }
        }
        Ok(())
    }
}

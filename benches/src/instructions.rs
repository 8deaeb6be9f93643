//! Counting instructions with callgrind.

use crate::Library;
use crate::ours::Outcome;
use crate::peers::{self, Peers};
use crate::workload::Workload;
use clap::ValueEnum as _;
use std::path::Path;
use std::process::Command;

pub(crate) fn print(workloads: &[Workload], peers: bool) -> Outcome {
    let workloads = if workloads.is_empty() { Workload::value_variants() } else { workloads };
    // Ours first, so that they are there also where the peers do not build.
    let own = std::env::current_exe()?;
    for &workload in workloads {
        for library in Library::ALL {
            report(&own, workload, library.name())?;
        }
    }
    if !peers {
        return Ok(());
    }
    let peers = Peers::build()?;
    for &workload in workloads {
        for library in peers::LIBRARIES.into_iter().filter(|library| peers::can(library, workload)) {
            report(peers.program(), workload, library)?;
        }
    }
    Ok(())
}

fn report(program: &Path, workload: Workload, library: &str) -> Outcome {
    let times = workload.size();
    let once = instructions(program, workload, library, times)?;
    let twice = instructions(program, workload, library, 2 * times)?;
    println!("{} {library} {}", workload.name(), twice.saturating_sub(once) / times);
    Ok(())
}

fn instructions(program: &Path, workload: Workload, library: &str, times: u64) -> Outcome<u64> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
    command.args(["run", library, workload.name(), &times.to_string()]);
    collected(command)
}

/// How many instructions a program takes under callgrind.
pub(crate) fn collected(mut command: Command) -> Outcome<u64> {
    let output = command.output().map_err(|error| format!("valgrind does not start: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let collected = said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    match collected.filter(|_| output.status.success()) {
        Some(count) => Ok(count),
        None => Err(format!("{command:?} failed: {said}").into()),
    }
}

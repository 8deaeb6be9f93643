//! Counting instructions with callgrind.

use crate::Library;
use crate::ours::Outcome;
use crate::workload::Workload;
use clap::ValueEnum as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs of other libraries: a workspace of its own, so that nobody builds them who does not compare.
const PEERS: &str = "benches/peers/Cargo.toml";

pub(crate) fn print(workloads: &[Workload]) -> Outcome {
    let workloads = if workloads.is_empty() { Workload::value_variants() } else { workloads };
    let own = std::env::current_exe()?;
    let peers = peers();
    let others = match &peers {
        Some(peers) => text(Command::new(peers).arg("list"))?,
        None => String::new(),
    };
    for &workload in workloads {
        for library in Library::ALL {
            report(&own, workload, library.name())?;
        }
        for library in others.lines() {
            report(peers.as_deref().unwrap_or(&own), workload, library)?;
        }
    }
    if peers.is_none() {
        eprintln!("for other libraries too: cargo build --release --manifest-path {PEERS}");
    }
    Ok(())
}

/// The program of the other libraries, where it has been built.
fn peers() -> Option<PathBuf> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/target/release/mainstay-peers");
    built.exists().then_some(built)
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
    let output = command.output().map_err(|error| format!("valgrind does not start: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let collected = said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    match collected.filter(|_| output.status.success()) {
        Some(count) => Ok(count),
        None => Err(format!("{} {library} failed: {said}", workload.name()).into()),
    }
}

fn text(command: &mut Command) -> Outcome<String> {
    let output = command.output()?;
    Ok(String::from_utf8(output.stdout)?)
}

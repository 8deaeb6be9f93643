//! Other actor libraries, which a program of their own runs.

use crate::ours::Outcome;
use crate::workload::Workload;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The libraries as that program calls them.
pub(crate) const LIBRARIES: [&str; 5] = ["kameo", "ractor", "actix", "xtra", "tellus"];

/// The program that runs them.
pub(crate) struct Peers(PathBuf);

impl Peers {
    /// Builds the program. It is a workspace of its own, so nothing else ever builds it.
    pub(crate) fn build() -> Outcome<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
        let target = folder.join("target");
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["build", "--release", "--locked", "--manifest-path"]).arg(folder.join("Cargo.toml"));
        // Said here, so that it is known where the program is.
        command.arg("--target-dir").arg(&target);
        if !command.status()?.success() {
            return Err("the peers do not build; `--no-peers` does without them".into());
        }
        Ok(Self(target.join("release").join("mainstay-bench-peers")))
    }

    pub(crate) fn program(&self) -> &Path {
        &self.0
    }

    /// How many nanoseconds a program takes on two workers.
    pub(crate) fn time(&self, library: &str, workload: Workload, times: u64) -> Outcome<u64> {
        let printed = self.output(["time", library, workload.name(), &times.to_string()])?;
        Ok(printed.parse()?)
    }

    /// What a command prints.
    pub(crate) fn output(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Outcome<String> {
        let output = Command::new(&self.0).args(arguments).output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).trim().into());
        }
        Ok(String::from_utf8(output.stdout)?.trim().into())
    }
}

/// Whether a library has what a workload needs. Ractor's mailboxes have no limit.
pub(crate) fn can(library: &str, workload: Workload) -> bool {
    !(library == "ractor" && workload == Workload::TellBounded)
}

/// Whether a library has a tell that waits for room: tellus drops what finds none. (Actix has none either, so its sender tries again in its
/// next turn.)
pub(crate) fn waits(library: &str) -> bool {
    !matches!(library, "ractor" | "tellus")
}

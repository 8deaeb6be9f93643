//! Instructions and bytes of expansions, of a program that has the macros in it.

use crate::instructions::collected;
use crate::ours::Outcome;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An actor has so many handlers.
const HANDLERS: u32 = 200;

/// A machine has so many states, each with [`ROWS`] rows.
const STATES: [u32; 3] = [10, 20, 40];
const ROWS: u32 = 5;

/// The program that expands.
struct Expander(PathBuf);

pub(super) fn print() -> Outcome {
    let expander = Expander::build()?;
    let lazily = expander.instructions("handlers", HANDLERS)?;
    let parsed = expander.instructions("parsed", HANDLERS)?;
    println!("handlers_{HANDLERS} mainstay {lazily:.0} instructions");
    println!("handlers_{HANDLERS} with_bodies_parsed {parsed:.0} instructions");
    println!("handlers_{HANDLERS} mainstay {:.2} of_with_bodies_parsed", lazily / parsed);
    for states in STATES {
        let rows = states * ROWS;
        let instructions = expander.instructions("machine", states)? / f64::from(rows);
        let bytes = f64::from(expander.bytes("machine", states)?) / f64::from(rows);
        println!("machine_{rows}_rows mainstay {instructions:.0} instructions_a_row");
        println!("machine_{rows}_rows mainstay {bytes:.0} bytes_a_row");
    }
    Ok(())
}

impl Expander {
    fn build() -> Outcome<Self> {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let target = workspace.join("target");
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["build", "--release", "--locked", "-p", "mainstay-bench-macros", "--manifest-path"]);
        command.arg(workspace.join("Cargo.toml"));
        // Said here, so that it is known where the program is.
        command.arg("--target-dir").arg(&target);
        if !command.status()?.success() {
            return Err("the program that expands does not build".into());
        }
        Ok(Self(target.join("release").join("mainstay-bench-macros")))
    }

    /// Of one expansion: of two, less those of one.
    fn instructions(&self, program: &str, size: u32) -> Outcome<f64> {
        let run = |times: &str| {
            let mut command = Command::new("valgrind");
            command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(&self.0);
            command.args([program, &size.to_string(), times]);
            collected(command)
        };
        let difference = run("2")?.saturating_sub(run("1")?);
        #[allow(clippy::cast_precision_loss, reason = "there are fewer instructions than that")]
        let each = difference as f64;
        Ok(each)
    }

    fn bytes(&self, program: &str, size: u32) -> Outcome<u32> {
        let output = Command::new(&self.0).args([program, &size.to_string(), "1"]).output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into());
        }
        Ok(String::from_utf8(output.stdout)?.trim().parse()?)
    }
}

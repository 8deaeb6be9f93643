//! How much processor time it takes to build the same small program with different libraries.

use crate::ours::Outcome;
use crate::persistence::spread;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The libraries, of which tokio's own program comes last: the others are quoted beside it.
const LIBRARIES: [&str; 4] = ["mainstay", "kameo", "ractor", "tokio"];

struct Quickstarts {
    folder: PathBuf,
    target: PathBuf,
}

/// Prints the medians of some rounds, as times what the program takes that uses tokio alone; and how many crates each builds.
pub(super) fn print(rounds: usize, dir: &Path) -> Outcome {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers").join("quickstarts");
    let quickstarts = Quickstarts { folder, target: dir.to_owned() };
    // What is downloaded belongs to no library.
    quickstarts.cargo(&["fetch", "--locked"], None)?;
    let (mut clean, mut again) = (Vec::new(), Vec::new());
    for round in 1..=rounds {
        let mut times = [[0.0; LIBRARIES.len()]; 2];
        for (at, library) in LIBRARIES.into_iter().enumerate() {
            [times[0][at], times[1][at]] = quickstarts.build(library)?;
        }
        eprintln!("quickstarts, round {round}: {times:.1?} seconds of processor time");
        let [first, second] = times;
        clean.push(first);
        again.push(second);
    }
    let tokio = LIBRARIES.len() - 1;
    for (at, library) in LIBRARIES.into_iter().enumerate() {
        for (what, rounds) in [("clean", &clean), ("after_a_change", &again)] {
            let (_, ratio, _) = spread(rounds.iter().map(|times| times[at] / times[tokio]));
            println!("build_{what} {library} {ratio:.2} of_tokio");
        }
        println!("build_clean {library} {} crates", quickstarts.crates(library)?);
    }
    Ok(())
}

impl Quickstarts {
    /// Seconds of processor time of a build from nothing, and of one after a change of the program.
    fn build(&self, library: &str) -> Outcome<[f64; 2]> {
        let package = format!("quickstart-{library}");
        let target = self.target.join(library);
        if target.exists() {
            fs::remove_dir_all(&target)?;
        }
        let arguments = ["build", "--locked", "-p", &package];
        let clean = self.cargo(&arguments, Some(&target))?;
        // A new time of the file is a change to Cargo; the compiler finds what is the same.
        let main = self.folder.join(library).join("src").join("main.rs");
        fs::File::options().write(true).open(main)?.set_modified(std::time::SystemTime::now())?;
        Ok([clean, self.cargo(&arguments, Some(&target))?])
    }

    fn cargo(&self, arguments: &[&str], target: Option<&Path>) -> Outcome<f64> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(arguments).current_dir(&self.folder).stderr(Stdio::null()).stdout(Stdio::null());
        if let Some(target) = target {
            command.arg("--target-dir").arg(target);
        }
        let before = children()?;
        if !command.status()?.success() {
            return Err(format!("{command:?} failed").into());
        }
        Ok(children()? - before)
    }

    /// How many crates are built for a library's program, but for itself.
    fn crates(&self, library: &str) -> Outcome<usize> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["tree", "--locked", "--prefix", "none", "-e", "normal,build", "--no-dedupe", "-p"]);
        let output = command.arg(format!("quickstart-{library}")).current_dir(&self.folder).output()?;
        let mut crates: Vec<_> = String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect();
        crates.sort();
        crates.dedup();
        crates.pop_if(|last| last.is_empty());
        crates.len().checked_sub(1).ok_or_else(|| "cargo names no crates".into())
    }
}

/// Processor time of all processes that have ended that this one, or one of those, has started; in seconds.
fn children() -> Outcome<f64> {
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat")?;
    // Behind the name of the program, which may have anything in it.
    let (_, fields) = stat.rsplit_once(')').ok_or("the system does not say")?;
    let mut ticks = fields.split_whitespace().skip(13).map(str::parse::<f64>);
    let (Some(Ok(user)), Some(Ok(system))) = (ticks.next(), ticks.next()) else {
        return Err("the system does not say".into());
    };
    Ok((user + system) / TICKS_A_SECOND)
}

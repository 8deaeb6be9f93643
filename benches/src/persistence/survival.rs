//! How long it takes until the first command is answered after the process was killed.

use super::report::{LIBRARIES, line, spread};
use crate::ours::Outcome;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// Kills a process that has stored so many events and goes on storing, and times the start of others on copies of what it leaves.
pub(super) fn measure(dir: &Path, events: u32, rounds: usize) -> Outcome {
    let killed = dir.join("killed");
    kill(&killed, events)?;
    let mut times = vec![Vec::new(); 2];
    for round in 0..rounds {
        for (library, times) in LIBRARIES.into_iter().zip(&mut times) {
            eprintln!("first command after {events} events, round {}: {library}", round + 1);
            let copy = dir.join("copy");
            fs::create_dir(&copy)?;
            for file in fs::read_dir(&killed)? {
                let file = file?;
                fs::copy(file.path(), copy.join(file.file_name()))?;
            }
            times.push(first(&copy, library)?);
            fs::remove_dir_all(&copy)?;
        }
    }
    fs::remove_dir_all(&killed)?;
    for (library, times) in LIBRARIES.into_iter().zip(times) {
        let median = |value: fn(&(f64, f64)) -> f64| spread(times.iter().map(value)).1;
        line(&format!("open_after_kill_{events}"), library, median(|time| time.0) / 1000.0, "ms");
        line(&format!("first_command_{events}"), library, median(|time| time.1) / 1000.0, "ms");
    }
    Ok(())
}

fn kill(dir: &Path, events: u32) -> Outcome {
    eprintln!("storing {events} events, to be killed");
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["child", "fill"]).arg(dir).arg(events.to_string()).stdout(Stdio::piped());
    let mut child = command.spawn()?;
    let mut said = String::new();
    let read = match child.stdout.take() {
        Some(stdout) => BufReader::new(stdout).read_line(&mut said),
        None => Ok(0),
    };
    // By SIGKILL.
    child.kill()?;
    child.wait()?;
    read?;
    if said.trim() == events.to_string() { Ok(()) } else { Err("the process ended before it was killed".into()) }
}

/// Microseconds to open, and from there to the answer.
fn first(dir: &Path, library: &str) -> Outcome<(f64, f64)> {
    let output = Command::new(std::env::current_exe()?)
        .args(["child", "first"])
        .arg(dir)
        .arg(library)
        .stderr(Stdio::inherit())
        .output()?;
    let said = String::from_utf8(output.stdout)?;
    let (opened, answered) = said.trim().split_once(' ').ok_or("two numbers were to be printed")?;
    Ok((opened.parse()?, answered.parse()?))
}

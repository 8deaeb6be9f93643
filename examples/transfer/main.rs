//! Money between ledgers, while the program is killed over and over: the sum stays, and each transfer takes effect once.
//!
//! `transfer --kills 1000 --seed 7` runs the ledgers in a process of their own and kills that as often, at random. With `--forgetful` the ledgers do
//! not know which messages they have taken: then money is made, and the program fails.
#![allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    clippy::missing_errors_doc,
    clippy::similar_names,
    clippy::unused_self,
    reason = "the program is its own documentation"
)]

mod ledger;
mod life;

use clap::Parser;
use mainstay::testing::DeliveriesNotDeduplicated;
use std::collections::BTreeSet;
use std::error::Error;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

pub type Failure = Box<dyn Error + Send + Sync>;

/// So many transfers are made in each life at most, before it is killed.
const PER_LIFE: u64 = 8;

#[derive(Parser)]
struct Args {
    /// How often the ledgers are killed.
    #[arg(long, default_value_t = 20)]
    kills: u64,
    /// Decides who pays whom, and when the kills come.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The ledgers do not know what they have taken.
    #[arg(long)]
    forgetful: bool,
    /// The ledgers' own process: where they are stored.
    #[arg(long, hide = true)]
    dir: Option<PathBuf>,
    /// The ledgers' own process: the first transfer that is not known to be made.
    #[arg(long, hide = true, default_value_t = 1)]
    from: u64,
}

/// Who pays whom.
pub struct Plan {
    seed: u64,
    pub transfers: u64,
}

impl Plan {
    /// Payer, payee and amount. The first account, which is closed, pays nobody.
    pub fn transfer(&self, number: u64, accounts: u64) -> (u64, u64, u64) {
        let random = mixed(self.seed ^ mixed(number));
        let payer = 1 + random % (accounts - 1);
        let payee = (payer + 1 + (random >> 8) % (accounts - 1)) % accounts;
        (payer, payee, 1 + (random >> 16) % 20)
    }
}

/// A number that says nothing of the one that it is made of.
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 33)).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xff51_afd7_ed55_8ccd);
    number ^ (number >> 29)
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<bool, Failure> {
    let plan = Plan { seed: args.seed, transfers: (args.kills + 1) * PER_LIFE };
    if let Some(dir) = &args.dir {
        let _forgetful = args.forgetful.then(DeliveriesNotDeduplicated::on_this_thread);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(life::live(dir.clone(), args.from, &plan))?;
        return Ok(true);
    }
    let dir = tempfile::tempdir()?;
    let (mut from, mut sent) = (1, BTreeSet::new());
    for life in 0..args.kills {
        let lines = mixed(args.seed.wrapping_mul(31) ^ life) % PER_LIFE;
        from = observed(args, dir.path(), from, Some(lines), &mut sent)?.0;
    }
    let (_, end) = observed(args, dir.path(), from, None, &mut sent)?;
    Ok(judged(&end.ok_or("the ledgers have not come to an end")?, &sent))
}

/// Runs the ledgers, and kills them after so many lines. Says the first transfer that is not known to be made, and what they said at their end.
fn observed(
    args: &Args,
    dir: &Path,
    mut from: u64,
    kill_after: Option<u64>,
    sent: &mut BTreeSet<u64>,
) -> Result<(u64, Option<String>), Failure> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("--dir").arg(dir).args(["--kills", &args.kills.to_string(), "--seed", &args.seed.to_string()]);
    command.args(["--from", &from.to_string()]);
    if args.forgetful {
        command.arg("--forgetful");
    }
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let mut lines = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
    let (mut seen, mut end) = (0, None);
    while kill_after.is_none_or(|most| seen <= most) {
        let Some(line) = lines.next().transpose()? else { break };
        match line.split_once(' ') {
            Some(("sent", number)) => {
                sent.insert(number.parse()?);
                from = number.parse::<u64>()? + 1;
            }
            Some(("refused", number)) => from = number.parse::<u64>()? + 1,
            Some(("end", counted)) => end = Some(counted.to_owned()),
            _ => return Err(format!("not understood: {line}").into()),
        }
        seen += 1;
    }
    if kill_after.is_some() {
        child.kill()?;
    }
    child.wait()?;
    Ok((from, end))
}

/// Compares what has come of the transfers with those that were made.
fn judged(end: &str, sent: &BTreeSet<u64>) -> bool {
    let mut numbers = end.split(' ').filter_map(|number| number.parse::<u64>().ok());
    let (sum, expected) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    let ended: Vec<_> = numbers.collect();
    // One may be made of which nobody was told before the kill: then it was asked again, and said so.
    let each_once = ended.iter().copied().eq(sent.iter().copied());
    let once = if each_once { "each once" } else { "not each once" };
    println!("conserved {sum} of {expected}, transfers {}, {once}", ended.len());
    sum == expected && each_once
}

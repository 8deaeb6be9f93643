//! At-least-once delivery by hand, with the messages of the Akka.NET article: `Msg`, `Confirm`, `MsgSent`, `MsgConfirmed`.
//!
//! A sender stores that it has something to send, sends it over a network that loses every third message, and again until it is confirmed. In the
//! middle of it the process kills itself, and another one goes on with what is stored. In the end each message was confirmed.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the program is its own documentation")]

mod receiver;
mod sender;

use clap::Parser;
use mainstay::delivery::{DeliveryId, DeliverySettings};
use mainstay::journal::{SqliteStore, Store};
use mainstay::prelude::*;
use mainstay::testing::{Faults, Network};
use receiver::{Confirm, Destination, Msg};
use rustix::process::{Signal, getpid, kill_process};
use sender::{Progress, Sender, Text};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;

#[derive(Parser)]
#[command(about = "Sends messages over a bad network until each is confirmed, and does not survive it")]
struct Args {
    /// How many messages are sent.
    #[arg(long, default_value_t = 10)]
    messages: u64,
    /// Milliseconds until a message is sent again.
    #[arg(long, default_value_t = 200)]
    interval: u64,
    /// Runs as a process that uses the store in this directory.
    #[arg(long, hide = true)]
    store: Option<PathBuf>,
    /// Kills itself when so many messages are stored.
    #[arg(long, hide = true)]
    kill_after: Option<u64>,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args = Args::parse();
    let Some(dir) = &args.store else { return two_lives(&args) };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(life(&args, dir))?;
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Two processes, one after the other, on one store. The first one does not come to its end.
fn two_lives(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let life = || -> std::io::Result<Command> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("--store").arg(dir.path());
        command.args(["--messages", &args.messages.to_string(), "--interval", &args.interval.to_string()]);
        Ok(command)
    };
    let first = life()?.args(["--kill-after", &(args.messages / 2).max(1).to_string()]).status()?;
    println!("the first process: {first}");
    let second = life()?.status()?;
    Ok(if second.success() && !first.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Sends what is missing, waits until all is confirmed, and says whether each was.
async fn life(args: &Args, dir: &Path) -> Result<bool, Box<dyn Error>> {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(dir)?);
    let system = System::volatile().start().await?;
    let network = Network::new(1);
    network.faults("sender", "destination", Faults { lose_every: Some(3), ..Faults::NONE });
    let destination = system.recipient::<Destination, Msg>("destination");
    let destination = network.link("sender", "destination", destination);
    system.spawn_named("destination", Destination::new(system.recipient::<Sender, Confirm>("sender")))?;
    let settings =
        DeliverySettings { redeliver_interval: Duration::from_millis(args.interval), ..DeliverySettings::DEFAULT };
    let sender = system.spawn_named("sender", Sender::new(store.clone(), destination, settings))?;

    let (confirmed, open) = sender.ask(Progress).await?;
    println!("begins with {} confirmed and {open} open", confirmed.len());
    for number in (confirmed.len() + open + 1) as u64..=args.messages {
        sender.ask(Text(format!("message {number}"))).await?;
        if args.kill_after == Some(number) {
            kill_process(getpid(), Signal::KILL)?;
        }
    }
    let confirmed = loop {
        let (confirmed, open) = sender.ask(Progress).await?;
        if open == 0 {
            break confirmed;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    };
    let all = confirmed.iter().copied().eq((1..=args.messages).map(DeliveryId));
    let traffic = network.traffic("sender", "destination");
    println!("lost {} of {}", traffic.lost, traffic.sent);
    let (first, last) = (confirmed.first().map_or(0, |id| id.0), confirmed.last().map_or(0, |id| id.0));
    println!("confirmed {} of {}, ids {first}..{last}", confirmed.len(), args.messages);
    system.shutdown().await?;
    store.close().await?;
    Ok(all)
}

//! A hundred numbers through a store that fails: a write in ten, before it is done or after, and every other recovery. The sum is right all the
//! same, since no command is lost and none takes effect twice.
//!
//! `unreliable` uses a generated actor, which needs nothing for this. `unreliable --by-hand` uses one that writes to the store by hand, under a
//! `PersistenceSupervisor`.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the program is its own documentation")]

mod by_hand;
mod generated;

use clap::Parser;
use mainstay::actor::Backoff;
use mainstay::journal::{MemoryStore, Store};
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::supervise::PersistenceSupervisor;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use std::error::Error;
use std::sync::Arc;

#[derive(Parser)]
#[command(about = "Sums 1 to 100 through a store that fails")]
struct Args {
    /// Which calls of the store fail.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Uses an actor that was written by hand, under a supervisor.
    #[arg(long)]
    by_hand: bool,
    /// Waits milliseconds where it would wait seconds.
    #[arg(long)]
    quick: bool,
}

/// A tenth of the writes fails, half of those when they are done; and half of the recoveries.
fn unreliable(seed: u64) -> Arc<FaultyStore<MemoryStore>> {
    let store = FaultyStore::new(MemoryStore::new());
    for (operation, probability, effect) in [
        (Operation::Append, 0.05, Effect::FailBefore),
        (Operation::Append, 0.05, Effect::FailAfter),
        (Operation::Read, 0.5, Effect::FailBefore),
    ] {
        let seed = seed.wrapping_mul(2).wrapping_add(u64::from(effect == Effect::FailAfter));
        store.fail(operation, When::Chance { probability, seed }, effect);
    }
    Arc::new(store)
}

fn backoff(quick: bool) -> Backoff {
    let (min, max) = (Duration::from_millis(1), Duration::from_millis(20));
    if quick { Backoff { min, max, ..Backoff::DEFAULT } } else { Backoff::DEFAULT }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let Args { seed, by_hand, quick } = Args::parse();
    let store = unreliable(seed);
    let total = if by_hand {
        by_hand_total(store.clone(), quick).await?
    } else {
        generated_total(store.clone(), quick).await?
    };
    println!("writes {}, reads {}", store.calls(Operation::Append), store.calls(Operation::Read));
    println!("total {total}");
    Ok(())
}

async fn generated_total(store: Arc<FaultyStore<MemoryStore>>, quick: bool) -> Result<u64, Box<dyn Error>> {
    use generated::Count;
    let settings = Settings { backoff: backoff(quick), ..Settings::default() };
    let system = System::with(store).settings(settings).host::<Count>().start().await?;
    let count = system.entity::<Count>("fuber")?;
    for value in 1..=100 {
        count.add(value).tell()?;
    }
    let total = count.count().await?;
    system.shutdown().await?;
    Ok(total)
}

async fn by_hand_total(store: Arc<FaultyStore<MemoryStore>>, quick: bool) -> Result<u64, Box<dyn Error>> {
    use by_hand::{Add, AddToCount, GetCount, WorkingPersistentActor};
    let system = System::volatile().start().await?;
    let make = move || WorkingPersistentActor::new(store.clone() as Arc<dyn Store>);
    let supervisor =
        PersistenceSupervisor::new("myActor", AddToCount::wrap, make).max_retries(100).backoff(backoff(quick))?;
    let supervisor = system.spawn_named("fuber", supervisor)?;
    for value in 1..=100 {
        supervisor.tell(Add(value))?;
    }
    let total = supervisor.forward(GetCount).await?;
    system.shutdown().await?;
    Ok(total)
}

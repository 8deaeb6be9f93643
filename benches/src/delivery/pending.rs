//! What deliveries cost that nobody confirms: memory, and instructions of each tick.

use super::shop::{STORED_TEXT, Shop, ShopRef};
use crate::allocations;
use crate::ours::Outcome;
use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

/// A command sends so many.
const AT_A_TIME: u32 = 1_000;

/// Longer than anything here takes.
const NEVER: Duration = Duration::from_hours(1);

/// How long a delivery waits before it is sent again, in the process whose instructions are counted, which is slow: all are to be sent in the
/// first half of it. Half of it is a tick.
const INTERVAL: Duration = Duration::from_secs(30);

/// So many thousandths of the interval after the first delivery the process ends: before and after the first tick, at which none is overdue, and
/// the third, at which all are.
const IDLE: [u32; 2] = [450, 750];
const OVERDUE: [u32; 2] = [1_250, 1_750];

fn settings(redeliver_interval: Duration, count: u32) -> Settings {
    let most = (count + AT_A_TIME) as usize;
    Settings { redeliver_interval, max_unconfirmed_messages: most, redelivery_burst_limit: most, ..Settings::default() }
}

async fn send(shop: &ShopRef, count: u32) -> Outcome {
    for _ in 0..count.div_ceil(AT_A_TIME) {
        shop.send_away(AT_A_TIME).await?;
    }
    Ok(())
}

/// How many bytes a delivery takes beside its message. On disk, so that what is stored is not counted.
pub(super) async fn memory(dir: PathBuf, count: u32) -> Outcome<f64> {
    allocations::start();
    let system = System::open(dir).settings(settings(NEVER, count)).host::<Shop>().start().await?;
    let shop = system.entity::<Shop>("from")?;
    // What is made at the first time is there.
    send(&shop, AT_A_TIME).await?;
    let before = allocations::bytes();
    send(&shop, count).await?;
    // The last command's own memory is gone when the next one is answered.
    let waiting = shop.unconfirmed().await?;
    let taken = allocations::bytes() - before;
    system.shutdown().await?;
    if waiting != (count + AT_A_TIME) as usize {
        return Err(format!("{waiting} deliveries wait").into());
    }
    #[allow(clippy::cast_precision_loss, reason = "there are fewer bytes than that")]
    let each = taken as f64 / f64::from(count) - STORED_TEXT as f64;
    Ok(each)
}

/// Lets so many wait, until so many thousandths of the interval are over.
pub(super) async fn wait(pending: u32, thousandths: u32) -> Outcome {
    let store = Arc::new(MemoryStore::new());
    let system = System::with(store).settings(settings(INTERVAL, pending)).host::<Shop>().start().await?;
    let shop = system.entity::<Shop>("from")?;
    shop.send_away(1).await?;
    let start = Instant::now();
    send(&shop, pending).await?;
    if start.elapsed() > INTERVAL * IDLE[0] / 1_000 {
        return Err("it has taken too long to send them".into());
    }
    tokio::time::sleep_until((start + INTERVAL * thousandths / 1_000).into()).await;
    // As the process ends: what would be dropped is counted, too.
    std::process::exit(0);
}

/// Instructions for each delivery of a tick: where none is overdue, and where all are.
pub(super) fn tick(pending: u32) -> Outcome<[f64; 2]> {
    let between = |[before, after]: [u32; 2]| {
        let instructions = instructions(pending, after)?.saturating_sub(instructions(pending, before)?);
        #[allow(clippy::cast_precision_loss, reason = "there are fewer instructions than that")]
        let each = instructions as f64 / f64::from(pending);
        Outcome::Ok(each)
    };
    Ok([between(IDLE)?, between(OVERDUE)?])
}

fn instructions(pending: u32, thousandths: u32) -> Outcome<u64> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(std::env::current_exe()?);
    command.args(["tick", &pending.to_string(), &thousandths.to_string()]);
    crate::instructions::collected(command)
}

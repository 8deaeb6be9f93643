//! Deliveries from one entity to another in a second, and pairs of plain appends to two entities.

use super::shop::{Shop, ShopRef};
use crate::ours::Outcome;
use crate::persistence::rate;
use mainstay::prelude::*;
use std::path::PathBuf;
use std::time::Instant;

/// So many callers wait for their answers at the same time.
const CALLERS: u32 = 256;

/// How long it takes to look again whether everything was confirmed.
const AGAIN: Duration = Duration::from_millis(2);

#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    /// A delivery that is stored, taken, stored there, confirmed, and over.
    Deliver,
    /// The same, in order.
    InOrder,
    /// An append to the one entity, then one to the other.
    Append,
}

/// So many of each caller's in a second, over all.
pub(super) async fn measure(dir: PathBuf, way: Way, each: u32) -> Outcome<f64> {
    let system = System::open(dir).host::<Shop>().start().await?;
    let (from, to) = (system.entity::<Shop>("from")?, system.entity::<Shop>("to")?);
    // The first time both are recovered.
    run(way, &from, &to, 1).await?;
    let start = Instant::now();
    run(way, &from, &to, each).await?;
    let taken = start.elapsed();
    system.shutdown().await?;
    Ok(rate(CALLERS * each, taken))
}

async fn run(way: Way, from: &ShopRef, to: &ShopRef, each: u32) -> Outcome {
    let callers = (0..CALLERS).map(|customer| {
        let (from, to) = (from.clone(), to.clone());
        tokio::spawn(async move {
            let customer = u64::from(customer);
            for invoice in 0..u64::from(each) {
                match way {
                    Way::Deliver => from.send(to.id().clone(), customer, invoice).await?,
                    Way::InOrder => in_order(&from, &to, customer, invoice).await?,
                    Way::Append => {
                        from.count(customer, invoice).await?;
                        to.count(customer, invoice).await?;
                    }
                }
            }
            Outcome::Ok(())
        })
    });
    for caller in callers.collect::<Vec<_>>() {
        caller.await??;
    }
    while from.unconfirmed().await? > 0 {
        tokio::time::sleep(AGAIN).await;
    }
    Ok(())
}

/// A caller that is told that there is no room waits.
async fn in_order(from: &ShopRef, to: &ShopRef, customer: u64, invoice: u64) -> Outcome {
    loop {
        match from.send_in_order(to.id().clone(), customer, invoice).await {
            Ok(()) => return Ok(()),
            Err(CallError::Busy) => tokio::time::sleep(AGAIN).await,
            Err(why) => return Err(why.into()),
        }
    }
}

//! Timers set, cancelled and fired in a second, beside plain appends to as many entities.

use super::clockwork::{Clockwork, ClockworkRef};
use crate::ours::Outcome;
use crate::persistence::rate;
use mainstay::prelude::*;
use std::time::{Instant, SystemTime};

/// So many callers, each with an entity of its own, wait for their answers at the same time.
const CALLERS: u32 = 256;

/// So long before those that are to fire are due, they are set.
const AHEAD: Duration = Duration::from_secs(2);

/// How long it takes to look again whether all have fired.
const AGAIN: Duration = Duration::from_millis(2);

#[derive(Clone, Copy, Debug)]
enum Way {
    Append,
    Set,
    Cancel,
}

/// Appends, sets, cancels and fires so many of each caller's; so many of each in a second, over all.
pub(super) async fn round(system: &System, each: u32) -> Outcome<[f64; 4]> {
    let entities = (0..CALLERS).map(|caller| system.entity::<Clockwork>(format!("caller-{caller}")));
    let entities = entities.collect::<Result<Vec<_>, _>>()?;
    // The first time they are recovered.
    commands(&entities, Way::Append, 1).await?;
    let append = commands(&entities, Way::Append, each).await?;
    let set = commands(&entities, Way::Set, each).await?;
    let cancel = commands(&entities, Way::Cancel, each).await?;
    Ok([append, set, cancel, fire(&entities, each).await?])
}

async fn commands(entities: &[ClockworkRef], way: Way, each: u32) -> Outcome<f64> {
    let start = Instant::now();
    let callers = entities.iter().cloned().map(|entity| {
        tokio::spawn(async move {
            for number in 0..u64::from(each) {
                match way {
                    Way::Append => entity.append(number, number).await?,
                    Way::Set => entity.set(number).await?,
                    Way::Cancel => entity.cancel(number).await?,
                }
            }
            Outcome::Ok(())
        })
    });
    for caller in callers.collect::<Vec<_>>() {
        caller.await??;
    }
    Ok(rate(CALLERS * each, start.elapsed()))
}

/// All are due at the same time; from then until the last one is stored.
async fn fire(entities: &[ClockworkRef], each: u32) -> Outcome<f64> {
    let mut before = 0;
    for entity in entities {
        before += entity.fired().await?;
    }
    let at = SystemTime::now() + AHEAD;
    for entity in entities {
        entity.set_at(0, u64::from(each), at).await?;
    }
    let left = at.duration_since(SystemTime::now()).map_err(|_| "it has taken too long to set them")?;
    tokio::time::sleep(left).await;
    let start = Instant::now();
    let all = before + u64::from(CALLERS) * u64::from(each);
    loop {
        let mut fired = 0;
        for entity in entities {
            fired += entity.fired().await?;
        }
        if fired == all {
            return Ok(rate(CALLERS * each, start.elapsed()));
        }
        tokio::time::sleep(AGAIN).await;
    }
}

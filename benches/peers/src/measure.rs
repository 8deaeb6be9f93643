//! What is measured of a program, whichever library runs it.

use crate::allocations;
use crate::peer::{Outcome, Peer, Room, flood, idle, run};
use crate::workload::{RUN, Sized, Workload};
use std::hint::black_box;
use std::time::Instant;
use tokio::runtime::Builder;
use tokio::task::yield_now;

#[derive(Clone, Copy)]
pub(crate) enum Measure {
    /// From outside, by callgrind.
    Nothing(Sized),
    /// On two workers.
    Time(Sized),
    Idle(usize),
    Allocations(u64),
}

pub(crate) fn on_tokio<P: Peer>(measure: Measure) -> Outcome {
    let mut builder = match measure {
        Measure::Time(_) => Builder::new_multi_thread(),
        _ => Builder::new_current_thread(),
    };
    if P::TIMERS {
        builder.enable_time();
    }
    let runtime = builder.worker_threads(2).build()?;
    // In a task, as callers are: waking the one future of `block_on` is another matter.
    runtime.block_on(runtime.spawn(of::<P>(measure)))?
}

pub(crate) async fn of<P: Peer>(measure: Measure) -> Outcome {
    match measure {
        Measure::Nothing(Sized { workload, times }) => run::<P>(workload, times).await?,
        Measure::Time(Sized { workload, times }) => {
            timed::<P>(workload, times / 10).await?;
            let start = Instant::now();
            timed::<P>(workload, times).await?;
            println!("{}", start.elapsed().as_nanos());
        }
        Measure::Idle(count) => {
            // The list of handles is ours and not theirs, so it is in memory before.
            let mut places: Vec<Option<P::Counter>> = (0..count).map(|_| None).collect();
            for place in &mut places {
                *black_box(place) = None;
            }
            let before = resident()?;
            idle::<P>(&mut places).await?;
            println!("{}", resident()?.saturating_sub(before) / count);
            drop(black_box(places));
        }
        Measure::Allocations(calls) => print_allocations::<P>(calls).await?,
    }
    Ok(())
}

async fn timed<P: Peer>(workload: Workload, times: u64) -> Outcome {
    match workload {
        Workload::TellBounded => flood::<P>(times).await,
        other => run::<P>(other, times).await,
    }
}

async fn print_allocations<P: Peer>(calls: u64) -> Outcome {
    let counter = P::counter(Room::Unbounded).await?;
    let (mut told, mut asked) = (0, 0);
    // A first round lets the queues grow to their size.
    for _ in 0..2 {
        allocations::start();
        let start = allocations::count();
        for n in 0..calls {
            P::add(&counter, Room::Unbounded, n).await?;
            if n % RUN == 0 {
                yield_now().await;
            }
        }
        told = allocations::count() - start;
        yield_now().await;
        let start = allocations::count();
        for n in 0..calls {
            P::ask(&counter, n).await?;
        }
        asked = allocations::count() - start;
    }
    println!("{told} {asked}");
    Ok(())
}

/// How many bytes of this process are in memory, as Linux says.
fn resident() -> Outcome<usize> {
    let pages = std::fs::read_to_string("/proc/self/statm")?;
    let resident: usize = pages.split_whitespace().nth(1).ok_or("no resident size")?.parse()?;
    Ok(resident * 4096)
}

//! Time, memory and allocations beside a loop on tokio's channels.

use crate::ours::{self, Outcome};
use crate::workload::{RUN, Workload};
use crate::{Library, allocations, raw};
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};

/// So many actors lie idle when their memory is measured.
const IDLE: usize = 100_000;

/// So many calls are made when their allocations are counted.
const CALLS: u64 = 10_000;

/// What is timed.
#[derive(Clone, Copy)]
enum Timed {
    Tell,
    Ask,
    Ring,
}

impl Timed {
    const ALL: [Self; 3] = [Self::Tell, Self::Ask, Self::Ring];

    fn name(self) -> &'static str {
        match self {
            Self::Tell => "tell_bounded",
            Self::Ask => "ask",
            Self::Ring => "ring",
        }
    }

    async fn run(self, library: Library) -> Outcome {
        match (library, self) {
            (Library::Mainstay, Self::Tell) => ours::flood(1_000_000).await,
            (Library::Tokio, Self::Tell) => raw::flood(1_000_000).await,
            (Library::Mainstay, Self::Ask) => ours::run(Workload::Ask, 100_000).await,
            (Library::Tokio, Self::Ask) => raw::run(Workload::Ask, 100_000).await,
            (Library::Mainstay, Self::Ring) => ours::run(Workload::Ring, 300_000).await,
            (Library::Tokio, Self::Ring) => raw::run(Workload::Ring, 300_000).await,
        }
    }

    fn time(self, runtime: &Runtime, library: Library) -> Outcome<Duration> {
        let start = Instant::now();
        // In a task, so that the workers have it: `block_on` would make a third thread of this one.
        runtime.block_on(runtime.spawn(self.run(library)))??;
        Ok(start.elapsed())
    }
}

pub(crate) fn print(rounds: usize) -> Outcome {
    let runtime = Builder::new_multi_thread().worker_threads(2).build()?;
    println!(
        "# times as fast as a loop on tokio's channels, 2 workers: median of {rounds} interleaved rounds (least, most)"
    );
    for timed in Timed::ALL {
        let mut ratios = Vec::new();
        for _ in 0..rounds {
            let ours = timed.time(&runtime, Library::Mainstay)?;
            let raw = timed.time(&runtime, Library::Tokio)?;
            ratios.push(raw.as_secs_f64() / ours.as_secs_f64());
        }
        ratios.sort_by(f64::total_cmp);
        let (least, most) = (ratios[0], ratios[rounds - 1]);
        println!("{} {:.2} ({least:.2}, {most:.2})", timed.name(), ratios[rounds / 2]);
    }
    println!("# bytes of resident memory for each of {IDLE} idle actors");
    for library in Library::ALL {
        // In a process of its own, whose memory nothing else has touched.
        let output =
            Command::new(std::env::current_exe()?).args(["idle", library.name(), &IDLE.to_string()]).output()?;
        println!("{} {}", library.name(), String::from_utf8(output.stdout)?.trim());
    }
    println!("# allocations per call");
    Builder::new_current_thread().build()?.block_on(print_allocations())
}

async fn print_allocations() -> Outcome {
    let (ours, (raw, _)) = (ours::counter(), raw::counter());
    // A first round lets the queues grow to their size.
    for measured in [false, true] {
        let start = allocations::count();
        for n in 0..CALLS {
            ours.add(n).tell()?;
            if n % RUN == 0 {
                tokio::task::yield_now().await;
            }
        }
        let told = allocations::count() - start;
        tokio::task::yield_now().await;
        let start = allocations::count();
        for n in 0..CALLS {
            raw.try_send(raw::Add::Tell(n))?;
            if n % RUN == 0 {
                tokio::task::yield_now().await;
            }
        }
        let raw_told = allocations::count() - start;
        tokio::task::yield_now().await;
        let start = allocations::count();
        for n in 0..CALLS {
            ours.add(n).await?;
        }
        let asked = allocations::count() - start;
        let start = allocations::count();
        for n in 0..CALLS {
            raw::ask(&raw, n).await?;
        }
        let raw_asked = allocations::count() - start;
        if measured {
            for (library, told, asked) in [("mainstay", told, asked), ("tokio", raw_told, raw_asked)] {
                // Thousandths, without a float.
                let per_call = |count: u64| format!("{}.{:03}", count / CALLS, count % CALLS * 1000 / CALLS);
                println!("{library} tell {} ask {}", per_call(told), per_call(asked));
            }
        }
    }
    Ok(())
}

pub(crate) fn print_idle(library: Library, count: usize) -> Outcome {
    let runtime = Builder::new_current_thread().build()?;
    runtime.block_on(async {
        let before = resident()?;
        // Kept until the memory is read.
        let after = match library {
            Library::Mainstay => {
                let actors = ours::idle(count).await?;
                let after = resident()?;
                drop(black_box(actors));
                after
            }
            Library::Tokio => {
                let actors = raw::idle(count).await?;
                let after = resident()?;
                drop(black_box(actors));
                after
            }
        };
        println!("{}", after.saturating_sub(before) / count);
        Ok(())
    })
}

/// How many bytes of this process are in memory, as Linux says.
fn resident() -> Outcome<usize> {
    let pages = std::fs::read_to_string("/proc/self/statm")?;
    let resident: usize = pages.split_whitespace().nth(1).ok_or("no resident size")?.parse()?;
    Ok(resident * 4096)
}

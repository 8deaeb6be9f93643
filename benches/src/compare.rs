//! Time, memory and allocations beside a loop on tokio's channels.

use crate::ours::{self, Outcome};
use crate::peers::{self, Peers};
use crate::workload::{RUN, Workload};
use crate::{Library, allocations, raw};
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};

/// So many actors lie idle when their memory is measured.
const IDLE: usize = 100_000;

/// So many of them are started before they get their turn: none of them is to lie in the run queue when all are counted.
pub(crate) const BATCH: usize = 1_000;

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

    fn workload(self) -> Workload {
        match self {
            Self::Tell => Workload::TellBounded,
            Self::Ask => Workload::Ask,
            Self::Ring => Workload::Ring,
        }
    }

    fn times(self) -> u64 {
        match self {
            Self::Tell => 1_000_000,
            Self::Ask => 100_000,
            Self::Ring => 300_000,
        }
    }

    async fn run(self, library: Library) -> Outcome {
        match (library, self) {
            (Library::Mainstay, Self::Tell) => ours::flood(self.times()).await,
            (Library::Tokio, Self::Tell) => raw::flood(self.times()).await,
            (Library::Mainstay, _) => ours::run(self.workload(), self.times()).await,
            (Library::Tokio, _) => raw::run(self.workload(), self.times()).await,
        }
    }

    fn time(self, runtime: &Runtime, library: Library) -> Outcome<Duration> {
        let start = Instant::now();
        // In a task, so that the workers have it: `block_on` would make a third thread of this one.
        runtime.block_on(runtime.spawn(self.run(library)))??;
        Ok(start.elapsed())
    }

    /// The libraries that have it, ours first.
    fn libraries(self, peers: bool) -> Vec<&'static str> {
        let peers = peers::LIBRARIES.into_iter().filter(|_| peers);
        let able = peers.filter(|library| !matches!(self, Self::Tell) || peers::waits(library));
        std::iter::once(Library::Mainstay.name()).chain(able).collect()
    }
}

pub(crate) fn print(rounds: usize, peers: bool) -> Outcome {
    let peers = if peers { Some(Peers::build()?) } else { None };
    let runtime = Builder::new_multi_thread().worker_threads(2).build()?;
    println!(
        "# times as fast as a loop on tokio's channels, 2 workers: median of {rounds} interleaved rounds (least, most)"
    );
    for timed in Timed::ALL {
        let libraries = timed.libraries(peers.is_some());
        let mut ratios = vec![Vec::new(); libraries.len()];
        for _ in 0..rounds {
            let raw = timed.time(&runtime, Library::Tokio)?.as_secs_f64();
            for (library, ratios) in libraries.iter().zip(&mut ratios) {
                let taken = match &peers {
                    Some(peers) if *library != Library::Mainstay.name() => {
                        Duration::from_nanos(peers.time(library, timed.workload(), timed.times())?)
                    }
                    _ => timed.time(&runtime, Library::Mainstay)?,
                };
                ratios.push(raw / taken.as_secs_f64());
            }
        }
        for (library, mut ratios) in libraries.into_iter().zip(ratios) {
            ratios.sort_by(f64::total_cmp);
            let (least, most) = (ratios[0], ratios[rounds - 1]);
            println!("{} {library} {:.2} ({least:.2}, {most:.2})", timed.workload().name(), ratios[rounds / 2]);
        }
    }
    println!("# bytes of resident memory for each of {IDLE} idle actors");
    for library in Library::ALL {
        // In a process of its own, whose memory nothing else has touched.
        let output =
            Command::new(std::env::current_exe()?).args(["idle", library.name(), &IDLE.to_string()]).output()?;
        println!("{} {}", library.name(), String::from_utf8(output.stdout)?.trim());
    }
    for library in peers::LIBRARIES {
        if let Some(peers) = &peers {
            println!("{library} {}", peers.output(["idle", library, &IDLE.to_string()])?);
        }
    }
    println!("# allocations per call");
    Builder::new_current_thread().build()?.block_on(print_allocations())?;
    for library in peers::LIBRARIES {
        if let Some(peers) = &peers {
            let printed = peers.output(["allocations", library, &CALLS.to_string()])?;
            let (told, asked) = printed.split_once(' ').ok_or("two numbers were to be printed")?;
            print_calls(library, told.parse()?, asked.parse()?);
        }
    }
    Ok(())
}

fn print_calls(library: &str, told: u64, asked: u64) {
    // Thousandths, without a float.
    let per_call = |count: u64| format!("{}.{:03}", count / CALLS, count % CALLS * 1000 / CALLS);
    println!("{library} tell {} ask {}", per_call(told), per_call(asked));
}

async fn print_allocations() -> Outcome {
    allocations::start();
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
            print_calls(Library::Mainstay.name(), told, asked);
            print_calls(Library::Tokio.name(), raw_told, raw_asked);
        }
    }
    Ok(())
}

pub(crate) fn print_idle(library: Library, count: usize) -> Outcome {
    let runtime = Builder::new_current_thread().build()?;
    runtime.block_on(async {
        let grown = match library {
            Library::Mainstay => {
                let mut places = places(count);
                let before = resident()?;
                ours::idle(&mut places).await;
                let grown = resident()?.saturating_sub(before);
                drop(black_box(places));
                grown
            }
            Library::Tokio => {
                let mut places = places(count);
                let before = resident()?;
                raw::idle(&mut places).await;
                let grown = resident()?.saturating_sub(before);
                drop(black_box(places));
                grown
            }
        };
        println!("{}", grown / count);
        Ok(())
    })
}

/// Room for the handles of the actors, in memory before the actors are: the list is ours and not theirs.
fn places<T>(count: usize) -> Vec<Option<T>> {
    let mut places: Vec<Option<T>> = (0..count).map(|_| None).collect();
    for place in &mut places {
        *black_box(place) = None;
    }
    places
}

/// How many bytes of this process are in memory, as Linux says.
fn resident() -> Outcome<usize> {
    let pages = std::fs::read_to_string("/proc/self/statm")?;
    let resident: usize = pages.split_whitespace().nth(1).ok_or("no resident size")?.parse()?;
    Ok(resident * 4096)
}

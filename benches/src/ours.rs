//! The workloads with mainstay's own macros.

use crate::compare::BATCH;
use crate::workload::{Large, RING, RUN, Workload};
use mainstay::prelude::*;
use std::error::Error;
use tokio::sync::oneshot;
use tokio::task::yield_now;

/// What can go wrong in a benchmark, which is nothing that it would go on from.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

#[actor]
#[derive(Default)]
pub(crate) struct Counter {
    sum: u64,
}

#[handlers]
impl Counter {
    /// Adds, and says how much there is now.
    #[handle]
    pub(crate) fn add(&mut self, by: u64) -> u64 {
        self.sum += by;
        self.sum
    }
}

#[actor(mailbox = unbounded)]
#[derive(Default)]
struct Unlimited {
    sum: u64,
}

#[handlers]
impl Unlimited {
    #[handle]
    fn add(&mut self, by: u64) -> u64 {
        self.sum += by;
        self.sum
    }
}

#[actor]
#[derive(Default)]
struct Reader {
    sum: u64,
}

#[handlers]
impl Reader {
    #[handle]
    fn read(&mut self, bytes: Large) -> u64 {
        self.sum += u64::from(bytes[255]);
        self.sum
    }

    #[handle]
    fn sum(&self) -> u64 {
        self.sum
    }
}

#[actor]
#[derive(Default)]
struct Link {
    next: Option<LinkRef>,
    done: Option<oneshot::Sender<()>>,
}

#[handlers]
impl Link {
    #[handle]
    fn join(&mut self, next: LinkRef) {
        self.next = Some(next);
    }

    #[handle]
    fn start(&mut self, hops: u64, done: oneshot::Sender<()>) {
        self.done = Some(done);
        self.pass(hops);
    }

    #[handle]
    fn pass(&mut self, hops: u64) {
        let next = self.next.as_ref().filter(|_| hops > 0);
        let passed = next.is_some_and(|next| next.pass(hops - 1).tell().is_ok());
        if let Some(done) = self.done.take_if(|_| !passed) {
            let _ = done.send(());
        }
    }
}

/// Runs one workload.
pub(crate) async fn run(workload: Workload, times: u64) -> Outcome {
    match workload {
        Workload::TellUnbounded => {
            let counter = Unlimited::default().spawn();
            for n in 0..times {
                counter.add(n).tell()?;
                if n % RUN == 0 {
                    yield_now().await;
                }
            }
            counter.add(0).await?;
        }
        Workload::TellBounded => {
            let counter = Counter::default().spawn();
            for n in 0..times {
                counter.add(n).tell()?;
                if n % RUN == 0 {
                    yield_now().await;
                }
            }
            counter.add(0).await?;
        }
        Workload::Ask => {
            let counter = Counter::default().spawn();
            for n in 0..times {
                counter.add(n).await?;
            }
        }
        Workload::Ring => ring(times).await?,
        Workload::Spawn => {
            for n in 0..times {
                let counter = Counter::default().spawn();
                counter.add(n).await?;
                counter.stop();
                counter.stopped().await;
            }
        }
        Workload::Tell256 => {
            let reader = Reader::default().spawn();
            for n in 0..times {
                reader.read([n.to_le_bytes()[0]; 256]).tell()?;
                if n % RUN == 0 {
                    yield_now().await;
                }
            }
            reader.sum().await?;
        }
    }
    Ok(())
}

async fn ring(hops: u64) -> Outcome {
    let links: Vec<_> = (0..RING).map(|_| Link::default().spawn()).collect();
    for (link, next) in links.iter().zip(links.iter().cycle().skip(1)) {
        link.join(next.clone()).await?;
    }
    let (done, wait) = oneshot::channel();
    // The last hop ends where the first began.
    let hops = hops.next_multiple_of(RING as u64);
    links[0].start(hops, done).tell()?;
    wait.await?;
    links.iter().for_each(LinkRef::stop);
    Ok(())
}

/// Tells with back-pressure, as fast as the actor takes it.
pub(crate) async fn flood(times: u64) -> Outcome {
    let counter = Counter::default().spawn();
    for n in 0..times {
        counter.add(n).send().await?;
    }
    counter.add(0).await?;
    Ok(())
}

/// Actors that have started and have nothing to do.
pub(crate) async fn idle(places: &mut [Option<CounterRef>]) {
    for batch in places.chunks_mut(BATCH) {
        batch.fill_with(|| Some(Counter::default().spawn()));
        yield_now().await;
    }
}

/// Handles to a counter, for those who count what a call allocates.
pub(crate) fn counter() -> CounterRef {
    Counter::default().spawn()
}

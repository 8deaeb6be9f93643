//! The workloads with what is there without an actor library: a task, tokio's channels, an enum and a loop.

use crate::compare::BATCH;
use crate::ours::Outcome;
use crate::workload::{Large, RING, RUN, Workload};
use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinHandle, yield_now};

const ROOM: usize = 1024;

pub(crate) enum Add {
    Tell(u64),
    Ask(u64, oneshot::Sender<u64>),
}

#[derive(Default)]
struct Counter {
    sum: u64,
}

impl Counter {
    fn handle(&mut self, message: Add) {
        match message {
            Add::Tell(by) => self.sum += by,
            Add::Ask(by, reply) => {
                self.sum += by;
                let _ = reply.send(self.sum);
            }
        }
    }
}

#[allow(clippy::large_enum_variant, reason = "a large message is what is measured")]
enum Read {
    Tell(Large),
    Sum(oneshot::Sender<u64>),
}

enum Pass {
    Join(mpsc::Sender<Pass>),
    Start(u64, oneshot::Sender<()>),
    Hop(u64),
}

/// Runs one workload.
pub(crate) async fn run(workload: Workload, times: u64) -> Outcome {
    match workload {
        Workload::TellUnbounded => {
            let (counter, mut inbox) = mpsc::unbounded_channel();
            tokio::spawn(async move {
                let mut counter = Counter::default();
                while let Some(message) = inbox.recv().await {
                    counter.handle(message);
                }
            });
            for n in 0..times {
                counter.send(Add::Tell(n))?;
                if n % RUN == 0 {
                    yield_now().await;
                }
            }
            let (reply, answer) = oneshot::channel();
            counter.send(Add::Ask(0, reply))?;
            answer.await?;
        }
        Workload::TellBounded => {
            let (counter, _) = counter();
            for n in 0..times {
                counter.try_send(Add::Tell(n))?;
                if n % RUN == 0 {
                    yield_now().await;
                }
            }
            ask(&counter, 0).await?;
        }
        Workload::Ask => {
            let (counter, _) = counter();
            for n in 0..times {
                ask(&counter, n).await?;
            }
        }
        Workload::Ring => ring(times).await?,
        Workload::Spawn => {
            for n in 0..times {
                let (counter, task) = counter();
                ask(&counter, n).await?;
                drop(counter);
                task.await?;
            }
        }
        Workload::Tell256 => {
            let (reader, mut inbox) = mpsc::channel(ROOM);
            tokio::spawn(async move {
                let mut sum = 0;
                while let Some(message) = inbox.recv().await {
                    match message {
                        Read::Tell(bytes) => sum += u64::from(bytes[255]),
                        Read::Sum(reply) => {
                            let _ = reply.send(sum);
                        }
                    }
                }
            });
            for n in 0..times {
                reader.try_send(Read::Tell([n.to_le_bytes()[0]; 256]))?;
                if n % RUN == 0 {
                    yield_now().await;
                }
            }
            let (reply, answer) = oneshot::channel();
            reader.send(Read::Sum(reply)).await?;
            answer.await?;
        }
    }
    Ok(())
}

pub(crate) fn counter() -> (mpsc::Sender<Add>, JoinHandle<()>) {
    let (sender, mut inbox) = mpsc::channel(ROOM);
    let task = tokio::spawn(async move {
        let mut counter = Counter::default();
        while let Some(message) = inbox.recv().await {
            counter.handle(message);
        }
    });
    (sender, task)
}

pub(crate) async fn ask(counter: &mpsc::Sender<Add>, by: u64) -> Outcome<u64> {
    let (reply, answer) = oneshot::channel();
    counter.send(Add::Ask(by, reply)).await?;
    Ok(answer.await?)
}

async fn ring(hops: u64) -> Outcome {
    let links: Vec<_> = (0..RING).map(|_| link()).collect();
    for (link, next) in links.iter().zip(links.iter().cycle().skip(1)) {
        link.send(Pass::Join(next.clone())).await?;
    }
    let (done, wait) = oneshot::channel();
    let hops = hops.next_multiple_of(RING as u64);
    links[0].send(Pass::Start(hops, done)).await?;
    wait.await?;
    Ok(())
}

fn link() -> mpsc::Sender<Pass> {
    let (sender, mut inbox) = mpsc::channel(ROOM);
    tokio::spawn(async move {
        let (mut next, mut done) = (None::<mpsc::Sender<Pass>>, None);
        while let Some(message) = inbox.recv().await {
            let hops = match message {
                Pass::Join(neighbour) => {
                    next = Some(neighbour);
                    continue;
                }
                Pass::Start(hops, finished) => {
                    done = Some(finished);
                    hops
                }
                Pass::Hop(hops) => hops,
            };
            let next = next.as_ref().filter(|_| hops > 0);
            let passed = next.is_some_and(|next| next.try_send(Pass::Hop(hops - 1)).is_ok());
            if let Some(done) = done.take_if(|_: &mut oneshot::Sender<()>| !passed) {
                let _ = done.send(());
            }
        }
    });
    sender
}

/// Tells with back-pressure, as fast as the loop takes it.
pub(crate) async fn flood(times: u64) -> Outcome {
    let (counter, _) = counter();
    for n in 0..times {
        counter.send(Add::Tell(n)).await?;
    }
    ask(&counter, 0).await?;
    Ok(())
}

/// Loops that have started and have nothing to do.
pub(crate) async fn idle(places: &mut [Option<mpsc::Sender<Add>>]) {
    for batch in places.chunks_mut(BATCH) {
        batch.fill_with(|| Some(counter().0));
        yield_now().await;
    }
}

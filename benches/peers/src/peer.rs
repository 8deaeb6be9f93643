//! The workloads, written once for all libraries.

use crate::workload::{Large, RING, RUN, Workload};
use std::error::Error;
use std::future::Future;
use tokio::sync::oneshot;
use tokio::task::yield_now;

/// What can go wrong in a benchmark, which is nothing that it would go on from.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

/// How many messages a mailbox may hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Room {
    Bounded,
    Unbounded,
}

/// So many messages a bounded mailbox holds.
pub(crate) const ROOM: usize = 1024;

/// Whether a library has a waiting tell, or bounded mailboxes at all.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flood {
    /// The sender waits for room.
    Waits,
    /// There is no such thing.
    Missing,
}

/// What is measured of a library. All is async, for some do not tell without; where there is nothing to wait for, that costs next to
/// nothing after inlining.
pub(crate) trait Peer: 'static {
    /// Whether its timers must run: where an ask always has a timeout.
    const TIMERS: bool = false;
    const FLOOD: Flood;
    /// Whether a bounded mailbox refuses a message.
    const BOUNDED: bool;

    type Counter: Send + Sync + 'static;
    type Reader: Send + Sync + 'static;
    type Link: Clone + Send + Sync + 'static;

    fn counter(room: Room) -> impl Future<Output = Outcome<Self::Counter>> + Send;
    /// A tell that does not wait.
    fn add(counter: &Self::Counter, room: Room, by: u64) -> impl Future<Output = Outcome> + Send;
    /// A tell that waits for room.
    fn send(counter: &Self::Counter, by: u64) -> impl Future<Output = Outcome> + Send;
    fn ask(counter: &Self::Counter, by: u64) -> impl Future<Output = Outcome<u64>> + Send;
    /// Stops the actor and waits for its end.
    fn stop(counter: Self::Counter) -> impl Future<Output = Outcome> + Send;

    fn reader() -> impl Future<Output = Outcome<Self::Reader>> + Send;
    fn read(reader: &Self::Reader, bytes: Large) -> impl Future<Output = Outcome> + Send;
    fn sum(reader: &Self::Reader) -> impl Future<Output = Outcome<u64>> + Send;

    fn link() -> impl Future<Output = Outcome<Self::Link>> + Send;
    /// Tells the link who comes after it.
    fn join(link: &Self::Link, next: Self::Link) -> impl Future<Output = Outcome> + Send;
    /// Lets the link pass the token on so many times, and say when it is done.
    fn start(link: &Self::Link, hops: u64, done: oneshot::Sender<()>) -> impl Future<Output = Outcome> + Send;
}

/// Runs one workload.
pub(crate) async fn run<P: Peer>(workload: Workload, times: u64) -> Outcome {
    match workload {
        Workload::TellUnbounded => tell::<P>(Room::Unbounded, times).await?,
        Workload::TellBounded => tell::<P>(Room::Bounded, times).await?,
        Workload::Ask => {
            let counter = P::counter(Room::Bounded).await?;
            for n in 0..times {
                P::ask(&counter, n).await?;
            }
        }
        Workload::Ring => ring::<P>(times).await?,
        Workload::Spawn => {
            for n in 0..times {
                let counter = P::counter(Room::Bounded).await?;
                P::ask(&counter, n).await?;
                P::stop(counter).await?;
            }
        }
        Workload::Tell256 => {
            let reader = P::reader().await?;
            for n in 0..times {
                P::read(&reader, [n.to_le_bytes()[0]; 256]).await?;
                if n % RUN == 0 {
                    yield_now().await;
                }
            }
            P::sum(&reader).await?;
        }
    }
    Ok(())
}

async fn tell<P: Peer>(room: Room, times: u64) -> Outcome {
    if room == Room::Bounded && !P::BOUNDED {
        return Err("it has no bounded mailboxes".into());
    }
    let counter = P::counter(room).await?;
    for n in 0..times {
        P::add(&counter, room, n).await?;
        if n % RUN == 0 {
            yield_now().await;
        }
    }
    P::ask(&counter, 0).await?;
    Ok(())
}

async fn ring<P: Peer>(hops: u64) -> Outcome {
    let mut links = Vec::new();
    for _ in 0..RING {
        links.push(P::link().await?);
    }
    for (link, next) in links.iter().zip(links.iter().cycle().skip(1)) {
        P::join(link, next.clone()).await?;
    }
    let (done, wait) = oneshot::channel();
    P::start(&links[0], hops.next_multiple_of(RING as u64), done).await?;
    wait.await?;
    Ok(())
}

/// Tells with back-pressure, as fast as the actor takes it.
pub(crate) async fn flood<P: Peer>(times: u64) -> Outcome {
    if P::FLOOD == Flood::Missing {
        return Err("it has no tell that waits for room".into());
    }
    let counter = P::counter(Room::Bounded).await?;
    for n in 0..times {
        P::send(&counter, n).await?;
    }
    P::ask(&counter, 0).await?;
    Ok(())
}

/// So many idle actors are started before they get their turn.
const BATCH: usize = 1_000;

/// Actors that have started and have nothing to do.
pub(crate) async fn idle<P: Peer>(places: &mut [Option<P::Counter>]) -> Outcome {
    for batch in places.chunks_mut(BATCH) {
        for place in batch {
            *place = Some(P::counter(Room::Bounded).await?);
        }
        yield_now().await;
    }
    Ok(())
}

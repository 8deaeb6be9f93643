//! The workloads' actors with xtra.

use crate::peer::{Flood, Outcome, Peer, ROOM, Room};
use crate::workload::Large;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use xtra::prelude::*;

pub(crate) struct Xtra;

#[derive(Default, xtra::Actor)]
pub(crate) struct Counter {
    sum: u64,
}

struct Add(u64);

impl Handler<Add> for Counter {
    type Return = u64;

    async fn handle(&mut self, Add(by): Add, _: &mut Context<Self>) -> u64 {
        self.sum += by;
        self.sum
    }
}

#[derive(Default, xtra::Actor)]
pub(crate) struct Reader {
    sum: u64,
}

struct Read(Large);
struct Sum;

impl Handler<Read> for Reader {
    type Return = ();

    async fn handle(&mut self, Read(bytes): Read, _: &mut Context<Self>) {
        self.sum += u64::from(bytes[255]);
    }
}

impl Handler<Sum> for Reader {
    type Return = u64;

    async fn handle(&mut self, Sum: Sum, _: &mut Context<Self>) -> u64 {
        self.sum
    }
}

#[derive(Default, xtra::Actor)]
pub(crate) struct Link {
    next: Option<Address<Link>>,
    done: Option<oneshot::Sender<()>>,
}

struct Join(Address<Link>);
struct Start(u64, oneshot::Sender<()>);
struct Pass(u64);

impl Link {
    async fn pass(&mut self, hops: u64) {
        let passed = match self.next.as_ref().filter(|_| hops > 0) {
            Some(next) => next.send(Pass(hops - 1)).detach().await.is_ok(),
            None => false,
        };
        if let Some(done) = self.done.take_if(|_| !passed) {
            let _ = done.send(());
        }
    }
}

impl Handler<Join> for Link {
    type Return = ();

    async fn handle(&mut self, Join(next): Join, _: &mut Context<Self>) {
        self.next = Some(next);
    }
}

impl Handler<Start> for Link {
    type Return = ();

    async fn handle(&mut self, Start(hops, done): Start, _: &mut Context<Self>) {
        self.done = Some(done);
        self.pass(hops).await;
    }
}

impl Handler<Pass> for Link {
    type Return = ();

    async fn handle(&mut self, Pass(hops): Pass, _: &mut Context<Self>) {
        self.pass(hops).await;
    }
}

impl Peer for Xtra {
    const FLOOD: Flood = Flood::Waits;
    const BOUNDED: bool = true;

    type Counter = (Address<Counter>, JoinHandle<()>);
    type Reader = Address<Reader>;
    type Link = Address<Link>;

    async fn counter(room: Room) -> Outcome<Self::Counter> {
        let (address, mailbox) = match room {
            Room::Bounded => Mailbox::bounded(ROOM),
            Room::Unbounded => Mailbox::unbounded(),
        };
        Ok((address, tokio::spawn(xtra::run(mailbox, Counter::default()))))
    }

    async fn add((counter, _): &Self::Counter, _: Room, by: u64) -> Outcome {
        // The message is in when the first future ends; the second one waits for the answer.
        drop(counter.send(Add(by)).detach().await?);
        Ok(())
    }

    async fn send((counter, _): &Self::Counter, by: u64) -> Outcome {
        drop(counter.send(Add(by)).detach().await?);
        Ok(())
    }

    async fn ask((counter, _): &Self::Counter, by: u64) -> Outcome<u64> {
        Ok(counter.send(Add(by)).await?)
    }

    async fn stop((counter, task): Self::Counter) -> Outcome {
        drop(counter);
        Ok(task.await?)
    }

    async fn reader() -> Outcome<Self::Reader> {
        Ok(xtra::spawn_tokio(Reader::default(), Mailbox::bounded(ROOM)))
    }

    async fn read(reader: &Self::Reader, bytes: Large) -> Outcome {
        drop(reader.send(Read(bytes)).detach().await?);
        Ok(())
    }

    async fn sum(reader: &Self::Reader) -> Outcome<u64> {
        Ok(reader.send(Sum).await?)
    }

    async fn link() -> Outcome<Self::Link> {
        Ok(xtra::spawn_tokio(Link::default(), Mailbox::bounded(ROOM)))
    }

    async fn join(link: &Self::Link, next: Self::Link) -> Outcome {
        Ok(link.send(Join(next)).await?)
    }

    async fn start(link: &Self::Link, hops: u64, done: oneshot::Sender<()>) -> Outcome {
        drop(link.send(Start(hops, done)).detach().await?);
        Ok(())
    }
}

//! The workloads' actors with kameo.

use crate::peer::{Flood, Outcome, Peer, ROOM, Room};
use crate::workload::Large;
use kameo::actor::{ActorRef, Spawn};
use kameo::message::{Context, Message};
use kameo::{Actor, mailbox};
use tokio::sync::oneshot;

pub(crate) struct Kameo;

#[derive(Actor, Default)]
pub(crate) struct Counter {
    sum: u64,
}

struct Add(u64);
struct AddAndSay(u64);

impl Message<Add> for Counter {
    type Reply = ();

    async fn handle(&mut self, Add(by): Add, _: &mut Context<Self, ()>) {
        self.sum += by;
    }
}

impl Message<AddAndSay> for Counter {
    type Reply = u64;

    async fn handle(&mut self, AddAndSay(by): AddAndSay, _: &mut Context<Self, u64>) -> u64 {
        self.sum += by;
        self.sum
    }
}

#[derive(Actor, Default)]
pub(crate) struct Reader {
    sum: u64,
}

struct Read(Large);
struct Sum;

impl Message<Read> for Reader {
    type Reply = ();

    async fn handle(&mut self, Read(bytes): Read, _: &mut Context<Self, ()>) {
        self.sum += u64::from(bytes[255]);
    }
}

impl Message<Sum> for Reader {
    type Reply = u64;

    async fn handle(&mut self, Sum: Sum, _: &mut Context<Self, u64>) -> u64 {
        self.sum
    }
}

#[derive(Actor, Default)]
pub(crate) struct Link {
    next: Option<ActorRef<Link>>,
    done: Option<oneshot::Sender<()>>,
}

struct Join(ActorRef<Link>);
struct Start(u64, oneshot::Sender<()>);
struct Pass(u64);

impl Link {
    fn pass(&mut self, hops: u64) {
        let next = self.next.as_ref().filter(|_| hops > 0);
        let passed = next.is_some_and(|next| next.tell(Pass(hops - 1)).try_send().is_ok());
        if let Some(done) = self.done.take_if(|_| !passed) {
            let _ = done.send(());
        }
    }
}

impl Message<Join> for Link {
    type Reply = ();

    async fn handle(&mut self, Join(next): Join, _: &mut Context<Self, ()>) {
        self.next = Some(next);
    }
}

impl Message<Start> for Link {
    type Reply = ();

    async fn handle(&mut self, Start(hops, done): Start, _: &mut Context<Self, ()>) {
        self.done = Some(done);
        self.pass(hops);
    }
}

impl Message<Pass> for Link {
    type Reply = ();

    async fn handle(&mut self, Pass(hops): Pass, _: &mut Context<Self, ()>) {
        self.pass(hops);
    }
}

impl Peer for Kameo {
    const FLOOD: Flood = Flood::Waits;
    const BOUNDED: bool = true;

    type Counter = ActorRef<Counter>;
    type Reader = ActorRef<Reader>;
    type Link = ActorRef<Link>;

    async fn counter(room: Room) -> Outcome<Self::Counter> {
        Ok(match room {
            Room::Bounded => Counter::spawn_with_mailbox(Counter::default(), mailbox::bounded(ROOM)),
            Room::Unbounded => Counter::spawn_with_mailbox(Counter::default(), mailbox::unbounded()),
        })
    }

    async fn add(counter: &Self::Counter, _: Room, by: u64) -> Outcome {
        counter.tell(Add(by)).try_send().map_err(|error| error.to_string().into())
    }

    async fn send(counter: &Self::Counter, by: u64) -> Outcome {
        counter.tell(Add(by)).send().await.map_err(|error| error.to_string().into())
    }

    async fn ask(counter: &Self::Counter, by: u64) -> Outcome<u64> {
        counter.ask(AddAndSay(by)).send().await.map_err(|error| error.to_string().into())
    }

    async fn stop(counter: Self::Counter) -> Outcome {
        counter.stop_gracefully().await.map_err(|error| error.to_string())?;
        counter.wait_for_shutdown().await;
        Ok(())
    }

    async fn reader() -> Outcome<Self::Reader> {
        Ok(Reader::spawn_with_mailbox(Reader::default(), mailbox::bounded(ROOM)))
    }

    async fn read(reader: &Self::Reader, bytes: Large) -> Outcome {
        reader.tell(Read(bytes)).try_send().map_err(|error| error.to_string().into())
    }

    async fn sum(reader: &Self::Reader) -> Outcome<u64> {
        reader.ask(Sum).send().await.map_err(|error| error.to_string().into())
    }

    async fn link() -> Outcome<Self::Link> {
        Ok(Link::spawn_with_mailbox(Link::default(), mailbox::bounded(ROOM)))
    }

    async fn join(link: &Self::Link, next: Self::Link) -> Outcome {
        link.ask(Join(next)).send().await.map_err(|error| error.to_string().into())
    }

    async fn start(link: &Self::Link, hops: u64, done: oneshot::Sender<()>) -> Outcome {
        link.tell(Start(hops, done)).try_send().map_err(|error| error.to_string().into())
    }
}

//! The workloads' actors with actix, in a system of its own.

use crate::measure::{self, Measure};
use crate::peer::{Flood, Outcome, Peer, ROOM, Room};
use crate::workload::Large;
use actix::prelude::*;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::oneshot;
use tokio::task::yield_now;

pub(crate) struct Actix;

/// The threads that actors live on, in turns, where there is more than one.
static WORKERS: OnceLock<[ArbiterHandle; 2]> = OnceLock::new();
static NEXT: AtomicUsize = AtomicUsize::new(0);

pub(crate) fn on_its_system(measure: Measure) -> Outcome {
    System::new().block_on(async move {
        if let Measure::Time(_) = measure {
            let _ = WORKERS.set([Arbiter::new().handle(), Arbiter::current()]);
        }
        actix::spawn(measure::of::<Actix>(measure)).await?
    })
}

fn start<A: Actor<Context = Context<A>> + Send>(actor: A) -> Addr<A> {
    match WORKERS.get() {
        Some(workers) => {
            let worker = &workers[NEXT.fetch_add(1, Ordering::Relaxed) % workers.len()];
            A::start_in_arbiter(worker, |_| actor)
        }
        None => actor.start(),
    }
}

#[derive(Default)]
pub(crate) struct Counter {
    sum: u64,
    ended: Option<oneshot::Sender<()>>,
}

impl Actor for Counter {
    type Context = Context<Self>;

    fn started(&mut self, cx: &mut Context<Self>) {
        cx.set_mailbox_capacity(ROOM);
    }

    fn stopped(&mut self, _: &mut Context<Self>) {
        if let Some(ended) = self.ended.take() {
            let _ = ended.send(());
        }
    }
}

#[derive(Message)]
#[rtype(result = "u64")]
struct Add(u64);

#[derive(Message)]
#[rtype(result = "()")]
struct Stop(oneshot::Sender<()>);

impl Handler<Add> for Counter {
    type Result = u64;

    fn handle(&mut self, Add(by): Add, _: &mut Context<Self>) -> u64 {
        self.sum += by;
        self.sum
    }
}

impl Handler<Stop> for Counter {
    type Result = ();

    fn handle(&mut self, Stop(ended): Stop, cx: &mut Context<Self>) {
        self.ended = Some(ended);
        cx.stop();
    }
}

#[derive(Default)]
pub(crate) struct Reader {
    sum: u64,
}

impl Actor for Reader {
    type Context = Context<Self>;

    fn started(&mut self, cx: &mut Context<Self>) {
        cx.set_mailbox_capacity(ROOM);
    }
}

#[derive(Message)]
#[rtype(result = "()")]
struct Read(Large);

#[derive(Message)]
#[rtype(result = "u64")]
struct Sum;

impl Handler<Read> for Reader {
    type Result = ();

    fn handle(&mut self, Read(bytes): Read, _: &mut Context<Self>) {
        self.sum += u64::from(bytes[255]);
    }
}

impl Handler<Sum> for Reader {
    type Result = u64;

    fn handle(&mut self, Sum: Sum, _: &mut Context<Self>) -> u64 {
        self.sum
    }
}

#[derive(Default)]
pub(crate) struct Link {
    next: Option<Addr<Link>>,
    done: Option<oneshot::Sender<()>>,
}

impl Link {
    fn pass(&mut self, hops: u64) {
        let next = self.next.as_ref().filter(|_| hops > 0);
        let passed = next.is_some_and(|next| next.try_send(Pass(hops - 1)).is_ok());
        if let Some(done) = self.done.take_if(|_| !passed) {
            let _ = done.send(());
        }
    }
}

impl Actor for Link {
    type Context = Context<Self>;

    fn started(&mut self, cx: &mut Context<Self>) {
        cx.set_mailbox_capacity(ROOM);
    }
}

#[derive(Message)]
#[rtype(result = "()")]
struct Join(Addr<Link>);

#[derive(Message)]
#[rtype(result = "()")]
struct Start(u64, oneshot::Sender<()>);

#[derive(Message)]
#[rtype(result = "()")]
struct Pass(u64);

impl Handler<Join> for Link {
    type Result = ();

    fn handle(&mut self, Join(next): Join, _: &mut Context<Self>) {
        self.next = Some(next);
    }
}

impl Handler<Start> for Link {
    type Result = ();

    fn handle(&mut self, Start(hops, done): Start, _: &mut Context<Self>) {
        self.done = Some(done);
        self.pass(hops);
    }
}

impl Handler<Pass> for Link {
    type Result = ();

    fn handle(&mut self, Pass(hops): Pass, _: &mut Context<Self>) {
        self.pass(hops);
    }
}

impl Peer for Actix {
    const FLOOD: Flood = Flood::Waits;
    const BOUNDED: bool = true;

    type Counter = Addr<Counter>;
    type Reader = Addr<Reader>;
    type Link = Addr<Link>;

    async fn counter(_: Room) -> Outcome<Self::Counter> {
        Ok(start(Counter::default()))
    }

    async fn add(counter: &Self::Counter, room: Room, by: u64) -> Outcome {
        match room {
            Room::Bounded => counter.try_send(Add(by)).map_err(|error| error.to_string().into()),
            // It ignores the limit, whatever that is.
            Room::Unbounded => {
                counter.do_send(Add(by));
                Ok(())
            }
        }
    }

    async fn send(counter: &Self::Counter, by: u64) -> Outcome {
        let mut message = Add(by);
        // There is no tell that waits, so it tries until there is room.
        loop {
            match counter.try_send(message) {
                Ok(()) => return Ok(()),
                Err(SendError::Full(refused)) => message = refused,
                Err(SendError::Closed(_)) => return Err("it is gone".into()),
            }
            yield_now().await;
        }
    }

    async fn ask(counter: &Self::Counter, by: u64) -> Outcome<u64> {
        Ok(counter.send(Add(by)).await?)
    }

    async fn stop(counter: Self::Counter) -> Outcome {
        let (ended, end) = oneshot::channel();
        counter.do_send(Stop(ended));
        Ok(end.await?)
    }

    async fn reader() -> Outcome<Self::Reader> {
        Ok(start(Reader::default()))
    }

    async fn read(reader: &Self::Reader, bytes: Large) -> Outcome {
        reader.try_send(Read(bytes)).map_err(|error| error.to_string().into())
    }

    async fn sum(reader: &Self::Reader) -> Outcome<u64> {
        Ok(reader.send(Sum).await?)
    }

    async fn link() -> Outcome<Self::Link> {
        Ok(start(Link::default()))
    }

    async fn join(link: &Self::Link, next: Self::Link) -> Outcome {
        Ok(link.send(Join(next)).await?)
    }

    async fn start(link: &Self::Link, hops: u64, done: oneshot::Sender<()>) -> Outcome {
        link.try_send(Start(hops, done)).map_err(|error| error.to_string().into())
    }
}

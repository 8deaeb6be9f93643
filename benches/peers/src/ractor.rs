//! The workloads' actors with ractor. Its mailboxes have no limit.

use crate::peer::{Flood, Outcome, Peer, Room};
use crate::workload::Large;
use ractor::concurrency::JoinHandle;
use ractor::rpc::CallResult;
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort};
use tokio::sync::oneshot;

pub(crate) struct Ractor;

struct Counter;

pub(crate) enum Add {
    Tell(u64),
    Ask(u64, RpcReplyPort<u64>),
}

impl Actor for Counter {
    type Msg = Add;
    type State = u64;
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<Add>, (): ()) -> Result<u64, ActorProcessingErr> {
        Ok(0)
    }

    async fn handle(&self, _: ActorRef<Add>, message: Add, sum: &mut u64) -> Result<(), ActorProcessingErr> {
        match message {
            Add::Tell(by) => *sum += by,
            Add::Ask(by, reply) => {
                *sum += by;
                let _ = reply.send(*sum);
            }
        }
        Ok(())
    }
}

struct Reader;

#[allow(clippy::large_enum_variant, reason = "a large message is what is measured")]
pub(crate) enum Read {
    Tell(Large),
    Sum(RpcReplyPort<u64>),
}

impl Actor for Reader {
    type Msg = Read;
    type State = u64;
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<Read>, (): ()) -> Result<u64, ActorProcessingErr> {
        Ok(0)
    }

    async fn handle(&self, _: ActorRef<Read>, message: Read, sum: &mut u64) -> Result<(), ActorProcessingErr> {
        match message {
            Read::Tell(bytes) => *sum += u64::from(bytes[255]),
            Read::Sum(reply) => {
                let _ = reply.send(*sum);
            }
        }
        Ok(())
    }
}

struct Link;

#[derive(Default)]
struct Ends {
    next: Option<ActorRef<Pass>>,
    done: Option<oneshot::Sender<()>>,
}

pub(crate) enum Pass {
    Join(ActorRef<Pass>, RpcReplyPort<()>),
    Start(u64, oneshot::Sender<()>),
    Hop(u64),
}

impl Actor for Link {
    type Msg = Pass;
    type State = Ends;
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<Pass>, (): ()) -> Result<Ends, ActorProcessingErr> {
        Ok(Ends::default())
    }

    async fn handle(&self, _: ActorRef<Pass>, message: Pass, ends: &mut Ends) -> Result<(), ActorProcessingErr> {
        let hops = match message {
            Pass::Join(next, reply) => {
                ends.next = Some(next);
                let _ = reply.send(());
                return Ok(());
            }
            Pass::Start(hops, done) => {
                ends.done = Some(done);
                hops
            }
            Pass::Hop(hops) => hops,
        };
        let next = ends.next.as_ref().filter(|_| hops > 0);
        let passed = next.is_some_and(|next| next.cast(Pass::Hop(hops - 1)).is_ok());
        if let Some(done) = ends.done.take_if(|_| !passed) {
            let _ = done.send(());
        }
        Ok(())
    }
}

fn answer<T>(result: CallResult<T>) -> Outcome<T> {
    match result {
        CallResult::Success(value) => Ok(value),
        CallResult::Timeout | CallResult::SenderError => Err("no answer".into()),
    }
}

impl Peer for Ractor {
    const FLOOD: Flood = Flood::Missing;
    const BOUNDED: bool = false;

    type Counter = (ActorRef<Add>, JoinHandle<()>);
    type Reader = ActorRef<Read>;
    type Link = ActorRef<Pass>;

    async fn counter(_: Room) -> Outcome<Self::Counter> {
        Ok(Actor::spawn(None, Counter, ()).await?)
    }

    async fn add((counter, _): &Self::Counter, _: Room, by: u64) -> Outcome {
        counter.cast(Add::Tell(by)).map_err(|error| error.to_string().into())
    }

    async fn send(_: &Self::Counter, _: u64) -> Outcome {
        Err("it has no tell that waits for room".into())
    }

    async fn ask((counter, _): &Self::Counter, by: u64) -> Outcome<u64> {
        answer(counter.call(|reply| Add::Ask(by, reply), None).await.map_err(|error| error.to_string())?)
    }

    async fn stop((counter, task): Self::Counter) -> Outcome {
        counter.drain().map_err(|error| error.to_string())?;
        Ok(task.await?)
    }

    async fn reader() -> Outcome<Self::Reader> {
        Ok(Actor::spawn(None, Reader, ()).await?.0)
    }

    async fn read(reader: &Self::Reader, bytes: Large) -> Outcome {
        reader.cast(Read::Tell(bytes)).map_err(|error| error.to_string().into())
    }

    async fn sum(reader: &Self::Reader) -> Outcome<u64> {
        answer(reader.call(Read::Sum, None).await.map_err(|error| error.to_string())?)
    }

    async fn link() -> Outcome<Self::Link> {
        Ok(Actor::spawn(None, Link, ()).await?.0)
    }

    async fn join(link: &Self::Link, next: Self::Link) -> Outcome {
        answer(link.call(|reply| Pass::Join(next, reply), None).await.map_err(|error| error.to_string())?)
    }

    async fn start(link: &Self::Link, hops: u64, done: oneshot::Sender<()>) -> Outcome {
        link.cast(Pass::Start(hops, done)).map_err(|error| error.to_string().into())
    }
}

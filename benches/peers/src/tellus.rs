//! The workloads' actors with tellus. Each is the root of a system of its own, as nothing else is spawned from outside of an actor.

use crate::peer::{Flood, Outcome, Peer, ROOM, Room};
use crate::workload::Large;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;
use tellus::{Actor, ActorConfig, ActorContext, ActorSystem, Control, Incoming, MailboxCapacity, ReplyTo, Untimed};
use tokio::sync::oneshot;

pub(crate) struct Tellus;

/// An ask has a timeout in any case.
const LONG: Duration = Duration::from_secs(600);

struct Counter;

pub(crate) enum Add {
    Tell(u64),
    Ask(u64, ReplyTo<u64>),
}

impl Actor for Counter {
    type Message = Add;
    type Timers = Untimed;
    type State = u64;
    type Error = Infallible;

    fn init(&self, _: &ActorContext<Add>) -> Result<u64, Infallible> {
        Ok(0)
    }

    fn receive(&self, _: &ActorContext<Add>, incoming: Incoming<Add>, sum: u64) -> Result<Control<u64>, Infallible> {
        Ok(Control::Continue(match incoming {
            Incoming::Message(Add::Tell(by)) => sum + by,
            Incoming::Message(Add::Ask(by, reply)) => {
                reply.reply(sum + by);
                sum + by
            }
            _ => sum,
        }))
    }
}

struct Reader;

#[allow(clippy::large_enum_variant, reason = "a large message is what is measured")]
pub(crate) enum Read {
    Tell(Large),
    Sum(ReplyTo<u64>),
}

impl Actor for Reader {
    type Message = Read;
    type Timers = Untimed;
    type State = u64;
    type Error = Infallible;

    fn init(&self, _: &ActorContext<Read>) -> Result<u64, Infallible> {
        Ok(0)
    }

    fn receive(&self, _: &ActorContext<Read>, incoming: Incoming<Read>, sum: u64) -> Result<Control<u64>, Infallible> {
        Ok(Control::Continue(match incoming {
            Incoming::Message(Read::Tell(bytes)) => sum + u64::from(bytes[255]),
            Incoming::Message(Read::Sum(reply)) => {
                reply.reply(sum);
                sum
            }
            _ => sum,
        }))
    }
}

struct Link;

#[derive(Default)]
struct Ends {
    next: Option<Arc<ActorSystem<Pass>>>,
    done: Option<oneshot::Sender<()>>,
}

pub(crate) enum Pass {
    Join(Arc<ActorSystem<Pass>>, ReplyTo<()>),
    Start(u64, oneshot::Sender<()>),
    Hop(u64),
}

impl Actor for Link {
    type Message = Pass;
    type Timers = Untimed;
    type State = Ends;
    type Error = Infallible;

    fn init(&self, _: &ActorContext<Pass>) -> Result<Ends, Infallible> {
        Ok(Ends::default())
    }

    fn receive(
        &self,
        _: &ActorContext<Pass>,
        incoming: Incoming<Pass>,
        mut ends: Ends,
    ) -> Result<Control<Ends>, Infallible> {
        let hops = match incoming {
            Incoming::Message(Pass::Join(next, reply)) => {
                ends.next = Some(next);
                reply.reply(());
                return Ok(Control::Continue(ends));
            }
            Incoming::Message(Pass::Start(hops, done)) => {
                ends.done = Some(done);
                hops
            }
            Incoming::Message(Pass::Hop(hops)) => hops,
            _ => return Ok(Control::Continue(ends)),
        };
        match ends.next.as_ref().filter(|_| hops > 0) {
            Some(next) => next.root().tell(Pass::Hop(hops - 1)),
            None => {
                if let Some(done) = ends.done.take() {
                    let _ = done.send(());
                }
            }
        }
        Ok(Control::Continue(ends))
    }
}

fn config(room: Room) -> Outcome<ActorConfig> {
    let capacity = match room {
        Room::Bounded => MailboxCapacity::Bounded(NonZeroUsize::new(ROOM).ok_or("no room")?),
        Room::Unbounded => MailboxCapacity::Unbounded,
    };
    Ok(ActorConfig::default().with_mailbox_capacity(capacity))
}

impl Peer for Tellus {
    const TIMERS: bool = true;
    const FLOOD: Flood = Flood::Missing;
    const BOUNDED: bool = true;

    type Counter = ActorSystem<Add>;
    type Reader = ActorSystem<Read>;
    type Link = Arc<ActorSystem<Pass>>;

    async fn counter(room: Room) -> Outcome<Self::Counter> {
        Ok(ActorSystem::with_config(Counter, config(room)?))
    }

    async fn add(counter: &Self::Counter, _: Room, by: u64) -> Outcome {
        counter.root().tell(Add::Tell(by));
        Ok(())
    }

    async fn send(_: &Self::Counter, _: u64) -> Outcome {
        Err("it has no tell that waits for room".into())
    }

    async fn ask(counter: &Self::Counter, by: u64) -> Outcome<u64> {
        Ok(counter.root().ask(LONG, |reply| Add::Ask(by, reply)).await?)
    }

    async fn stop(counter: Self::Counter) -> Outcome {
        counter.stop();
        Ok(counter.terminated().await?)
    }

    async fn reader() -> Outcome<Self::Reader> {
        Ok(ActorSystem::with_config(Reader, config(Room::Bounded)?))
    }

    async fn read(reader: &Self::Reader, bytes: Large) -> Outcome {
        reader.root().tell(Read::Tell(bytes));
        Ok(())
    }

    async fn sum(reader: &Self::Reader) -> Outcome<u64> {
        Ok(reader.root().ask(LONG, Read::Sum).await?)
    }

    async fn link() -> Outcome<Self::Link> {
        Ok(Arc::new(ActorSystem::with_config(Link, config(Room::Bounded)?)))
    }

    async fn join(link: &Self::Link, next: Self::Link) -> Outcome {
        Ok(link.root().ask(LONG, |reply| Pass::Join(next, reply)).await?)
    }

    async fn start(link: &Self::Link, hops: u64, done: oneshot::Sender<()>) -> Outcome {
        link.root().tell(Pass::Start(hops, done));
        Ok(())
    }
}

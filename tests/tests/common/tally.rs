//! A persistent actor with snapshots, written by hand: what the tests of hosting watch.
#![allow(dead_code, reason = "each file uses some of it")]

use mainstay::actor::{Actor, ActorRef, Context, Declared, Handle};
use mainstay::call::{Accepts, Port};
use mainstay::entity::{
    DecodeError, EventMeta, FactoryError, PersistDispatch, PersistHandler, PersistHandlerAsync, Persistent, Recover,
    Rejection, SnapshotShape, Step, Unexpected, UnitError, Verdict, Work, decode, decode_state, encode, encode_state,
};
use mainstay::journal::{CommandId, EntityKey, NewEvent, Record, Store, Unit};
use mainstay::prelude::*;
use mainstay::settings::Settings;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tokio::sync::Semaphore;

/// Adds to the sum, which is the reply.
#[derive(Message, Clone, Debug, Serialize, Deserialize)]
#[message(reply = u64)]
pub struct Add(pub u64);

/// Adds, when the gate lets it through.
#[derive(Message, Clone, Debug, Serialize, Deserialize)]
#[message(reply = u64)]
pub struct AddLate(pub u64);

/// Takes a snapshot. Stores nothing else.
#[derive(Message, Clone, Debug, Serialize, Deserialize)]
pub struct Save;

/// The sum.
#[derive(Message, Clone, Debug)]
#[message(reply = u64)]
pub struct Total;

#[derive(Event, Debug, Serialize, Deserialize)]
#[event(name = "tally.added")]
pub struct Added(pub u64);

/// What a test sees of all tallies, and has to say to them.
#[derive(Debug)]
pub struct Watch {
    /// How often one was made.
    pub made: AtomicUsize,
    /// How many of those are in memory.
    pub live: AtomicUsize,
    /// How often one was recovered.
    pub recovered: AtomicUsize,
    /// The hook after a recovery panics.
    pub is_haunted: AtomicBool,
    /// Lets `AddLate` through.
    pub gate: Semaphore,
}

impl Default for Watch {
    fn default() -> Self {
        let gate = Semaphore::new(0);
        let (made, live, recovered) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        Self { made, live, recovered, is_haunted: AtomicBool::new(false), gate }
    }
}

impl Watch {
    pub fn made(&self) -> usize {
        self.made.load(Ordering::SeqCst)
    }

    pub fn live(&self) -> usize {
        self.live.load(Ordering::SeqCst)
    }

    pub fn recovered(&self) -> usize {
        self.recovered.load(Ordering::SeqCst)
    }

    /// What the factory of the hosted type is.
    pub fn factory(
        self: &Arc<Self>,
    ) -> impl Fn(&EntityId<Tally>) -> Result<Tally, FactoryError> + Send + Sync + 'static {
        let watch = self.clone();
        move |_: &EntityId<Tally>| {
            watch.made.fetch_add(1, Ordering::SeqCst);
            watch.live.fetch_add(1, Ordering::SeqCst);
            Ok(Tally { sum: 0, watch: watch.clone() })
        }
    }
}

/// Stores `events` as the history of the tally `id`, one unit for each.
pub async fn history(store: &impl Store, id: &str, events: impl IntoIterator<Item = NewEvent>) {
    for (event, expected) in events.into_iter().zip(0..) {
        let command = CommandId { epoch: store.epoch(), number: expected + 1 };
        let unit = Unit::new(key(id), expected, store.epoch(), 0, command, vec![event]);
        store.append(unit).await.expect("stored");
    }
}

pub fn key(id: &str) -> EntityKey {
    EntityKey::new(Tally::KIND, id).expect("an id")
}

pub fn added(n: u64) -> NewEvent {
    encode(&Added(n)).expect("it can be encoded")
}

/// An event that no tally knows.
pub fn unknown() -> NewEvent {
    NewEvent { name: "tally.lost".into(), ..added(1) }
}

/// A system whose tallies `watch` watches.
pub async fn system(store: impl Store, watch: &Arc<Watch>, settings: Settings) -> System {
    let system = System::with(store).settings(settings).host_with(watch.factory()).start().await;
    system.expect("the store is there")
}

#[derive(Debug)]
pub struct Tally {
    sum: u64,
    watch: Arc<Watch>,
}

impl Drop for Tally {
    fn drop(&mut self) {
        self.watch.live.fetch_sub(1, Ordering::SeqCst);
    }
}

#[derive(Clone, Debug)]
pub struct TallyRef(ActorRef<Tally>);

impl Handle<Tally> for TallyRef {
    fn from_ref(actor: ActorRef<Tally>) -> Self {
        Self(actor)
    }

    fn actor_ref(&self) -> &ActorRef<Tally> {
        &self.0
    }
}

impl Declared for Tally {}

#[derive(Debug)]
pub enum Inbox {
    Add(Add, Port<u64, Infallible>),
    AddLate(AddLate, Port<u64, Infallible>),
    Save(Save, Port<(), Infallible>),
    Total(Total, Port<u64, Infallible>),
}

#[derive(Debug)]
pub struct Later(AddLate, Port<u64, Infallible>);

impl From<Later> for Inbox {
    fn from(Later(message, port): Later) -> Self {
        Self::AddLate(message, port)
    }
}

impl Actor for Tally {
    type Handle = TallyRef;
    type Message = Inbox;
    type Id = EntityId<Self>;

    fn name(message: &Inbox) -> &'static str {
        match message {
            Inbox::Add(..) => "Add",
            Inbox::AddLate(..) => "AddLate",
            Inbox::Save(..) => "Save",
            Inbox::Total(..) => "Total",
        }
    }
}

macro_rules! accepts {
    ($($message:ident -> $reply:ty),*) => {$(
        impl Accepts<$message> for Tally {
            fn accept(message: $message, port: Port<$reply, Infallible>) -> Inbox {
                Inbox::$message(message, port)
            }
        }
    )*};
}
accepts!(Add -> u64, AddLate -> u64, Save -> (), Total -> u64);

impl Persistent for Tally {
    const KIND: &'static str = "tally";
    type State = Self;
}

impl PersistHandler<Add> for Tally {
    fn persist(_: &Self, Add(n): Add, _: &mut Context<Self>) -> Step<Self, Add> {
        Step::decided::<Added>(persist(Added(n)).reply_with(|after: &Self| after.sum))
    }
}

impl PersistHandlerAsync<AddLate> for Tally {
    async fn persist(tally: &Self, AddLate(n): AddLate, _: &mut Context<Self>) -> Step<Self, AddLate> {
        tally.watch.gate.acquire().await.expect("it is open").forget();
        Step::decided::<Added>(persist(Added(n)).reply_with(|after: &Self| after.sum))
    }
}

impl PersistHandler<Save> for Tally {
    fn persist(_: &Self, _: Save, cx: &mut Context<Self>) -> Step<Self, Save> {
        cx.snapshot();
        Step::decided::<Added>(nothing())
    }
}

impl Recover for Tally {
    type Event = Added;

    const SNAPSHOT: Option<SnapshotShape> = Some(SnapshotShape { name: "tally", version: 1 });

    fn start(self) -> Self {
        self
    }

    fn encode(event: &Added) -> Result<NewEvent, UnitError> {
        encode(event)
    }

    fn decode(record: &Record) -> Result<Added, DecodeError> {
        if *record.name == *<Added as Event>::NAME { decode(record) } else { Err(DecodeError::Unknown) }
    }

    fn apply(mut tally: Self, event: &Added, _: &EventMeta) -> Result<Self, Unexpected> {
        tally.sum += event.0;
        Ok(tally)
    }

    fn snapshot(tally: &Self) -> Result<Vec<u8>, UnitError> {
        encode_state(&tally.sum)
    }

    fn restore(mut self, snapshot: &[u8]) -> Result<Self, DecodeError> {
        self.sum = decode_state(snapshot)?;
        Ok(self)
    }

    fn recovered(tally: &Self, _: &mut Context<Self>) {
        assert!(!tally.watch.is_haunted.load(Ordering::SeqCst), "haunted");
        tally.watch.recovered.fetch_add(1, Ordering::SeqCst);
    }
}

impl PersistDispatch for Tally {
    type Later = Later;

    fn dispatch(tally: &Self, message: Inbox, cx: &mut Context<Self>) -> Work<Self> {
        match message {
            Inbox::Add(command, port) => Work::persist(tally, command, port, cx),
            Inbox::AddLate(command, port) => Work::Later(Later(command, port)),
            Inbox::Save(command, port) => Work::persist(tally, command, port, cx),
            Inbox::Total(query, port) => Work::query(query, port, |_| tally.sum),
        }
    }

    async fn dispatch_later(tally: &Self, Later(command, port): Later, cx: &mut Context<Self>) -> Verdict<Self> {
        Verdict::persist(tally, command, port, cx).await
    }

    fn reject(message: Inbox, why: &Rejection) {
        match message {
            Inbox::Add(_, port) | Inbox::AddLate(_, port) | Inbox::Total(_, port) => port.reject(why),
            Inbox::Save(_, port) => port.reject(why),
        }
    }
}

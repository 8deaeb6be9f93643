//! What the tests of stored actors share: a machine that adds numbers up, and a store whose answers are the test's.
#![allow(dead_code, reason = "no test uses all of it")]

use mainstay::journal::{Answer, AppendError, Appended, MemoryStore, Pending, Store, Unit, pending};
use mainstay::prelude::*;
use mainstay::testing::store::Around;
use serde::{Deserialize, Serialize};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Adds; gives the total.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = u64)]
pub(crate) struct Add(pub u64);

/// The same, decided by a handler that may wait.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = u64)]
pub(crate) struct AddLater(pub u64);

/// Adds both or none; gives the total.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = u64)]
pub(crate) struct AddBoth(pub u64, pub u64);

/// Takes away; refuses what is not there, and stores a refusal of 13 as a fact.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = u64, error = Short)]
pub(crate) struct Take(pub u64);

#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
#[error("{0} short")]
pub(crate) struct Short(pub u64);

/// Stores nothing; gives how often handlers ran.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = u64)]
pub(crate) struct Look;

/// Panics in the handler as long as the counter of panics is above zero.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = u64)]
pub(crate) struct Shake;

#[derive(Message, Clone, Serialize, Deserialize)]
pub(crate) struct Close;

/// Asks for the total.
#[derive(Message, Clone)]
#[message(reply = u64)]
pub(crate) struct Total;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "sum.added")]
pub(crate) struct Added(pub u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "sum.taken")]
pub(crate) struct Taken(u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "sum.jinxed")]
pub(crate) struct Jinxed;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "sum.closed")]
pub(crate) struct Closed;

/// Panics when it is dropped, as long as the counter is above zero.
struct Held(Arc<AtomicU64>);

impl Drop for Held {
    fn drop(&mut self) {
        let left = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        assert!(left.is_err(), "dropped badly");
    }
}

/// What the machine does to the world outside of it.
#[derive(Clone, Default)]
pub(crate) struct World {
    /// How often a handler ran.
    pub(crate) runs: Arc<AtomicU64>,
    /// How many of the next runs of `Shake` panic.
    pub(crate) panics: Arc<AtomicU64>,
    /// The effects, with the key of their command.
    pub(crate) effects: Arc<Mutex<Vec<(u64, String)>>>,
}

impl World {
    pub(crate) fn effects(&self) -> Vec<u64> {
        self.effects.lock().expect("no panic").iter().map(|(effect, _)| *effect).collect()
    }

    pub(crate) fn keys(&self) -> Vec<String> {
        self.effects.lock().expect("no panic").iter().map(|(_, key)| key.clone()).collect()
    }
}

#[fsm(states = SumState)]
#[derive(Default)]
pub(crate) struct Sum {
    total: u64,
    #[volatile]
    world: World,
}

#[derive(States)]
#[states(Sum, name = "sum")]
#[query(Total)]
pub(crate) enum SumState {
    #[initial]
    #[on(Add => Added => stay)]
    #[on(async AddLater => Added => stay)]
    #[on(AddBoth => Added => stay)]
    #[on(Take => Taken => stay, Jinxed => stay)]
    #[on(Look => Added => stay)]
    #[on(Shake => Added => stay)]
    #[on(Close => Closed => Done)]
    Open,
    #[terminal]
    Done,
}

impl SumFlow for Sum {
    fn open_add(&self, Add(n): Add, _: &mut Context<Self>) -> Decide<Self, Add, Added> {
        self.world.runs.fetch_add(1, Ordering::SeqCst);
        let world = self.world.clone();
        persist(Added(n)).reply_with(|after: &After<Self>| after.data.total).then(move |cx: &mut Context<Self>| {
            world.effects.lock().expect("no panic").push((n, cx.key().to_string()));
        })
    }

    async fn open_add_later(&self, AddLater(n): AddLater, _: &mut Context<Self>) -> Decide<Self, AddLater, Added> {
        self.world.runs.fetch_add(1, Ordering::SeqCst);
        let _held = Held(self.world.panics.clone());
        persist(Added(n)).reply_with(|after: &After<Self>| after.data.total)
    }

    fn open_add_both(&self, AddBoth(a, b): AddBoth, _: &mut Context<Self>) -> Decide<Self, AddBoth, Added> {
        persist(Added(a)).and(Added(b)).reply_with(|after: &After<Self>| after.data.total)
    }

    fn open_take(&self, Take(n): Take, _: &mut Context<Self>) -> Decide<Self, Take, SumOpenTake> {
        self.world.runs.fetch_add(1, Ordering::SeqCst);
        if n == 13 {
            return Ok(persist(Jinxed).refuse(Short(13)));
        }
        let rest = self.total.checked_sub(n).ok_or(Short(n.saturating_sub(self.total)))?;
        Ok(persist(Taken(n)).reply(rest))
    }

    fn open_look(&self, _: Look, _: &mut Context<Self>) -> Decide<Self, Look, Added> {
        nothing().reply(self.world.runs.fetch_add(1, Ordering::SeqCst) + 1)
    }

    fn open_shake(&self, _: Shake, _: &mut Context<Self>) -> Decide<Self, Shake, Added> {
        let left = self.world.panics.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        assert!(left.is_err(), "shaken");
        persist(Added(100)).reply_with(|after: &After<Self>| after.data.total)
    }

    fn open_close(&self, _: Close, _: &mut Context<Self>) -> Decide<Self, Close, Closed> {
        persist(Closed)
    }

    fn total(&self, _: &SumState, _: Total) -> u64 {
        self.total
    }

    fn open_added(&mut self, event: &Added) {
        assert_ne!(event.0, 666, "this number does not add up");
        self.total += event.0;
    }

    fn open_taken(&mut self, event: &Taken) {
        self.total -= event.0;
    }

    fn open_jinxed(&mut self, _: &Jinxed) {}

    fn open_closed(&mut self, _: &Closed) {}
}

/// A system that hosts the machine on `store`.
pub(crate) async fn hosted(store: impl Store, world: &World) -> System {
    hosted_with(store, world, mainstay::settings::Settings::default()).await
}

pub(crate) async fn hosted_with(store: impl Store, world: &World, settings: mainstay::settings::Settings) -> System {
    let world = world.clone();
    let make = move |_: &EntityId<Sum>| Ok(Sum { world: world.clone(), ..Sum::default() });
    System::with(store).settings(settings).host_with(make).start().await.expect("the store is there")
}

/// A store that hands every unit to the test, which decides what becomes of it.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) inner: Arc<MemoryStore>,
    units: UnboundedSender<Waiting>,
}

/// A unit that waits for the test.
#[derive(Debug)]
pub(crate) struct Waiting {
    inner: Arc<MemoryStore>,
    pub(crate) unit: Unit,
    answer: Answer<Appended, AppendError>,
}

impl Told {
    pub(crate) fn new() -> (Self, UnboundedReceiver<Waiting>) {
        let (units, waiting) = unbounded_channel();
        (Self { inner: Arc::default(), units }, waiting)
    }
}

impl Waiting {
    pub(crate) async fn store(self) {
        let stored = self.inner.append(self.unit).await;
        self.answer.give(stored);
    }

    /// Stores `first` and this one, and answers for this one only.
    pub(crate) async fn store_after(self, first: Unit) {
        self.inner.append(first).await.expect("stored");
        self.store().await;
    }

    /// Answers for a unit that was stored already.
    pub(crate) fn answer_stored(self) {
        let last = self.unit.expected + self.unit.events.len() as u64;
        self.answer.give(Ok(Appended { last, repeated: false }));
    }

    /// Says that the store takes no writes.
    pub(crate) fn poisoned(self) {
        self.answer.give(Err(AppendError::Poisoned { cause: "told so".into() }));
    }

    /// Says that no store could take the unit.
    pub(crate) fn refuse(self) {
        self.answer.give(Err(AppendError::Invalid { key: self.unit.key, cause: "told so".into() }));
    }

    /// Stores the unit, or not, and does not know.
    pub(crate) async fn lose(self, stored: bool) {
        if stored {
            self.inner.append(self.unit).await.expect("stored");
        }
        self.answer.give(Err(AppendError::Unknown { cause: "told so".into() }));
    }
}

impl Around for Told {
    type Inner = MemoryStore;

    fn inner(&self) -> &MemoryStore {
        &self.inner
    }

    fn append(&self, unit: Unit) -> Pending<Appended, AppendError> {
        let (answer, pending) = pending(|| AppendError::Closed);
        // A test that has dropped its end wants no more units.
        let _ = self.units.send(Waiting { inner: self.inner.clone(), unit, answer });
        pending
    }
}

/// Whether `future` is ready when it is asked now.
pub(crate) async fn ready<F: Future + ?Sized>(future: &mut Pin<&mut F>) -> Option<F::Output> {
    poll_fn(|cx| {
        Poll::Ready(match future.as_mut().poll(cx) {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        })
    })
    .await
}

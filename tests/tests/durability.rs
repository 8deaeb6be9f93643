//! What leaves an entity, and when: against stores that answer when they are told to, and what they are told to.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::journal::{Answer, AppendError, Appended, MemoryStore, Pending, Record, Store, Unit, pending};
use mainstay::prelude::*;
use mainstay::testing::store::Around;
use serde::{Deserialize, Serialize};
use std::future::{Future, IntoFuture, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = u64)]
struct Add(u64);

#[derive(Message, Clone)]
#[message(reply = u64)]
struct Total;

/// Its reply cannot be made.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = u64)]
struct Fail;

#[derive(Message, Clone, Serialize, Deserialize)]
struct Close;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "sum.added")]
struct Added(u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "sum.closed")]
struct Closed;

#[fsm(states = SumState)]
#[derive(Default)]
struct Sum {
    total: u64,
    #[volatile]
    seen: Arc<AtomicBool>,
}

#[derive(States)]
#[states(Sum, name = "sum")]
#[query(Total)]
enum SumState {
    #[initial]
    #[on(Add => Added => stay)]
    #[on(Fail => Added => stay)]
    #[on(Close => Closed => Done)]
    Open,
    #[terminal]
    Done,
}

impl SumFlow for Sum {
    fn open_add(&self, Add(n): Add, _: &mut Context<Self>) -> Decide<Self, Add, Added> {
        let seen = self.seen.clone();
        persist(Added(n))
            .reply_with(|after: &Machine<Self, SumState>| after.data.total)
            .then(move |_: &mut Context<Self>| seen.store(true, Ordering::SeqCst))
    }

    fn open_fail(&self, _: Fail, _: &mut Context<Self>) -> Decide<Self, Fail, Added> {
        nothing().reply_with(|_: &Machine<Self, SumState>| panic!("on purpose"))
    }

    fn open_close(&self, _: Close, _: &mut Context<Self>) -> Decide<Self, Close, Closed> {
        persist(Closed)
    }

    fn total(&self, _: &SumState, _: Total) -> u64 {
        self.total
    }

    fn open_added(&mut self, event: &Added) {
        self.total += event.0;
    }

    fn open_closed(&mut self, _: &Closed) {}
}

/// A store that hands every unit to the test, which decides what becomes of it.
#[derive(Debug)]
struct Told {
    inner: Arc<MemoryStore>,
    units: UnboundedSender<Waiting>,
}

/// A unit that waits for the test.
#[derive(Debug)]
struct Waiting {
    inner: Arc<MemoryStore>,
    unit: Unit,
    answer: Answer<Appended, AppendError>,
}

impl Told {
    fn new() -> (Self, UnboundedReceiver<Waiting>) {
        let (units, waiting) = unbounded_channel();
        (Self { inner: Arc::default(), units }, waiting)
    }
}

impl Waiting {
    async fn store(self) {
        let stored = self.inner.append(self.unit).await;
        self.answer.give(stored);
    }

    /// Stores the unit, or not, and does not know.
    async fn lose(self, stored: bool) {
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
async fn ready<F: Future + ?Sized>(future: &mut Pin<&mut F>) -> Option<F::Output> {
    poll_fn(|cx| {
        Poll::Ready(match future.as_mut().poll(cx) {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        })
    })
    .await
}

async fn hosted(store: impl Store, seen: &Arc<AtomicBool>) -> System {
    let seen = seen.clone();
    let make = move |_: &EntityId<Sum>| Ok(Sum { seen: seen.clone(), ..Sum::default() });
    System::with(store).host_with(make).start().await.expect("the store is there")
}

#[tokio::test]
async fn law3_no_reply_and_no_effect_and_no_answer_leaves_before_its_unit_is_durable() {
    let (store, mut units) = Told::new();
    let seen = Arc::new(AtomicBool::new(false));
    let system = hosted(store, &seen).await;
    let sum = system.entity::<Sum>("a").expect("hosted");
    let mut reply = pin!(sum.ask(Add(1)).into_future());
    let mut answer = pin!(sum.ask(Total).into_future());
    assert!(ready(&mut reply).await.is_none() && ready(&mut answer).await.is_none());
    let unit = units.recv().await.expect("appended");
    // Whatever could leave has had every chance to.
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert_eq!(ready(&mut reply).await, None, "the reply waits for the store");
    assert_eq!(ready(&mut answer).await, None, "so does the answer to a query behind it");
    assert!(!seen.load(Ordering::SeqCst), "and so does the effect");
    unit.store().await;
    assert_eq!((reply.await, answer.await), (Ok(1), Ok(1)));
    assert!(seen.load(Ordering::SeqCst));
}

#[tokio::test(start_paused = true)]
async fn w8_a_command_whose_write_is_in_doubt_takes_effect_once_and_its_caller_gets_the_reply() {
    for stored in [false, true] {
        let (store, mut units) = Told::new();
        let seen = Arc::new(AtomicBool::new(false));
        let system = hosted(store, &seen).await;
        let sum = system.entity::<Sum>("a").expect("hosted");
        let told = async {
            let first = units.recv().await.expect("appended");
            let command = first.unit.command;
            first.lose(stored).await;
            if !stored {
                let again = units.recv().await.expect("run again");
                assert_eq!(again.unit.command, command, "it is the same command");
                assert!(again.unit.epoch > 1, "the store was opened again");
                again.store().await;
            }
        };
        let (reply, ()) = tokio::join!(sum.ask(Add(1)).into_future(), told);
        assert_eq!(reply, Ok(1));
        assert!(seen.load(Ordering::SeqCst), "the effect of what is stored");
        assert_eq!(sum.ask(Total).await, Ok(1));
    }
}

#[tokio::test]
async fn e43_a_foreign_write_is_found_out_and_the_command_runs_again_on_what_is_stored() {
    let store = Arc::new(MemoryStore::new());
    let seen = Arc::new(AtomicBool::new(false));
    let system = hosted(store.clone(), &seen).await;
    let sum = system.entity::<Sum>("a").expect("hosted");
    assert_eq!(sum.ask(Add(1)).await, Ok(1));
    let stored = store.read(sum.id().key().clone(), 0, u64::MAX, 1).await.expect("stored").records;
    let [Record { name, version, codec, payload, command, .. }] = &*stored else { panic!("{stored:?}") };
    let event = mainstay::journal::NewEvent {
        name: name.to_string().into(),
        version: *version,
        codec: *codec,
        payload: payload.clone(),
        tags: Vec::new(),
    };
    let foreign = Unit::new(sum.id().key().clone(), 1, 1, 0, *command, vec![event]);
    store.append(foreign).await.expect("stored");
    assert_eq!(sum.ask(Add(1)).await, Ok(3), "recovered with the foreign event");
}

#[tokio::test]
async fn w10_a_command_that_panics_each_time_is_quarantined_and_the_next_one_runs() {
    let seen = Arc::new(AtomicBool::new(false));
    let system = hosted(MemoryStore::new(), &seen).await;
    let sum = system.entity::<Sum>("a").expect("hosted");
    assert_eq!(sum.ask(Add(1)).await, Ok(1));
    assert_eq!(sum.ask(Fail).await, Err(CallError::Quarantined { cause: "on purpose".into() }));
    assert_eq!(system.dead_letter_count(), 1);
    assert_eq!(sum.ask(Add(1)).await, Ok(2));
}

/// On one thread: an entity that never gave way would keep the other task from ever running.
#[tokio::test]
async fn an_entity_that_stores_nothing_gives_others_their_turn() {
    let seen = Arc::new(AtomicBool::new(false));
    let system = hosted(MemoryStore::new(), &seen).await;
    let sum = system.entity::<Sum>("a").expect("hosted");
    let other = seen.clone();
    for _ in 0..1000 {
        sum.ask(Total).tell().expect("there is room");
    }
    let mut last = pin!(sum.ask(Total).into_future());
    assert!(ready(&mut last).await.is_none());
    tokio::spawn(async move { other.store(true, Ordering::SeqCst) });
    poll_fn(|cx| {
        if seen.load(Ordering::SeqCst) {
            assert!(last.as_mut().poll(cx).is_pending(), "the other task waited for all of them");
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

#[derive(Message, Clone, Serialize, Deserialize)]
struct Bump;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "counter.bumped")]
struct Bumped;

#[fsm(states = CounterState)]
#[derive(Default)]
struct Counter {
    count: u64,
}

#[derive(States)]
#[states(Counter, name = "counter")]
#[query(Total)]
enum CounterState {
    #[initial]
    #[on(Bump => Bumped => stay)]
    Only,
}

impl CounterFlow for Counter {
    fn only_bump(&self, _: Bump, _: &mut Context<Self>) -> Decide<Self, Bump, Bumped> {
        persist(Bumped)
    }

    fn total(&self, _: &CounterState, _: Total) -> u64 {
        self.count
    }

    fn only_bumped(&mut self, _: &Bumped) {
        self.count += 1;
    }
}

#[tokio::test]
async fn the_only_state_of_a_machine_is_no_dead_end() {
    let store = MemoryStore::new();
    let system = System::with(store.restart()).host::<Counter>().start().await.expect("in memory");
    let counter = system.entity::<Counter>("a").expect("hosted");
    assert_eq!((counter.ask(Bump).await, counter.ask(Bump).await), (Ok(()), Ok(())));
    system.shutdown().await.expect("in order");
    let system = System::with(store.restart()).host::<Counter>().start().await.expect("in memory");
    assert_eq!(system.entity::<Counter>("a").expect("hosted").ask(Total).await, Ok(2));
}

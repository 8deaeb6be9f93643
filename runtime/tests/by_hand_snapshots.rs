//! Snapshots and the hooks of recovery, on an entity that is written by hand against the public traits.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![cfg(feature = "testing")]

use mainstay::actor::{Actor, ActorRef, Declared, Handle};
use mainstay::call::{Accepts, Port};
use mainstay::entity::{
    DecodeError, EventMeta, PersistDispatch, PersistHandler, Persistent, Recover, RecoveryError, Rejection,
    SnapshotError, SnapshotShape, Step, Unexpected, UnitError, Verdict, Work, decode, decode_state, encode,
    encode_state,
};
use mainstay::journal::{AppendError, Codec, EntityKey, MemoryStore, NewEvent, NewSnapshot, Record, Store};
use mainstay::prelude::*;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use mainstay::testing::{expect, simulate};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::Mutex;

/// Adds each of them in an event of its own; gives the total.
#[derive(Clone)]
pub struct Bump(pub Vec<u64>);

/// Bumped by this much, an effect takes a snapshot.
const SNAP: u64 = 1000;

/// Takes a snapshot now.
#[derive(Clone)]
pub struct Snap;

#[derive(Serialize, Deserialize)]
pub struct Bumped(pub u64);

impl Event for Bumped {
    const NAME: &'static str = "counter.bumped";
    const VERSION: u32 = 1;
}

/// What was applied, and what the hooks were told.
#[derive(Clone, Default)]
pub struct Told {
    applied: Arc<Mutex<Vec<EventMeta>>>,
    recovered: Arc<Mutex<Vec<u64>>>,
}

/// The hook knows nothing but the entity: each test has an id of its own.
static FAILURES: Mutex<Vec<(String, SnapshotError)>> = Mutex::new(Vec::new());
static GIVEN_UP: Mutex<Vec<(String, RecoveryError)>> = Mutex::new(Vec::new());

/// `V` is the version of its snapshots; version 9 cannot encode them, and version 8 cannot decode them.
#[derive(Default)]
pub struct Counter<const V: u32> {
    total: u64,
    told: Told,
}

impl<const V: u32> PersistHandler<Bump> for Counter<V> {
    fn persist(_: &Self, Bump(by): Bump, _: &mut Context<Self>) -> Step<Self, Bump> {
        let is_snap = by == [SNAP];
        let mut by = by.into_iter();
        let first = match by.next() {
            Some(n) => persist(Bumped(n)),
            None => nothing(),
        };
        let decision = by.fold(first, |decision, n| decision.and(Bumped(n)));
        let decision = decision.reply_with(|after: &Self| after.total);
        Step::decided::<Bumped>(if is_snap { decision.then(|cx: &mut Context<Self>| cx.snapshot()) } else { decision })
    }
}

impl<const V: u32> PersistHandler<Snap> for Counter<V> {
    fn persist(_: &Self, _: Snap, cx: &mut Context<Self>) -> Step<Self, Snap> {
        cx.snapshot();
        Step::decided::<Bumped>(nothing())
    }
}

impl<const V: u32> Recover for Counter<V> {
    type Event = Bumped;

    fn start(self) -> Self {
        self
    }

    fn encode(event: &Bumped) -> Result<NewEvent, UnitError> {
        encode(event)
    }

    fn decode(record: &Record) -> Result<Bumped, DecodeError> {
        decode(record)
    }

    fn apply(mut state: Self, event: &Bumped, meta: &EventMeta) -> Result<Self, Unexpected> {
        state.total += event.0;
        state.told.applied.lock().expect("no panic").push(*meta);
        Ok(state)
    }

    const SNAPSHOT: Option<SnapshotShape> = Some(SnapshotShape { name: "counter", version: V });

    fn snapshot(state: &Self) -> Result<Vec<u8>, UnitError> {
        if V == 9 {
            return Err(UnitError::State { cause: "on purpose".into() });
        }
        encode_state(&state.total)
    }

    fn restore(self, snapshot: &[u8]) -> Result<Self, DecodeError> {
        if V == 8 {
            return Err(DecodeError::Payload("on purpose".into()));
        }
        Ok(Self { total: decode_state(snapshot)?, ..self })
    }

    fn recovered(state: &Self, _: &mut Context<Self>) {
        assert!(state.total != 13, "thirteen is no start");
        state.told.recovered.lock().expect("no panic").push(state.total);
    }

    fn recovery_failed(id: &EntityId<Self>, why: &RecoveryError) {
        GIVEN_UP.lock().expect("no panic").push((id.to_string(), why.clone()));
    }

    fn snapshot_failed(id: &EntityId<Self>, why: &SnapshotError) {
        FAILURES.lock().expect("no panic").push((id.to_string(), why.clone()));
    }
}

fn failures(id: &str) -> Vec<SnapshotError> {
    FAILURES.lock().expect("no panic").iter().filter(|(of, _)| of == id).map(|(_, why)| why.clone()).collect()
}

// What macros write.

pub enum Inbox {
    Bump(Bump, Port<u64, Infallible>),
    Snap(Snap, Port<(), Infallible>),
}

pub enum Later {}

impl From<Later> for Inbox {
    fn from(message: Later) -> Self {
        match message {}
    }
}

macro_rules! message {
    ($message:ident, $reply:ty) => {
        impl Message for $message {
            type Reply = $reply;
            type Error = Infallible;
            type Decision<P> = P;

            fn decided<P>(decision: P) -> Result<P, Infallible> {
                Ok(decision)
            }
        }

        impl<const V: u32> Accepts<$message> for Counter<V> {
            fn accept(message: $message, port: Port<$reply, Infallible>) -> Inbox {
                Inbox::$message(message, port)
            }
        }
    };
}
message!(Bump, u64);
message!(Snap, ());

#[derive(Clone)]
pub struct CounterRef<const V: u32>(ActorRef<Counter<V>>);

impl<const V: u32> Handle<Counter<V>> for CounterRef<V> {
    fn from_ref(actor: ActorRef<Counter<V>>) -> Self {
        Self(actor)
    }

    fn actor_ref(&self) -> &ActorRef<Counter<V>> {
        &self.0
    }
}

impl<const V: u32> Declared for Counter<V> {}

impl<const V: u32> Actor for Counter<V> {
    type Handle = CounterRef<V>;
    type Message = Inbox;
    type Id = EntityId<Self>;

    fn name(_: &Inbox) -> &'static str {
        "bump"
    }
}

impl<const V: u32> Persistent for Counter<V> {
    const KIND: &'static str = "counter";
    const SNAPSHOT_EVERY: Option<u64> = Some(3);
    type State = Self;
}

impl<const V: u32> PersistDispatch for Counter<V> {
    type Later = Later;

    fn dispatch(state: &Self, message: Inbox, cx: &mut Context<Self>) -> Work<Self> {
        match message {
            Inbox::Bump(command, port) => Work::persist(state, command, port, cx),
            Inbox::Snap(command, port) => Work::persist(state, command, port, cx),
        }
    }

    async fn dispatch_later(_: &Self, message: Later, _: &mut Context<Self>) -> Verdict<Self> {
        match message {}
    }

    fn reject(message: Inbox, why: &Rejection) {
        match message {
            Inbox::Bump(_, port) => port.reject(why),
            Inbox::Snap(_, port) => port.reject(why),
        }
    }
}

// What they do.

async fn hosted<const V: u32>(store: impl Store, told: &Told) -> System {
    let told = told.clone();
    let make = move |_: &EntityId<Counter<V>>| Ok(Counter { told: told.clone(), ..Counter::default() });
    System::with(store).host_with(make).start().await.expect("the store is there")
}

fn key(id: &str) -> EntityKey {
    EntityKey::new("counter", id).expect("an id")
}

/// A store in which the counter `id` has bumped ten times, with snapshots of version 1.
async fn bumped(id: &str) -> MemoryStore {
    let store = MemoryStore::new();
    let system = hosted::<1>(store.restart(), &Told::default()).await;
    let counter = system.entity::<Counter<1>>(id).expect("hosted");
    for total in 1..=10 {
        assert_eq!(counter.ask(Bump(vec![1])).await, Ok(total));
    }
    system.shutdown().await.expect("in order");
    store
}

/// The numbers of the stored snapshots, newest first.
async fn snapshots(store: &impl Store, id: &str) -> Vec<u64> {
    let (mut numbers, mut upto) = (Vec::new(), u64::MAX);
    while let Some(found) = store.snapshot(key(id), upto).await.expect("it can be read").snapshot {
        numbers.push(found.seq);
        upto = found.seq - 1;
    }
    numbers
}

/// Asks the counter `id` of version `V` for its total; gives how many events were applied for it.
async fn total<const V: u32>(store: impl Store, id: &str) -> (Result<u64, CallError<Infallible>>, usize) {
    let told = Told::default();
    let system = hosted::<V>(store, &told).await;
    let total = system.entity::<Counter<V>>(id).expect("hosted").ask(Bump(vec![])).await;
    system.shutdown().await.expect("in order");
    (total, told.applied.lock().expect("no panic").len())
}

#[test]
fn e79_e48_a_snapshot_every_so_many_events_two_are_kept_and_recovery_starts_from_the_newest() {
    simulate(1, |_| async {
        let store = bumped("e79").await;
        assert_eq!(snapshots(&store.restart(), "e79").await, [9, 6]);
        assert_eq!(total::<1>(store.restart(), "e79").await, (Ok(10), 1), "only what came after it");
        assert!(failures("e79").is_empty());
    });
}

#[test]
fn e79_events_of_one_decision_that_cross_a_multiple_make_one_snapshot_after_the_last() {
    simulate(1, |_| async {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let system = hosted::<1>(store.clone(), &Told::default()).await;
        let counter = system.entity::<Counter<1>>("batch").expect("hosted");
        assert_eq!(counter.ask(Bump(vec![1; 7])).await, Ok(7));
        assert_eq!(counter.ask(Bump(vec![1])).await, Ok(8));
        assert_eq!((snapshots(&store, "batch").await, store.calls(Operation::Save)), (vec![7], 1));
    });
}

#[test]
fn e76_on_demand_a_snapshot_is_of_the_state_at_the_call() {
    simulate(1, |_| async {
        let store = MemoryStore::new();
        let system = hosted::<1>(store.restart(), &Told::default()).await;
        let counter = system.entity::<Counter<1>>("demand").expect("hosted");
        counter.tell(Bump(vec![5])).expect("there is room");
        counter.tell(Snap).expect("there is room");
        counter.tell(Bump(vec![6])).expect("there is room");
        system.shutdown().await.expect("in order");
        let found = store.restart().snapshot(key("demand"), u64::MAX).await.expect("read").snapshot.expect("taken");
        assert_eq!((found.seq, decode_state::<u64>(&found.payload)), (1, Ok(5)));
        assert_eq!(total::<1>(store.restart(), "demand").await, (Ok(11), 1));
    });
}

#[test]
fn e71_e73_a_snapshot_that_is_not_saved_costs_nothing_else() {
    simulate(1, |_| async {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let system = hosted::<1>(store.clone(), &Told::default()).await;
        let counter = system.entity::<Counter<1>>("e71").expect("hosted");
        store.fail(Operation::Save, When::Next(1), Effect::Reject);
        assert_eq!(counter.ask(Bump(vec![1, 1, 1])).await, Ok(3));
        assert_eq!(counter.ask(Bump(vec![1])).await, Ok(4));
        assert!(matches!(&*failures("e71"), [SnapshotError::Save(_)]));
        assert_eq!(counter.ask(Bump(vec![1, 1])).await, Ok(6));
        assert_eq!(snapshots(&store, "e71").await, [6]);

        let system = hosted::<9>(MemoryStore::new(), &Told::default()).await;
        let counter = system.entity::<Counter<9>>("e71-9").expect("hosted");
        assert_eq!(counter.ask(Bump(vec![1, 1, 1])).await, Ok(3));
        assert!(matches!(&*failures("e71-9"), [SnapshotError::Encode(UnitError::State { .. })]));
    });
}

#[test]
fn e71_t68_a_snapshot_that_the_store_does_not_answer_for_is_given_up_after_the_deadline() {
    simulate(1, |sim| async move {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let system = hosted::<1>(store.clone(), &Told::default()).await;
        let counter = system.entity::<Counter<1>>("t68").expect("hosted");
        store.fail(Operation::Save, When::Next(1), Effect::Hang);
        assert_eq!(counter.ask(Bump(vec![1, 1, 1])).await, Ok(3));
        let purged = expect(Duration::from_secs(11), system.purge::<Counter<1>>("t68")).await;
        assert_eq!((purged, sim.clock().now().as_secs()), (Ok(()), 10), "it is not held up for ever");
        assert!(matches!(&*failures("t68"), [SnapshotError::Save(AppendError::Unknown { .. })]));
    });
}

#[test]
fn v8_e72_a_snapshot_of_another_version_or_that_cannot_be_decoded_is_passed_over_if_all_events_are_there() {
    simulate(1, |_| async {
        let store = bumped("v8").await;
        assert_eq!(total::<2>(store.restart(), "v8").await, (Ok(10), 10));
        let (newest, older) = (SnapshotError::OtherShape { seq: 9, name: "counter".into(), version: 1 }, 6);
        assert!(
            matches!(&*failures("v8"), [why, SnapshotError::OtherShape { seq, .. }] if (why, *seq) == (&newest, older))
        );

        let store = bumped("e72").await;
        let (codec, payload) = (Codec::MessagePack, encode_state(&1_u64).expect("encoded"));
        let snapshot = NewSnapshot { name: "counter".into(), version: 8, codec, payload, keep: 2 };
        let opened = store.restart();
        opened.save(key("e72"), 10, opened.epoch(), 0, snapshot).await.expect("saved");
        assert_eq!(total::<8>(store.restart(), "e72").await, (Ok(10), 10));
        assert!(matches!(
            &*failures("e72"),
            [SnapshotError::Decode { seq: 10, .. }, SnapshotError::OtherShape { seq: 9, .. }]
        ));
    });
}

#[test]
fn e48_e72_an_older_snapshot_stands_in_for_the_newest_when_that_cannot_be_used() {
    simulate(1, |_| async {
        let store = bumped("stand-in").await;
        let rotten = |version| NewSnapshot {
            name: "counter".into(),
            version,
            codec: Codec::MessagePack,
            payload: vec![0xc1],
            keep: 2,
        };
        for version in [1, 2] {
            let opened = store.restart();
            opened.save(key("stand-in"), 10, opened.epoch(), 0, rotten(version)).await.expect("saved");
            assert_eq!(total::<1>(store.restart(), "stand-in").await, (Ok(10), 1), "from the one at 9");
        }
        store.restart().delete(key("stand-in"), 9).await.expect("deleted");
        assert_eq!(total::<1>(store.restart(), "stand-in").await, (Ok(10), 1), "which stands for what is deleted, too");
        store.restart().delete(key("stand-in"), 10).await.expect("deleted");
        let (refused, _) = total::<1>(store.restart(), "stand-in").await;
        let Err(CallError::Recovery(why)) = refused else { panic!("{refused:?}") };
        assert!(matches!(&*why, RecoveryError::Incomplete { cause, .. } if cause.contains("at event 10")), "{why}");
    });
}

#[test]
fn e76_a_snapshot_that_an_effect_asks_for_is_taken_of_the_state_at_that_time() {
    simulate(1, |_| async {
        let store = Arc::new(MemoryStore::new());
        let system = hosted::<1>(store.clone(), &Told::default()).await;
        let counter = system.entity::<Counter<1>>("effect").expect("hosted");
        assert_eq!(counter.ask(Bump(vec![SNAP])).await, Ok(SNAP));
        assert_eq!(snapshots(&store, "effect").await, [1], "although nothing comes behind it");
        for _ in 0..3 {
            counter.tell(Bump(vec![SNAP])).expect("there is room");
        }
        assert_eq!(counter.ask(Bump(vec![1])).await, Ok(4 * SNAP + 1));
        system.shutdown().await.expect("in order");
        assert_eq!(total::<1>(store.restart(), "effect").await, (Ok(4 * SNAP + 1), 1), "the last one is of event 4");
    });
}

#[test]
fn case_b44_v8_without_the_whole_history_a_snapshot_that_does_not_fit_is_an_error_that_says_why() {
    simulate(1, |_| async {
        let store = bumped("b44").await;
        let opened = store.restart();
        opened.delete(key("b44"), 9).await.expect("deleted");
        assert_eq!(total::<1>(store.restart(), "b44").await, (Ok(10), 1), "the snapshot has them in it");
        let (refused, applied) = total::<2>(store.restart(), "b44").await;
        let Err(CallError::Recovery(why)) = refused else { panic!("{refused:?}") };
        assert!(matches!(*why, RecoveryError::Incomplete { deleted: 9, .. }), "{why}");
        assert!(why.to_string().contains("version 1"), "{why}");
        assert_eq!(applied, 0);
        let given_up = GIVEN_UP.lock().expect("no panic");
        assert!(given_up.iter().any(|(id, told)| id == "b44" && *told == *why), "the hook is told the same");
    });
}

#[test]
fn e40_e41_numbers_go_on_after_all_events_were_deleted() {
    simulate(1, |_| async {
        let store = bumped("e40").await;
        let opened = store.restart();
        let system = hosted::<1>(store.restart(), &Told::default()).await;
        let counter = system.entity::<Counter<1>>("e40").expect("hosted");
        assert_eq!(counter.ask(Snap).await, Ok(()));
        system.shutdown().await.expect("in order");
        drop(opened);
        let opened = store.restart();
        opened.delete(key("e40"), u64::MAX).await.expect("deleted");
        let system = hosted::<1>(store.restart(), &Told::default()).await;
        let counter = system.entity::<Counter<1>>("e40").expect("hosted");
        assert_eq!(counter.ask(Bump(vec![1])).await, Ok(11));
        system.shutdown().await.expect("in order");
        let page = store.restart().read(key("e40"), 0, u64::MAX, 10).await.expect("read");
        assert_eq!((page.records[0].seq, page.last), (11, 11));
    });
}

#[test]
fn t69_after_a_purge_an_entity_begins_anew_with_numbers_that_were_never_given() {
    simulate(1, |_| async {
        let store = bumped("purged").await;
        store.restart().purge(key("purged")).await.expect("purged");
        let system = hosted::<1>(store.restart(), &Told::default()).await;
        let counter = system.entity::<Counter<1>>("purged").expect("hosted");
        assert_eq!(counter.ask(Bump(vec![1])).await, Ok(1));
        system.shutdown().await.expect("in order");
        assert_eq!(total::<1>(store.restart(), "purged").await, (Ok(1), 1));
    });
}

#[test]
fn e79_a_long_replay_leaves_a_snapshot_behind() {
    simulate(1, |_| async {
        let store = bumped("long").await;
        let opened = store.restart();
        opened.delete_snapshots(key("long"), u64::MAX).await.expect("deleted");
        assert_eq!(total::<1>(store.restart(), "long").await, (Ok(10), 10));
        assert_eq!(snapshots(&store.restart(), "long").await, [10]);
        assert_eq!(total::<1>(store.restart(), "long").await, (Ok(10), 0));
    });
}

#[test]
fn w8_a_command_in_doubt_is_found_although_a_snapshot_is_newer() {
    simulate(1, |_| async {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let system = hosted::<1>(store.clone(), &Told::default()).await;
        let counter = system.entity::<Counter<1>>("doubt").expect("hosted");
        assert_eq!(counter.ask(Bump(vec![1])).await, Ok(1));
        store.fail(Operation::Append, When::Next(1), Effect::FailAfter);
        // The store has it, and somebody has taken a snapshot of it meanwhile.
        store.fail(Operation::Snapshot, When::Next(1), Effect::FailBefore);
        let snapshot = async {
            let inner = store.inner();
            while inner.read(key("doubt"), 0, u64::MAX, 1).await.expect("read").last < 2 {}
            let payload = encode_state(&3_u64).expect("encoded");
            let snapshot =
                NewSnapshot { name: "counter".into(), version: 1, codec: Codec::MessagePack, payload, keep: 2 };
            inner.save(key("doubt"), 2, inner.epoch(), 0, snapshot).await.expect("saved");
        };
        let ask = async { counter.ask(Bump(vec![2])).await };
        let (reply, ()) = tokio::join!(biased; ask, snapshot);
        assert_eq!(reply, Ok(3));
        assert_eq!(counter.ask(Bump(vec![])).await, Ok(3));
        assert_eq!(store.inner().read(key("doubt"), 0, u64::MAX, 10).await.expect("read").last, 2, "once");
    });
}

#[test]
fn e46_the_hook_runs_after_every_recovery_also_of_nothing() {
    simulate(1, |_| async {
        let store = MemoryStore::new();
        let told = Told::default();
        for _ in 0..2 {
            let system = hosted::<1>(store.restart(), &told).await;
            let counter = system.entity::<Counter<1>>("e46").expect("hosted");
            counter.ask(Bump(vec![4])).await.expect("stored");
            system.shutdown().await.expect("in order");
        }
        assert_eq!(*told.recovered.lock().expect("no panic"), [0, 4]);
    });
}

#[test]
fn e60_a_hook_that_panics_is_a_failed_recovery() {
    simulate(1, |_| async {
        let store = MemoryStore::new();
        let system = hosted::<1>(store.restart(), &Told::default()).await;
        assert_eq!(system.entity::<Counter<1>>("e60").expect("hosted").ask(Bump(vec![13])).await, Ok(13));
        system.shutdown().await.expect("in order");
        let (refused, _) = total::<1>(store.restart(), "e60").await;
        assert!(
            matches!(&refused, Err(CallError::Recovery(why)) if matches!(&**why, RecoveryError::HookPanicked { cause, .. } if cause.contains("thirteen"))),
            "{refused:?}"
        );
    });
}

#[test]
fn e42_an_event_is_applied_with_the_same_number_time_and_command_live_and_in_recovery() {
    simulate(1, |_| async {
        let store = MemoryStore::new();
        let mut applied = Vec::new();
        for _ in 0..2 {
            let told = Told::default();
            let system = hosted::<1>(store.restart(), &told).await;
            let counter = system.entity::<Counter<1>>("e42").expect("hosted");
            let bumps = if applied.is_empty() { vec![1, 1] } else { vec![] };
            counter.ask(Bump(bumps)).await.expect("stored");
            system.shutdown().await.expect("in order");
            applied.push(told.applied.lock().expect("no panic").clone());
        }
        assert_eq!(applied[0], applied[1]);
        assert_eq!(applied[0].iter().map(|meta| meta.seq).collect::<Vec<_>>(), [1, 2]);
    });
}

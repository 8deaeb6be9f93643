//! What is counted, and under which name.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::unused_self, reason = "the actors are there to be counted")]

use mainstay::feed::{Failure, Follower};
use mainstay::journal::{Found, GroupLimits, MemoryStore, SqliteStore};
use mainstay::observe::{Kind, MEASURES};
use mainstay::prelude::*;
use mainstay::testing::simulate;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use metrics::{
    Counter, CounterFn, Gauge, GaugeFn, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder, SharedString, Unit,
    with_local_recorder,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Remembers every value, by name and labels.
#[derive(Clone, Debug, Default)]
struct Ledger(Arc<Mutex<BTreeMap<String, Vec<f64>>>>);

#[derive(Debug)]
struct Line(Ledger, String);

impl Ledger {
    fn line(&self, key: &Key) -> Arc<Line> {
        let labels: Vec<_> = key.labels().map(|label| format!("{}={}", label.key(), label.value())).collect();
        Arc::new(Line(self.clone(), format!("{} {}", key.name(), labels.join(" "))))
    }

    fn values(&self, name: &str) -> Vec<f64> {
        self.0.lock().expect("no test panics in here").get(name).cloned().unwrap_or_default()
    }
}

impl Line {
    fn note(&self, value: f64) {
        self.0.0.lock().expect("no test panics in here").entry(self.1.clone()).or_default().push(value);
    }
}

#[allow(clippy::cast_precision_loss, reason = "the tests count to ten")]
impl CounterFn for Line {
    fn increment(&self, value: u64) {
        self.note(value as f64);
    }

    fn absolute(&self, value: u64) {
        panic!("nothing is counted elsewhere: {value}");
    }
}

impl GaugeFn for Line {
    fn increment(&self, value: f64) {
        self.note(value);
    }

    fn decrement(&self, value: f64) {
        self.note(-value);
    }

    fn set(&self, value: f64) {
        self.note(value);
    }
}

impl HistogramFn for Line {
    fn record(&self, value: f64) {
        self.note(value);
    }
}

impl Recorder for Ledger {
    fn describe_counter(&self, name: KeyName, unit: Option<Unit>, text: SharedString) {
        self.line(&Key::from_name(format!("counter {} {unit:?} {text}", name.as_str()))).note(1.0);
    }

    fn describe_gauge(&self, name: KeyName, unit: Option<Unit>, text: SharedString) {
        self.line(&Key::from_name(format!("gauge {} {unit:?} {text}", name.as_str()))).note(1.0);
    }

    fn describe_histogram(&self, name: KeyName, unit: Option<Unit>, text: SharedString) {
        self.line(&Key::from_name(format!("histogram {} {unit:?} {text}", name.as_str()))).note(1.0);
    }

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(self.line(key))
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::from_arc(self.line(key))
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::from_arc(self.line(key))
    }
}

#[actor(backoff(min = "10ms"))]
struct Clerk;

#[handlers]
impl Clerk {
    #[handle]
    fn quick(&self) {}

    #[handle]
    async fn slow(&self) {
        tokio::time::sleep(Duration::from_secs(2)).await;
    }

    #[handle]
    fn breaks(&self) {
        panic!("told to");
    }
}

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Publish;

#[derive(Message, Clone)]
pub struct Retract;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "post.published")]
pub struct Published;

#[fsm(states = PostState)]
#[derive(Default)]
pub struct Post {}

#[derive(States)]
#[states(Post, name = "post")]
pub enum PostState {
    #[initial]
    #[on(Publish => Published => Online)]
    Draft,
    #[terminal]
    #[discard(Retract)]
    Online,
}

impl PostFlow for Post {
    fn draft_publish(&self, _: Publish, _: &mut Context<Self>) -> Decide<Self, Publish, Published> {
        persist(Published)
    }

    fn draft_published(&mut self, _: &Published) {}
}

#[actor(persistent = "shop")]
#[derive(Default)]
pub struct Shop {}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "shop.ordered")]
pub struct Ordered;

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "shop.bill")]
pub struct Bill;

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "shop.remind")]
pub struct Remind;

#[handlers]
impl Shop {
    #[command]
    pub fn order(&self) -> Persist<Self, Ordered> {
        persist(Ordered).deliver(named("nobody"), Bill).start(Remind, Duration::from_secs(1))
    }

    #[command]
    pub fn forget(&self, id: u64) -> Persist<Self, Ordered> {
        nothing().give_up(id)
    }

    #[timer]
    fn remind(&self, _: Remind) -> Persist<Self, Ordered> {
        nothing()
    }

    #[apply]
    fn ordered(&mut self, _: &Ordered) {}
}

/// Runs `test` on a runtime with paused time, with a recorder of its own.
fn recorded<F: Future<Output = ()>>(test: impl FnOnce(Ledger) -> F) {
    recorded_in(true, test);
}

/// Time that is paused jumps while the store's own thread is at work: with a store on disk it has to pass as it does.
fn recorded_in<F: Future<Output = ()>>(is_paused: bool, test: impl FnOnce(Ledger) -> F) {
    let ledger = Ledger::default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(is_paused).build();
    with_local_recorder(&ledger, || runtime.expect("a runtime").block_on(test(ledger.clone())));
}

#[test]
fn messages_are_counted_and_timed_from_entry_to_the_end_of_the_handler() {
    recorded(|ledger| async move {
        let clerk = Clerk.spawn();
        let (slow, quick) = tokio::join!(async { clerk.slow().await }, async { clerk.quick().await });
        assert_eq!((slow, quick), (Ok(()), Ok(())));
        clerk.quick().await.expect("it lives");
        assert_eq!(ledger.values("mainstay.messages.received actor=measures::Clerk"), [1.0, 1.0, 1.0]);
        let latency = ledger.values("mainstay.messages.latency actor=measures::Clerk");
        let whole: Vec<_> = latency.iter().map(|seconds| seconds.round()).collect();
        assert_eq!(whole, [2.0, 2.0, 0.0], "the second one waited for the first: {latency:?}");
        assert_eq!(ledger.values("mainstay.mailbox.depth actor=measures::Clerk"), [2.0, 1.0]);
    });
}

#[test]
fn live_actors_restarts_and_dead_letters_are_counted() {
    recorded(|ledger| async move {
        let (clerk, other) = (Clerk::spawn_with(|| Clerk), Clerk.spawn());
        clerk.quick().await.expect("it lives");
        assert_eq!(ledger.values("mainstay.actors.live actor=measures::Clerk"), [1.0, 1.0]);
        assert_eq!(clerk.breaks().await, Err(CallError::Failed));
        clerk.quick().await.expect("it has started over");
        assert_eq!(ledger.values("mainstay.actors.restarts actor=measures::Clerk"), [1.0]);
        other.quick().tell().expect("there is room");
        other.breaks().tell().expect("there is room");
        other.quick().tell().expect("there is room");
        clerk.quick().tell().expect("there is room");
        clerk.kill();
        other.stopped().await;
        clerk.stopped().await;
        assert_eq!(ledger.values("mainstay.actors.live actor=measures::Clerk"), [1.0, 1.0, -1.0, -1.0]);
        assert_eq!(ledger.values("mainstay.dead_letters actor=measures::Clerk reason=killed"), [1.0]);
        assert_eq!(ledger.values("mainstay.dead_letters actor=measures::Clerk reason=panicked"), [1.0]);
    });
}

#[test]
fn recoveries_and_dead_letters_of_entities_are_counted() {
    recorded(|ledger| async move {
        let make = |id: &EntityId<Post>| if id.as_str() == "lost" { Err("lost".into()) } else { Ok(Post::default()) };
        let system = System::volatile().host_with::<Post>(make).start().await.expect("in memory");
        let (post, lost) =
            (system.entity::<Post>("a").expect("hosted"), system.entity::<Post>("lost").expect("hosted"));
        assert_eq!((post.ask(Publish).await, post.state().await), (Ok(()), Ok("Online")));
        assert!(lost.ask(Publish).await.is_err());
        let recoveries = ledger.values("mainstay.entities.recoveries actor=measures::Post");
        assert_eq!(
            recoveries,
            [1.0, 1.0],
            "once for the command, and once for the question: it was at its end between them"
        );
        assert_eq!(ledger.values("mainstay.dead_letters actor=measures::Post reason=start_failed"), [1.0]);
    });
}

#[test]
fn f65_commands_without_a_row_are_counted() {
    recorded(|ledger| async move {
        let system = System::volatile().host::<Post>().start().await.expect("in memory");
        let post = system.entity::<Post>("a").expect("hosted");
        assert_eq!(post.ask(Retract).await, Err(CallError::Unhandled { state: "Draft" }));
        post.tell(Retract).expect("it has room");
        assert_eq!(post.state().await, Ok("Draft"));
        let labels = "actor=measures::Post command=measures::Retract state=Draft";
        assert_eq!(ledger.values(&format!("mainstay.machines.unhandled {labels}")), [1.0, 1.0]);
    });
}

#[test]
fn w6_it_is_measured_how_long_commands_are_held_back_and_how_long_the_store_takes() {
    recorded(|ledger| async move {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        store.fail(Operation::Read, When::Next(2), Effect::FailBefore);
        let system = System::with(store.clone()).host::<Post>().start().await.expect("the store is there");
        let post = system.entity::<Post>("a").expect("hosted");
        store.fail(Operation::Append, When::Next(1), Effect::HangAfter);
        assert_eq!(post.ask(Publish).await, Ok(()));
        let held = ledger.values("mainstay.entities.held actor=measures::Post");
        let tenths: Vec<_> = held.iter().map(|seconds| (seconds * 10.0).floor()).collect();
        assert_eq!(tenths, [0.0, 1.0, 3.0, 104.0], "three tries, and one after the deadline of the write: {held:?}");
        assert_eq!(ledger.values("mainstay.store.append.latency actor=measures::Post"), [10.0]);
    });
}

#[test]
fn it_is_measured_how_many_units_are_written_at_once() {
    recorded_in(false, |ledger| async move {
        let dir = tempfile::tempdir().expect("a directory");
        // Opened here, where the recorder is: a system opens its store in another thread.
        let store = SqliteStore::open(dir.path()).expect("it is opened");
        let system = System::with(store).host::<Post>().start().await.expect("the store is there");
        for id in ["a", "b", "c"] {
            system.entity::<Post>(id).expect("hosted").ask(Publish).await.expect("stored");
        }
        system.shutdown().await.expect("in order");
        assert_eq!(ledger.values("mainstay.store.group "), [1.0; 3]);
    });
}

#[test]
fn a_group_of_the_writer_is_no_larger_than_its_limits_say() {
    recorded_in(false, |ledger| async move {
        for (limits, largest) in [
            (GroupLimits { parts: 1, ..GroupLimits::default() }, 1.0),
            (GroupLimits { parts: 2, ..GroupLimits::default() }, 2.0),
            (GroupLimits { bytes: 1, ..GroupLimits::default() }, 1.0),
        ] {
            let dir = tempfile::tempdir().expect("a directory");
            let store = SqliteStore::open_with(dir.path(), limits).expect("it is opened");
            let system = System::with(store).host::<Post>().start().await.expect("the store is there");
            let before = ledger.values("mainstay.store.group ").len();
            for id in 0..100 {
                system.entity::<Post>(id.to_string()).expect("hosted").tell(Publish).expect("there is room");
            }
            system.shutdown().await.expect("in order");
            let groups = ledger.values("mainstay.store.group ").split_off(before);
            assert_eq!(groups.iter().sum::<f64>().to_bits(), 100_f64.to_bits());
            assert!(groups.iter().all(|&group| group <= largest), "{groups:?}");
        }
    });
}

/// Cannot take the first event at first.
struct Slow(bool);

impl Follower for Slow {
    const NAME: &'static str = "slow";

    async fn take(&mut self, _: &Found) -> Result<(), Failure> {
        if std::mem::take(&mut self.0) { Err("not yet".into()) } else { Ok(()) }
    }
}

#[test]
fn a_projection_counts_events_and_failures_and_says_how_far_it_is_behind() {
    recorded(|ledger| async move {
        let system = System::with(MemoryStore::new()).host::<Post>().start().await.expect("the store is there");
        for id in ["a", "b", "c"] {
            system.entity::<Post>(id).expect("hosted").ask(Publish).await.expect("stored");
        }
        let progress = system.follow(Slow(true)).expect("the only one");
        progress.caught_up().await.expect("it runs");
        let of = |what: &str| ledger.values(&format!("mainstay.projections.{what} projection=slow"));
        assert_eq!((of("events"), of("failures"), of("lag")), (vec![3.0], vec![1.0], vec![0.0]));
    });
}

#[test]
fn unconfirmed_deliveries_copies_and_the_lag_of_timers_are_measured() {
    let ledger = Ledger::default();
    with_local_recorder(&ledger, || {
        simulate(1, |sim| async move {
            let store = Arc::new(MemoryStore::new());
            let system = System::with(store.clone()).host::<Shop>().start().await.expect("in memory");
            let shop = system.entity::<Shop>("s").expect("hosted");
            shop.order().await.expect("stored");
            shop.order().await.expect("stored");
            sim.clock().sleep(Duration::from_secs(20)).await;
            shop.forget(1).await.expect("stored");
            drop((shop, system));
            sim.clock().sleep(Duration::from_secs(1)).await;
            // In the next life the other delivery is read.
            let system = System::with(store).host::<Shop>().start().await.expect("in memory");
            sim.clock().sleep(Duration::from_secs(1)).await;
            drop(system);
        });
    });
    let unconfirmed = ledger.values("mainstay.deliveries.unconfirmed actor=measures::Shop");
    assert_eq!(unconfirmed, [1.0, 1.0, -1.0, -1.0, 1.0, -1.0], "two, one is given up, and one is there in each life");
    let copies = ledger.values("mainstay.deliveries.redelivered actor=measures::Shop");
    assert!(copies.len() >= 3, "{copies:?}");
    let lags = ledger.values("mainstay.timers.lag actor=measures::Shop");
    assert!(lags.len() == 1 && lags.iter().all(|lag| (0.0..1.0).contains(lag)), "{lags:?}");
}

#[test]
fn a_timer_that_is_overdue_says_by_how_much() {
    let ledger = Ledger::default();
    with_local_recorder(&ledger, || {
        simulate(1, |sim| async move {
            let store = Arc::new(MemoryStore::new());
            let system = System::with(store.clone()).host::<Shop>().start().await.expect("in memory");
            system.entity::<Shop>("s").expect("hosted").order().await.expect("stored");
            drop(system);
            sim.clock().sleep(Duration::from_hours(1)).await;
            let system = System::with(store).host::<Shop>().start().await.expect("in memory");
            sim.clock().sleep(Duration::from_secs(10)).await;
            drop(system);
        });
    });
    let lags = ledger.values("mainstay.timers.lag actor=measures::Shop");
    assert!(lags.len() == 1 && lags.iter().all(|lag| (3_590.0..3_610.0).contains(lag)), "{lags:?}");
}

#[test]
fn a_system_describes_every_measure() {
    recorded(|ledger| async move {
        System::volatile().start().await.expect("nothing is opened");
        for measure in MEASURES {
            let kind = match measure.kind {
                Kind::Counter => "counter",
                Kind::Gauge => "gauge",
                Kind::Histogram => "histogram",
            };
            let line = format!("{kind} {} {:?} {} ", measure.name, Some(measure.unit), measure.description);
            assert_eq!(ledger.values(&line), [1.0], "{line}");
        }
    });
}

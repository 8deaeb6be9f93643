//! At-least-once delivery by hand: the sender of the example, over a network and on a store that fail as told.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unchecked_time_subtraction,
    reason = "a test that cannot go on fails"
)]
#![allow(clippy::needless_pass_by_value, reason = "the example's actor is a program")]

#[path = "../../examples/at_least_once/receiver.rs"]
mod receiver;
#[path = "../../examples/at_least_once/sender.rs"]
mod sender;

use mainstay::delivery::{
    AtLeastOnceDelivery, DeliveryId, DeliverySettings, MaxUnconfirmedMessagesExceeded, RedeliveryTick,
    UnconfirmedWarning,
};
use mainstay::journal::{EntityKey, MemoryStore, Store};
use mainstay::prelude::*;
use mainstay::supervise::BackoffSupervisor;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use mainstay::testing::{Clock, Faults, Network, Probe, Simulation, simulate, simulate_seeds};
use receiver::{Confirm, Destination, Msg};
use sender::{NotAccepted, PERSISTENCE_ID, Progress, Sender, SenderRef, Text};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

const INTERVAL: Duration = DeliverySettings::DEFAULT.redeliver_interval;
const HOUR: Duration = Duration::from_hours(1);

fn settings() -> DeliverySettings {
    DeliverySettings::DEFAULT
}

fn text(number: u64) -> Text {
    Text(format!("a-{number}"))
}

fn msg(number: u64) -> Msg {
    Msg { delivery_id: DeliveryId(number), message: format!("a-{number}") }
}

fn confirm(number: u64) -> Confirm {
    Confirm { delivery_id: DeliveryId(number) }
}

fn ids(numbers: impl IntoIterator<Item = u64>) -> BTreeSet<DeliveryId> {
    numbers.into_iter().map(DeliveryId).collect()
}

/// For what needs the seed itself.
fn for_each_seed<F: Future<Output = ()>>(seeds: Range<u64>, test: impl Fn(u64, Simulation) -> F) {
    for seed in seeds {
        simulate_seeds(seed..seed + 1, |sim| test(seed, sim));
    }
}

/// A sender whose destination is a probe, behind a network.
struct Scene {
    store: Arc<MemoryStore>,
    network: Network,
    probe: Probe<Msg>,
    sender: SenderRef,
}

impl Scene {
    fn new(settings: DeliverySettings) -> Self {
        let (store, network, probe) = (Arc::new(MemoryStore::new()), Network::new(1), Probe::new());
        let sender = Self::sender(&store, &network, &probe, settings).spawn();
        Self { store, network, probe, sender }
    }

    fn sender(store: &Arc<MemoryStore>, network: &Network, probe: &Probe<Msg>, settings: DeliverySettings) -> Sender {
        let destination = network.link("sender", "destination", probe.recipient());
        Sender::new(store.clone(), destination, settings)
    }

    /// The process ends here, and another one begins on the same store.
    async fn restart(&mut self, settings: DeliverySettings) {
        self.sender.kill();
        self.sender.stopped().await;
        self.store = Arc::new(self.store.restart());
        self.sender = Self::sender(&self.store, &self.network, &self.probe, settings).spawn();
    }

    async fn send(&self, number: u64) {
        assert_eq!(self.sender.ask(text(number)).await, Ok(DeliveryId(number)));
    }

    async fn confirm(&self, number: u64) {
        assert_eq!(self.sender.ask(confirm(number)).await, Ok(()));
    }

    async fn sees(&mut self, numbers: impl IntoIterator<Item = u64>) {
        for number in numbers {
            assert_eq!(self.probe.expect_within(INTERVAL * 3).await.message, msg(number));
        }
    }

    /// How many events are stored.
    async fn stored(&self) -> usize {
        let key = EntityKey::new("sender", PERSISTENCE_ID).expect("an id");
        self.store.read(key, 0, u64::MAX, 10_000).await.expect("it can be read").records.len()
    }
}

#[test]
fn d27_what_is_confirmed_arrives_once_and_in_order() {
    simulate(1, |_| async {
        let mut scene = Scene::new(settings());
        for number in 1..=3 {
            scene.send(number).await;
        }
        scene.sees(1..=3).await;
        for number in 1..=3 {
            scene.confirm(number).await;
        }
        scene.probe.expect_nothing(HOUR).await;
        assert_eq!(scene.sender.ask(Progress).await, Ok((ids(1..=3), 0)));
    });
}

#[test]
fn d28_what_is_lost_is_sent_again_under_its_id() {
    simulate(1, |_| async {
        let mut scene = Scene::new(settings());
        scene.network.faults("sender", "destination", Faults { lose_every: Some(3), ..Faults::NONE });
        for number in 1..=3 {
            scene.send(number).await;
        }
        scene.sees(1..=2).await;
        scene.confirm(1).await;
        scene.confirm(2).await;
        scene.sees([3]).await;
        scene.confirm(3).await;
        scene.probe.expect_nothing(HOUR).await;
    });
}

#[test]
fn d04_d05_d07_what_is_lost_comes_again_after_one_to_one_and_a_half_intervals() {
    simulate(1, |sim: Simulation| async move {
        let mut scene = Scene::new(settings());
        scene.network.faults("sender", "destination", Faults::CUT);
        let mut sent = Vec::new();
        for number in 1..=9 {
            scene.send(number).await;
            sent.push(sim.clock().now());
            sim.clock().advance(INTERVAL / 9).await;
        }
        scene.network.faults("sender", "destination", Faults::NONE);
        for _ in 1..=9 {
            let number = scene.probe.expect_within(INTERVAL * 2).await.message.delivery_id.0;
            let late = sim.clock().now() - sent[usize::try_from(number).expect("small") - 1];
            assert!((INTERVAL..=INTERVAL * 3 / 2).contains(&late), "{number} came again after {late:?}");
            scene.confirm(number).await;
        }
    });
}

#[test]
fn d29_d18_d25_after_a_restart_what_is_open_is_sent_before_anything_else_and_ids_go_on() {
    simulate_seeds(0..20, |_| async {
        let mut scene = Scene::new(settings());
        for number in 1..=4 {
            if number == 3 {
                scene.network.faults("sender", "destination", Faults::CUT);
            }
            scene.send(number).await;
            scene.network.faults("sender", "destination", Faults::NONE);
        }
        scene.sees([1, 2, 4]).await;
        for number in [1, 2, 4] {
            scene.confirm(number).await;
        }
        scene.restart(settings()).await;
        // It waits in the mailbox while the events are read.
        scene.send(5).await;
        scene.sees([3, 5]).await;
        scene.confirm(3).await;
        scene.confirm(5).await;
        scene.restart(settings()).await;
        assert_eq!(scene.sender.ask(Progress).await, Ok((ids(1..=5), 0)), "and so after another one");
        scene.probe.expect_nothing(HOUR).await;
    });
}

#[test]
fn d30_d22_confirmed_in_any_order_only_the_others_come_again() {
    simulate(1, |_| async {
        let mut scene = Scene::new(settings());
        scene.network.faults("sender", "destination", Faults { lose_every: Some(2), ..Faults::NONE });
        for number in 1..=6 {
            scene.send(number).await;
        }
        scene.sees([1, 3, 5]).await;
        scene.network.faults("sender", "destination", Faults::NONE);
        scene.confirm(5).await;
        scene.confirm(1).await;
        // The order is not kept.
        scene.sees([2, 3, 4, 6]).await;
        for number in [6, 4, 3, 2] {
            scene.confirm(number).await;
        }
        scene.probe.expect_nothing(HOUR).await;
    });
}

#[test]
fn d10_d32_in_the_warning_the_sender_may_confirm_and_so_give_up() {
    simulate(1, |sim: Simulation| async move {
        let (idler, sent) = idler(true);
        let idler = idler.spawn();
        for _ in 1..=2 {
            assert_eq!(idler.deliver().await, Ok(()));
        }
        sim.clock().advance(HOUR).await;
        assert_eq!(sent.load(Ordering::Relaxed), 12, "each six times");
        assert_eq!(idler.warnings().await, Ok(vec![vec![1, 2]]));
        assert_eq!(idler.open().await, Ok(0));
    });
}

#[test]
fn d08_c25_there_is_one_warning_in_an_incarnation_also_where_the_actor_is_late() {
    simulate(1, |sim: Simulation| async move {
        let idler = idler(false).0.spawn();
        assert_eq!(idler.deliver().await, Ok(()));
        // Before the sixth send.
        sim.clock().advance(INTERVAL * 5 - Duration::from_millis(1)).await;
        assert_eq!(idler.warnings().await, Ok(vec![]));
        idler.pause(sim.clock()).tell().expect("there is room");
        sim.clock().settle().await;
        while idler.deliver().tell().is_ok() {}
        sim.clock().advance(HOUR).await;
        let warnings = idler.warnings().await.expect("it lives");
        assert_eq!(warnings.iter().filter(|ids| ids.contains(&1)).count(), 1);
    });
}

#[test]
fn d08_c26_without_that_it_is_sent_for_ever() {
    simulate(1, |_| async {
        let mut scene = Scene::new(settings());
        scene.send(1).await;
        for _ in 1..=100 {
            scene.sees([1]).await;
        }
    });
}

#[test]
fn d33_three_hundred_messages_arrive_over_a_bad_network_in_any_order_of_events() {
    for_each_seed(0..5, |seed, sim| async move {
        let system = System::volatile().start().await.expect("nothing can fail");
        let network = Network::new(seed);
        let bad = || Faults {
            lose: 0.2,
            duplicate: 0.1,
            reorder: 0.1,
            delay: Duration::ZERO..Duration::from_millis(50),
            ..Faults::NONE
        };
        network.faults("sender", "destination", bad());
        network.faults("destination", "sender", bad());
        let to_sender = network.link("destination", "sender", system.recipient::<Sender, Confirm>("sender"));
        let to_destination = system.recipient::<Destination, Msg>("destination");
        let to_destination = network.link("sender", "destination", to_destination);
        system.spawn_named("destination", Destination::new(to_sender)).expect("the name is free");
        let sender = Sender::new(Arc::new(MemoryStore::new()), to_destination, settings());
        let sender = system.spawn_named("sender", sender).expect("the name is free");
        for number in 1..=300 {
            assert_eq!(sender.ask(text(number)).await, Ok(DeliveryId(number)));
        }
        sim.clock().advance(INTERVAL * 20).await;
        assert_eq!(sender.ask(Progress).await, Ok((ids(1..=300), 0)));
    });
}

#[test]
fn d34_c23_no_more_than_a_burst_at_a_time_and_in_the_end_all() {
    simulate(1, |sim: Simulation| async move {
        let mut scene = Scene::new(DeliverySettings { redelivery_burst_limit: 2, ..settings() });
        scene.network.faults("sender", "destination", Faults::CUT);
        for number in 1..=6 {
            scene.send(number).await;
        }
        scene.network.faults("sender", "destination", Faults::NONE);
        sim.clock().advance(INTERVAL - INTERVAL / 4).await;
        for burst in [[1, 2], [3, 4], [5, 6]] {
            scene.probe.expect_nothing(INTERVAL / 4 - Duration::from_millis(1)).await;
            scene.sees(burst).await;
            for number in burst {
                scene.confirm(number).await;
            }
            scene.probe.expect_nothing(INTERVAL / 4).await;
        }
    });
}

#[test]
fn d20_d37_beyond_the_limit_nothing_is_stored_and_a_lower_limit_does_not_keep_it_from_recovering() {
    simulate(1, |_| async {
        let limit = |max_unconfirmed_messages| DeliverySettings { max_unconfirmed_messages, ..settings() };
        let mut scene = Scene::new(limit(3));
        for number in 1..=3 {
            scene.send(number).await;
        }
        let busy = |max| Err(CallError::Refused(NotAccepted::Busy(MaxUnconfirmedMessagesExceeded { max })));
        assert_eq!(scene.sender.ask(text(4)).await, busy(3));
        assert_eq!(scene.stored().await, 3);
        scene.confirm(1).await;
        scene.send(4).await;
        scene.restart(limit(2)).await;
        assert_eq!(scene.sender.ask(Progress).await, Ok((ids([1]), 3)));
        assert_eq!(scene.sender.ask(text(5)).await, busy(2));
    });
}

#[test]
fn d16_a_confirmation_that_comes_twice_is_stored_twice_and_counts_once() {
    simulate(1, |_| async {
        let mut scene = Scene::new(settings());
        scene.send(1).await;
        scene.send(2).await;
        scene.confirm(1).await;
        scene.confirm(1).await;
        assert_eq!(scene.stored().await, 4);
        scene.restart(settings()).await;
        assert_eq!(scene.sender.ask(Progress).await, Ok((ids([1]), 1)));
    });
}

#[test]
fn d24_a_destination_that_is_gone_gets_it_when_it_is_back() {
    simulate(1, |sim: Simulation| async move {
        let system = System::volatile().start().await.expect("nothing can fail");
        let destination = system.recipient::<Destination, Msg>("destination");
        let sender = Sender::new(Arc::new(MemoryStore::new()), destination, settings());
        let sender = system.spawn_named("sender", sender).expect("the name is free");
        assert_eq!(sender.ask(text(1)).await, Ok(DeliveryId(1)));
        sim.clock().advance(HOUR).await;
        assert_eq!(sender.ask(Progress).await, Ok((ids([]), 1)));
        let to_sender = system.recipient::<Sender, Confirm>("sender");
        system.spawn_named("destination", Destination::new(to_sender)).expect("the name is free");
        sim.clock().advance(INTERVAL).await;
        assert_eq!(sender.ask(Progress).await, Ok((ids([1]), 0)));
    });
}

#[test]
fn d26_a_sender_that_cannot_recover_sends_nothing() {
    simulate(1, |_| async {
        let mut scene = Scene::new(settings());
        scene.send(1).await;
        scene.sees([1]).await;
        scene.sender.kill();
        scene.sender.stopped().await;
        let store = FaultyStore::new(scene.store.restart());
        // The second page: the first has the event in it.
        store.fail(Operation::Read, When::Nth(2), Effect::FailBefore);
        let destination = scene.network.link("sender", "destination", scene.probe.recipient());
        let sender = Sender::new(Arc::new(store), destination, settings()).spawn();
        assert!(matches!(sender.stopped().await, Exit::StartFailed(_)));
        scene.probe.expect_nothing(HOUR).await;
    });
}

/// Does its work once for each id, and confirms each time. It fails now and then before it does either.
#[actor]
struct Worker {
    sender: Recipient<Confirm>,
    fails_every: u32,
    received: u32,
    done: Vec<u64>,
}

#[derive(Message)]
#[message(reply = Vec<u64>)]
struct Done;

#[handlers]
impl Worker {
    #[handle(message)]
    fn receive(&mut self, msg: Msg) {
        self.received += 1;
        if self.received.is_multiple_of(self.fails_every) {
            return;
        }
        if !self.done.contains(&msg.delivery_id.0) {
            self.done.push(msg.delivery_id.0);
        }
        let _ = self.sender.tell(Confirm { delivery_id: msg.delivery_id });
    }

    #[handle(message)]
    fn done(&self, _: Done) -> Vec<u64> {
        self.done.clone()
    }
}

#[test]
fn d35_whatever_fails_in_the_end_both_have_all_ten_and_a_new_incarnation_sends_nothing_new() {
    for_each_seed(0..10, |seed, sim| async move {
        let memory = Arc::new(MemoryStore::new());
        let store = Arc::new(FaultyStore::new(memory.clone()));
        for (operation, probability, effect) in [
            (Operation::Append, 0.15, Effect::FailBefore),
            (Operation::Append, 0.15, Effect::FailAfter),
            (Operation::Read, 0.25, Effect::FailBefore),
        ] {
            let seed = 2 * seed + u64::from(effect == Effect::FailAfter);
            store.fail(operation, When::Chance { probability, seed }, effect);
        }
        let system = System::volatile().start().await.expect("nothing can fail");
        let network = Network::new(seed);
        // Confirmations are dropped.
        network.faults("destination", "sender", Faults { lose: 0.3, ..Faults::NONE });
        let to_sender = system.recipient::<BackoffSupervisor<Sender>, Confirm>("sender");
        let to_sender = network.link("destination", "sender", to_sender);
        let worker = Worker { sender: to_sender, fails_every: 3, received: 0, done: Vec::new() };
        let worker = system.spawn_named("destination", worker).expect("the name is free");
        let make = {
            let to_worker = system.recipient::<Worker, Msg>("destination");
            let store: Arc<dyn Store> = store.clone();
            move || Sender::new(store.clone(), to_worker.clone(), settings())
        };
        let (min, max) = (Duration::from_millis(10), Duration::from_secs(1));
        let supervisor = BackoffSupervisor::on_stop("sender", make, min, max, 0.2).expect("it is valid");
        let sender = system.spawn_named("sender", supervisor).expect("the name is free");
        // A text that is not known to be stored is sent again, as a new one: at least ten.
        let mut accepted = BTreeSet::new();
        while accepted.len() < 10 {
            match sender.ask(text(0)).await {
                Ok(id) => assert!(accepted.insert(id), "{id} was given twice"),
                Err(_) => sim.clock().sleep(min).await,
            }
        }
        let confirmed = loop {
            sim.clock().advance(INTERVAL).await;
            if let Ok((confirmed, 0)) = sender.ask(Progress).await {
                break confirmed;
            }
        };
        let all = ids(1..=confirmed.len() as u64);
        assert_eq!(confirmed, all);
        assert!(accepted.is_subset(&confirmed));
        let mut done = worker.ask(Done).await.expect("it lives");
        done.sort_unstable();
        assert_eq!(ids(done.iter().copied()), all);
        assert_eq!(done.len(), all.len(), "each once");

        system.shutdown().await.expect("in order");
        let mut probe = Probe::<Msg>::new();
        let again = Sender::new(Arc::new(memory.restart()), probe.recipient(), settings()).spawn();
        assert_eq!(again.ask(Progress).await, Ok((all, 0)));
        probe.expect_nothing(HOUR).await;
    });
}

/// Where the process of the sender ends.
#[test]
fn d36_a_crash_before_or_after_each_write_does_the_work_once() {
    for (write, effect) in [
        (1, Effect::Crash),
        (1, Effect::CrashAfter),
        (2, Effect::Crash),
        (2, Effect::CrashAfter),
        (3, Effect::Crash),
        (4, Effect::CrashAfter),
    ] {
        simulate(1, |sim: Simulation| async move {
            let memory = Arc::new(MemoryStore::new());
            let store = Arc::new(FaultyStore::new(memory.clone()));
            store.fail(Operation::Append, When::Nth(write), effect);
            let system = System::volatile().start().await.expect("nothing can fail");
            let worker = Worker {
                sender: system.recipient::<Sender, Confirm>("sender"),
                fails_every: u32::MAX,
                received: 0,
                done: Vec::new(),
            };
            let worker = system.spawn_named("destination", worker).expect("the name is free");
            let to_worker = system.recipient::<Worker, Msg>("destination");
            let first = Sender::new(store.clone(), to_worker.clone(), settings());
            let first = system.spawn_named("sender", first).expect("the name is free");
            for number in 1..=2 {
                first.tell(text(number)).expect("it takes them");
            }
            store.crashed().await;
            first.kill();
            first.stopped().await;
            let second = Sender::new(Arc::new(memory.restart()), to_worker, settings());
            let second = system.spawn_named("sender", second).expect("the name is free again");
            let (confirmed, open) = second.ask(Progress).await.expect("it has recovered");
            for number in (confirmed.len() + open + 1) as u64..=2 {
                assert_eq!(second.ask(text(number)).await, Ok(DeliveryId(number)));
            }
            sim.clock().advance(INTERVAL * 2).await;
            assert_eq!(second.ask(Progress).await, Ok((ids(1..=2), 0)), "write {write}, {effect:?}");
            assert_eq!(worker.ask(Done).await, Ok(vec![1, 2]), "write {write}, {effect:?}");
        });
    }
}

/// Counts what the runtime sends it. Its deliveries are stored nowhere and go to nobody.
#[actor(mailbox = 8)]
struct Idler {
    delivery: AtLeastOnceDelivery<u8, u8>,
    /// Confirms what it is warned of.
    gives_up: bool,
    ticks: u32,
    timeouts: u32,
    warnings: Vec<Vec<u64>>,
}

#[handlers]
impl Idler {
    #[started]
    fn begin(&mut self, cx: &mut Context<Self>) {
        cx.set_receive_timeout(INTERVAL * 2);
        self.delivery.recovered(cx);
    }

    #[handle]
    fn deliver(&mut self, cx: &mut Context<Self>) {
        let _ = self.delivery.deliver(0, |_| 0, cx);
    }

    #[handle]
    fn confirm(&mut self, id: u64) -> bool {
        self.delivery.confirm_delivery(DeliveryId(id))
    }

    /// Until the ticks of two intervals wait.
    #[handle]
    async fn pause(&mut self, clock: Clock) {
        clock.sleep(INTERVAL * 2).await;
    }

    #[handle(message)]
    fn redeliver(&mut self, _: RedeliveryTick, cx: &mut Context<Self>) {
        self.ticks += 1;
        self.delivery.redeliver(cx);
    }

    #[handle(message)]
    fn unconfirmed(&mut self, warning: UnconfirmedWarning<u8, u8>) {
        if self.gives_up {
            for delivery in &warning.deliveries {
                self.delivery.confirm_delivery(delivery.id);
            }
        }
        self.warnings.push(warning.deliveries.iter().map(|delivery| delivery.id.0).collect());
    }

    #[handle(message)]
    fn idle(&mut self, _: ReceiveTimeout) {
        self.timeouts += 1;
    }

    #[handle]
    fn counts(&self) -> (u32, u32) {
        (self.ticks, self.timeouts)
    }

    #[handle]
    fn warnings(&self) -> Vec<Vec<u64>> {
        self.warnings.clone()
    }

    #[handle]
    fn open(&self) -> usize {
        self.delivery.unconfirmed_count()
    }
}

/// One, and how often it has sent.
fn idler(gives_up: bool) -> (Idler, Arc<AtomicU32>) {
    let sent = Arc::new(AtomicU32::new(0));
    let count = sent.clone();
    let delivery = AtLeastOnceDelivery::new(settings(), move |_, _| {
        count.fetch_add(1, Ordering::Relaxed);
    });
    (Idler { delivery, gives_up, ticks: 0, timeouts: 0, warnings: Vec::new() }, sent)
}

#[test]
fn d11_ticks_do_not_put_off_the_receive_timeout_and_are_no_dead_letters() {
    simulate(1, |sim: Simulation| async move {
        let system = System::volatile().start().await.expect("nothing can fail");
        let idler = system.spawn(idler(false).0);
        assert_eq!(idler.deliver().await, Ok(()));
        sim.clock().advance(INTERVAL * 2).await;
        assert_eq!(idler.counts().await, Ok((4, 1)));
        idler.kill();
        idler.stopped().await;
        sim.clock().advance(HOUR).await;
        assert_eq!(system.dead_letter_count(), 0);
    });
}

#[test]
fn d15_ticks_end_with_the_last_confirmation_and_begin_again() {
    simulate(1, |sim: Simulation| async move {
        let idler = idler(false).0.spawn();
        sim.clock().advance(HOUR).await;
        assert_eq!(idler.counts().await.map(|(ticks, _)| ticks), Ok(0), "nothing is open");
        assert_eq!(idler.deliver().await, Ok(()));
        sim.clock().advance(INTERVAL / 2).await;
        assert_eq!(idler.confirm(1).await, Ok(true));
        assert_eq!(idler.confirm(1).await, Ok(false));
        sim.clock().advance(HOUR).await;
        assert_eq!(idler.counts().await.map(|(ticks, _)| ticks), Ok(2), "the last finds nothing");
        assert_eq!(idler.deliver().await, Ok(()));
        sim.clock().advance(INTERVAL).await;
        assert_eq!(idler.counts().await.map(|(ticks, _)| ticks), Ok(4));
    });
}

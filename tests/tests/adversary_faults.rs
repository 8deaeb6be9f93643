//! What a sceptic has found in deliveries, timers and deadlines: each of these tests has failed once.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "common/porter.rs"]
mod porter;

use mainstay::journal::{MemoryStore, Store as _, Table};
use mainstay::mailbox::Capacity;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::system::DeadLetters;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use mainstay::testing::{Simulation, simulate};
use porter::{
    Bell, CURSED, Close, Desk, Files, Gate, Look, Open, Parcel, Porter, RELAYED, UNHEARD, UNWRITABLE, desk, house,
    porter,
};
use std::sync::Arc;
use std::sync::atomic::Ordering;

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);

type Faulty = Arc<FaultyStore<MemoryStore>>;

fn faulty() -> Faulty {
    Arc::new(FaultyStore::new(MemoryStore::new()))
}

fn id(id: &str) -> EntityId<Porter> {
    EntityId::new(id).expect("an id")
}

/// Lets everything happen that needs no time.
async fn settle(sim: &Simulation) {
    sim.clock().advance(Duration::from_millis(1)).await;
}

#[test]
fn law3_that_a_delivery_is_over_leaves_in_no_copy_of_another_before_it_is_durable() {
    simulate(1, |sim| async move {
        let (gate, store) = (Gate::new(), faulty());
        let settings = Settings { mailbox: Capacity::bounded(1), ..Settings::default() };
        let system = house(store.clone(), &gate, settings).await;
        let (ann, bob) = (porter(&system, "ann"), porter(&system, "bob"));
        // Bob is busy and somebody waits for him: there is no room for the first copies.
        let busy = bob.clone();
        sim.spawn(async move { drop(busy.hold().await) });
        settle(&sim).await;
        let waiting = bob.clone();
        sim.spawn(async move { drop(waiting.rung().await) });
        settle(&sim).await;
        ann.send(id("bob"), 1).await.expect("it is stored");
        ann.send(id("bob"), 2).await.expect("it is stored");
        settle(&sim).await;
        gate.open.add_permits(1);
        settle(&sim).await;
        // Ann gives up the first, and the process is gone before that or anything else of hers is stored; meanwhile the second one is sent
        // again, and taken.
        store.fail(Operation::Append, When::Nth(1), Effect::Hang);
        store.fail(Operation::Append, When::Nth(3), Effect::Hang);
        let giving_up = ann.clone();
        sim.spawn(async move { drop(giving_up.forget(1).await) });
        settle(&sim).await;
        sim.clock().advance(8 * SECOND).await;
        assert_eq!(bob.taken().await, Ok(vec![2]));
        let system = house(Arc::new(store.inner().restart()), &gate, Settings::default()).await;
        sim.clock().advance(MINUTE).await;
        let mut heard = porter(&system, "ann").heard().await.expect("an answer");
        heard.sort_unstable();
        let mut taken = porter(&system, "bob").taken().await.expect("an answer");
        taken.sort_unstable();
        assert_eq!((taken, heard), (vec![1, 2], vec![1, 2]), "what is confirmed was taken");
    });
}

#[test]
fn d51_a_timer_that_is_set_anew_while_it_is_on_its_way_fires() {
    simulate(1, |sim| async move {
        let gate = Gate::new();
        let system = house(MemoryStore::new(), &gate, Settings::default()).await;
        let ann = porter(&system, "ann");
        ann.set(SECOND).await.expect("a timer");
        let (first, second) = (ann.clone(), ann.clone());
        sim.spawn(async move { drop(first.set_held(SECOND).await) });
        settle(&sim).await;
        sim.spawn(async move { drop(second.hold().await) });
        settle(&sim).await;
        // It fires, and waits behind both.
        sim.clock().advance(2 * SECOND).await;
        gate.open.add_permits(1);
        // It is due again, before the first time was looked at.
        sim.clock().advance(2 * SECOND).await;
        gate.open.add_permits(1);
        sim.clock().advance(10 * SECOND).await;
        assert_eq!(ann.rung().await, Ok(1));
    });
}

#[test]
fn d25_what_an_entity_has_to_send_is_sent_when_it_can_be_recovered_again() {
    simulate(1, |sim| async move {
        let (gate, store) = (Gate::new(), faulty());
        let system = house(store.clone(), &gate, Settings::default()).await;
        // The parcel is sent, and the process is gone before it is taken.
        store.fail(Operation::Append, When::Nth(2), Effect::Crash);
        porter(&system, "ann").send(id("bob"), 1).await.expect("it is stored");
        settle(&sim).await;
        gate.is_broken.store(true, Ordering::SeqCst);
        let system = house(Arc::new(store.inner().restart()), &gate, Settings::default()).await;
        sim.clock().advance(MINUTE).await;
        gate.is_broken.store(false, Ordering::SeqCst);
        sim.clock().advance(10 * MINUTE).await;
        assert_eq!(porter(&system, "bob").taken().await, Ok(vec![1]));
    });
}

#[test]
fn law4_the_word_that_a_delivery_was_taken_is_quarantined_like_any_other_command() {
    simulate(1, |sim| async move {
        let gate = Gate::new();
        let system = house(MemoryStore::new(), &gate, Settings::default()).await;
        let mut letters = system.dead_letters();
        let ann = porter(&system, "ann");
        ann.send(id("bob"), CURSED).await.expect("it is stored");
        sim.clock().advance(10 * MINUTE).await;
        assert_eq!(gate.panics.load(Ordering::SeqCst), 3);
        assert_eq!(ann.unconfirmed().await, Ok(0), "it is over: the parcel was taken");
        let letter = letters.next().await.expect("a letter").expect("none is missed");
        assert!(matches!(&letter.reason, Exit::Panicked(cause) if **cause == *"a curse"), "{letter:?}");
    });
}

#[test]
fn d20_a_full_outbox_has_room_for_what_follows_on_a_delivery_that_is_over() {
    simulate(1, |sim| async move {
        let gate = Gate::new();
        let settings = Settings { max_unconfirmed_messages: 1, ..Settings::default() };
        let system = house(MemoryStore::new(), &gate, settings).await;
        porter(&system, "ann").send(id("relay"), RELAYED.start).await.expect("it is stored");
        sim.clock().advance(MINUTE).await;
        assert_eq!(porter(&system, "relay").taken().await, Ok(vec![100, 101, 102, 103, 104, 105]));
        assert_eq!(porter(&system, "ann").unconfirmed().await, Ok(0));
    });
}

#[test]
fn d36_copies_of_a_delivery_that_is_postponed_are_dropped() {
    simulate(1, |sim| async move {
        let gate = Gate::new();
        let settings = Settings { stash: Capacity::bounded(2), ..Settings::default() };
        let system = house(MemoryStore::new(), &gate, settings).await;
        let to = EntityId::<Desk>::new("desk").expect("an id");
        porter(&system, "ann").send_to_desk(to, 1).await.expect("it is stored");
        sim.clock().advance(MINUTE).await;
        let desk = desk(&system, "desk");
        let asker = desk.clone();
        sim.spawn(async move { assert_eq!(asker.ask(Parcel(2)).await, Ok(()), "there is room for it") });
        settle(&sim).await;
        desk.ask(Open).await.expect("it opens");
        settle(&sim).await;
        assert_eq!(desk.ask(Files).await, Ok(vec!["parcel 1".into(), "parcel 2".into()]));
        sim.clock().advance(MINUTE).await;
        assert_eq!(porter(&system, "ann").unconfirmed().await, Ok(0));
    });
}

#[test]
fn d46_what_comes_to_a_machine_that_has_ended_and_left_the_memory_is_over() {
    simulate(1, |sim| async move {
        let (gate, store) = (Gate::new(), Arc::new(MemoryStore::new()));
        let system = house(store.clone(), &gate, Settings::default()).await;
        let desk = desk(&system, "desk");
        desk.ask(Open).await.expect("it opens");
        desk.ask(Close).await.expect("it closes");
        settle(&sim).await;
        let ann = porter(&system, "ann");
        ann.send_to_desk(EntityId::new("desk").expect("an id"), 1).await.expect("it is stored");
        desk.schedule(sim.clock().wall() + MINUTE, Bell).await.expect("a timer");
        sim.clock().advance(HOUR).await;
        assert_eq!(ann.unconfirmed().await, Ok(0));
        assert_eq!(ann.heard().await, Ok(vec![]), "nobody has taken it");
        let due = store.due(Table::Timer, i64::MAX, 10).await.expect("rows");
        assert_eq!(due.len(), 0, "{due:?}");
    });
}

#[test]
fn law6_a_timer_that_is_set_again_without_delay_does_not_shut_the_others_out() {
    simulate(1, |_| async move {
        let gate = Gate::new();
        let system = house(MemoryStore::new(), &gate, Settings::default()).await;
        let ann = porter(&system, "ann");
        ann.turn().await.expect("a timer");
        ann.taken().await.expect("an answer");
        let spins = gate.spins.load(Ordering::SeqCst);
        assert!(spins < 20_000, "it was turned {spins} times before anybody else was heard");
    });
}

#[test]
fn f52_a_state_that_was_looked_at_is_not_idle_also_when_the_entity_was_out_of_memory_since() {
    simulate(1, |sim| async move {
        let gate = Gate::new();
        let system = house(MemoryStore::new(), &gate, Settings::default()).await;
        desk(&system, "desk").ask(Open).await.expect("it opens");
        sim.clock().advance(2 * MINUTE).await;
        desk(&system, "desk").ask(Look).await.expect("it is open");
        sim.clock().advance(4 * MINUTE).await;
        assert_eq!(desk(&system, "desk").ask(Files).await, Ok(vec![]), "somebody came four minutes ago");
        sim.clock().advance(MINUTE + SECOND).await;
        assert_eq!(desk(&system, "desk").ask(Files).await, Ok(vec!["doze".into()]));
    });
}

#[test]
fn d54_timers_that_are_postponed_do_not_keep_those_of_others_from_firing() {
    simulate(1, |sim| async move {
        let gate = Gate::new();
        let settings = Settings { timers_in_flight: 2, ..Settings::default() };
        let system = house(MemoryStore::new(), &gate, settings).await;
        for name in ["a", "b", "c"] {
            desk(&system, name).schedule(sim.clock().wall() + SECOND, Bell).await.expect("a timer");
        }
        sim.clock().advance(MINUTE).await;
        let ann = porter(&system, "ann");
        ann.set(SECOND).await.expect("a timer");
        sim.clock().advance(MINUTE).await;
        assert_eq!(ann.rung().await, Ok(1));
        desk(&system, "a").ask(Open).await.expect("it opens");
        settle(&sim).await;
        assert_eq!(desk(&system, "a").ask(Files).await, Ok(vec!["chime".into()]));
    });
}

/// The dead letters so far: whose, what, and why.
async fn letters(system: &System, letters: &mut DeadLetters) -> Vec<String> {
    let mut found = Vec::new();
    for _ in 0..system.dead_letter_count() {
        let letter = letters.next().await.expect("a letter").expect("none is missed");
        found.push(format!("{} {}: {}", letter.id.as_deref().unwrap_or_default(), letter.message, letter.reason));
    }
    found
}

#[test]
fn law4_a_delivered_message_whose_decision_cannot_be_stored_is_seen_and_over() {
    simulate(1, |sim| async move {
        let system = house(MemoryStore::new(), &Gate::new(), Settings::default()).await;
        let mut dead = system.dead_letters();
        let (ann, bob) = (porter(&system, "ann"), porter(&system, "bob"));
        ann.send(id("bob"), UNWRITABLE).await.expect("it is stored");
        ann.send(id("bob"), 1).await.expect("it is stored");
        sim.clock().advance(10 * MINUTE).await;
        assert_eq!(bob.taken().await, Ok(vec![1]));
        assert_eq!(ann.unconfirmed().await, Ok(0), "the sender was told");
        assert_eq!(
            letters(&system, &mut dead).await,
            [
                "bob take: not stored: event `porter.took` cannot be encoded: it is unwritable",
                "ann delivery: could not start: porter.parcel to porter \"bob\": Quarantined(\"event `porter.took` cannot be encoded: it is unwritable\")",
            ]
        );
    });
}

#[test]
fn law4_that_a_delivery_was_taken_is_over_also_where_what_follows_cannot_be_stored() {
    simulate(1, |sim| async move {
        let system = house(MemoryStore::new(), &Gate::new(), Settings::default()).await;
        let mut dead = system.dead_letters();
        let (ann, bob) = (porter(&system, "ann"), porter(&system, "bob"));
        ann.send(id("bob"), UNHEARD).await.expect("it is stored");
        sim.clock().advance(10 * MINUTE).await;
        assert_eq!((bob.taken().await, ann.heard().await), (Ok(vec![UNHEARD]), Ok(Vec::new())));
        assert_eq!(ann.unconfirmed().await, Ok(0));
        assert_eq!(
            letters(&system, &mut dead).await,
            ["ann hear: not stored: event `porter.heard` cannot be encoded: it is unwritable"]
        );
    });
}

#[test]
fn law4_a_delivered_message_whose_unit_the_store_does_not_take_is_seen_and_over() {
    simulate(1, |sim| async move {
        let store = faulty();
        let system = house(store.clone(), &Gate::new(), Settings::default()).await;
        let mut dead = system.dead_letters();
        let (ann, bob) = (porter(&system, "ann"), porter(&system, "bob"));
        // That of Ann is taken, and that of Bob is not, as often as it is tried.
        for nth in 2..2 + u64::from(Settings::default().attempts) {
            store.fail(Operation::Append, When::Nth(nth), Effect::Reject);
        }
        ann.send(id("bob"), 1).await.expect("it is stored");
        sim.clock().advance(10 * MINUTE).await;
        assert_eq!((bob.taken().await, ann.unconfirmed().await), (Ok(Vec::new()), Ok(0)));
        let why = "a unit of porter \"bob\" cannot be stored: the test has said so";
        let told = format!("ann delivery: could not start: porter.parcel to porter \"bob\": Quarantined({why:?})");
        assert_eq!(letters(&system, &mut dead).await, [format!("bob take: not stored: {why}"), told]);
    });
}

#[test]
fn law4_a_delivered_message_whose_unit_the_store_does_not_take_once_is_taken_all_the_same() {
    simulate(1, |sim| async move {
        let store = faulty();
        let system = house(store.clone(), &Gate::new(), Settings::default()).await;
        let mut dead = system.dead_letters();
        let (ann, bob) = (porter(&system, "ann"), porter(&system, "bob"));
        store.fail(Operation::Append, When::Nth(2), Effect::Reject);
        ann.send(id("bob"), 1).await.expect("it is stored");
        sim.clock().advance(10 * MINUTE).await;
        assert_eq!((bob.taken().await, ann.unconfirmed().await), (Ok(vec![1]), Ok(0)));
        assert_eq!(letters(&system, &mut dead).await, [""; 0]);
    });
}

#[test]
fn law4_a_tell_that_finds_the_outbox_full_is_a_dead_letter() {
    simulate(1, |sim| async move {
        let settings = Settings { max_unconfirmed_messages: 1, ..Settings::default() };
        let system = house(MemoryStore::new(), &Gate::new(), settings).await;
        let mut dead = system.dead_letters();
        let ann = porter(&system, "ann");
        // The desk is shut.
        ann.send_to_desk(EntityId::new("desk").expect("an id"), 1).await.expect("it is stored");
        ann.send(id("bob"), 2).tell().expect("there is room in the mailbox");
        settle(&sim).await;
        assert_eq!(
            letters(&system, &mut dead).await,
            ["ann send: not stored: 1 deliveries are under way, as many as may be"]
        );
    });
}

#[test]
fn d25_an_entity_is_woken_for_what_it_has_to_send_however_full_its_mailbox_is() {
    simulate(1, |sim| async move {
        let (gate, store) = (Gate::new(), faulty());
        let system = house(store.clone(), &gate, Settings::default()).await;
        // The parcel is sent, and the process is gone before it is taken.
        store.fail(Operation::Append, When::Nth(2), Effect::Crash);
        porter(&system, "ann").send(id("bob"), 1).await.expect("it is stored");
        settle(&sim).await;
        // Who has something to send cannot be found out at first.
        let store: Faulty = Arc::new(FaultyStore::new(store.inner().restart()));
        store.fail(Operation::Beside, When::Next(2), Effect::FailBefore);
        let settings = Settings { mailbox: Capacity::bounded(1), ..Settings::default() };
        let system = house(store, &gate, settings).await;
        let ann = porter(&system, "ann");
        let busy = ann.clone();
        sim.spawn(async move { drop(busy.hold().await) });
        settle(&sim).await;
        while ann.hold().tell().is_ok() {}
        sim.clock().advance(MINUTE).await;
        gate.open.add_permits(10);
        settle(&sim).await;
        assert_eq!(porter(&system, "bob").taken().await, Ok(vec![1]));
    });
}

#[test]
fn d51_a_timer_that_is_set_anew_while_the_old_one_is_left_alone_fires_when_it_is_due() {
    simulate(1, |sim| async move {
        let (gate, store) = (Gate::new(), Arc::new(MemoryStore::new()));
        let system = house(store.clone(), &gate, Settings::default()).await;
        porter(&system, "ann").set(SECOND).await.expect("a timer");
        let store = store.restart();
        drop(system);
        gate.is_broken.store(true, Ordering::SeqCst);
        let system = house(store, &gate, Settings::default()).await;
        // It fires, and is left alone for a minute: Ann cannot be recovered.
        sim.clock().advance(5 * SECOND).await;
        gate.is_broken.store(false, Ordering::SeqCst);
        sim.clock().advance(10 * SECOND).await;
        let ann = porter(&system, "ann");
        ann.set(SECOND).await.expect("a timer");
        sim.clock().advance(5 * SECOND).await;
        assert_eq!(ann.rung().await, Ok(1));
    });
}

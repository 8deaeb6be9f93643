//! `PersistenceSupervisor`: the rules P1–P10 of the original, and what was weak in it, W1–W16, by our own.
//!
//! Of the original there is no implicit sender here: what P3 says of messages from the child to the supervisor's parent has no counterpart.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, reason = "messages are handed over")]
#![allow(clippy::unnecessary_wraps, reason = "a handler has the reply of its message")]

use mainstay::actor::{Backoff, Exit};
use mainstay::mailbox::Capacity;
use mainstay::prelude::*;
use mainstay::supervise::{
    Breaker, ConfirmableMessage as _, ConfirmableMessageEnvelope as Envelope, Confirmation, ConfirmationId,
    ConfirmationKey, Kept, PersistenceSupervisor, PersistenceSupervisorRef,
};
use std::collections::HashSet;
use std::future::IntoFuture as _;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::Notify;
use tokio::time::sleep;

const SECOND: Duration = Duration::from_secs(1);
const MOMENT: Duration = Duration::from_millis(1);
/// Longer than any back-off here.
const LONG: Duration = Duration::from_secs(20);

/// The event: adds so much. Replies with the sum.
#[derive(Message, Clone, Debug)]
#[message(reply = u32, error = TooMuch)]
struct Add(u32);

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("too much")]
struct TooMuch;

#[derive(Message)]
#[message(reply = u32)]
struct Sum;

/// A command: is logged.
#[derive(Message)]
struct Note(&'static str);

/// A command in whose handler the child panics.
#[derive(Message)]
struct Boom;

/// A command whose handler takes until it is let go.
#[derive(Message)]
struct Hold(Arc<Notify>);

/// The child is done, and stops itself.
#[derive(Message)]
struct Quit;

/// What the child does with an event.
#[derive(Clone, Copy, PartialEq)]
enum Act {
    /// Stores it, confirms, replies.
    Store,
    /// Fails to store it, and ends itself.
    FailBefore,
    /// Stores it, does not get to know, and ends itself.
    FailAfter,
    /// Stores it and has it confirmed, and dies before it replies.
    ConfirmAndDie,
    /// Keeps it without a word.
    Keep,
    Panic,
    Refuse,
    /// Hands it to a helper, who confirms after the child has ended.
    Helper,
}

/// What outlives the child.
struct World {
    plan: Box<dyn Fn(u32, u32) -> Act + Send + Sync>,
    made: AtomicU32,
    log: Mutex<Vec<String>>,
    stored: Mutex<Vec<(ConfirmationKey, u32)>>,
    kept: Mutex<Vec<ConfirmationId>>,
    /// Whether the child looks whether it has stored an event already.
    dedup: bool,
}

impl World {
    /// `plan` says what is done with a value by an incarnation.
    fn new(plan: impl Fn(u32, u32) -> Act + Send + Sync + 'static) -> Arc<Self> {
        Self::with(true, plan)
    }

    fn with(dedup: bool, plan: impl Fn(u32, u32) -> Act + Send + Sync + 'static) -> Arc<Self> {
        let (log, stored, kept) = (Mutex::default(), Mutex::default(), Mutex::default());
        Arc::new(Self { plan: Box::new(plan), made: AtomicU32::new(0), log, stored, kept, dedup })
    }

    fn supervisor(self: &Arc<Self>) -> PersistenceSupervisor<Counter, Add> {
        let world = self.clone();
        let backoff = Backoff { min: SECOND, max: 8 * SECOND, jitter: 0.0, reset: 8 * SECOND };
        PersistenceSupervisor::new("counter", Envelope::wrap, move || Counter {
            incarnation: world.made.fetch_add(1, Ordering::Relaxed) + 1,
            world: world.clone(),
        })
        .backoff(backoff)
        .expect("it is valid")
        .window(64)
    }

    fn log(&self) -> MutexGuard<'_, Vec<String>> {
        self.log.lock().expect("nobody panics in here")
    }

    fn take_log(&self) -> Vec<String> {
        std::mem::take(&mut *self.log())
    }

    fn values(&self) -> Vec<u32> {
        self.stored.lock().expect("nobody panics in here").iter().map(|(_, value)| *value).collect()
    }

    fn kept(&self) -> Vec<ConfirmationId> {
        self.kept.lock().expect("nobody panics in here").clone()
    }
}

#[actor]
struct Counter {
    incarnation: u32,
    world: Arc<World>,
}

#[handlers]
impl Counter {
    #[handle(message)]
    fn add(&mut self, event: Envelope<Add>, reply: ReplyTo<u32, TooMuch>, cx: &mut Context<Self>) {
        let (world, key, Add(value)) = (self.world.clone(), event.id.key(), event.message.clone());
        world.log().push(format!("{}: {value} as {}", self.incarnation, key.number));
        let store = || world.stored.lock().expect("nobody panics in here").push((key, value));
        let known = world.stored.lock().expect("nobody panics in here").iter().any(|(stored, _)| *stored == key);
        if known && world.dedup {
            event.confirmation("counter").tell();
            return reply.reply(world.values().iter().sum());
        }
        match (world.plan)(value, self.incarnation) {
            Act::Store => {
                store();
                event.confirmation("counter").tell();
                reply.reply(world.values().iter().sum());
            }
            Act::FailBefore => cx.kill(),
            Act::FailAfter => {
                store();
                cx.kill();
            }
            Act::ConfirmAndDie => {
                store();
                event.confirmation("counter").tell();
                panic!("on purpose");
            }
            Act::Keep => world.kept.lock().expect("nobody panics in here").push(event.id),
            Act::Panic => panic!("on purpose"),
            Act::Refuse => reply.refuse(TooMuch),
            Act::Helper => {
                store();
                let child = cx.handle().expect("it has a supervisor");
                tokio::spawn(async move {
                    child.stopped().await;
                    event.confirmation("counter").tell();
                });
                cx.kill();
            }
        }
    }

    #[handle(message)]
    fn sum(&self, _: Sum) -> u32 {
        self.world.values().iter().sum()
    }

    #[handle(message)]
    fn plain(&self, add: Add) -> Result<u32, TooMuch> {
        self.world.log().push(format!("{}: plain {}", self.incarnation, add.0));
        Ok(0)
    }

    #[handle(message)]
    fn note(&self, note: Note) {
        self.world.log().push(format!("{}: {}", self.incarnation, note.0));
    }

    #[handle(message)]
    fn boom(&self, _: Boom) {
        panic!("on purpose: {}", self.incarnation);
    }

    #[handle(message)]
    async fn hold(&mut self, hold: Hold) {
        hold.0.notified().await;
    }

    #[handle(message)]
    fn quit(&self, _: Quit, cx: &mut Context<Self>) {
        self.world.log().push(format!("{}: quit", self.incarnation));
        cx.stop();
    }
}

type Supervisor = PersistenceSupervisorRef<Counter, Add>;

async fn kept(supervisor: &Supervisor) -> Kept {
    supervisor.kept().await.expect("the supervisor lives")
}

async fn kill_child(supervisor: &Supervisor) {
    let child = supervisor.child().await.expect("it lives").expect("the child lives");
    child.kill();
    child.stopped().await;
}

fn tell(supervisor: &Supervisor, values: impl IntoIterator<Item = u32>) {
    values.into_iter().for_each(|value| supervisor.tell(Add(value)).expect("there is room"));
}

// The rules of the original.

#[tokio::test(start_paused = true)]
async fn p1_the_child_is_made_at_once() {
    let world = World::new(|_, _| Act::Store);
    let supervisor = world.supervisor().spawn();
    assert!(kept(&supervisor).await.alive);
    assert_eq!(world.made.load(Ordering::Relaxed), 1);
}

#[tokio::test(start_paused = true)]
async fn p2_what_the_supervisor_itself_is_asked_is_answered_whether_the_child_is_there_or_not() {
    let world = World::new(|_, _| Act::Keep);
    let supervisor = world.supervisor().spawn();
    tell(&supervisor, [1]);
    assert!(supervisor.child().await.expect("it lives").is_some());
    kill_child(&supervisor).await;
    assert!(supervisor.child().await.expect("it lives").is_none());
    let now = kept(&supervisor).await;
    assert_eq!((now.events, now.commands, now.restarts, now.alive), (1, 0, 1, false));
}

#[tokio::test(start_paused = true)]
async fn p3_events_are_numbered_wrapped_and_kept_until_they_are_confirmed() {
    let world = World::new(|value, _| if value == 20 { Act::Keep } else { Act::Store });
    let supervisor = world.supervisor().spawn();
    tell(&supervisor, [10, 20]);
    assert_eq!(supervisor.ask(Add(30)).await, Ok(40));
    assert_eq!(world.take_log(), ["1: 10 as 1", "1: 20 as 2", "1: 30 as 3"]);
    assert_eq!(kept(&supervisor).await.events, 1);
    Confirmation { id: world.kept()[0].clone(), persistence_id: "counter".into() }.tell();
    let now = kept(&supervisor).await;
    assert_eq!((now.events, now.unknown, now.stored_as.as_deref()), (0, 0, Some("counter")));
}

#[tokio::test(start_paused = true)]
async fn p3_a_confirmation_of_an_event_that_is_not_kept_is_counted_and_nothing_else() {
    let world = World::new(|_, _| Act::Keep);
    let supervisor = world.supervisor().spawn();
    tell(&supervisor, [1, 2]);
    sleep(MOMENT).await;
    for _ in 0..2 {
        Confirmation { id: world.kept()[0].clone(), persistence_id: "counter".into() }.tell();
    }
    let now = kept(&supervisor).await;
    assert_eq!((now.events, now.unknown, now.alive), (1, 1, true));
}

#[tokio::test(start_paused = true)]
async fn p3_messages_that_are_no_events_are_handed_down_as_they_are() {
    let world = World::new(|_, _| Act::Store);
    let supervisor = world.supervisor().events_if(|Add(value)| *value > 0).spawn();
    tell(&supervisor, [0, 1]);
    supervisor.forward(Note("hello")).await.expect("it is handled");
    assert_eq!(supervisor.forward(Sum).await, Ok(1));
    assert_eq!(world.take_log(), ["1: plain 0", "1: 1 as 2", "1: hello"]);
}

#[tokio::test(start_paused = true)]
async fn p4_while_the_child_is_down_all_is_queued_and_a_final_stop_with_nothing_kept_ends_it() {
    let system = System::volatile().start().await.expect("it starts");
    let world = World::new(|_, _| Act::Store);
    let supervisor = system.spawn(world.supervisor().final_stop(|_: &Quit| true));
    kill_child(&supervisor).await;
    tell(&supervisor, [1]);
    supervisor.forward(Note("queued")).tell().expect("there is room");
    assert_eq!(supervisor.forward(Sum).await, Ok(1));
    assert_eq!(world.take_log(), ["2: 1 as 1", "2: queued"]);
    kill_child(&supervisor).await;
    supervisor.forward(Quit).tell().expect("there is room");
    assert_eq!(supervisor.stopped().await, Exit::Stopped);
    assert_eq!((world.take_log(), system.dead_letter_count()), (vec![], 1));
}

#[tokio::test(start_paused = true)]
async fn p4_a_final_stop_behind_what_is_kept_waits_for_it() {
    let world = World::new(|_, _| Act::Store);
    let supervisor = world.supervisor().final_stop(|_: &Quit| true).spawn();
    kill_child(&supervisor).await;
    tell(&supervisor, [1]);
    supervisor.forward(Quit).tell().expect("there is room");
    assert_eq!(supervisor.stopped().await, Exit::Stopped);
    assert_eq!(world.take_log(), ["2: 1 as 1", "2: quit"]);
}

#[tokio::test(start_paused = true)]
async fn p5_so_many_restarts_are_made_then_it_ends_and_what_it_kept_becomes_dead_letters() {
    let system = System::volatile().start().await.expect("it starts");
    let world = World::new(|_, _| Act::FailBefore);
    let supervisor = system.spawn(world.supervisor().max_retries(3));
    let first = supervisor.ask(Add(1)).into_future();
    let (first, command, exit) = tokio::join!(first, supervisor.forward(Sum).into_future(), supervisor.stopped());
    assert_eq!((first, command), (Err(CallError::Stopped), Err(CallError::Stopped)));
    let words = "`counter` was started again 3 times, and ended: killed";
    assert_eq!(exit, Exit::Escalated(words.into()));
    assert_eq!((world.made.load(Ordering::Relaxed), system.dead_letter_count()), (4, 2));
}

#[tokio::test(start_paused = true)]
async fn p5_restarts_are_unlimited_unless_set() {
    let world = World::new(|_, incarnation| if incarnation < 150 { Act::FailBefore } else { Act::Store });
    let supervisor = world.supervisor().spawn();
    assert_eq!(supervisor.ask(Add(1)).await, Ok(1));
    assert_eq!(world.made.load(Ordering::Relaxed), 150);
}

#[tokio::test(start_paused = true)]
async fn p6_a_new_child_is_handed_the_events_in_order_and_then_what_came_meanwhile() {
    let world = World::new(|_, incarnation| if incarnation == 1 { Act::Keep } else { Act::Store });
    let supervisor = world.supervisor().spawn();
    tell(&supervisor, [1, 2]);
    sleep(MOMENT).await;
    kill_child(&supervisor).await;
    tell(&supervisor, [3]);
    supervisor.forward(Note("meanwhile")).tell().expect("there is room");
    tell(&supervisor, [4]);
    assert_eq!(supervisor.forward(Sum).await, Ok(10));
    let first = ["1: 1 as 1", "1: 2 as 2"];
    let second = ["2: 1 as 1", "2: 2 as 2", "2: 3 as 3", "2: meanwhile", "2: 4 as 5"];
    assert_eq!(world.take_log(), [&first[..], &second[..]].concat());
}

#[tokio::test(start_paused = true)]
async fn p7_the_count_of_restarts_starts_anew_after_a_healthy_period() {
    let world = World::new(|_, _| Act::Store);
    let supervisor = world.supervisor().spawn();
    for restarts in 1..=3 {
        kill_child(&supervisor).await;
        assert_eq!(kept(&supervisor).await.restarts, restarts);
        sleep(5 * SECOND).await;
    }
    sleep(8 * SECOND).await;
    assert_eq!(kept(&supervisor).await.restarts, 0);
    kill_child(&supervisor).await;
    assert_eq!(kept(&supervisor).await.restarts, 1);
}

#[tokio::test(start_paused = true)]
async fn p8_the_wait_before_a_restart_doubles_up_to_the_longest() {
    let world = World::new(|_, _| Act::Store);
    let supervisor = world.supervisor().spawn();
    for wait in [1, 2, 4, 8, 8] {
        kill_child(&supervisor).await;
        sleep((wait * SECOND).saturating_sub(MOMENT)).await;
        assert!(!kept(&supervisor).await.alive, "before {wait} s");
        sleep(2 * MOMENT).await;
        assert!(kept(&supervisor).await.alive, "after {wait} s");
    }
}

#[tokio::test(start_paused = true)]
async fn p9_events_and_others_keep_their_order_while_the_child_restarts_again_and_again() {
    let world = World::new(|value, incarnation| if value > 3 * incarnation { Act::FailBefore } else { Act::Store });
    let supervisor = world.supervisor().spawn();
    let sums: Vec<_> = (1..=10)
        .map(|value| {
            tell(&supervisor, [value]);
            let supervisor = supervisor.clone();
            // Polled at once, so that it is in the mailbox before the next event.
            let mut sum = Box::pin(async move { supervisor.forward(Sum).await });
            let _ = Future::poll(sum.as_mut(), &mut std::task::Context::from_waker(std::task::Waker::noop()));
            sum
        })
        .collect();
    for (sum, value) in sums.into_iter().zip(1..) {
        assert_eq!(sum.await, Ok(value * (value + 1) / 2));
    }
    assert_eq!(world.values(), (1..=10).collect::<Vec<_>>());
}

// What was weak in it.

#[tokio::test(start_paused = true)]
async fn w1_the_way_back_to_the_caller_is_kept_with_the_event_over_every_crash() {
    let world = World::new(|_, incarnation| if incarnation < 3 { Act::FailBefore } else { Act::Store });
    let supervisor = world.supervisor().spawn();
    kill_child(&supervisor).await;
    // Sent while the child is down, and the next child crashes at its first handling.
    assert_eq!(supervisor.ask(Add(7)).await, Ok(7));
    assert_eq!(world.take_log(), ["2: 7 as 1", "3: 7 as 1"]);
}

#[tokio::test(start_paused = true)]
async fn w2_events_are_numbered_by_the_supervisor_whatever_numbers_their_senders_give() {
    let world = World::new(|_, incarnation| if incarnation == 1 { Act::Keep } else { Act::Store });
    let supervisor = world.supervisor().spawn();
    // Two senders with the same number, and one with a number of 1000 before.
    tell(&supervisor, [1000, 5, 5]);
    sleep(MOMENT).await;
    world.kept()[1].clone().confirm();
    assert_eq!(kept(&supervisor).await.events, 2);
    kill_child(&supervisor).await;
    sleep(LONG).await;
    assert_eq!(world.take_log()[3..], ["2: 1000 as 1", "2: 5 as 3"]);
}

#[tokio::test(start_paused = true)]
async fn w3_a_confirmation_that_comes_when_the_child_has_ended_is_heard_before_the_replay() {
    let world = World::with(false, |_, _| Act::Helper);
    let supervisor = world.supervisor().spawn();
    tell(&supervisor, [1]);
    assert_eq!(supervisor.forward(Sum).await, Ok(1));
    assert_eq!(world.take_log(), ["1: 1 as 1"], "it is not handed down again");
}

#[tokio::test(start_paused = true)]
async fn w3_what_a_child_confirms_before_it_dies_is_not_handed_down_again() {
    let world = World::with(false, |_, _| Act::ConfirmAndDie);
    let supervisor = world.supervisor().spawn();
    assert_eq!(supervisor.ask(Add(1)).await, Err(CallError::NoReply), "stored, but nobody has answered");
    assert_eq!(supervisor.forward(Sum).await, Ok(1));
    assert_eq!(world.take_log(), ["1: 1 as 1"]);
}

#[tokio::test(start_paused = true)]
async fn w4_a_second_start_hands_nothing_down_again() {
    let world = World::new(|_, _| Act::Keep);
    let supervisor = world.supervisor().spawn();
    tell(&supervisor, [1]);
    sleep(MOMENT).await;
    kill_child(&supervisor).await;
    supervisor.start_now().await.expect("it lives");
    supervisor.start_now().await.expect("it lives");
    sleep(5 * SECOND).await;
    assert_eq!(world.take_log(), ["1: 1 as 1", "2: 1 as 1"]);
    assert_eq!(world.made.load(Ordering::Relaxed), 2, "no other child was made beside it");
}

#[tokio::test(start_paused = true)]
async fn w5_a_refusal_ends_an_event_and_tells_the_caller() {
    let world = World::new(|_, _| Act::Refuse);
    let supervisor = world.supervisor().spawn();
    assert_eq!(supervisor.ask(Add(1)).await, Err(CallError::Refused(TooMuch)));
    tell(&supervisor, [2]);
    supervisor.forward(Note("after")).await.expect("it is handled");
    assert_eq!(kept(&supervisor).await.events, 0);
}

#[tokio::test(start_paused = true)]
async fn w5_an_event_that_the_child_forgets_shows_its_age_and_is_given_up_in_the_end() {
    let system = System::volatile().start().await.expect("it starts");
    let world = World::new(|value, _| if value == 1 { Act::Keep } else { Act::Store });
    let supervisor = system.spawn(world.supervisor().patience(Some(LONG)));
    let forgotten = supervisor.ask(Add(1)).into_future();
    let watch = async {
        sleep(10 * SECOND).await;
        assert!(kept(&supervisor).await.oldest.is_some_and(|age| age >= 10 * SECOND));
    };
    let (forgotten, ()) = tokio::join!(forgotten, watch);
    assert_eq!(forgotten, Err(CallError::Quarantined { cause: "killed".into() }));
    assert_eq!(world.take_log(), ["1: 1 as 1", "2: 1 as 1", "3: 1 as 1"]);
    assert_eq!(system.dead_letter_count(), 1);
}

#[tokio::test(start_paused = true)]
async fn w5_a_child_that_is_slow_and_confirms_is_not_given_up() {
    let world = World::new(|_, _| Act::Keep);
    let supervisor = world.supervisor().patience(Some(LONG)).spawn();
    tell(&supervisor, 0..10);
    for done in 0..10 {
        sleep(LONG.saturating_sub(SECOND)).await;
        world.kept()[done].clone().confirm();
    }
    sleep(LONG).await;
    assert_eq!((kept(&supervisor).await.events, world.made.load(Ordering::Relaxed)), (0, 1));
}

#[tokio::test(start_paused = true)]
async fn w6_what_is_kept_is_bounded_and_one_more_is_told_that_it_is_busy() {
    let system = System::volatile().start().await.expect("it starts");
    let world = World::new(|_, incarnation| if incarnation == 1 { Act::Keep } else { Act::Store });
    let supervisor = system.spawn(world.supervisor().keep(Capacity::bounded(3)));
    tell(&supervisor, [1, 2]);
    supervisor.forward(Note("third")).tell().expect("there is room");
    assert_eq!(supervisor.ask(Add(4)).await, Err(CallError::Busy));
    assert_eq!(supervisor.forward(Sum).await, Err(CallError::Busy));
    assert_eq!(system.dead_letter_count(), 0, "they were told");
    tell(&supervisor, [5]);
    assert_eq!(kept(&supervisor).await.events, 2);
    assert_eq!(system.dead_letter_count(), 1, "nobody was told");
    kill_child(&supervisor).await;
    sleep(LONG).await;
    assert_eq!(supervisor.ask(Add(6)).await, Ok(9), "there is room again");
}

#[tokio::test(start_paused = true)]
async fn w7_the_numbers_of_two_supervisors_are_never_taken_for_each_other() {
    let mut keys = HashSet::new();
    for _ in 0..100 {
        let world = World::new(|_, _| Act::Keep);
        let supervisor = world.supervisor().spawn();
        tell(&supervisor, [1]);
        sleep(MOMENT).await;
        let key = world.kept()[0].key();
        assert_eq!(key.number, 1);
        assert!(keys.insert(key));
    }
}

#[tokio::test(start_paused = true)]
async fn w8_an_event_that_was_stored_without_a_word_is_not_stored_twice() {
    let plan = |value, incarnation| if value == incarnation { Act::FailAfter } else { Act::Store };
    let world = World::new(plan);
    let supervisor = world.supervisor().spawn();
    tell(&supervisor, 1..5);
    assert_eq!(supervisor.ask(Add(5)).await, Ok(15));
    assert_eq!(world.values(), [1, 2, 3, 4, 5]);

    // Without the key in the store it is, so the rule is needed.
    let world = World::with(false, plan);
    let supervisor = world.supervisor().spawn();
    tell(&supervisor, 1..5);
    assert_eq!(supervisor.ask(Add(6)).await, Ok(26));
    assert_eq!(world.values(), [1, 1, 2, 2, 3, 3, 4, 4, 6]);
}

#[tokio::test(start_paused = true)]
async fn w9_commands_that_wait_outlive_the_child() {
    let world = World::new(|_, _| Act::Store);
    let supervisor = world.supervisor().spawn();
    let hold = Arc::new(Notify::new());
    supervisor.forward(Hold(hold)).tell().expect("there is room");
    for note in ["a", "b", "c"] {
        supervisor.forward(Note(note)).tell().expect("there is room");
    }
    // Not the one that it has in its hands: as of any actor in memory, that is not run again.
    kill_child(&supervisor).await;
    assert_eq!(supervisor.forward(Sum).await, Ok(0));
    assert_eq!(world.take_log(), ["2: a", "2: b", "2: c"]);
}

#[tokio::test(start_paused = true)]
async fn w9_a_command_that_panics_is_not_run_again_and_its_caller_is_told() {
    let world = World::new(|_, _| Act::Store);
    let supervisor = world.supervisor().spawn();
    let boom = supervisor.forward(Boom).into_future();
    let (boom, sum) = tokio::join!(boom, supervisor.forward(Sum).into_future());
    assert_eq!((boom, sum), (Err(CallError::Failed), Ok(0)));
    assert_eq!(world.made.load(Ordering::Relaxed), 2);
}

#[tokio::test(start_paused = true)]
async fn w10_an_event_that_the_child_fails_on_each_time_is_quarantined_and_the_next_ones_run() {
    let system = System::volatile().start().await.expect("it starts");
    let mut letters = system.dead_letters();
    let world = World::new(|value, _| if value == 13 { Act::Panic } else { Act::Store });
    let supervisor = system.spawn(world.supervisor());
    tell(&supervisor, [1]);
    let poison = supervisor.ask(Add(13)).into_future();
    let (poison, next) = tokio::join!(poison, supervisor.ask(Add(2)).into_future());
    assert_eq!(poison, Err(CallError::Quarantined { cause: "panicked: on purpose".into() }));
    assert_eq!(next, Ok(3));
    let letter = letters.next().await.expect("there is one").expect("it is kept");
    assert_eq!(letter.reason, Exit::Panicked("on purpose".into()));
    assert!(letter.message.ends_with("Add"), "{letter}");
    assert_eq!(kept(&supervisor).await.quarantined, 1);
    assert_eq!(world.made.load(Ordering::Relaxed), 4, "three attempts");
}

#[tokio::test(start_paused = true)]
async fn w10_an_event_is_not_blamed_for_an_outage_nor_for_the_poison_beside_it() {
    // 7 meets an outage many times over, and 13 is poison behind it.
    let world = World::new(|value, incarnation| match value {
        7 if incarnation < 10 => Act::FailBefore,
        13 => Act::Panic,
        _ => Act::Store,
    });
    let supervisor = world.supervisor().spawn();
    let seven = supervisor.ask(Add(7)).into_future();
    let (seven, poison, next) =
        tokio::join!(seven, supervisor.ask(Add(13)).into_future(), supervisor.ask(Add(1)).into_future());
    assert_eq!((seven, next), (Ok(7), Ok(8)));
    assert_eq!(poison, Err(CallError::Quarantined { cause: "panicked: on purpose".into() }));
}

#[tokio::test(start_paused = true)]
async fn w10_the_event_in_the_childs_hands_is_blamed_and_not_an_older_one_that_it_has_yet_to_confirm() {
    let world = World::new(|value, incarnation| match value {
        13 => Act::Panic,
        _ if incarnation < 4 => Act::Keep,
        _ => Act::Store,
    });
    let supervisor = world.supervisor().spawn();
    let older = supervisor.ask(Add(1)).into_future();
    let (older, poison) = tokio::join!(older, supervisor.ask(Add(13)).into_future());
    assert_eq!((older, poison), (Ok(1), Err(CallError::Quarantined { cause: "panicked: on purpose".into() })));
}

#[tokio::test(start_paused = true)]
async fn w10_an_event_that_cannot_even_be_wrapped_is_quarantined_at_once() {
    let world = World::new(|_, _| Act::Store);
    let make = {
        let world = world.clone();
        move || Counter { incarnation: 1, world: world.clone() }
    };
    let wrap = |message: Add, id| {
        assert!(message.0 != 13, "unlucky");
        Envelope::wrap(message, id)
    };
    let supervisor = PersistenceSupervisor::new("counter", wrap, make).spawn();
    let poison = Err(CallError::Quarantined { cause: "panicked: unlucky".into() });
    assert_eq!((supervisor.ask(Add(13)).await, supervisor.ask(Add(1)).await), (poison, Ok(1)));
}

#[tokio::test(start_paused = true)]
async fn w11_a_child_never_starts_over_in_place_whatever_its_own_policy_says() {
    // `Counter` says what all actors say that say nothing: restart. Its events are handed down again all the same.
    let world = World::new(|_, incarnation| if incarnation == 1 { Act::Panic } else { Act::Store });
    let supervisor = world.supervisor().spawn();
    let first = supervisor.child().await.expect("it lives").expect("the child lives");
    assert_eq!(supervisor.ask(Add(1)).await, Ok(1));
    assert_eq!(first.stopped().await, Exit::Panicked("on purpose".into()));
    assert_eq!(world.take_log(), ["1: 1 as 1", "2: 1 as 1"]);
}

#[tokio::test(start_paused = true)]
async fn w12_a_confirmation_needs_an_id_that_only_the_supervisor_of_that_event_makes() {
    // That nobody else can make one is for the compiler: `ConfirmationId` has no public constructor. An id leads to its own supervisor alone.
    let (one, two) = (World::new(|_, _| Act::Keep), World::new(|_, _| Act::Keep));
    let (first, second) = (one.supervisor().spawn(), two.supervisor().spawn());
    tell(&first, [1]);
    tell(&second, [1]);
    sleep(MOMENT).await;
    assert_eq!(one.kept()[0].key().number, two.kept()[0].key().number);
    one.kept()[0].clone().confirm();
    assert_eq!((kept(&first).await.events, kept(&second).await.events), (0, 1));
}

#[tokio::test(start_paused = true)]
async fn w13_a_child_that_stops_with_nothing_in_its_hands_has_not_failed() {
    let world = World::new(|_, _| Act::Store);
    let supervisor = world.supervisor().max_retries(0).spawn();
    for round in 1..=5 {
        supervisor.forward(Quit).await.expect("it is handled");
        sleep(LONG).await;
        let now = kept(&supervisor).await;
        assert_eq!((now.alive, now.restarts), (false, 0), "nobody needs it");
        assert_eq!(supervisor.ask(Add(1)).await, Ok(round), "the next message starts another one, without a wait");
    }
}

#[tokio::test(start_paused = true)]
async fn w13_a_final_stop_is_known_among_events_too() {
    let world = World::new(|_, _| Act::Store);
    let supervisor = world.supervisor().final_stop(|Add(value)| *value == 0).spawn();
    let last = supervisor.ask(Add(0)).into_future();
    assert_eq!(last.await, Ok(0));
    kill_child(&supervisor).await;
    assert_eq!(supervisor.stopped().await, Exit::Stopped);
}

#[tokio::test(start_paused = true)]
async fn w14_events_are_stored_in_order_whatever_the_child_does_unless_a_window_is_set() {
    let world = World::new(|value, incarnation| if value == incarnation { Act::Keep } else { Act::Store });
    let supervisor = world.supervisor().window(1).patience(Some(SECOND)).spawn();
    tell(&supervisor, 1..=4);
    assert_eq!(supervisor.ask(Add(5)).await, Ok(15));
    assert_eq!(world.values(), [1, 2, 3, 4, 5]);
}

#[tokio::test(start_paused = true)]
async fn w14_no_more_than_the_window_is_handed_down_at_a_time() {
    let world = World::new(|_, incarnation| if incarnation == 1 { Act::Keep } else { Act::Store });
    let supervisor = world.supervisor().window(2).spawn();
    tell(&supervisor, 1..=5);
    sleep(MOMENT).await;
    assert_eq!(world.take_log(), ["1: 1 as 1", "1: 2 as 2"]);
    world.kept()[0].clone().confirm();
    sleep(MOMENT).await;
    assert_eq!(world.take_log(), ["1: 3 as 3"]);
    kill_child(&supervisor).await;
    sleep(LONG).await;
    assert_eq!(world.values(), [2, 3, 4, 5]);
}

#[tokio::test(start_paused = true)]
async fn w15_supervisors_that_share_a_breaker_try_an_outage_one_at_a_time() {
    const CHILDREN: u32 = 20;
    let outage = Arc::new(AtomicU32::new(1));
    let backoff = Backoff { min: SECOND, max: 8 * SECOND, jitter: 0.0, reset: 8 * SECOND };
    let breaker = Breaker::with_backoff(backoff).expect("it is valid");
    let tries = Arc::new(AtomicU32::new(0));
    let supervisors: Vec<_> = (0..CHILDREN)
        .map(|_| {
            let (outage, tries) = (outage.clone(), tries.clone());
            let world = World::new(move |_, _| {
                tries.fetch_add(1, Ordering::Relaxed);
                if outage.load(Ordering::Relaxed) == 1 { Act::FailBefore } else { Act::Store }
            });
            world.supervisor().breaker(breaker.clone()).spawn()
        })
        .collect();
    for supervisor in &supervisors {
        tell(supervisor, [1]);
    }
    sleep(MOMENT).await;
    assert!(breaker.is_open());
    // Everyone has tried once before it was known. In an hour each of them alone would try 450 times, and so do all of them together.
    sleep(3600 * SECOND).await;
    let together = tries.swap(0, Ordering::Relaxed);
    assert!((450..=CHILDREN + 460).contains(&together), "{together}");
    outage.store(0, Ordering::Relaxed);
    for supervisor in &supervisors {
        assert_eq!(supervisor.forward(Sum).await, Ok(1));
    }
    assert!(!breaker.is_open());
    assert_eq!(tries.load(Ordering::Relaxed), CHILDREN);
}

#[tokio::test(start_paused = true)]
async fn w16_a_query_behind_events_sees_them_all_stored() {
    let world = World::new(|value, incarnation| if value > incarnation { Act::FailBefore } else { Act::Store });
    let supervisor = world.supervisor().spawn();
    tell(&supervisor, 1..=6);
    assert_eq!(supervisor.forward(Sum).await, Ok(21));
}

/// For tests in which the child itself is of no interest.
trait Confirm {
    fn confirm(self);
}

impl Confirm for ConfirmationId {
    fn confirm(self) {
        Confirmation { id: self, persistence_id: "counter".into() }.tell();
    }
}

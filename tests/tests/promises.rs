//! The table of promises in the documentation of `mainstay::delivery`, a test for each cell. Those of `AtLeastOnceDelivery` are in
//! `delivery_by_hand.rs`: order `d27` and `d30_d22`, receiver `d35`, sender and process `d29` and `d36`, twice `d35`.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::unused_self, reason = "the actors are there to be watched")]

use mainstay::delivery::{Delivered, GuaranteedDelivery};
use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use mainstay::testing::{Faults, Network, Simulation, simulate, simulate_seeds};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex};

const TIMEOUT: Duration = Duration::from_secs(10);

/// What was handled, whoever did it.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u32>>>);

impl Log {
    fn write(&self, number: u32) -> usize {
        let mut log = self.0.lock().expect("no panic");
        log.push(number);
        log.iter().filter(|other| **other == number).count()
    }

    fn lines(&self) -> Vec<u32> {
        self.0.lock().expect("no panic").clone()
    }
}

#[derive(Message, Clone)]
struct Write(u32);

/// In whose hands the actor fails, the first time.
const FATAL: u32 = 2;

#[actor(mailbox = 4, backoff(min = "1ms"))]
struct Book(Log);

#[handlers]
impl Book {
    #[handle(message)]
    fn write(&mut self, Write(number): Write) {
        assert!(self.0.write(number) > 1 || number != FATAL, "it happens");
    }

    /// Nothing else is handled meanwhile.
    #[handle]
    async fn pause(&mut self) {
        for_ever().await;
    }
}

async fn for_ever() {
    std::future::pending::<()>().await;
}

fn book() -> (BookRef, Log) {
    let log = Log::default();
    let its = log.clone();
    (Book::spawn_with(move || Book(its.clone())), log)
}

/// Sends in a way of its, and is killed by the test.
#[actor]
struct Writer(BookRef);

#[handlers]
impl Writer {
    #[handle]
    fn tell(&self, number: u32) {
        let _ = self.0.tell(Write(number));
    }

    #[handle]
    async fn send(&self, number: u32) {
        let _ = self.0.ask(Write(number)).send().await;
    }

    #[handle]
    async fn ask(&self, number: u32) {
        let _ = self.0.ask(Write(number)).await;
    }
}

/// Kills the writer when everybody waits.
async fn kill(writer: &WriterRef, sim: &Simulation) {
    sim.clock().settle().await;
    writer.kill();
    writer.stopped().await;
}

#[test]
fn tell_send_and_ask_keep_the_order() {
    simulate_seeds(0..20, |_| async {
        let (book, log) = book();
        for number in (10..40).step_by(3) {
            book.ask(Write(number)).send().await.expect("it lives");
            let _ = book.tell(Write(number + 1));
            book.ask(Write(number + 2)).await.expect("it lives");
        }
        assert_eq!(log.lines(), (10..40).collect::<Vec<_>>());
    });
}

#[test]
fn tell_loses_the_one_in_hand_when_the_receiver_crashes_and_none_comes_twice() {
    simulate_seeds(0..20, |sim: Simulation| async move {
        let (book, log) = book();
        for number in 1..=4 {
            book.tell(Write(number)).expect("there is room");
        }
        sim.clock().advance(TIMEOUT).await;
        assert_eq!(log.lines(), [1, FATAL, 3, 4], "it was begun, and is not handled again");
    });
}

#[test]
fn send_loses_the_one_in_hand_when_the_receiver_crashes_and_none_comes_twice() {
    simulate_seeds(0..20, |sim: Simulation| async move {
        let (book, log) = book();
        for number in 1..=9 {
            book.ask(Write(number)).send().await.expect("it finds room");
        }
        sim.clock().advance(TIMEOUT).await;
        assert_eq!(log.lines(), (1..=9).collect::<Vec<_>>());
    });
}

#[test]
fn ask_tells_the_caller_when_the_receiver_crashes_and_none_comes_twice() {
    simulate_seeds(0..20, |_| async {
        let (book, log) = book();
        let (first, fatal, behind) = tokio::join!(
            biased;
            async { book.ask(Write(1)).await },
            async { book.ask(Write(FATAL)).await },
            async { book.ask(Write(3)).await }
        );
        assert_eq!((first, fatal, behind), (Ok(()), Err(CallError::Failed), Ok(())));
        assert_eq!(log.lines(), [1, FATAL, 3]);
        assert_eq!(book.ask(Write(FATAL)).await, Ok(()));
        assert_eq!(log.lines(), [1, FATAL, 3, FATAL], "twice, since the caller has asked again");
    });
}

#[test]
fn tell_and_ask_are_handled_when_the_sender_crashes_after_them() {
    simulate_seeds(0..20, |sim: Simulation| async move {
        let (book, log) = book();
        let writer = Writer(book.clone()).spawn();
        writer.tell(10).await.expect("it lives");
        writer.ask(11).tell().expect("there is room");
        kill(&writer, &sim).await;
        sim.clock().settle().await;
        assert_eq!(log.lines(), [10, 11]);
    });
}

#[test]
fn send_that_waits_for_room_is_not_sent_when_the_sender_crashes() {
    simulate(1, |sim: Simulation| async move {
        let (book, log) = book();
        book.pause().tell().expect("there is room");
        sim.clock().settle().await;
        for number in 10..14 {
            book.tell(Write(number)).expect("there is room");
        }
        let writer = Writer(book.clone()).spawn();
        writer.send(14).tell().expect("there is room");
        kill(&writer, &sim).await;
        assert_eq!(book.tell(Write(15)), Err(TellError::Full), "nobody has gone, and nobody has come");
        assert_eq!(log.lines(), []);
    });
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "purse.filled")]
struct Filled;

#[actor(persistent = "purse")]
#[derive(Default)]
struct Purse {
    coins: u32,
}

#[handlers]
impl Purse {
    #[command]
    fn fill(&self) -> Persist<Self, Filled, u32> {
        persist(Filled).reply_with(|after: &Self| after.coins)
    }

    #[query]
    fn coins(&self) -> u32 {
        self.coins
    }

    #[apply]
    fn filled(&mut self, _: &Filled) {
        self.coins += 1;
    }
}

/// How the process sends before it ends at the write, and what the next one does about it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Tell,
    AskAgain,
    AskAgainWithId,
}

/// The coins that are there in the next process.
fn coins_after_the_end_of_the_process(way: Way, effect: Effect) -> u32 {
    simulate(1, |_| async move {
        let memory = Arc::new(MemoryStore::new());
        let store = Arc::new(FaultyStore::new(memory.clone()));
        store.fail(Operation::Append, When::Nth(1), effect);
        let system = System::with(store.clone()).host::<Purse>().start().await.expect("the store is there");
        let purse = system.entity::<Purse>("1").expect("hosted");
        let sent = match way {
            Way::AskAgainWithId => purse.fill().id("coin").tell(),
            Way::Tell | Way::AskAgain => purse.fill().tell(),
        };
        sent.expect("there is room");
        store.crashed().await;
        drop((purse, system));
        let system = System::with(memory.restart()).host::<Purse>().start().await.expect("the store is there");
        let purse = system.entity::<Purse>("1").expect("hosted");
        match way {
            Way::Tell => {}
            Way::AskAgain => drop(purse.fill().await.expect("it is stored")),
            Way::AskAgainWithId => drop(purse.fill().id("coin").await.expect("it is stored")),
        }
        let coins = purse.coins().await.expect("it lives");
        system.shutdown().await.expect("in order");
        coins
    })
}

#[test]
fn tell_is_lost_with_the_process_and_never_comes_twice() {
    assert_eq!(coins_after_the_end_of_the_process(Way::Tell, Effect::Crash), 0);
    assert_eq!(coins_after_the_end_of_the_process(Way::Tell, Effect::CrashAfter), 1);
}

#[test]
fn ask_that_is_repeated_after_the_end_of_the_process_may_come_twice() {
    assert_eq!(coins_after_the_end_of_the_process(Way::AskAgain, Effect::Crash), 1);
    assert_eq!(coins_after_the_end_of_the_process(Way::AskAgain, Effect::CrashAfter), 2);
}

#[test]
fn ask_with_an_id_that_is_repeated_after_the_end_of_the_process_takes_effect_once() {
    assert_eq!(coins_after_the_end_of_the_process(Way::AskAgainWithId, Effect::Crash), 1);
    assert_eq!(coins_after_the_end_of_the_process(Way::AskAgainWithId, Effect::CrashAfter), 1);
}

#[test]
fn guaranteed_delivery_does_not_keep_the_order() {
    simulate_seeds(0..20, |_| async {
        let system = System::volatile().start().await.expect("nothing can fail");
        let (book, log) = book();
        let network = Network::new(1);
        let link = network.link("writer", "book", book.recipient());
        network.faults("writer", "book", Faults { lose_every: Some(1), ..Faults::NONE });
        let first = GuaranteedDelivery::new(link.clone(), Write(10), 3, TIMEOUT).start(&system);
        assert_eq!(first.attempts().await, Ok(1));
        network.faults("writer", "book", Faults::NONE);
        let second = GuaranteedDelivery::new(link, Write(11), 3, TIMEOUT).outcome(&system).await;
        assert_eq!(second, Ok(Delivered { attempts: 1 }));
        first.stopped().await;
        assert_eq!(log.lines(), [11, 10]);
    });
}

#[test]
fn guaranteed_delivery_sends_again_when_the_receiver_crashes_and_so_it_comes_twice() {
    simulate_seeds(0..20, |_| async {
        let system = System::volatile().start().await.expect("nothing can fail");
        let (book, log) = book();
        let outcome = GuaranteedDelivery::new(book.recipient(), Write(FATAL), 3, TIMEOUT).outcome(&system).await;
        assert_eq!(outcome, Ok(Delivered { attempts: 2 }));
        assert_eq!(log.lines(), [FATAL, FATAL]);
    });
}

#[test]
fn guaranteed_delivery_goes_on_when_the_sender_is_gone() {
    simulate_seeds(0..20, |sim: Simulation| async move {
        let system = System::volatile().start().await.expect("nothing can fail");
        let (book, log) = book();
        let delivery = GuaranteedDelivery::new(book.recipient(), Write(FATAL), 3, TIMEOUT);
        {
            let mut outcome = std::pin::pin!(delivery.outcome(&system));
            // Begun, and dropped.
            assert!(std::future::poll_fn(|cx| std::task::Poll::Ready(outcome.as_mut().poll(cx))).await.is_pending());
        }
        sim.clock().advance(TIMEOUT * 2).await;
        assert_eq!(log.lines(), [FATAL, FATAL]);
    });
}

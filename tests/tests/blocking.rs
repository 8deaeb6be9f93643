//! Handlers that may block run elsewhere, and hold up their own actor and nobody else.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, clippy::unused_self, reason = "a message gives what it carries")]

use mainstay::actor::Exit;
use mainstay::prelude::*;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, ThreadId};
use tokio::runtime::Handle as Tokio;
use tokio::sync::oneshot;

#[derive(Message)]
#[message(reply = u32)]
struct Add(u32);

#[actor(backoff(min = "1ms"))]
#[derive(Default)]
struct Archive {
    total: u32,
}

/// Says that a handler has begun, and waits until it may end.
struct Gate {
    begun: oneshot::Sender<ThreadId>,
    end: Receiver<()>,
}

impl Gate {
    fn new() -> (Self, oneshot::Receiver<ThreadId>, Sender<()>) {
        let ((begun, wait), (open, end)) = (oneshot::channel(), channel());
        (Self { begun, end }, wait, open)
    }

    fn pass(self) {
        let _ = self.begun.send(thread::current().id());
        self.end.recv().expect("the test opens the gate");
    }
}

#[handlers]
impl Archive {
    #[handle(blocking)]
    fn load(&mut self, gate: Gate) -> u32 {
        gate.pass();
        self.total += 1;
        self.total
    }

    #[handle(blocking)]
    fn refuse(&mut self) -> Result<u32, String> {
        self.total += 1;
        Err("no".into())
    }

    #[handle(blocking, message)]
    fn add(&mut self, Add(by): Add) -> u32 {
        self.total += by;
        self.total
    }

    #[handle(blocking)]
    fn later(&mut self, reply: ReplyTo<u32>, cx: &mut Context<Self>) {
        self.total += 1;
        cx.run(async {}, move |archive, (), _| reply.reply(archive.total));
    }

    #[handle(blocking)]
    fn breaks(&mut self, gate: Gate) {
        gate.pass();
        panic!("told to");
    }

    #[handle(blocking)]
    fn stops(&mut self, cx: &mut Context<Self>) {
        cx.stop();
    }

    /// Blocks on an answer, as only a thread for that can.
    #[handle(blocking)]
    fn asks(&mut self, other: ArchiveRef) -> Result<u32, String> {
        Tokio::current().block_on(async { other.total().await }).map_err(|error| error.to_string())
    }

    #[handle]
    fn total(&self) -> u32 {
        self.total
    }
}

#[tokio::test]
async fn a_blocking_handler_holds_up_its_own_mailbox_and_no_other_actor() {
    let (archive, other) = (Archive::default().spawn(), Archive::default().spawn());
    let (gate, begun, open) = Gate::new();
    let test = async {
        let thread = begun.await.expect("it begins");
        assert_ne!(thread, thread::current().id());
        // The runtime has this one thread, and it is free.
        assert_eq!(other.total().await, Ok(0));
        archive.ask(Add(10)).tell().expect("there is room");
        open.send(()).expect("it waits");
    };
    let (loaded, ()) = tokio::join!(async { archive.load(gate).await }, test);
    assert_eq!(loaded, Ok(1));
    assert_eq!(archive.total().await, Ok(11), "what came meanwhile came after");
}

#[tokio::test]
async fn a_blocking_handler_refuses_takes_typed_messages_and_replies_later() {
    let archive = Archive::default().spawn();
    assert_eq!(archive.refuse().await, Err(CallError::Refused("no".into())));
    assert_eq!(archive.ask(Add(2)).await, Ok(3));
    assert_eq!(archive.later().await, Ok(4), "the context that comes back is the one that went");
    archive.stops().await.expect("it lives");
    assert_eq!(archive.stopped().await, Exit::Stopped);
}

#[tokio::test]
async fn a_panic_in_a_blocking_handler_is_supervised_as_elsewhere() {
    let archive = Archive::spawn_with(Archive::default);
    archive.ask(Add(2)).await.expect("it lives");
    let (gate, _begun, open) = Gate::new();
    open.send(()).expect("the gate is there");
    let (failed, total) = tokio::join!(async { archive.breaks(gate).await }, async { archive.total().await });
    assert_eq!(failed, Err(CallError::Failed));
    assert_eq!(total, Ok(0), "a new value handles what waited");

    let once = Archive::default().spawn();
    let (gate, _begun, open) = Gate::new();
    open.send(()).expect("the gate is there");
    assert_eq!(once.breaks(gate).await, Err(CallError::Failed));
    assert_eq!(once.stopped().await, Exit::Panicked("told to".into()));
}

#[tokio::test]
async fn a_kill_waits_for_a_blocking_handler_and_what_follows_is_a_dead_letter() {
    let system = System::volatile().start().await.expect("nothing is opened");
    let mut letters = system.dead_letters();
    let archive = system.spawn(Archive::default());
    let (gate, begun, open) = Gate::new();
    let test = async {
        begun.await.expect("it begins");
        archive.ask(Add(1)).tell().expect("there is room");
        archive.kill();
        open.send(()).expect("it waits");
    };
    let (loaded, ()) = tokio::join!(async { archive.load(gate).await }, test);
    assert_eq!(loaded, Ok(1), "it ran to its end");
    assert_eq!(archive.stopped().await, Exit::Killed);
    let letter = letters.next().await.expect("the system lives").expect("nothing is missed");
    assert_eq!((letter.message, letter.reason), ("add", Exit::Killed));
    assert_eq!(system.dead_letter_count(), 1);
}

#[tokio::test]
async fn a_blocking_handler_may_wait_for_answers_and_a_circle_is_found() {
    let (archive, other) = (Archive::default().spawn(), Archive::default().spawn());
    assert_eq!(archive.asks(other).await, Ok(0));
    let Err(CallError::Refused(why)) = archive.asks(archive.clone()).await else { panic!("it would wait for itself") };
    assert!(why.contains("in a circle"), "{why}");
}

#[test]
fn a_blocking_handler_runs_in_order_in_a_simulation() {
    mainstay::testing::simulate(1, |_| async {
        let archive = Archive::default().spawn();
        archive.ask(Add(2)).tell().expect("there is room");
        assert_eq!(archive.total().await, Ok(2));
    });
}

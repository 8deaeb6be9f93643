//! What the callers of a supervisor that keeps events are told when it ends.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, reason = "messages are handed over")]

use mainstay::prelude::*;
use mainstay::supervise::{ConfirmableMessage as _, ConfirmableMessageEnvelope as Envelope, PersistenceSupervisor};
use mainstay::testing::simulate_seeds;
use std::future::IntoFuture as _;

#[derive(Message, Clone, Debug)]
#[message(reply = u32)]
struct Add;

/// Confirms at once, and answers never.
#[actor]
#[derive(Default)]
struct Slow {
    answers: Vec<ReplyTo<u32>>,
}

#[handlers]
impl Slow {
    #[handle(message)]
    fn add(&mut self, event: Envelope<Add>, reply: ReplyTo<u32>) {
        event.confirmation("slow").tell();
        self.answers.push(reply);
    }
}

#[test]
fn w5_a_caller_whose_event_is_confirmed_is_not_told_that_it_was_not_handled() {
    for kills in [false, true] {
        simulate_seeds(0..50, move |sim| async move {
            let supervisor = PersistenceSupervisor::new("slow", Envelope::wrap, Slow::default).spawn();
            let asked = supervisor.ask(Add).into_future();
            let ended = async {
                sim.clock().settle().await;
                let kept = supervisor.kept().await.expect("it lives");
                assert_eq!((kept.events, kept.unanswered), (0, 1));
                if kills { supervisor.kill() } else { supervisor.stop() }
            };
            let (answer, ()) = tokio::join!(biased; asked, ended);
            assert_eq!(answer, Err(CallError::NoReply), "it is stored");
        });
    }
}

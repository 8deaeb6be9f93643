//! `GuaranteedDelivery`: one message, sent until it is acknowledged or the retries are used up, and exactly one outcome.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unchecked_time_subtraction,
    reason = "a test that cannot go on fails"
)]

use mainstay::delivery::{Ack, Delivered, DeliveryFailed, DeliveryOutcome, FailureCause, GuaranteedDelivery};
use mainstay::prelude::*;
use mainstay::testing::{Faults, Network, Probe, Simulation, simulate};
use std::convert::Infallible;

const TIMEOUT: Duration = Duration::from_secs(10);
const MOMENT: Duration = Duration::from_millis(1);

/// The receiver acknowledges it itself.
#[derive(Message, Clone, Debug, PartialEq)]
#[message(reply = Ack, error = NotToday)]
struct Print(&'static str);

/// The runtime acknowledges it.
#[derive(Message, Clone, Debug, PartialEq)]
struct Note(&'static str);

#[derive(Debug, PartialEq, thiserror::Error)]
#[error("not today")]
struct NotToday;

/// Acknowledges when it has seen as many as it is told to wait for.
#[actor]
struct Printer {
    seen: u32,
    silent: u32,
}

#[handlers]
impl Printer {
    #[handle(message)]
    fn print(&mut self, _: Print, reply: ReplyTo<Ack, NotToday>) {
        self.seen += 1;
        if self.seen > self.silent {
            reply.reply(Ack);
        }
    }

    #[handle(message)]
    fn note(&mut self, _: Note) {
        self.seen += 1;
    }

    #[handle]
    fn seen(&self) -> u32 {
        self.seen
    }
}

async fn system() -> System {
    System::volatile().start().await.expect("nothing can fail")
}

fn failed(attempts: u64, cause: FailureCause) -> Result<Delivered, DeliveryFailed> {
    Err(DeliveryFailed { attempts, cause })
}

#[test]
fn d38_c5_an_acknowledgement_at_any_attempt_is_one_success_and_the_end() {
    simulate(1, |sim: Simulation| async move {
        for silent in 0..=3 {
            let system = system().await;
            let printer = system.spawn_named("printer", Printer { seen: 0, silent }).expect("the name is free");
            let mut sender = Probe::<DeliveryOutcome>::new();
            let target = system.recipient::<Printer, Print>("printer");
            let begun = sim.clock().now();
            let delivery =
                GuaranteedDelivery::new(target, Print("a"), 3, TIMEOUT).tell(sender.recipient()).start(&system);
            let outcome = sender.expect_within(TIMEOUT * 5).await.message;
            assert_eq!(outcome, DeliveryOutcome(Ok(Delivered { attempts: u64::from(silent) + 1 })));
            assert_eq!(sim.clock().now() - begun, TIMEOUT * silent);
            assert_eq!(sender.expect_end(&delivery).await, Exit::Stopped);
            sender.expect_nothing(TIMEOUT * 10).await;
            assert_eq!(printer.seen().await, Ok(silent + 1), "it is not sent again");
        }
    });
}

#[test]
fn d38_c4_c7_without_an_acknowledgement_one_failure_when_all_timeouts_are_over() {
    simulate(1, |sim: Simulation| async move {
        let system = system().await;
        let mut printer = Probe::<Print>::new();
        let mut sender = Probe::<DeliveryOutcome>::new();
        let begun = sim.clock().now();
        let delivery = GuaranteedDelivery::new(printer.recipient(), Print("a"), 3, TIMEOUT)
            .tell(sender.recipient())
            .start(&system);
        let mut asked = Vec::new();
        for attempt in 0..=3 {
            asked.push(printer.expect_within(TIMEOUT * 2).await);
            assert_eq!(sim.clock().now() - begun, TIMEOUT * attempt);
        }
        let outcome = sender.expect_within(TIMEOUT * 2).await.message;
        assert_eq!(outcome, DeliveryOutcome(failed(4, FailureCause::NoAnswer)));
        assert_eq!(sim.clock().now() - begun, TIMEOUT * 4);
        assert_eq!(sender.expect_end(&delivery).await, Exit::Stopped, "no actor remains");
        printer.expect_nothing(TIMEOUT * 10).await;
        sender.expect_nothing(TIMEOUT * 10).await;
    });
}

#[test]
fn d38_c2_no_retries_is_one_attempt() {
    simulate(1, |sim: Simulation| async move {
        let system = system().await;
        let begun = sim.clock().now();
        let outcome = GuaranteedDelivery::new(system.recipient::<Printer, Note>("nobody"), Note("a"), 0, TIMEOUT);
        let outcome = outcome.outcome(&system).await;
        assert_eq!(outcome, failed(1, FailureCause::NotSent(TellError::Stopped)));
        assert_eq!(sim.clock().now() - begun, TIMEOUT);
    });
}

#[test]
fn c6_the_runtime_acknowledges_for_a_receiver_without_a_reply() {
    simulate(1, |_| async {
        let system = system().await;
        let printer = system.spawn(Printer { seen: 0, silent: 0 });
        let outcome = GuaranteedDelivery::new(printer.recipient(), Note("a"), 3, TIMEOUT).outcome(&system).await;
        assert_eq!(outcome, Ok(Delivered { attempts: 1 }));
        assert_eq!(printer.seen().await, Ok(1));
    });
}

#[test]
fn d38_c5_a_late_acknowledgement_is_a_dead_letter() {
    simulate(1, |sim: Simulation| async move {
        let system = system().await;
        let mut letters = system.dead_letters();
        let mut printer = Probe::<Print>::new();
        let delivery = GuaranteedDelivery::new(printer.recipient(), Print("a"), 0, TIMEOUT);
        assert_eq!(delivery.outcome(&system).await, failed(1, FailureCause::NoAnswer));
        assert_eq!(system.dead_letter_count(), 0);
        printer.expect().await.reply.reply(Ack);
        let letter = letters.next().await.expect("the system lives").expect("none was missed");
        assert!(letter.message.ends_with("Ack"), "{letter}");
        assert_eq!(letter.reason, Exit::Stopped);
        sim.clock().settle().await;
        assert_eq!(system.dead_letter_count(), 1);
    });
}

#[test]
fn d38_of_several_acknowledgements_the_first_counts_and_the_others_are_dead_letters() {
    simulate(1, |sim: Simulation| async move {
        let system = system().await;
        let mut printer = Probe::<Print>::new();
        let mut sender = Probe::<DeliveryOutcome>::new();
        GuaranteedDelivery::new(printer.recipient(), Print("a"), 3, TIMEOUT).tell(sender.recipient()).start(&system);
        let first = printer.expect().await;
        let second = printer.expect_within(TIMEOUT * 2).await;
        // That of the first attempt, too late for it and not for the delivery.
        first.reply.reply(Ack);
        second.reply.reply(Ack);
        assert_eq!(sender.expect().await.message, DeliveryOutcome(Ok(Delivered { attempts: 2 })));
        sender.expect_nothing(TIMEOUT * 10).await;
        sim.clock().settle().await;
        assert_eq!(system.dead_letter_count(), 1);
    });
}

#[test]
fn d38_c9_a_target_that_was_made_again_under_its_name_is_found() {
    simulate(1, |sim: Simulation| async move {
        let system = system().await;
        let first = system.spawn_named("printer", Printer { seen: 0, silent: 9 }).expect("the name is free");
        let target = system.recipient::<Printer, Print>("printer");
        let delivery = GuaranteedDelivery::new(target, Print("a"), 3, TIMEOUT);
        let (outcome, ()) = tokio::join!(delivery.outcome(&system), async {
            sim.clock().sleep(TIMEOUT / 2).await;
            assert_eq!(first.seen().await, Ok(1));
            first.kill();
            first.stopped().await;
            // The second attempt finds nobody.
            sim.clock().sleep(TIMEOUT).await;
            system.spawn_named("printer", Printer { seen: 0, silent: 0 }).expect("the name is free again");
        });
        assert_eq!(outcome, Ok(Delivered { attempts: 3 }));
    });
}

#[test]
fn d38_c3_another_message_does_not_put_off_the_timeout() {
    simulate(1, |sim: Simulation| async move {
        let system = system().await;
        let printer = Probe::<Print>::new();
        let mut sender = Probe::<DeliveryOutcome>::new();
        let begun = sim.clock().now();
        let delivery = GuaranteedDelivery::new(printer.recipient(), Print("a"), 1, TIMEOUT)
            .tell(sender.recipient())
            .start(&system);
        for attempts in [1, 1, 1, 2, 2] {
            assert_eq!(delivery.attempts().await, Ok(attempts));
            sim.clock().sleep(TIMEOUT * 2 / 5 - MOMENT).await;
        }
        assert_eq!(sender.expect_within(TIMEOUT).await.message, DeliveryOutcome(failed(2, FailureCause::NoAnswer)));
        assert_eq!(sim.clock().now() - begun, TIMEOUT * 2);
    });
}

#[test]
fn c7_the_failure_says_what_became_of_the_last_attempt() {
    simulate(1, |_| async {
        let system = system().await;
        let mut printer = Probe::<Print>::new();
        let delivery = || GuaranteedDelivery::new(printer.handle().recipient(), Print("a"), 0, TIMEOUT);
        let (refused, dropped) = (delivery(), delivery());
        let (outcome, ()) = tokio::join!(refused.outcome(&system), async {
            printer.expect().await.reply.refuse(NotToday);
        });
        let outcome = outcome.expect_err("a refusal is no acknowledgement");
        assert_eq!(outcome.to_string(), "not delivered in 1 attempts: refused: not today");
        let (outcome, ()) = tokio::join!(dropped.outcome(&system), async {
            drop(printer.expect().await);
        });
        assert_eq!(outcome, failed(1, FailureCause::Unanswered("the handler gave no reply".into())));
    });
}

#[test]
fn c5_a_delivery_that_is_stopped_tells_its_sender_too() {
    simulate(1, |_| async {
        let system = system().await;
        let printer = Probe::<Print>::new();
        let delivery = GuaranteedDelivery::new(printer.recipient(), Print("a"), 9, TIMEOUT);
        let mut sender = Probe::<DeliveryOutcome>::new();
        let delivery = delivery.tell(sender.recipient()).start(&system);
        assert_eq!(delivery.attempts().await, Ok(1));
        delivery.kill();
        assert_eq!(sender.expect().await.message, DeliveryOutcome(failed(1, FailureCause::Stopped)));
        system.shutdown().await.expect("in order");
        let delivery = GuaranteedDelivery::new(printer.recipient(), Print("b"), 9, TIMEOUT);
        assert_eq!(delivery.outcome(&system).await.map_err(|failed| failed.cause), Err(FailureCause::Stopped));
    });
}

/// Answers its caller when the delivery that it has begun has ended.
#[actor]
struct Office {
    printer: Recipient<Note>,
}

#[handlers]
impl Office {
    #[handle]
    fn print(&self, text: &'static str, reply: ReplyTo<Delivered, DeliveryFailed>, cx: &mut Context<Self>) {
        GuaranteedDelivery::new(self.printer.clone(), Note(text), 3, TIMEOUT).reply(reply).start_under(cx);
    }
}

#[test]
fn c5_the_caller_of_a_handler_may_be_the_sender_who_is_told() {
    simulate(1, |_| async {
        let system = system().await;
        let printer = system.spawn(Printer { seen: 0, silent: 0 });
        let office = system.spawn(Office { printer: printer.recipient() });
        assert_eq!(office.print("a").await, Ok(Delivered { attempts: 1 }));
        printer.kill();
        printer.stopped().await;
        let cause = FailureCause::NotSent(TellError::Stopped);
        assert_eq!(office.print("b").await, Err(CallError::Refused(DeliveryFailed { attempts: 4, cause })));
    });
}

#[test]
fn c1_c13_over_a_network_that_loses_both_ways_it_is_delivered_and_may_arrive_more_than_once() {
    let (mut delivered, mut seen) = (0, 0);
    for seed in 0..20 {
        let (outcome, arrived): (Result<Delivered, DeliveryFailed>, Result<u32, CallError<Infallible>>) =
            simulate(seed, |_| async move {
                let system = system().await;
                let printer = system.spawn(Printer { seen: 0, silent: 0 });
                let network = Network::new(seed);
                network.faults("office", "printer", Faults { lose: 0.4, ..Faults::NONE });
                network.faults("printer", "office", Faults { lose: 0.4, ..Faults::NONE });
                let target = network.link("office", "printer", printer.recipient());
                let outcome = GuaranteedDelivery::new(target, Note("a"), 30, TIMEOUT).outcome(&system).await;
                (outcome, printer.seen().await)
            });
        delivered += u32::from(outcome.is_ok());
        seen += arrived.expect("it lives");
    }
    assert_eq!(delivered, 20);
    assert!(seen > 20, "some acknowledgements were lost: {seen}");
}

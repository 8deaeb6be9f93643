//! Dead letters: what was accepted and never handled is counted and told.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::expect_used, clippy::panic, clippy::unused_self, reason = "the actors are there to be watched")]

use mainstay::actor::Exit;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::system::{DeadLetter, DeadLetters, Lagged};
use std::any::type_name;

#[actor(mailbox = unbounded)]
struct Printer;

#[derive(Message)]
struct Page;

#[handlers]
impl Printer {
    #[handle]
    fn print(&self, _text: &'static str) {}

    #[handle]
    fn jam(&self) {
        panic!("paper jam");
    }

    #[handle(message)]
    fn page(&self, _: Page) {}
}

async fn system(kept: usize) -> System {
    let settings = Settings { dead_letters: kept, ..Settings::default() };
    System::volatile().settings(settings).start().await.expect("nothing is opened")
}

fn letter(message: &'static str, reason: Exit) -> DeadLetter {
    DeadLetter { actor: type_name::<Printer>(), id: None, message, reason }
}

#[tokio::test]
async fn what_a_killed_actor_had_accepted_becomes_dead_letters_in_order() {
    let system = system(8).await;
    let mut letters = system.dead_letters();
    let printer = system.spawn(Printer);
    printer.print("never").tell().expect("there is room");
    printer.tell(Page).expect("there is room");
    printer.kill();
    assert_eq!(letters.next().await, Some(Ok(letter("print", Exit::Killed))));
    assert_eq!(letters.next().await, Some(Ok(letter("page", Exit::Killed))));
    assert_eq!(system.dead_letter_count(), 2);
}

#[tokio::test]
async fn a_message_behind_a_failure_is_a_dead_letter_and_the_failed_one_is_not() {
    let system = system(8).await;
    let mut letters = system.dead_letters();
    let printer = system.spawn(Printer);
    printer.jam().tell().expect("there is room");
    assert_eq!(printer.print("behind").await, Err(CallError::Stopped), "a caller is answered too");
    let told = letters.next().await;
    assert_eq!(told, Some(Ok(letter("print", Exit::Panicked("paper jam".into())))));
    let words = told.expect("the system lives").expect("one letter").to_string();
    assert_eq!(words, format!("`print` of `{}` was not handled: panicked: paper jam", type_name::<Printer>()));
    assert_eq!(system.dead_letter_count(), 1);
}

#[tokio::test]
async fn actors_outside_of_a_system_share_the_dead_letters_of_the_process() {
    let (mut letters, system) = (DeadLetters::detached(), system(8).await);
    for printer in [system.spawn(Printer), Printer.spawn()] {
        printer.tell(Page).expect("there is room");
        printer.kill();
        assert_eq!(printer.stopped().await, Exit::Killed);
    }
    assert_eq!(letters.next().await, Some(Ok(letter("page", Exit::Killed))));
    assert_eq!(system.dead_letter_count(), 1, "that of its own actor");
}

#[tokio::test]
async fn what_is_handled_or_refused_is_no_dead_letter() {
    let system = system(8).await;
    let printer = system.spawn(Printer);
    printer.print("a page").tell().expect("there is room");
    printer.stop();
    assert_eq!(printer.print("too late").tell(), Err(TellError::Stopped));
    assert_eq!(printer.stopped().await, Exit::Stopped);
    assert_eq!(system.dead_letter_count(), 0);
}

#[tokio::test]
async fn a_slow_subscriber_holds_nobody_up_and_is_told_how_many_it_missed() {
    let system = system(4).await;
    let (mut slow, mut second) = (system.dead_letters(), system.dead_letters());
    let printer = system.spawn(Printer);
    for _ in 0..10_000 {
        printer.print("never").tell().expect("it is unbounded");
    }
    printer.kill();
    assert_eq!(printer.stopped().await, Exit::Killed);
    assert_eq!(system.dead_letter_count(), 10_000);
    for letters in [&mut slow, &mut second] {
        assert_eq!(letters.next().await, Some(Err(Lagged { missed: 9_996 })));
        for _ in 0..4 {
            assert_eq!(letters.next().await, Some(Ok(letter("print", Exit::Killed))));
        }
    }
}

#[tokio::test]
async fn a_subscription_ends_with_the_system_and_its_actors() {
    let system = system(0).await;
    let mut letters = system.dead_letters();
    let printer = system.spawn(Printer);
    drop(system);
    printer.print("never").tell().expect("there is room");
    printer.kill();
    drop(printer);
    assert_eq!(letters.next().await, Some(Ok(letter("print", Exit::Killed))), "none kept is taken for one");
    assert_eq!(letters.next().await, None);
}

//! Actors by name: unique while they live, typed when they are looked up.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::expect_used, clippy::panic, clippy::unused_self, reason = "the actors are there to be watched")]

mod common;

use common::Hooked;
use mainstay::actor::{Exit, OnFailure};
use mainstay::prelude::*;
use mainstay::system::{LookupError, NameError};
use std::any::type_name;

#[actor]
#[derive(Default)]
struct Mailer {
    sent: u64,
}

#[handlers]
impl Mailer {
    #[handle]
    fn mail(&mut self) -> u64 {
        self.sent += 1;
        self.sent
    }

    #[handle]
    fn fail(&self) {
        panic!("on purpose");
    }
}

#[actor]
struct Clerk;

#[handlers]
impl Clerk {}

async fn system() -> System {
    System::volatile().start().await.expect("nothing is opened")
}

#[tokio::test]
async fn case_actor_a8_a_name_is_free_again_when_its_actor_has_ended() {
    let system = system().await;
    let mailer = system.spawn_named("mailer", Mailer::default()).expect("the name is free");
    mailer.stop();
    assert_eq!(mailer.stopped().await, Exit::Stopped);
    let missing = LookupError::Missing { name: "mailer".into() };
    assert_eq!(system.named::<Mailer>("mailer").expect_err("it has ended"), missing);
    let next = system.spawn_named("mailer", Mailer::default()).expect("the name is free");
    assert_eq!(next.mail().await, Ok(1));
}

/// That the future of a spawn is dropped half-way cannot happen here: a spawn is no future.
#[tokio::test]
async fn case_actor_a12_a_name_is_free_again_when_its_actor_could_not_start() {
    let system = system().await;
    let failed = system.spawn_named("clerk", Hooked { fail: true, ..Hooked::default() }).expect("the name is free");
    assert_eq!(failed.stopped().await, Exit::StartFailed("told to".into()));
    let never = || -> Mailer { panic!("no mailer today") };
    let mailer = system.spawn_named_with("clerk", never).expect("the name is free");
    mailer.kill();
    mailer.stopped().await;
    system.spawn_named("clerk", Clerk).expect("the name is free");
}

#[tokio::test]
async fn a_name_that_is_taken_is_refused_and_says_by_whom() {
    let system = system().await;
    let mailer = system.spawn_named("post", Mailer::default()).expect("the name is free");
    let taken = NameError::Taken { name: "post".into(), actor: type_name::<Mailer>() };
    assert_eq!(system.spawn_named("post", Clerk).expect_err("taken"), taken);
    assert_eq!(taken.to_string(), format!("the name `post` is taken by a `{}`", type_name::<Mailer>()));
    assert_eq!(mailer.mail().await, Ok(1));
    assert_eq!(system.tree().actors.len(), 1);
}

#[tokio::test]
async fn a_wrong_type_and_a_missing_name_are_different_errors() {
    let system = system().await;
    system.spawn_named("mailer", Mailer::default()).expect("the name is free");
    let wrong = system.named::<Clerk>("mailer").expect_err("it is no clerk");
    let (actual, wanted) = (type_name::<Mailer>(), type_name::<Clerk>());
    assert_eq!(wrong, LookupError::WrongType { name: "mailer".into(), actual, wanted });
    let missing = system.named::<Clerk>("nobody").expect_err("nobody is there");
    assert_eq!(missing.to_string(), "no actor is called `nobody`");
}

#[tokio::test]
async fn a_name_is_as_good_as_a_handle() {
    let system = system().await;
    drop(system.spawn_named("mailer", Mailer::default()).expect("the name is free"));
    for count in 1..=3 {
        let mailer = system.named::<Mailer>("mailer").expect("it lives");
        assert_eq!(mailer.mail().await, Ok(count));
    }
}

/// Holds a sender until it is dropped, and says so by closing the channel.
#[actor]
struct Ends(#[expect(dead_code, reason = "its drop is all that it is for")] tokio::sync::oneshot::Sender<()>);

#[handlers]
impl Ends {}

#[tokio::test]
async fn named_actors_end_with_their_system_when_nobody_shuts_it_down() {
    let system = system().await;
    let (sender, dropped) = tokio::sync::oneshot::channel();
    system.spawn_named("ends", Ends(sender)).expect("the name is free");
    drop(system);
    dropped.await.expect_err("nothing is ever sent");
}

#[tokio::test(start_paused = true)]
async fn an_actor_keeps_its_name_when_it_starts_over() {
    assert_eq!(<Mailer as mainstay::actor::Declared>::ON_FAILURE, OnFailure::Restart);
    let system = system().await;
    let mailer = system.spawn_named_with("mailer", Mailer::default).expect("the name is free");
    assert_eq!(mailer.mail().await, Ok(1));
    assert_eq!(mailer.fail().await, Err(CallError::Failed));
    assert!(matches!(system.spawn_named("mailer", Clerk), Err(NameError::Taken { .. })));
    assert_eq!(system.named::<Mailer>("mailer").expect("it starts over").mail().await, Ok(1));
}

#[tokio::test]
async fn an_actor_on_its_way_out_is_not_found_and_still_has_its_name() {
    let system = system().await;
    let mailer = system.spawn_named("mailer", Mailer::default()).expect("the name is free");
    mailer.stop();
    assert!(matches!(system.named::<Mailer>("mailer"), Err(LookupError::Missing { .. })));
    assert!(matches!(system.spawn_named("mailer", Clerk), Err(NameError::Taken { .. })));
}

#[tokio::test]
async fn a_system_that_has_ended_gives_no_names() {
    let system = system().await;
    system.shutdown().await.expect("nobody is there");
    assert_eq!(system.spawn_named("clerk", Clerk).expect_err("it has ended"), NameError::Stopped);
    assert!(matches!(system.named::<Clerk>("clerk"), Err(LookupError::Missing { .. })));
}

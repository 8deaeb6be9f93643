//! What a system takes in hand, and what it refuses.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(unreachable_pub, reason = "the modules stand for those of a program")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::prelude::*;
use mainstay::system::{EntityError, StartError};
use serde::{Deserialize, Serialize};
use std::future::IntoFuture as _;

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Turn;

macro_rules! lamp {
    ($lamp:ident, $state:ident, $flow:ident, $module:ident, $name:literal) => {
        pub use $module::$lamp;

        mod $module {
            use super::*;

            #[derive(Event, Serialize, Deserialize)]
            #[event(name = "lamp.turned_on")]
            pub struct TurnedOn;

            #[derive(Event, Serialize, Deserialize)]
            #[event(name = "lamp.turned_off")]
            pub struct TurnedOff;

            #[fsm(states = $state)]
            #[derive(Default)]
            pub struct $lamp {}

            #[derive(States)]
            #[states($lamp, name = $name)]
            pub enum $state {
                #[initial]
                #[on(Turn => TurnedOn => On)]
                Off,
                #[on(Turn => TurnedOff => Off)]
                On,
            }

            impl $flow for $lamp {
                fn off_turn(&self, _: Turn, _: &mut Context<Self>) -> Decide<Self, Turn, TurnedOn> {
                    persist(TurnedOn)
                }

                fn on_turn(&self, _: Turn, _: &mut Context<Self>) -> Decide<Self, Turn, TurnedOff> {
                    persist(TurnedOff)
                }

                fn off_turned_on(&mut self, _: &TurnedOn) {}

                fn on_turned_off(&mut self, _: &TurnedOff) {}
            }
        }
    };
}

lamp!(Lamp, LampState, LampFlow, lamp, "lamp");
lamp!(Twin, TwinState, TwinFlow, twin, "lamp");
lamp!(Torch, TorchState, TorchFlow, torch, "torch");

#[tokio::test]
async fn one_entity_has_one_live_copy() {
    let system = System::volatile().host::<Lamp>().host::<Torch>().start().await.expect("in memory");
    let (a, b) = (system.entity::<Lamp>("a").expect("hosted"), system.entity::<Lamp>("a").expect("hosted"));
    assert_eq!((a.ask(Turn).await, b.state().await), (Ok(()), Ok("On")));
    let same_id = system.entity::<Torch>("a").expect("hosted");
    assert_eq!(same_id.state().await, Ok("Off"), "an id belongs to its type");
}

#[tokio::test]
async fn law10_g12_two_types_of_one_name_do_not_start() {
    let error = System::volatile().host::<Lamp>().host::<Twin>().start().await.expect_err("one of them must go");
    assert!(matches!(error, StartError::Duplicate { kind: "lamp" }), "{error}");
}

#[tokio::test]
async fn law10_a_store_with_a_type_that_nobody_hosts_does_not_start_unless_that_is_said() {
    let dir = tempfile::tempdir().expect("a directory");
    let system = System::open(dir.path()).host::<Lamp>().host::<Torch>().start().await.expect("a new store");
    system.entity::<Torch>("t").expect("hosted").ask(Turn).await.expect("stored");
    system.shutdown().await.expect("in order");

    let error = System::open(dir.path()).host::<Lamp>().start().await.expect_err("torches are left out");
    assert!(matches!(&error, StartError::Unhosted { kinds } if kinds == &["torch"]), "{error}");
    let system = System::open(dir.path()).host::<Lamp>().allow_unhosted().start().await.expect("said");
    let error = system.entity::<Torch>("t").expect_err("not hosted");
    assert_eq!(error, EntityError::Unhosted { kind: "torch" });
}

#[tokio::test]
async fn a_second_system_on_a_directory_is_refused_and_told_which() {
    let dir = tempfile::tempdir().expect("a directory");
    let first = System::open(dir.path()).host::<Lamp>().start().await.expect("a new store");
    let error = System::open(dir.path()).host::<Lamp>().start().await.expect_err("it has an owner");
    assert!(error.to_string().contains(&*dir.path().to_string_lossy()), "{error}");
    first.shutdown().await.expect("in order");
    System::open(dir.path()).host::<Lamp>().start().await.expect("the owner has gone");
}

#[tokio::test]
async fn e37_an_id_has_1_to_255_bytes() {
    let system = System::volatile().host::<Lamp>().start().await.expect("in memory");
    for (id, fits) in [("", false), (&*"x".repeat(255), true), (&*"x".repeat(256), false), (&*"ü".repeat(128), false)]
    {
        let entity = system.entity::<Lamp>(id);
        assert_eq!(entity.is_ok(), fits, "{} bytes: {entity:?}", id.len());
    }
}

#[tokio::test]
async fn shutdown_handles_what_was_accepted_and_then_nothing() {
    let dir = tempfile::tempdir().expect("a directory");
    let system = System::open(dir.path()).host::<Lamp>().start().await.expect("a new store");
    let lamp = system.entity::<Lamp>("a").expect("hosted");
    let other = system.clone();
    for _ in 0..99 {
        lamp.tell(Turn).expect("there is room");
    }
    let (last, shutdown) = tokio::join!(lamp.ask(Turn).into_future(), other.shutdown());
    assert_eq!((last, shutdown), (Ok(()), Ok(())));
    assert_eq!(lamp.ask(Turn).await, Err(CallError::Stopped));
    assert_eq!(system.entity::<Lamp>("b").expect_err("it is over"), EntityError::Stopped);
    assert_eq!(system.shutdown().await, Ok(()), "a second time changes nothing");

    let system = System::open(dir.path()).host::<Lamp>().start().await.expect("released");
    let lamp = system.entity::<Lamp>("a").expect("hosted");
    assert_eq!(lamp.state().await, Ok("Off"), "a hundred turns");
}

#[tokio::test]
async fn ids_are_those_of_which_something_is_stored_in_byte_order() {
    let system = System::volatile().host::<Lamp>().start().await.expect("in memory");
    for id in ["b", "a", "ä", "B"] {
        system.entity::<Lamp>(id).expect("hosted").ask(Turn).await.expect("stored");
    }
    system.entity::<Lamp>("only asked").expect("hosted").state().await.expect("answered");
    let (mut ids, mut found) = (system.ids::<Lamp>(), Vec::new());
    while let Some(id) = ids.next().await.expect("read") {
        found.push(id.to_string());
    }
    assert_eq!(found, ["B", "a", "b", "ä"]);
}

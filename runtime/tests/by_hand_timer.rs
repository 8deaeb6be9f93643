//! A timer without macros: what `#[derive(Timer)]` and a `#[timer]` method write, written by hand against the public traits. Beside it stands
//! what the macros make: each fires what the other has set.
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::unused_self,
    reason = "the test is about what the types do"
)]
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]
#![cfg(all(feature = "testing", feature = "macros"))]

use mainstay::journal::{EntityKey, MemoryStore, Row, Store, Table};
use mainstay::prelude::*;
use mainstay::testing::simulate;

const DAY: Duration = Duration::from_hours(24);

/// What a user writes, and the macros the rest.
pub mod made {
    use mainstay::prelude::*;
    use serde::{Deserialize, Serialize};

    #[derive(Timer, Clone, Serialize, Deserialize)]
    #[timer(name = "egg.ring", version = 2, alias = "egg.beep", key = cook)]
    pub struct Ring {
        pub cook: String,
        pub loud: bool,
    }

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "egg.rang")]
    pub struct Rang(String);

    #[actor(persistent = "egg")]
    #[derive(Default)]
    pub struct Egg {
        rung: Vec<String>,
    }

    #[handlers]
    impl Egg {
        #[command]
        pub fn boil(&self, cook: String, loud: bool, delay: Duration) -> Persist<Self, Rang> {
            nothing().start(Ring { cook, loud }, delay)
        }

        #[query]
        pub fn rung(&self) -> Vec<String> {
            self.rung.clone()
        }

        #[timer]
        fn ring(&self, Ring { cook, loud }: Ring) -> Persist<Self, Rang> {
            persist(Rang(format!("{cook} {loud}")))
        }

        #[apply]
        fn rang(&mut self, event: &Rang) {
            self.rung.push(event.0.clone());
        }
    }
}

/// The same without them.
pub mod by_hand {
    use mainstay::actor::{Actor, ActorRef, Declared, Handle};
    use mainstay::call::{Accepts, Call, Port, Typed};
    use mainstay::entity::{
        DecodeError, EventMeta, PersistDispatch, PersistHandler, Persistent, Recover, Rejection, Step, Unexpected,
        UnitError, Verdict, Work, decode, encode, is_named,
    };
    use mainstay::journal::{NewEvent, Record};
    use mainstay::prelude::*;
    use mainstay::timer::{Firing, TimerError, is_timer, key_of};
    use serde::{Deserialize, Serialize};
    use std::convert::Infallible;

    // What the user writes.

    #[derive(Clone, Serialize, Deserialize)]
    pub struct Ring {
        cook: String,
        loud: bool,
    }

    #[derive(Serialize, Deserialize)]
    pub struct Rang(String);

    #[derive(Default)]
    pub struct Egg {
        rung: Vec<String>,
    }

    // What `#[derive(Timer)]` writes.

    impl Timer for Ring {
        const NAME: &'static str = "egg.ring";
        const VERSION: u32 = 2;
        const ALIASES: &'static [&'static str] = &["egg.beep"];

        fn key(&self) -> Result<Vec<u8>, TimerError> {
            key_of::<Self, _>(&self.cook)
        }
    }

    // What `#[derive(Event)]` writes.

    impl Event for Rang {
        const NAME: &'static str = "egg.rang";
        const VERSION: u32 = 1;
    }

    // What `#[handlers]` writes.

    #[derive(Clone)]
    pub struct Boil(String, bool, Duration);

    #[derive(Clone)]
    pub struct Rung;

    macro_rules! message {
        ($message:ident, $reply:ty) => {
            impl Message for $message {
                type Reply = $reply;
                type Error = Infallible;
                type Decision<P> = P;

                fn decided<P>(decision: P) -> Result<P, Infallible> {
                    Ok(decision)
                }
            }

            impl Accepts<$message> for Egg {
                fn accept(message: $message, port: Port<$reply, Infallible>) -> Inbox {
                    Inbox::$message(message, port)
                }
            }
        };
    }
    message!(Boil, ());
    message!(Rung, Vec<String>);
    message!(Ring, ());

    #[derive(Clone, Debug)]
    pub struct EggRef(ActorRef<Egg>);

    impl EggRef {
        pub fn boil(&self, cook: String, loud: bool, delay: Duration) -> Call<'_, Egg, Typed<Boil>> {
            self.0.call(Typed(Boil(cook, loud, delay)))
        }

        pub fn rung(&self) -> Call<'_, Egg, Typed<Rung>> {
            self.0.call(Typed(Rung))
        }
    }

    impl Handle<Egg> for EggRef {
        fn from_ref(actor: ActorRef<Egg>) -> Self {
            Self(actor)
        }

        fn actor_ref(&self) -> &ActorRef<Egg> {
            &self.0
        }
    }

    pub enum Inbox {
        Boil(Boil, Port<(), Infallible>),
        Rung(Rung, Port<Vec<String>, Infallible>),
        Ring(Ring, Port<(), Infallible>),
    }

    pub enum Later {}

    impl From<Later> for Inbox {
        fn from(message: Later) -> Self {
            match message {}
        }
    }

    impl Declared for Egg {}

    impl Actor for Egg {
        type Handle = EggRef;
        type Message = Inbox;
        type Id = EntityId<Self>;

        fn name(message: &Inbox) -> &'static str {
            match message {
                Inbox::Boil(..) => "boil",
                Inbox::Rung(..) => "rung",
                Inbox::Ring(..) => "ring",
            }
        }
    }

    impl Persistent for Egg {
        const KIND: &'static str = "egg";
        type State = Self;
    }

    impl PersistHandler<Boil> for Egg {
        fn persist(_: &Self, Boil(cook, loud, delay): Boil, _: &mut Context<Self>) -> Step<Self, Boil> {
            Step::returned::<Rang>(nothing().start(Ring { cook, loud }, delay))
        }
    }

    impl PersistHandler<Ring> for Egg {
        fn persist(_: &Self, Ring { cook, loud }: Ring, _: &mut Context<Self>) -> Step<Self, Ring> {
            Step::returned::<Rang>(persist(Rang(format!("{cook} {loud}"))))
        }
    }

    impl Recover for Egg {
        type Event = Rang;

        fn start(self) -> Self {
            self
        }

        fn encode(event: &Rang) -> Result<NewEvent, UnitError> {
            encode(event)
        }

        fn decode(record: &Record) -> Result<Rang, DecodeError> {
            if is_named::<Rang>(&record.name) { decode(record) } else { Err(DecodeError::Unknown) }
        }

        fn apply(mut state: Self, event: &Rang, _: &EventMeta) -> Result<Self, Unexpected> {
            state.rung.push(event.0.clone());
            Ok(state)
        }
    }

    impl PersistDispatch for Egg {
        type Later = Later;

        fn dispatch(state: &Self, message: Inbox, cx: &mut Context<Self>) -> Work<Self> {
            match message {
                Inbox::Boil(command, port) => Work::persist(state, command, port, cx),
                Inbox::Ring(command, port) => Work::persist(state, command, port, cx),
                Inbox::Rung(query, port) => Work::query(query, port, |_| state.rung.clone()),
            }
        }

        async fn dispatch_later(_: &Self, message: Later, _: &mut Context<Self>) -> Verdict<Self> {
            match message {}
        }

        fn fire(timer: &Firing<'_>) -> Result<Inbox, DecodeError> {
            if is_timer::<Ring>(timer.name()) {
                return timer.accept::<Self, Ring>();
            }
            Err(DecodeError::Unknown)
        }

        fn reject(message: Inbox, why: &Rejection) {
            match message {
                Inbox::Boil(_, port) | Inbox::Ring(_, port) => port.reject(why),
                Inbox::Rung(_, port) => port.reject(why),
            }
        }
    }
}

/// Both in one text: what is public of them is the same, and their types are not.
macro_rules! egg {
    ($of:ident, $store:expr, |$egg:ident| $use:expr) => {{
        let system = System::with($store.restart()).host::<$of::Egg>().start().await.expect("the store is there");
        let $egg = system.entity::<$of::Egg>("one").expect("hosted");
        let outcome = $use;
        system.shutdown().await.expect("in order");
        outcome
    }};
}

/// The rows that one of them has set, without what names the command: its number belongs to the process.
macro_rules! ids {
    ($of:ident) => {
        simulate(1, |_| async {
            let store = MemoryStore::new();
            egg!($of, store, |egg| {
                egg.boil("ada".into(), true, DAY).await.expect("set");
                egg.boil("bob".into(), false, DAY).await.expect("set");
                egg.boil("bob".into(), true, DAY).await.expect("set again");
            });
            let key = EntityKey::new("egg", "one").expect("an id");
            let rows = store.restart().rows(key, Table::Timer, None, 10).await.expect("they can be read");
            rows.into_iter().map(|row: Row| row.id).collect::<Vec<_>>()
        })
    };
}

#[test]
fn d51_a_timer_by_hand_has_the_rows_of_one_that_the_macros_make() {
    let made = ids!(made);
    assert_eq!(made.len(), 2, "one for each cook");
    assert_eq!(ids!(by_hand), made);
}

#[test]
fn d52_each_fires_what_the_other_has_set() {
    simulate(1, |sim| async move {
        let store = MemoryStore::new();
        egg!(made, store, |egg| egg.boil("ada".into(), true, DAY).await.expect("set"));
        sim.clock().advance(2 * DAY).await;
        let rung = egg!(by_hand, store, |egg| {
            sim.clock().advance(DAY).await;
            egg.boil("bob".into(), false, DAY).await.expect("set");
            egg.rung().await.expect("it is there")
        });
        assert_eq!(rung, ["ada true"]);
        sim.clock().advance(2 * DAY).await;
        let rung = egg!(made, store, |egg| {
            sim.clock().advance(DAY).await;
            egg.rung().await.expect("it is there")
        });
        assert_eq!(rung, ["ada true", "bob false"]);
    });
}

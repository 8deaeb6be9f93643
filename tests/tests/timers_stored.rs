//! What is stored of timers, read by another program than the one that wrote it.
#![allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    clippy::needless_pass_by_value,
    clippy::unchecked_time_subtraction,
    clippy::unused_self,
    reason = "the actors are small and in modules"
)]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "common/diary.rs"]
mod diary;

use diary::{DAY, MINUTE, Watch, diary, pages, system};
use mainstay::entity::DecodeError;
use mainstay::journal::{CommandId, EntityKey, MemoryStore, Row, Store as _, Table, Unit};
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::system::DeadLetters;
use mainstay::testing::{DEADLINE, expect, simulate_seeds};
use mainstay::timer::FireError;
use std::sync::Arc;

const SECOND: Duration = Duration::from_secs(1);
const ALMOST: Duration = Duration::from_millis(1);

/// The diary as a later program has it: its notes have got another name, and a shape with something more.
mod renamed {
    use mainstay::prelude::*;
    use mainstay::timer::{TimerError, key_of};
    use serde::{Deserialize, Serialize};

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "diary.wrote")]
    pub struct Wrote(String);

    #[derive(Clone, Serialize, Deserialize)]
    pub struct Memo {
        pub text: String,
        pub urgent: bool,
    }

    impl Message for Memo {
        type Reply = ();
        type Error = std::convert::Infallible;
        type Decision<P> = P;

        fn decided<P>(decision: P) -> Result<P, Self::Error> {
            Ok(decision)
        }
    }

    /// By hand, for the shape of version 1.
    impl Timer for Memo {
        const NAME: &'static str = "memo";
        const VERSION: u32 = 2;
        const ALIASES: &'static [&'static str] = &["note"];

        fn key(&self) -> Result<Vec<u8>, TimerError> {
            key_of::<Self, _>(&self.text)
        }

        fn upcast(
            version: u32,
            payload: &mainstay::entity::Payload<'_>,
        ) -> Result<Self, mainstay::entity::DecodeError> {
            match version {
                ..=1 => Ok(Self { text: payload.decode::<super::diary::Note>()?.0, urgent: false }),
                _ => payload.decode(),
            }
        }
    }

    #[actor(persistent = "diary")]
    #[derive(Default)]
    pub struct Diary {
        pages: Vec<String>,
    }

    #[handlers]
    impl Diary {
        #[command]
        pub fn later(&self, text: String, delay: Duration) -> Persist<Self, Wrote> {
            nothing().start(Memo { text, urgent: true }, delay)
        }

        #[command]
        pub fn forget(&self, text: String) -> Persist<Self, Wrote> {
            nothing().cancel(Memo { text, urgent: false })
        }

        #[query]
        pub fn pages(&self) -> Vec<String> {
            self.pages.clone()
        }

        #[timer]
        fn memo_due(&self, memo: Memo) -> Persist<Self, Wrote> {
            persist(Wrote(format!("{} {}", memo.text, memo.urgent)))
        }

        #[apply]
        fn wrote(&mut self, event: &Wrote) {
            self.pages.push(event.0.clone());
        }
    }
}

/// A program that knows the name of a later one, and not its shape; and no timer but that.
mod older {
    use mainstay::prelude::*;
    use serde::{Deserialize, Serialize};

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "diary.wrote")]
    pub struct Wrote(String);

    #[derive(Timer, Clone, Serialize, Deserialize)]
    #[timer(name = "memo")]
    pub struct Memo {
        text: String,
    }

    #[actor(persistent = "diary")]
    #[derive(Default)]
    pub struct Diary {}

    #[handlers]
    impl Diary {
        #[timer]
        fn memo_due(&self, memo: Memo) -> Persist<Self, Wrote> {
            persist(Wrote(memo.text))
        }

        #[apply]
        fn wrote(&mut self, _: &Wrote) {}
    }
}

type Watched = Arc<Watch>;

async fn today(store: &MemoryStore) -> System {
    system(store.restart(), &Watched::default(), Settings::default()).await
}

async fn tomorrow(store: &MemoryStore) -> System {
    System::with(store.restart()).host::<renamed::Diary>().start().await.expect("a start")
}

async fn yesterday(store: &MemoryStore) -> System {
    System::with(store.restart()).host::<older::Diary>().start().await.expect("a start")
}

async fn memos(system: &System) -> Vec<String> {
    system.entity::<renamed::Diary>("ada").expect("an id").pages().await.expect("pages")
}

async fn letter(letters: &mut DeadLetters) -> String {
    expect(DEADLINE, letters.next()).await.expect("a letter").expect("in time").to_string()
}

/// Writes a row of a timer that is due, as no program writes it.
async fn damage(store: &MemoryStore, id: &str, payload: &[u8]) {
    let (store, key) = (store.restart(), EntityKey::new("diary", id).expect("an id"));
    let command = CommandId { epoch: store.epoch(), number: 1 };
    let row = Row { table: Table::Timer, id: b"\x01note\0x\0".to_vec(), due: Some(1), payload: Some(payload.into()) };
    let unit = Unit { rows: vec![row], ..Unit::new(key, 0, store.epoch(), 1, command, Vec::new()) };
    store.append(unit).await.expect("stored");
    store.close().await.expect("closed");
}

#[test]
fn d51_a_timer_of_an_earlier_name_and_version_fires_as_one_of_today() {
    simulate_seeds(0..5, |sim| async move {
        let store = MemoryStore::new();
        let system = today(&store).await;
        diary(&system, "ada").later("tea".into(), DAY).await.expect("a timer");
        system.shutdown().await.expect("an end");
        let system = tomorrow(&store).await;
        sim.clock().advance(DAY + SECOND).await;
        assert_eq!(memos(&system).await, ["tea false"]);
        assert_eq!(system.dead_letter_count(), 0);
    });
}

#[test]
fn d51_f53_what_is_set_or_cancelled_by_a_new_name_is_so_under_the_earlier_one_too() {
    simulate_seeds(0..5, |sim| async move {
        let store = MemoryStore::new();
        let system = today(&store).await;
        for text in ["moved", "forgotten"] {
            diary(&system, "ada").later(text.into(), DAY).await.expect("a timer");
        }
        system.shutdown().await.expect("an end");
        let system = tomorrow(&store).await;
        let ada = system.entity::<renamed::Diary>("ada").expect("an id");
        ada.forget("forgotten".into()).await.expect("a cancel");
        ada.later("moved".into(), 2 * DAY).await.expect("a timer");
        sim.clock().advance(DAY + SECOND).await;
        assert_eq!(ada.pages().await.expect("pages"), [""; 0]);
        sim.clock().advance(DAY).await;
        assert_eq!(ada.pages().await.expect("pages"), ["moved true"]);
    });
}

#[test]
fn d52_a_timer_of_a_newer_version_is_a_dead_letter_that_says_so_and_waits_for_its_program() {
    simulate_seeds(0..5, |sim| async move {
        let store = MemoryStore::new();
        let system = tomorrow(&store).await;
        let ada = system.entity::<renamed::Diary>("ada").expect("an id");
        ada.later("tea".into(), DAY).await.expect("a timer");
        system.shutdown().await.expect("an end");
        let system = yesterday(&store).await;
        let mut letters = system.dead_letters();
        sim.clock().advance(DAY + SECOND).await;
        let letter = letter(&mut letters).await;
        let newer = DecodeError::Newer { stored: 2, known: 1 }.to_string();
        assert!(letter.contains("`memo`") && letter.contains("ada") && letter.contains(&newer), "{letter}");
        system.shutdown().await.expect("an end");
        let system = tomorrow(&store).await;
        sim.clock().advance(2 * MINUTE).await;
        assert_eq!(memos(&system).await, ["tea true"]);
    });
}

#[test]
fn d52_a_row_that_is_none_of_a_timer_is_a_dead_letter_and_the_others_fire() {
    simulate_seeds(0..5, |sim| async move {
        let store = MemoryStore::new();
        damage(&store, "eve", b"nonsense").await;
        let system = today(&store).await;
        let mut letters = system.dead_letters();
        diary(&system, "ada").later("tea".into(), MINUTE).await.expect("a timer");
        sim.clock().advance(MINUTE + SECOND).await;
        let letter = letter(&mut letters).await;
        assert!(letter.contains("eve") && letter.contains("cannot be read"), "{letter}");
        assert_eq!(pages(&system, "ada").await, ["tea"]);
    });
}

#[test]
fn d52_what_cannot_be_handled_is_tried_after_1_2_4_minutes_and_so_on_up_to_17_hours_also_over_restarts() {
    simulate_seeds(0..3, |sim| async move {
        let store = MemoryStore::new();
        let system = today(&store).await;
        diary(&system, "ada").later("tea".into(), MINUTE).await.expect("a timer");
        system.shutdown().await.expect("an end");
        let mut system = yesterday(&store).await;
        sim.clock().advance(MINUTE).await;
        assert_eq!(system.dead_letter_count(), 1);
        for tries in 0..14_u32 {
            let wait = MINUTE * (1 << tries.min(10));
            let before = system.dead_letter_count();
            sim.clock().advance(wait - ALMOST).await;
            assert_eq!(system.dead_letter_count(), before, "less than {wait:?}");
            if tries % 3 == 0 {
                system.shutdown().await.expect("an end");
                system = yesterday(&store).await;
            }
            let before = system.dead_letter_count();
            sim.clock().advance(ALMOST).await;
            assert_eq!(system.dead_letter_count(), before + 1, "after {wait:?}");
        }
    });
}

#[test]
fn d55_a_clock_that_is_set_back_while_no_process_runs_fires_late_and_once() {
    simulate_seeds(0..5, |sim| async move {
        let (store, clock) = (MemoryStore::new(), sim.clock());
        let system = today(&store).await;
        diary(&system, "ada").later("tea".into(), MINUTE).await.expect("a timer");
        diary(&system, "ada").beat(DAY).await.expect("a timer");
        clock.advance(MINUTE).await;
        assert_eq!(pages(&system, "ada").await, ["tea"]);
        system.shutdown().await.expect("an end");
        clock.set_wall(clock.wall() - 10 * DAY);
        let system = today(&store).await;
        clock.advance(10 * DAY).await;
        assert_eq!(pages(&system, "ada").await, ["tea"], "what has fired stays so, and the beat is due in a day");
        clock.advance(DAY).await;
        assert_eq!(pages(&system, "ada").await, ["tea", "beat, 0 missed"]);
    });
}

#[test]
fn d53_timers_that_cannot_be_handled_are_remembered_up_to_a_limit_and_fire_when_they_can_be() {
    simulate_seeds(0..3, |sim| async move {
        let store = MemoryStore::new();
        let system = today(&store).await;
        for n in 0..40 {
            diary(&system, &format!("{n}")).later("tea".into(), MINUTE).await.expect("a timer");
        }
        system.shutdown().await.expect("an end");
        let settings = Settings { deferred_timers: 10, timers_in_flight: 5, ..Settings::default() };
        let stranger = System::with(store.restart()).settings(settings).allow_unhosted().host::<other::Other>();
        let stranger = stranger.start().await.expect("allowed");
        let mut letters = stranger.dead_letters();
        sim.clock().advance(MINUTE + SECOND).await;
        let told = stranger.dead_letter_count();
        assert!((11..=15).contains(&told), "ten timers, what was on its way, and that there are too many: {told}");
        let stuck = FireError::Stuck { timers: 10 }.to_string();
        let stuck = stuck.split_once(' ').expect("it has words").1;
        let mut is_told = false;
        for _ in 0..told {
            is_told |= letter(&mut letters).await.contains(stuck);
        }
        assert!(is_told, "that no other timer fires is said");
        sim.clock().advance(10 * MINUTE).await;
        assert_eq!(stranger.dead_letter_count(), told, "once, and not again and again");
        stranger.shutdown().await.expect("an end");
        let system = today(&store).await;
        sim.clock().advance(MINUTE).await;
        for n in 0..40 {
            assert_eq!(pages(&system, &format!("{n}")).await, ["tea"]);
        }
    });
}

mod other {
    use mainstay::prelude::*;
    use serde::{Deserialize, Serialize};

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "other.happened")]
    pub struct Happened;

    #[actor(persistent = "other")]
    #[derive(Default)]
    pub struct Other {}

    #[handlers]
    impl Other {
        #[command]
        pub fn happen(&self) -> Persist<Self, Happened> {
            persist(Happened)
        }

        #[apply]
        fn happened(&mut self, _: &Happened) {}
    }
}

#[test]
fn g8_a_dry_run_names_the_timers_that_could_not_be_handled_and_fires_none() {
    simulate_seeds(0..3, |sim| async move {
        let store = MemoryStore::new();
        let system = today(&store).await;
        diary(&system, "ada").later("tea".into(), DAY).await.expect("a timer");
        diary(&system, "bob").beat(DAY).await.expect("a timer");
        assert!(system.check().await.expect("readable").is_ok());
        system.shutdown().await.expect("an end");
        damage(&store, "eve", b"nonsense").await;
        sim.clock().advance(2 * DAY).await;

        let system = tomorrow(&store).await;
        let report = system.check().only::<renamed::Diary>().await.expect("readable");
        assert!(!report.is_ok());
        let checked = &report.types[0];
        assert_eq!((checked.entities, checked.failed, checked.unfit_timers), (3, 0, 2));
        let key = |id| EntityKey::new("diary", id).expect("an id");
        let unknown = FireError::Unusable { key: key("bob"), timer: "beat".into(), cause: DecodeError::Unknown };
        assert_eq!(checked.timer_failures[0], unknown, "of the others, the name or an earlier one is known");
        assert!(matches!(&checked.timer_failures[1], FireError::Damaged { key: of, .. } if *of == key("eve")));
        let words = report.to_string();
        assert!(words.contains("diary: 2 timers could not be handled") && words.contains("`beat`"), "{words}");
    });
}

#[test]
fn g8_a_dry_run_passes_over_timers_whose_name_was_removed() {
    simulate_seeds(0..3, |_| async move {
        let store = MemoryStore::new();
        let system = today(&store).await;
        diary(&system, "ada").later("tea".into(), DAY).await.expect("a timer");
        system.shutdown().await.expect("an end");
        let removed = System::with(store.restart()).host::<removed::Diary>();
        let report = removed.check(|_| ()).await.expect("readable");
        assert!(report.is_ok(), "{report}");
        assert_eq!(report.types[0].entities, 1);
    });
}

mod removed {
    use mainstay::prelude::*;
    use serde::{Deserialize, Serialize};

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "diary.wrote")]
    pub struct Wrote(String);

    #[actor(persistent = "diary", removed("note"))]
    #[derive(Default)]
    pub struct Diary {}

    #[handlers]
    impl Diary {
        #[command]
        pub fn say(&self, text: String) -> Persist<Self, Wrote> {
            persist(Wrote(text))
        }

        #[apply]
        fn wrote(&mut self, _: &Wrote) {}
    }
}

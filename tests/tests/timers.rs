//! Durable timers: they fire once, at their time, whatever became of the process and of the entity in between.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::unused_self, reason = "the actors are there to be watched")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unchecked_time_subtraction,
    reason = "a test that cannot go on fails"
)]

#[path = "common/diary.rs"]
mod diary;

use diary::{DAY, Diary, MINUTE, Note, Watch, diary, pages, system};
use mainstay::entity::{ScheduleError, UnitError};
use mainstay::journal::{MemoryStore, SqliteStore};
use mainstay::prelude::*;
use mainstay::settings::Settings;
use mainstay::system::StartError;
use mainstay::testing::store::crash_at_every_persist;
use mainstay::testing::{Simulation, simulate, simulate_seeds};
use mainstay::timer::TimerError;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{SystemTime, UNIX_EPOCH};

const SECOND: Duration = Duration::from_secs(1);
const ALMOST: Duration = Duration::from_millis(1);

/// One store over several lives of a process.
struct Lives {
    store: Arc<MemoryStore>,
    watch: Arc<Watch>,
    settings: Settings,
}

impl Lives {
    fn new() -> Self {
        Self { store: Arc::default(), watch: Arc::default(), settings: Settings::default() }
    }

    async fn begin(&self) -> System {
        system(self.store.clone(), &self.watch, self.settings.clone()).await
    }

    async fn end(&mut self, system: System) {
        system.shutdown().await.expect("an end");
        self.store = Arc::new(self.store.restart());
    }

    async fn restart(&mut self, system: System) -> System {
        self.end(system).await;
        self.begin().await
    }
}

async fn once() -> System {
    Lives::new().begin().await
}

#[test]
fn d51_d54_c67_a_timer_fires_at_its_time_and_wakes_an_entity_that_is_not_in_memory() {
    simulate_seeds(0..10, |sim| async move {
        let system = once().await;
        diary(&system, "ada").write("tea".into(), 5 * DAY).await.expect("a timer");
        sim.clock().advance(DAY).await;
        assert_eq!(system.entity_count(), 0, "a timer is no reason to stay in memory");
        sim.clock().advance(4 * DAY - ALMOST).await;
        assert_eq!(pages(&system, "ada").await, ["set tea"]);
        sim.clock().advance(ALMOST).await;
        assert_eq!(pages(&system, "ada").await, ["set tea", "tea"]);
        sim.clock().advance(30 * DAY).await;
        assert_eq!(pages(&system, "ada").await, ["set tea", "tea"], "it fires once");
    });
}

#[test]
fn c66_c55_twenty_days_with_a_restart_or_a_rest_between_any_two_of_them() {
    simulate_seeds(0..20, |sim| async move {
        let mut lives = Lives::new();
        let mut system = lives.begin().await;
        diary(&system, "ada").beat(5 * DAY).await.expect("a timer");
        diary(&system, "ada").later("day 7".into(), 7 * DAY).await.expect("a timer");
        for _ in 0..20 {
            sim.clock().advance(DAY / 2).await;
            system = lives.restart(system).await;
            sim.clock().advance(DAY / 2).await;
        }
        let beat = "beat, 0 missed";
        assert_eq!(pages(&system, "ada").await, [beat, "day 7", beat, beat, beat]);
    });
}

#[test]
fn d53_overdue_timers_fire_once_when_the_system_starts() {
    simulate_seeds(0..10, |sim| async move {
        let mut lives = Lives::new();
        let system = lives.begin().await;
        for text in ["a", "b", "c"] {
            diary(&system, text).later(text.into(), DAY).await.expect("a timer");
        }
        lives.end(system).await;
        sim.clock().advance(10 * DAY).await;
        let system = lives.begin().await;
        sim.clock().advance(SECOND).await;
        for text in ["a", "b", "c"] {
            assert_eq!(pages(&system, text).await, [text]);
        }
        let system = lives.restart(system).await;
        sim.clock().advance(DAY).await;
        assert_eq!(pages(&system, "a").await, ["a"], "what was handled does not fire again");
    });
}

#[test]
fn d53_overdue_timers_do_not_fire_faster_than_the_settings_say() {
    simulate_seeds(0..5, |sim| async move {
        let mut lives = Lives::new();
        lives.settings.overdue_timers = 100;
        let system = lives.begin().await;
        for n in 0..200 {
            diary(&system, &format!("{n}")).later("x".into(), DAY).await.expect("a timer");
        }
        lives.end(system).await;
        sim.clock().advance(2 * DAY).await;
        let system = lives.begin().await;
        sim.clock().advance(SECOND).await;
        let soon = system.entity_count();
        assert!((60..=200).contains(&soon), "{soon} have fired after a second");
        assert!(soon < 200, "all have fired at once");
        sim.clock().advance(3 * SECOND).await;
        assert_eq!(system.entity_count(), 200);
    });
}

#[test]
fn d53_f54_a_repeating_timer_fires_once_for_all_that_it_missed_and_goes_on_in_its_rhythm() {
    simulate_seeds(0..10, |sim| async move {
        let mut lives = Lives::new();
        let system = lives.begin().await;
        diary(&system, "ada").beat(DAY).await.expect("a timer");
        lives.end(system).await;
        sim.clock().advance(3 * DAY + DAY / 2).await;
        let system = lives.begin().await;
        sim.clock().advance(SECOND).await;
        assert_eq!(pages(&system, "ada").await, ["beat, 2 missed"]);
        sim.clock().advance(DAY / 2 - 2 * SECOND).await;
        assert_eq!(pages(&system, "ada").await.len(), 1);
        sim.clock().advance(2 * SECOND).await;
        assert_eq!(pages(&system, "ada").await, ["beat, 2 missed", "beat, 0 missed"]);
    });
}

#[test]
fn f54_a_repeating_timer_that_is_cancelled_in_its_own_tick_does_not_tick_again() {
    simulate_seeds(0..10, |sim| async move {
        let system = once().await;
        diary(&system, "ada").beat(MINUTE).await.expect("a timer");
        sim.clock().advance(DAY).await;
        assert_eq!(pages(&system, "ada").await.len(), 5);
    });
}

#[test]
fn d51_f53_c55_setting_a_timer_again_moves_it_and_other_keys_stay() {
    simulate_seeds(0..10, |sim| async move {
        let system = once().await;
        let ada = diary(&system, "ada");
        ada.nag("bob".into(), "early".into(), 2 * MINUTE).await.expect("a timer");
        ada.nag("eve".into(), "eve's".into(), 2 * MINUTE).await.expect("a timer");
        ada.nag("bob".into(), "late".into(), 5 * MINUTE).await.expect("a timer");
        sim.clock().advance(2 * MINUTE).await;
        assert_eq!(ada.pages().await.expect("pages"), ["eve: eve's"]);
        sim.clock().advance(3 * MINUTE).await;
        assert_eq!(ada.pages().await.expect("pages"), ["eve: eve's", "bob: late"]);
        ada.nag("bob".into(), "late".into(), 5 * MINUTE).await.expect("a timer");
        ada.nag("bob".into(), "now".into(), MINUTE).await.expect("a timer");
        sim.clock().advance(MINUTE).await;
        assert_eq!(ada.pages().await.expect("pages").last().expect("a page"), "bob: now", "also to an earlier time");
    });
}

#[test]
fn c57_many_timers_of_one_entity_are_told_apart_by_their_data() {
    simulate_seeds(0..5, |sim| async move {
        let system = once().await;
        let ada = diary(&system, "ada");
        for n in 1..=50_u32 {
            ada.later(format!("{n}"), n * MINUTE).await.expect("a timer");
        }
        for n in (2..=50).step_by(2) {
            ada.forget(format!("{n}")).await.expect("a cancel");
        }
        sim.clock().advance(DAY).await;
        let odd: Vec<_> = (1..=50).step_by(2).map(|n| format!("{n}")).collect();
        assert_eq!(ada.pages().await.expect("pages"), odd);
    });
}

#[test]
fn d52_f49_what_is_cancelled_when_it_is_due_already_does_not_fire() {
    simulate_seeds(0..50, |sim| async move {
        let system = once().await;
        let ada = diary(&system, "ada");
        ada.later("tea".into(), MINUTE).await.expect("a timer");
        sim.clock().advance(MINUTE - ALMOST).await;
        // At its very time the two race: whoever comes first, both are heard, and the timer fires once at most.
        let clock = sim.clock();
        sim.spawn(async move { clock.advance(ALMOST).await });
        sim.clock().sleep(ALMOST).await;
        ada.forget("tea".into()).await.expect("a cancel");
        let after = ada.pages().await.expect("pages");
        sim.clock().advance(DAY).await;
        assert_eq!(ada.pages().await.expect("pages"), after, "after the cancel nothing fires");
    });
}

#[test]
fn d55_f46_a_delay_of_zero_and_a_time_that_has_passed_fire_before_what_waits() {
    simulate_seeds(0..50, |_| async move {
        let system = once().await;
        let ada = diary(&system, "ada");
        ada.later("zero".into(), Duration::ZERO).tell().expect("room");
        ada.at("past".into(), UNIX_EPOCH).tell().expect("room");
        ada.at("before 1970".into(), UNIX_EPOCH - DAY).tell().expect("room");
        ada.say("said".into()).tell().expect("room");
        let written = ada.pages().await.expect("pages");
        assert_eq!(written, ["zero", "past", "before 1970", "said"]);
    });
}

#[test]
fn d55_years_do_not_overflow_and_what_does_is_refused() {
    simulate(1, |sim| async move {
        let system = once().await;
        let ada = diary(&system, "ada");
        let long = Duration::from_millis(1 << 33);
        ada.later("100 days".into(), long).await.expect("a timer");
        ada.later("400 days".into(), 400 * DAY).await.expect("a timer");
        ada.later("never".into(), 1_000_000 * DAY).await.expect("a timer");
        let far = UnitError::Timer(TimerError::TooFar { timer: "note" });
        assert_eq!(ada.later("x".into(), Duration::MAX).await, Err(CallError::Unit(far.into())));
        let period = UnitError::Timer(TimerError::Period { timer: "beat" });
        assert_eq!(ada.beat(Duration::ZERO).await, Err(CallError::Unit(period.into())));
        let Err(CallError::Unit(key)) = ada.later("x".repeat(300), DAY).await else { panic!("it was taken") };
        assert!(matches!(*key, UnitError::Timer(TimerError::Key { timer: "note", most, .. }) if most < 252));
        sim.clock().advance(long - ALMOST).await;
        assert_eq!(ada.pages().await.expect("pages"), [""; 0]);
        sim.clock().advance(ALMOST).await;
        assert_eq!(ada.pages().await.expect("pages"), ["100 days"]);
        sim.clock().advance(400 * DAY - long).await;
        assert_eq!(ada.pages().await.expect("pages"), ["100 days", "400 days"]);
    });
}

#[test]
fn d55_a_clock_that_is_set_forward_fires_early_and_one_that_is_set_back_fires_late_and_once() {
    simulate_seeds(0..10, |sim| async move {
        let (clock, system) = (sim.clock(), once().await);
        let ada = diary(&system, "ada");
        ada.later("forward".into(), 10 * DAY).await.expect("a timer");
        clock.set_wall(clock.wall() + 10 * DAY);
        clock.advance(MINUTE).await;
        assert_eq!(ada.pages().await.expect("pages"), ["forward"], "the clock is looked at every minute");
        ada.later("back".into(), 10 * MINUTE).await.expect("a timer");
        clock.set_wall(clock.wall() - DAY);
        clock.advance(DAY).await;
        assert_eq!(ada.pages().await.expect("pages"), ["forward"]);
        clock.advance(11 * MINUTE).await;
        assert_eq!(ada.pages().await.expect("pages"), ["forward", "back"]);
        clock.set_wall(clock.wall() - 20 * DAY);
        clock.advance(40 * DAY).await;
        assert_eq!(ada.pages().await.expect("pages").len(), 2, "what has fired does not fire again");
    });
}

#[test]
fn d52_a_timer_is_done_also_when_its_method_stores_nothing() {
    simulate_seeds(0..10, |sim| async move {
        let mut lives = Lives::new();
        let system = lives.begin().await;
        diary(&system, "ada").quiet(MINUTE).await.expect("a timer");
        sim.clock().advance(DAY).await;
        let system = lives.restart(system).await;
        sim.clock().advance(DAY).await;
        assert_eq!(lives.watch.quiet.load(Ordering::SeqCst), 1);
        drop(system);
    });
}

#[test]
fn f59_a_timer_enters_a_full_mailbox() {
    simulate_seeds(0..10, |sim| async move {
        let mut lives = Lives::new();
        lives.settings.mailbox = mainstay::mailbox::Capacity::bounded(1);
        let system = lives.begin().await;
        let ada = diary(&system, "ada");
        ada.later("tea".into(), MINUTE).await.expect("a timer");
        sim.clock().advance(MINUTE - ALMOST).await;
        let (clock, busy) = (sim.clock(), ada.clone());
        sim.spawn(async move {
            for n in 0..20 {
                busy.say(format!("{n}")).await.expect("room in time");
            }
        });
        clock.advance(SECOND).await;
        assert!(ada.pages().await.expect("pages").contains(&"tea".to_owned()));
    });
}

#[test]
fn d54_schedule_sets_a_timer_of_an_entity_that_was_never_there() {
    simulate_seeds(0..10, |sim| async move {
        let mut lives = Lives::new();
        let system = lives.begin().await;
        let at = |days: u32| -> SystemTime { sim.clock().wall() + days * DAY };
        let (one, two) = (at(1), at(2));
        diary(&system, "new").schedule(one, Note("scheduled".into())).await.expect("it is stored");
        diary(&system, "new").schedule(two, Note("taken back".into())).await.expect("it is stored");
        let system = lives.restart(system).await;
        diary(&system, "new").unschedule(Note("taken back".into())).await.expect("it is stored");
        let system = lives.restart(system).await;
        sim.clock().advance(3 * DAY).await;
        assert_eq!(pages(&system, "new").await, ["scheduled"]);
        let gone = diary(&system, "new");
        lives.end(system).await;
        assert_eq!(gone.schedule(two, Note("x".into())).await, Err(ScheduleError::Stopped));
    });
}

#[test]
fn d56_a_purge_takes_the_timers_along_and_a_stop_does_not() {
    simulate_seeds(0..10, |sim| async move {
        let mut lives = Lives::new();
        let system = lives.begin().await;
        for id in ["purged", "stopped"] {
            diary(&system, id).write("tea".into(), DAY).await.expect("a timer");
        }
        system.purge::<Diary>("purged").await.expect("a purge");
        let system = lives.restart(system).await;
        sim.clock().advance(2 * DAY).await;
        assert_eq!(pages(&system, "purged").await, [""; 0]);
        assert_eq!(pages(&system, "stopped").await, ["set tea", "tea"]);
    });
}

#[test]
fn a_store_with_timers_of_a_type_that_nobody_hosts_is_not_opened() {
    simulate(1, |sim| async move {
        let mut lives = Lives::new();
        let system = lives.begin().await;
        diary(&system, "ada").later("tea".into(), DAY).await.expect("a timer");
        lives.end(system).await;
        let refused = System::with(lives.store.clone()).start().await.err();
        assert!(matches!(refused, Some(StartError::Unhosted { kinds }) if kinds == ["diary"]));
        let allowed =
            System::with(lives.store.clone()).allow_unhosted().host::<other::Other>().start().await.expect("allowed");
        let mut letters = allowed.dead_letters();
        sim.clock().advance(DAY + MINUTE).await;
        let letter = letters.next().await.expect("a letter").expect("in time");
        assert!(letter.to_string().contains("diary"), "{letter}");
        lives.end(allowed).await;
        let system = lives.begin().await;
        sim.clock().advance(SECOND).await;
        assert_eq!(pages(&system, "ada").await, ["tea"], "it has waited for its type");
    });
}

#[test]
fn d52_a_timer_whose_method_panics_is_a_dead_letter_and_waits_for_a_program_that_knows_better() {
    simulate_seeds(0..5, |sim: Simulation| async move {
        let lives = Lives::new();
        let system = lives.begin().await;
        let mut letters = system.dead_letters();
        diary(&system, "ada").boom(MINUTE).await.expect("a timer");
        diary(&system, "ada").later("tea".into(), MINUTE).await.expect("a timer");
        sim.clock().advance(MINUTE + SECOND).await;
        assert_eq!(lives.watch.booms.load(Ordering::SeqCst), 3);
        assert_eq!(pages(&system, "ada").await, ["tea"], "the others go on");
        letters.next().await.expect("a letter").expect("in time");
        sim.clock().advance(3 * MINUTE + SECOND).await;
        assert_eq!(lives.watch.booms.load(Ordering::SeqCst), 9, "after one minute, and after two");
        lives.watch.is_fixed.store(true, Ordering::SeqCst);
        sim.clock().advance(DAY).await;
        assert_eq!(pages(&system, "ada").await, ["tea", "boom"]);
        assert_eq!(lives.watch.booms.load(Ordering::SeqCst), 10);
    });
}

#[test]
fn d52_w9_a_crash_before_or_after_any_write_neither_loses_a_timer_nor_fires_it_twice() {
    let scenario = |sim: Simulation, store| async move {
        let system = system(store, &Arc::default(), Settings::default()).await;
        let ada = diary(&system, "ada");
        ada.beat(MINUTE).id("beat").await.expect("a timer");
        ada.write("tea".into(), MINUTE).id("tea").await.expect("a timer");
        ada.later("zero".into(), Duration::ZERO).id("zero").await.expect("a timer");
        ada.later("never".into(), DAY).id("never").await.expect("a timer");
        ada.nag("bob".into(), "early".into(), MINUTE).id("early").await.expect("a timer");
        ada.nag("bob".into(), "late".into(), 3 * MINUTE).id("late").await.expect("a timer");
        ada.forget("never".into()).id("forget").await.expect("a cancel");
        sim.clock().advance(2 * DAY).await;
        system
    };
    let end = |system| async move {
        let mut pages = pages(&system, "ada").await;
        pages.sort();
        pages
    };
    crash_at_every_persist(0..3, scenario, end);
}

/// Some days of a diary with a restart on each; `open` opens the store again.
async fn days(sim: Simulation, open: impl AsyncFn() -> System) -> Vec<String> {
    let system = open().await;
    diary(&system, "ada").beat(DAY).await.expect("a timer");
    diary(&system, "ada").later("forgotten".into(), 2 * DAY).await.expect("a timer");
    diary(&system, "ada").later("tea".into(), 3 * DAY / 2).await.expect("a timer");
    diary(&system, "ada").schedule(sim.clock().wall() + 7 * DAY / 4, Note("x".into())).await.expect("a timer");
    diary(&system, "ada").forget("forgotten".into()).await.expect("a cancel");
    system.shutdown().await.expect("an end");
    for day in 0..4 {
        // Off the rhythm of the beat: at its very time, a start and a stop race with it.
        sim.clock().advance(DAY * day / 2 + 60 * MINUTE).await;
        let system = open().await;
        sim.clock().advance(DAY).await;
        system.shutdown().await.expect("an end");
    }
    let system = open().await;
    let pages = pages(&system, "ada").await;
    system.shutdown().await.expect("an end");
    pages
}

#[test]
fn d51_d53_the_engine_on_disk_and_the_one_in_memory_fire_the_same() {
    let watch = Arc::<Watch>::default();
    let in_memory = simulate(1, |sim| async {
        let store = std::cell::RefCell::new(Arc::<MemoryStore>::default());
        let open = async || {
            let next = Arc::new(store.borrow().restart());
            *store.borrow_mut() = next.clone();
            system(next, &watch, Settings::default()).await
        };
        days(sim, open).await
    });
    let on_disk = simulate(1, |sim| {
        let watch = watch.clone();
        async move {
            let dir = tempfile::tempdir().expect("a directory");
            let open = async || {
                let store = sim.outside(async { SqliteStore::open(dir.path()) }).await.expect("a store");
                system(store, &watch, Settings::default()).await
            };
            days(sim.clone(), open).await
        }
    });
    assert_eq!(on_disk, in_memory);
    let beat = "beat, 0 missed";
    let expected = [beat, "tea", "x", beat, beat, beat, "beat, 1 missed"];
    assert_eq!(in_memory, expected);
}

mod other {
    //! What hosts no diaries, and what knows only some of their timers.
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

    /// An earlier program: it does not know the timers of today.
    pub mod older {
        use mainstay::prelude::*;
        use serde::{Deserialize, Serialize};

        #[derive(Event, Serialize, Deserialize)]
        #[event(name = "diary.wrote")]
        pub struct Wrote(String);

        #[actor(persistent = "diary")]
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

    /// A later program: the timer is gone from it.
    pub mod newer {
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
}

#[test]
fn d52_a_timer_of_an_unknown_name_is_a_dead_letter_and_stays_until_a_program_knows_it() {
    simulate_seeds(0..5, |sim| async move {
        let mut lives = Lives::new();
        let system = lives.begin().await;
        diary(&system, "ada").later("tea".into(), DAY).await.expect("a timer");
        lives.end(system).await;
        sim.clock().advance(2 * DAY).await;
        let older = System::with(lives.store.clone()).host::<other::older::Diary>().start().await.expect("a start");
        let mut letters = older.dead_letters();
        sim.clock().advance(SECOND).await;
        let letter = letters.next().await.expect("a letter").expect("in time").to_string();
        assert!(letter.contains("`note`") && letter.contains("diary") && letter.contains("ada"), "{letter}");
        lives.end(older).await;
        let system = lives.begin().await;
        sim.clock().advance(MINUTE).await;
        assert_eq!(pages(&system, "ada").await, ["tea"]);
    });
}

#[test]
fn d52_a_timer_whose_name_was_removed_is_dropped_without_a_word() {
    simulate_seeds(0..5, |sim| async move {
        let mut lives = Lives::new();
        let system = lives.begin().await;
        diary(&system, "ada").later("tea".into(), DAY).await.expect("a timer");
        lives.end(system).await;
        sim.clock().advance(2 * DAY).await;
        let newer = System::with(lives.store.clone()).host::<other::newer::Diary>().start().await.expect("a start");
        sim.clock().advance(SECOND).await;
        assert_eq!(newer.dead_letter_count(), 0);
        lives.end(newer).await;
        let system = lives.begin().await;
        sim.clock().advance(DAY).await;
        assert_eq!(pages(&system, "ada").await, [""; 0]);
    });
}

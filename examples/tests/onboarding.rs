//! The onboarding machine: twenty days with restarts, on both engines; every row of its table; and a crash at each of its writes.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the program is its own documentation")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "../onboarding/machine.rs"]
mod machine;
#[path = "../onboarding/mailer.rs"]
mod mailer;
#[path = "../onboarding/play.rs"]
mod play;

use machine::{Answer, Invite, Onboarding, OnboardingRef, SendWelcome};
use mailer::{Mailer, PostOffice};
use mainstay::journal::{EntityKey, MemoryStore, SqliteStore, Store};
use mainstay::prelude::*;
use mainstay::testing::store::{FaultyStore, crash_at_every_persist};
use mainstay::testing::{Simulation, Step, coverage, paths, simulate, simulate_seeds};
use play::{ACME, BEACON, CORONA, Deed, Disk, Organization, play};
use std::error::Error;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

const DAY: Duration = Duration::from_hours(24);

/// What the program prints.
const PRINTED: &str = include_str!("onboarding.txt");

/// What the post office has of an organization in the end.
fn letters(organization: Organization) -> &'static [&'static str] {
    match organization.name {
        "acme" => &[
            "owner@acme.example: welcome, invite your team",
            "owner@acme.example: nobody invited yet",
            "owner@acme.example: nobody invited yet",
            "owner@acme.example: nobody invited yet",
        ],
        "beacon" => &[
            "owner@beacon.example: welcome, invite your team",
            "grace@beacon.example: you are invited",
            "alan@beacon.example: you are invited",
            "grace@beacon.example: you are invited",
            "alan@beacon.example: you are invited",
            "alan@beacon.example: you are invited",
        ],
        _ => &[
            "owner@corona.example: welcome, invite your team",
            "owner@corona.example: nobody invited yet",
            "edsger@corona.example: you are invited",
            "barbara@corona.example: you are invited",
            "edsger@corona.example: you are invited",
            "barbara@corona.example: you are invited",
            "edsger@corona.example: you are invited",
        ],
    }
}

fn posted(office: &PostOffice) -> Vec<String> {
    office.posted().letters.values().cloned().collect()
}

#[derive(Default)]
struct InMemory(Arc<MemoryStore>);

impl Disk for InMemory {
    fn open(&mut self) -> Result<Arc<dyn Store>, Box<dyn Error>> {
        self.0 = Arc::new(self.0.restart());
        Ok(self.0.clone())
    }
}

struct OnDisk(PathBuf);

impl Disk for OnDisk {
    fn open(&mut self) -> Result<Arc<dyn Store>, Box<dyn Error>> {
        Ok(Arc::new(SqliteStore::open(&self.0)?))
    }
}

/// The three organizations, all with restarts or only the one that has them anyway.
fn organizations(restarts: bool) -> impl Iterator<Item = Organization> {
    [ACME, BEACON, CORONA]
        .into_iter()
        .map(move |organization| Organization { restarts: restarts || organization.restarts, ..organization })
}

async fn plays(organization: Organization, disk: &mut dyn Disk, sim: &Simulation) {
    let office = PostOffice::default();
    let lines = play(organization, disk, &office, sim).await.expect("the play goes on");
    let expected = PRINTED.lines().filter(|line| line.contains(organization.name));
    assert_eq!(lines, expected.collect::<Vec<_>>());
    assert_eq!(posted(&office), letters(organization), "each letter is posted once");
    assert_eq!(office.posted().repeated, 0, "nothing is sent again that was confirmed");
}

#[test]
fn c55_c56_c57_d27_twenty_days_pass_the_same_with_and_without_restarts_in_any_order_of_events() {
    for restarts in [false, true] {
        for organization in organizations(restarts) {
            simulate_seeds(0..5, |sim| async move { plays(organization, &mut InMemory::default(), &sim).await });
        }
    }
}

#[test]
fn c55_c66_d27_twenty_days_pass_the_same_on_disk() {
    for organization in organizations(true) {
        let dir = tempfile::tempdir().expect("there is room for a directory");
        let mut disk = OnDisk(dir.path().to_owned());
        simulate(0, |sim| async move { plays(organization, &mut disk, &sim).await });
    }
}

#[test]
fn the_three_organizations_take_every_row_of_the_table() {
    let coverage = coverage::<Onboarding>();
    for organization in organizations(false) {
        simulate(0, |sim| async move { plays(organization, &mut InMemory::default(), &sim).await });
    }
    coverage.assert_all();
}

async fn begin(store: impl Store, office: &PostOffice) -> System {
    let system = System::with(store).host::<Onboarding>().start().await.expect("a start");
    system.spawn_named("mailer", Mailer::new(office)).expect("the name is free");
    system
}

fn acme(system: &System) -> OnboardingRef {
    system.entity::<Onboarding>("acme").expect("an id")
}

fn welcome() -> SendWelcome {
    SendWelcome { owner: "ada@acme.example".into() }
}

/// Lets a step happen: by a command, or by waiting.
async fn take(system: &System, step: &Step, sim: &Simulation) {
    let acme = acme(system);
    let grace = || "grace@acme.example".to_owned();
    let done = match (step.trigger.name(), step.event) {
        ("SendWelcome", _) => acme.ask(welcome()).await,
        ("Invite", _) => acme.ask(Invite(grace())).await,
        // With somebody else invited, one answer is not all.
        ("Answer", Some("onboarding.answered")) => {
            acme.ask(Invite("alan@acme.example".into())).await.expect("there is a row");
            acme.ask(Answer(grace())).await
        }
        ("Answer", _) => acme.ask(Answer(grace())).await,
        ("remind_owner", Some("onboarding.given_up")) => return sim.clock().advance(20 * DAY + DAY / 2).await,
        ("remind_owner" | "Remind", _) => return sim.clock().advance(5 * DAY + DAY / 2).await,
        other => panic!("no such step: {other:?}"),
    };
    done.expect("there is a row");
}

async fn last_event(store: &MemoryStore) -> Option<Arc<str>> {
    let key = EntityKey::new("onboarding", "acme").expect("a key");
    let page = store.read(key, 0, u64::MAX, usize::MAX).await.expect("it can be read");
    page.records.last().map(|record| record.name.clone())
}

#[test]
fn the_shortest_way_to_every_row_leads_where_the_table_says() {
    let ways = paths::<Onboarding>().to_every_row();
    assert_eq!(ways.len(), 8, "{ways:?}");
    for way in ways {
        simulate(0, |sim| async move {
            let store = Arc::new(MemoryStore::new());
            let system = begin(store.clone(), &PostOffice::default()).await;
            for step in &way {
                assert_eq!(acme(&system).state().await.as_deref(), Ok(step.state), "{step:?}");
                take(&system, step, &sim).await;
                assert_eq!(acme(&system).state().await.as_deref(), Ok(step.to), "{step:?}");
                assert_eq!(last_event(&store).await.as_deref(), step.event, "{step:?}");
            }
        });
    }
}

#[test]
fn an_invitation_that_comes_before_the_welcome_waits_for_it() {
    simulate_seeds(0..5, |_| async move {
        let system = begin(MemoryStore::new(), &PostOffice::default()).await;
        acme(&system).tell(Invite("grace@acme.example".into())).expect("room");
        acme(&system).ask(welcome()).await.expect("there is a row");
        assert_eq!(acme(&system).state().await.as_deref(), Ok("AwaitingAnswers"));
    });
}

/// The world outside of the process, which goes on after a crash. A new run has a new one.
#[derive(Default)]
struct Outside {
    office: PostOffice,
    since: Option<SystemTime>,
}

impl Outside {
    fn of(&mut self, is_new: bool, sim: &Simulation) -> (PostOffice, SystemTime) {
        if is_new {
            *self = Self::default();
        }
        (self.office.clone(), *self.since.get_or_insert_with(|| sim.clock().wall()))
    }
}

/// Lets time pass until so many days after the beginning, if they have not passed yet.
async fn until(day: u32, since: SystemTime, sim: &Simulation) {
    let left = (since + day * DAY).duration_since(sim.clock().wall()).unwrap_or_default();
    sim.clock().advance(left).await;
}

/// Nobody is invited, or the owner has to be reminded first: together they take every row.
const NOBODY: &[(u32, Deed)] = &[];
const LATE: &[(u32, Deed)] = &[
    (6, Deed::Invite("grace@acme.example")),
    (8, Deed::Invite("alan@acme.example")),
    (12, Deed::Answer("grace@acme.example")),
    (14, Deed::Answer("alan@acme.example")),
];

#[test]
fn d27_d52_a_crash_at_any_transition_changes_neither_the_end_nor_what_is_posted() {
    for deeds in [NOBODY, LATE] {
        let outside = Mutex::new(Outside::default());
        let scenario = |sim: Simulation, store: Arc<FaultyStore<MemoryStore>>| {
            let outside = &outside;
            async move {
                let is_new = store.kinds().await.expect("it can be read").is_empty();
                let (office, since) = outside.lock().expect("nobody has panicked").of(is_new, &sim);
                let system = begin(store, &office).await;
                acme(&system).ask(welcome()).id("welcome").await.expect("an answer");
                for (day, deed) in deeds {
                    until(*day, since, &sim).await;
                    let id = format!("{deed:?}");
                    match deed {
                        Deed::Invite(who) => acme(&system).ask(Invite((*who).into())).id(id).await,
                        Deed::Answer(who) => acme(&system).ask(Answer((*who).into())).id(id).await,
                    }
                    .expect("an answer");
                }
                until(21, since, &sim).await;
                system
            }
        };
        crash_at_every_persist(0..1, scenario, |system| {
            let office = outside.lock().expect("nobody has panicked").office.clone();
            async move { (acme(&system).state().await, posted(&office)) }
        });
    }
}

//! A persistent actor with timers of all kinds: what the tests of timers watch.
#![allow(dead_code, reason = "each file uses some of it")]
#![allow(clippy::unused_self, reason = "not every command looks at the state")]

use mainstay::journal::Store;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::SystemTime;

pub const MINUTE: Duration = Duration::from_mins(1);
pub const DAY: Duration = Duration::from_hours(24);

/// One for each text.
#[derive(Timer, Clone, Debug, Serialize, Deserialize)]
#[timer(name = "note")]
pub struct Note(pub String);

/// One for each person, whatever the text.
#[derive(Timer, Clone, Debug, Serialize, Deserialize)]
#[timer(name = "nag", key = who)]
pub struct Nag {
    pub who: String,
    pub text: String,
}

/// It repeats.
#[derive(Timer, Clone, Debug, Serialize, Deserialize)]
#[timer(name = "beat")]
pub struct Beat;

/// Its method stores no event.
#[derive(Timer, Clone, Debug, Serialize, Deserialize)]
#[timer(name = "quiet")]
pub struct Quiet;

/// Its method panics as long as the watch says so.
#[derive(Timer, Clone, Debug, Serialize, Deserialize)]
#[timer(name = "boom")]
pub struct Boom;

#[derive(Event, Debug, Serialize, Deserialize)]
#[event(name = "diary.wrote")]
pub struct Wrote(pub String);

/// What a test sees of all diaries, and has to say to them.
#[derive(Debug, Default)]
pub struct Watch {
    pub quiet: AtomicUsize,
    pub booms: AtomicUsize,
    pub is_fixed: AtomicBool,
}

#[actor(persistent = "diary")]
#[derive(Default)]
pub struct Diary {
    pages: Vec<String>,
    #[volatile]
    watch: Arc<Watch>,
}

#[handlers]
impl Diary {
    /// Stores an event and sets a timer.
    #[command]
    pub fn write(&self, text: String, delay: Duration) -> Persist<Self, Wrote> {
        persist(Wrote(format!("set {text}"))).start(Note(text), delay)
    }

    /// Sets a timer, and stores nothing else.
    #[command]
    pub fn later(&self, text: String, delay: Duration) -> Persist<Self, Wrote> {
        nothing().start(Note(text), delay)
    }

    #[command]
    pub fn at(&self, text: String, at: SystemTime) -> Persist<Self, Wrote> {
        nothing().start_at(Note(text), at)
    }

    #[command]
    pub fn forget(&self, text: String) -> Persist<Self, Wrote> {
        nothing().cancel(Note(text))
    }

    #[command]
    pub fn nag(&self, who: String, text: String, delay: Duration) -> Persist<Self, Wrote> {
        nothing().start(Nag { who, text }, delay)
    }

    #[command]
    pub fn beat(&self, period: Duration) -> Persist<Self, Wrote> {
        nothing().every(Beat, period)
    }

    #[command]
    pub fn hush(&self) -> Persist<Self, Wrote> {
        nothing().cancel(Beat)
    }

    #[command]
    pub fn quiet(&self, delay: Duration) -> Persist<Self, Wrote> {
        nothing().start(Quiet, delay)
    }

    #[command]
    pub fn boom(&self, delay: Duration) -> Persist<Self, Wrote> {
        nothing().start(Boom, delay)
    }

    /// A plain command, to see what comes before what.
    #[command]
    pub fn say(&self, text: String) -> Persist<Self, Wrote> {
        persist(Wrote(text))
    }

    #[query]
    pub fn pages(&self) -> Vec<String> {
        self.pages.clone()
    }

    #[timer]
    fn note_due(&self, Note(text): Note) -> Persist<Self, Wrote> {
        persist(Wrote(text))
    }

    #[timer]
    fn nag_due(&self, Nag { who, text }: Nag) -> Persist<Self, Wrote> {
        persist(Wrote(format!("{who}: {text}")))
    }

    #[timer]
    fn beat_due(&self, _: Beat, cx: &mut Context<Self>) -> Persist<Self, Wrote> {
        let missed = cx.fired().map_or(0, |fired| fired.missed);
        let beat = persist(Wrote(format!("beat, {missed} missed")));
        if self.pages.iter().filter(|page| page.starts_with("beat")).count() == 4 { beat.cancel(Beat) } else { beat }
    }

    #[timer]
    fn quiet_due(&self, _: Quiet) -> Persist<Self, Wrote> {
        self.watch.quiet.fetch_add(1, Ordering::SeqCst);
        nothing()
    }

    #[timer]
    fn boom_due(&self, _: Boom) -> Persist<Self, Wrote> {
        self.watch.booms.fetch_add(1, Ordering::SeqCst);
        assert!(self.watch.is_fixed.load(Ordering::SeqCst), "boom");
        persist(Wrote("boom".into()))
    }

    #[apply]
    fn wrote(&mut self, event: &Wrote) {
        self.pages.push(event.0.clone());
    }
}

/// A system that hosts diaries.
pub async fn system(store: impl Store, watch: &Arc<Watch>, settings: Settings) -> System {
    let watch = watch.clone();
    let hosted = System::with(store)
        .settings(settings)
        .host_with(move |_| Ok(Diary { pages: Vec::new(), watch: watch.clone() }));
    hosted.start().await.expect("a start")
}

pub fn diary(system: &System, id: &str) -> DiaryRef {
    system.entity::<Diary>(id).expect("an id")
}

pub async fn pages(system: &System, id: &str) -> Vec<String> {
    diary(system, id).pages().await.expect("pages")
}

//! A propagator that cannot do with what is stored: names of spans come from other programs, and it is the user's code that reads them.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::unused_self, clippy::needless_pass_by_value, reason = "the actors are there to be watched")]

use mainstay::observe::{Propagator, set_propagator};
use mainstay::prelude::*;
use mainstay::testing::simulate;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicUsize, Ordering};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event as Said, Metadata, Span, Subscriber};

/// Everything is watched, and nothing noted.
struct Watch;

impl Subscriber for Watch {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Said<'_>) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// Takes every name for one of its own, and every third span for something that has one.
#[derive(Debug)]
struct Careless;

static INJECTED: AtomicUsize = AtomicUsize::new(0);
static EXTRACTED: AtomicUsize = AtomicUsize::new(0);

impl Propagator for Careless {
    fn inject(&self, _: &Span) -> Option<String> {
        assert_ne!(INJECTED.fetch_add(1, Ordering::SeqCst) % 3, 2, "it has no name");
        Some("ü".into())
    }

    fn extract(&self, _: &Span, stored: &str) {
        EXTRACTED.fetch_add(1, Ordering::SeqCst);
        assert!(stored.is_char_boundary(1), "it is cut in the middle of a letter");
    }
}

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "bell.ring")]
pub struct Ring;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "bell.rung")]
pub struct Rung;

#[actor(persistent = "bell")]
#[derive(Default)]
pub struct Bell {
    rung: u64,
}

#[handlers]
impl Bell {
    #[command]
    pub fn wind(&self) -> Persist<Self, Rung> {
        nothing().every(Ring, Duration::from_mins(1))
    }

    #[timer]
    fn ring(&self, _: Ring) -> Persist<Self, Rung> {
        persist(Rung)
    }

    #[query]
    pub fn rung(&self) -> u64 {
        self.rung
    }

    #[apply]
    fn on_rung(&mut self, _: &Rung) {
        self.rung += 1;
    }
}

#[test]
fn a_propagator_that_panics_costs_a_name_and_nothing_else() {
    set_propagator(Careless).expect("it is the only one");
    let watched = tracing::subscriber::set_default(Watch);
    simulate(1, |sim| async move {
        let system = System::volatile().host::<Bell>().start().await.expect("in memory");
        let bell = system.entity::<Bell>("a").expect("hosted");
        bell.wind().await.expect("stored");
        for rung in 1..=9 {
            sim.clock().advance(Duration::from_mins(1)).await;
            assert_eq!(bell.rung().await, Ok(rung));
        }
        let seen = system.inspect(bell.id().key()).await.expect("readable");
        assert_eq!(seen.last_error, None);
    });
    assert!(INJECTED.load(Ordering::SeqCst) > 3 && EXTRACTED.load(Ordering::SeqCst) > 0, "both were asked");
    drop(watched);
}

//! Settings from files: every key, and an error that names the key for everything that is wrong.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::expect_used, clippy::panic, clippy::unused_self, reason = "the actors are there to be watched")]

use mainstay::actor::{Backoff, Intensity};
use mainstay::mailbox::Capacity;
use mainstay::prelude::*;
use mainstay::settings::{PassivateAfter, Settings, SettingsError};

const ALL: &str = r#"
    mailbox = 4096
    stash = "unbounded"
    shutdown = "10s"
    dead-letters = 256
    store-deadline = "5s"
    window = 64
    window-bytes = 1000000
    remembered-ids = 100
    snapshots-kept = 3
    passivate-after = "5m"
    max-live = 100000
    recoveries = 8
    recovery-gap = "1m"
    redeliver-interval = "2s"
    redelivery-burst-limit = 500
    warn-after-number-of-unconfirmed-attempts = 7
    max-unconfirmed-messages = 1000
    max-delivery-attempts = 12
    ordered-window = 10
    ordered-backlog = 0
    recovery-page = 100
    attempts = 5
    conflicts = 7
    group-parts = 1000
    group-bytes = 500000
    timers-in-flight = 16
    overdue-timers = 50
    deferred-timers = 100

    [backoff]
    min = "50ms"
    max = "10s"
    jitter = 0.5
    reset = "1m"

    [intensity]
    restarts = 5
    within = "1h"
"#;

fn read(text: &str) -> Result<Settings, SettingsError> {
    Settings::read(toml::Deserializer::parse(text).expect("the tests know TOML"))
}

fn message(text: &str) -> String {
    read(text).expect_err(text).to_string()
}

#[test]
fn every_setting_has_a_key() {
    let all = Settings {
        mailbox: Capacity::bounded(4096),
        stash: Capacity::Unbounded,
        backoff: Backoff {
            min: Duration::from_millis(50),
            max: Duration::from_secs(10),
            jitter: 0.5,
            reset: Duration::from_mins(1),
        },
        intensity: Intensity { restarts: 5, within: Duration::from_hours(1) },
        shutdown: Duration::from_secs(10),
        dead_letters: 256,
        store_deadline: Duration::from_secs(5),
        window: 64,
        window_bytes: 1_000_000,
        remembered_ids: 100,
        snapshots_kept: 3,
        passivate_after: PassivateAfter::Idle(Duration::from_mins(5)),
        max_live: Some(100_000),
        recoveries: 8,
        recovery_gap: Duration::from_mins(1),
        redeliver_interval: Duration::from_secs(2),
        redelivery_burst_limit: 500,
        warn_after_number_of_unconfirmed_attempts: 7,
        max_unconfirmed_messages: 1000,
        max_delivery_attempts: Some(12),
        ordered_window: 10,
        ordered_backlog: 0,
        recovery_page: 100,
        attempts: 5,
        conflicts: 7,
        group_parts: 1000,
        group_bytes: 500_000,
        timers_in_flight: 16,
        overdue_timers: 50,
        deferred_timers: 100,
    };
    assert_eq!(read(ALL), Ok(all));
}

#[test]
fn what_is_not_said_has_its_default() {
    assert_eq!(read(""), Ok(Settings::default()));
    let backoff = Backoff { jitter: 0.0, ..Backoff::DEFAULT };
    assert_eq!(read("backoff.jitter = 0"), Ok(Settings { backoff, ..Settings::default() }));
    let intensity = Intensity { restarts: 0, ..Intensity::DEFAULT };
    assert_eq!(read("intensity.restarts = 0"), Ok(Settings { intensity, ..Settings::default() }));
    assert_eq!(read("passivate-after = \"never\"").map(|read| read.passivate_after), Ok(PassivateAfter::Never));
    assert_eq!(read("max-live = \"unlimited\""), Ok(Settings::default()));
    let long = read("backoff.min = \"1m\"").expect("the longest wait follows").backoff;
    assert_eq!((long.min, long.max), (Duration::from_mins(1), Duration::from_mins(1)));
}

#[test]
fn an_unknown_key_is_named_with_those_that_there_are() {
    assert_eq!(
        message("dead_letters = 1"),
        "unknown setting `dead_letters`; there are `mailbox`, `stash`, `backoff`, `intensity`, `shutdown`, `dead-letters`, `store-deadline`, `window`, `window-bytes`, `remembered-ids`, `snapshots-kept`, `passivate-after`, `max-live`, `recoveries`, `recovery-gap`, `redeliver-interval`, `redelivery-burst-limit`, `warn-after-number-of-unconfirmed-attempts`, `max-unconfirmed-messages`, `max-delivery-attempts`, `ordered-window`, `ordered-backlog`, `recovery-page`, `attempts`, `conflicts`, `group-parts`, `group-bytes`, `timers-in-flight`, `overdue-timers`, `deferred-timers`"
    );
    assert_eq!(
        message("backoff.minimum = \"1s\""),
        "unknown setting `backoff.minimum`; there are `min`, `max`, `jitter`, `reset`"
    );
    assert!(matches!(read("intensity.x = 1"), Err(SettingsError::Unknown { key, .. }) if key == "intensity.x"));
}

#[test]
fn a_value_of_the_wrong_kind_is_named_by_its_key() {
    let invalid = "setting `mailbox` is \"many\", and must be a number of messages or \"unbounded\"";
    assert_eq!(message("mailbox = \"many\""), invalid);
    assert_eq!(message("backoff = 3"), "setting `backoff` is 3, and must be a table");
    assert_eq!(message("backoff.jitter = \"much\""), "setting `backoff.jitter` is \"much\", and must be a number");
    assert_eq!(message("dead-letters = true"), "setting `dead-letters` is true, and must be a whole number");
    assert_eq!(message("intensity.restarts = 1.5"), "setting `intensity.restarts` is 1.5, and must be a whole number");
    assert_eq!(message("stash = [1, 2]").split(',').next(), Some("setting `stash` is a list"));
    for wrong in ["30", "\"30\"", "\"1.5s\"", "\"soon\"", "\"-1s\"", "\"1 s\""] {
        let message = message(&format!("shutdown = {wrong}"));
        assert!(message.starts_with(&format!("setting `shutdown` is {wrong}, and must be a whole number with a unit")));
    }
}

#[test]
fn a_value_out_of_range_is_named_by_its_key() {
    for (text, found) in [("mailbox = 0", "0"), ("stash = -1", "-1"), ("mailbox = 9999999999", "9999999999")] {
        let key = text.split(' ').next().unwrap_or_default();
        assert_eq!(message(text), format!("setting `{key}` is {found}, and must be from 1 to 1073741824"));
    }
    assert_eq!(message("dead-letters = 65537"), "setting `dead-letters` is 65537, and must be from 1 to 65536");
    assert_eq!(message("attempts = 0"), "setting `attempts` is 0, and must be from 1 to 100");
    assert_eq!(message("conflicts = 256"), "setting `conflicts` is 256, and must be from 1 to 100");
    assert_eq!(message("group-parts = 0"), "setting `group-parts` is 0, and must be from 1 to 1048576");
    assert_eq!(message("group-bytes = 0"), "setting `group-bytes` is 0, and must be from 1 to 1073741824");
    assert_eq!(message("recovery-page = 65537"), "setting `recovery-page` is 65537, and must be from 1 to 65536");
    assert_eq!(message("backoff.jitter = 11"), "setting `backoff.jitter` is 11, and must be from 0 to 10");
    assert_eq!(message("backoff.jitter = nan"), "setting `backoff.jitter` is NaN, and must be from 0 to 10");
    assert_eq!(message("shutdown = \"0s\""), "setting `shutdown` is 0s, and must be from 1ms to 365d");
    assert_eq!(message("intensity.within = \"366d\"").split(',').next(), Some("setting `intensity.within` is 366d"));
    assert_eq!(
        message("backoff = { min = \"1m\", max = \"1s\" }"),
        "setting `backoff.max` is 1s, and must be at least `backoff.min`, which is 1m"
    );
    assert!(matches!(read("mailbox = 0"), Err(SettingsError::OutOfRange { .. })));
}

#[test]
fn settings_can_be_a_part_of_a_configuration_in_any_format() {
    #[derive(Debug, serde::Deserialize)]
    struct Config {
        mainstay: Settings,
    }
    let config: Config = serde_json::from_str(r#"{ "mainstay": { "mailbox": 7 } }"#).expect("in order");
    assert_eq!(config.mainstay.mailbox, Capacity::bounded(7));
    let error = serde_json::from_str::<Config>(r#"{ "mainstay": { "mailbox": 0 } }"#).expect_err("zero");
    assert!(error.to_string().starts_with("setting `mailbox` is 0, and must be from 1 to 1073741824"), "{error}");
    let broken = Settings::read(&mut serde_json::Deserializer::from_str("{")).expect_err("cut off");
    assert!(matches!(broken, SettingsError::Format(_)), "{broken}");
}

#[actor]
struct Plain;

#[handlers]
impl Plain {
    #[handle]
    fn poke(&self) {}
}

#[actor(mailbox = 3)]
struct Attributed;

#[handlers]
impl Attributed {
    #[handle]
    fn poke(&self) {}
}

#[tokio::test]
async fn an_attribute_beats_the_settings_and_they_beat_the_default() {
    let settings = read("mailbox = 2").expect("in order");
    let system = System::volatile().settings(settings).start().await.expect("nothing is opened");
    let (plain, attributed) = (system.spawn(Plain), system.spawn(Attributed));
    let accepted = |poke: &dyn Fn() -> Result<(), TellError>| (0..10).filter(|_| poke().is_ok()).count();
    assert_eq!(accepted(&|| plain.poke().tell()), 2);
    assert_eq!(accepted(&|| attributed.poke().tell()), 3);
    assert_eq!(accepted(&|| Plain.spawn().poke().tell()), 10);
}

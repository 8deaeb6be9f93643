//! Which keys there are, and what each may be.

use super::defaults::{PassivateAfter, Settings};
use super::duration;
use super::error::SettingsError;
use super::raw::Raw;
use crate::actor::{Backoff, Intensity};
use crate::mailbox::Capacity;
use crate::system::MOST_KEPT;
use serde::de::{Deserialize, Deserializer, Error};
use std::ops::RangeInclusive;
use std::time::Duration;

const KEYS: &[&str] = &[
    "mailbox",
    "stash",
    "backoff",
    "intensity",
    "shutdown",
    "dead-letters",
    "store-deadline",
    "window",
    "window-bytes",
    "remembered-ids",
    "snapshots-kept",
    "passivate-after",
    "max-live",
    "recoveries",
    "recovery-gap",
    "redeliver-interval",
    "redelivery-burst-limit",
    "warn-after-number-of-unconfirmed-attempts",
    "max-unconfirmed-messages",
    "max-delivery-attempts",
    "ordered-window",
    "ordered-backlog",
    "recovery-page",
    "attempts",
    "conflicts",
    "group-parts",
    "group-bytes",
    "timers-in-flight",
    "overdue-timers",
    "deferred-timers",
];
const BACKOFF: &[&str] = &["min", "max", "jitter", "reset"];
const INTENSITY: &[&str] = &["restarts", "within"];

/// A number of messages; a larger one is a slip of the pen, and `"unbounded"` says what it means.
const MESSAGES: RangeInclusive<usize> = 1..=1 << 30;
const DEAD_LETTERS: RangeInclusive<usize> = 1..=MOST_KEPT;
const WINDOW: RangeInclusive<usize> = 1..=1 << 20;
const WINDOW_BYTES: RangeInclusive<usize> = 1..=1 << 30;
const REMEMBERED_IDS: RangeInclusive<usize> = 1..=1 << 20;
const SNAPSHOTS_KEPT: RangeInclusive<u32> = 1..=1 << 10;
const LIVE: RangeInclusive<usize> = 1..=1 << 30;
const RECOVERIES: RangeInclusive<usize> = 1..=1 << 16;
const BURST: RangeInclusive<usize> = 1..=1 << 20;
const ATTEMPTS: RangeInclusive<u32> = 1..=u32::MAX;
const UNCONFIRMED: RangeInclusive<usize> = 1..=1 << 24;
const ORDERED_WINDOW: RangeInclusive<usize> = 1..=1 << 20;
const ORDERED_BACKLOG: RangeInclusive<usize> = 0..=1 << 24;
const RECOVERY_PAGE: RangeInclusive<usize> = 1..=1 << 16;
const TIMES: RangeInclusive<u8> = 1..=100;
const GROUP_PARTS: RangeInclusive<usize> = 1..=1 << 20;
const GROUP_BYTES: RangeInclusive<usize> = 1..=1 << 30;
const TIMERS_IN_FLIGHT: RangeInclusive<usize> = 1..=1 << 16;
const OVERDUE_TIMERS: RangeInclusive<usize> = 1..=1 << 20;
const DEFERRED_TIMERS: RangeInclusive<usize> = 1..=1 << 20;
const JITTER: RangeInclusive<f64> = 0.0..=10.0;
const SHORTEST: Duration = Duration::from_millis(1);
const YEAR: Duration = Duration::from_hours(365 * 24);

impl Settings {
    /// Reads settings from any format that describes itself. What is not said has its default.
    ///
    /// `Settings` are `Deserialize` too, so they may be a part of your own configuration; then what is wrong comes in the format's error,
    /// in the same words. Durations are text, `"100ms"` or `"5m"`; a mailbox or a stash may be `"unbounded"`, `passivate-after`
    /// may be `"never"`, `max-live` may be `"unlimited"`.
    ///
    /// ```
    /// use mainstay::prelude::*;
    /// use mainstay::settings::{Settings, SettingsError};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let file = r#"{
    ///     "mailbox": 4096,
    ///     "stash": "unbounded",
    ///     "backoff": { "min": "50ms", "max": "10s", "jitter": 0.2, "reset": "1m" },
    ///     "intensity": { "restarts": 5, "within": "30s" },
    ///     "shutdown": "10s",
    ///     "dead-letters": 256,
    ///     "store-deadline": "5s",
    ///     "window": 256
    /// }"#;
    /// let settings = Settings::read(&mut serde_json::Deserializer::from_str(file))?;
    /// let system = System::volatile().settings(settings).start().await?;
    /// # system.shutdown().await?;
    ///
    /// let mistyped = r#"{ "backoff": { "minimum": "50ms" } }"#;
    /// let error = Settings::read(&mut serde_json::Deserializer::from_str(mistyped)).err();
    /// assert!(matches!(error, Some(SettingsError::Unknown { key, .. }) if key == "backoff.minimum"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// A key is unknown, or its value is of the wrong kind or out of range; or the format is not in order.
    pub fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, SettingsError> {
        let raw = Raw::deserialize(deserializer).map_err(|why| SettingsError::Format(why.to_string()))?;
        interpret(raw)
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        interpret(Raw::deserialize(deserializer)?).map_err(Error::custom)
    }
}

fn interpret(raw: Raw) -> Result<Settings, SettingsError> {
    let mut settings = Settings::default();
    let Raw::Table(table) = raw else { return Err(invalid("settings", "a table", &raw)) };
    for (key, value) in table {
        match key.as_str() {
            "mailbox" => settings.mailbox = capacity(&key, &value)?,
            "stash" => settings.stash = capacity(&key, &value)?,
            "backoff" => settings.backoff = backoff(&key, value)?,
            "intensity" => settings.intensity = intensity(&key, value)?,
            "shutdown" => settings.shutdown = time(&key, &value, SHORTEST)?,
            "dead-letters" => settings.dead_letters = number(&key, &value, &DEAD_LETTERS)?,
            "store-deadline" => settings.store_deadline = time(&key, &value, SHORTEST)?,
            "window" => settings.window = number(&key, &value, &WINDOW)?,
            "window-bytes" => settings.window_bytes = number(&key, &value, &WINDOW_BYTES)?,
            "remembered-ids" => settings.remembered_ids = number(&key, &value, &REMEMBERED_IDS)?,
            "snapshots-kept" => settings.snapshots_kept = number(&key, &value, &SNAPSHOTS_KEPT)?,
            "passivate-after" => settings.passivate_after = passivate(&key, &value)?,
            "max-live" => settings.max_live = live(&key, &value)?,
            "recoveries" => settings.recoveries = number(&key, &value, &RECOVERIES)?,
            "recovery-gap" => settings.recovery_gap = time(&key, &value, SHORTEST)?,
            "redeliver-interval" => settings.redeliver_interval = time(&key, &value, SHORTEST)?,
            "redelivery-burst-limit" => settings.redelivery_burst_limit = number(&key, &value, &BURST)?,
            "warn-after-number-of-unconfirmed-attempts" => {
                settings.warn_after_number_of_unconfirmed_attempts = number(&key, &value, &ATTEMPTS)?;
            }
            "max-unconfirmed-messages" => settings.max_unconfirmed_messages = number(&key, &value, &UNCONFIRMED)?,
            "max-delivery-attempts" => settings.max_delivery_attempts = attempts(&key, &value)?,
            "ordered-window" => settings.ordered_window = number(&key, &value, &ORDERED_WINDOW)?,
            "ordered-backlog" => settings.ordered_backlog = number(&key, &value, &ORDERED_BACKLOG)?,
            "recovery-page" => settings.recovery_page = number(&key, &value, &RECOVERY_PAGE)?,
            "attempts" => settings.attempts = number(&key, &value, &TIMES)?,
            "conflicts" => settings.conflicts = number(&key, &value, &TIMES)?,
            "group-parts" => settings.group_parts = number(&key, &value, &GROUP_PARTS)?,
            "group-bytes" => settings.group_bytes = number(&key, &value, &GROUP_BYTES)?,
            "timers-in-flight" => settings.timers_in_flight = number(&key, &value, &TIMERS_IN_FLIGHT)?,
            "overdue-timers" => settings.overdue_timers = number(&key, &value, &OVERDUE_TIMERS)?,
            "deferred-timers" => settings.deferred_timers = number(&key, &value, &DEFERRED_TIMERS)?,
            _ => return Err(SettingsError::Unknown { key, known: KEYS }),
        }
    }
    Ok(settings)
}

fn backoff(table: &str, value: Raw) -> Result<Backoff, SettingsError> {
    let mut backoff = Backoff::DEFAULT;
    // A longest wait that nobody has chosen gives way to a first wait that somebody has.
    let mut longest = None;
    for (name, key, value) in entries(table, value)? {
        match name.as_str() {
            "min" => backoff.min = time(&key, &value, Duration::ZERO)?,
            "max" => longest = Some(time(&key, &value, Duration::ZERO)?),
            "jitter" => backoff.jitter = real(&key, &value, &JITTER)?,
            "reset" => backoff.reset = time(&key, &value, Duration::ZERO)?,
            _ => return Err(SettingsError::Unknown { key, known: BACKOFF }),
        }
    }
    backoff.max = longest.unwrap_or_else(|| backoff.max.max(backoff.min));
    if backoff.max < backoff.min {
        return Err(SettingsError::OutOfRange {
            key: format!("{table}.max"),
            range: format!("at least `{table}.min`, which is {}", duration::show(backoff.min)),
            found: duration::show(backoff.max),
        });
    }
    Ok(backoff)
}

fn intensity(table: &str, value: Raw) -> Result<Intensity, SettingsError> {
    let mut intensity = Intensity::DEFAULT;
    for (name, key, value) in entries(table, value)? {
        match name.as_str() {
            "restarts" => intensity.restarts = number(&key, &value, &(0..=u32::MAX))?,
            "within" => intensity.within = time(&key, &value, SHORTEST)?,
            _ => return Err(SettingsError::Unknown { key, known: INTENSITY }),
        }
    }
    Ok(intensity)
}

/// The entries of a table, each with its name and its whole key.
fn entries(table: &str, value: Raw) -> Result<impl Iterator<Item = (String, String, Raw)>, SettingsError> {
    let Raw::Table(entries) = value else { return Err(invalid(table, "a table", &value)) };
    Ok(entries.into_iter().map(move |(name, value)| (name.clone(), format!("{table}.{name}"), value)))
}

fn capacity(key: &str, value: &Raw) -> Result<Capacity, SettingsError> {
    match value {
        Raw::Text(text) if text == "unbounded" => Ok(Capacity::Unbounded),
        Raw::Whole(_) => number(key, value, &MESSAGES).map(Capacity::bounded),
        _ => Err(invalid(key, "a number of messages or \"unbounded\"", value)),
    }
}

fn passivate(key: &str, value: &Raw) -> Result<PassivateAfter, SettingsError> {
    match value {
        Raw::Text(text) if text == "never" => Ok(PassivateAfter::Never),
        _ => time(key, value, SHORTEST).map(PassivateAfter::Idle),
    }
}

fn live(key: &str, value: &Raw) -> Result<Option<usize>, SettingsError> {
    match value {
        Raw::Text(text) if text == "unlimited" => Ok(None),
        Raw::Whole(_) => number(key, value, &LIVE).map(Some),
        _ => Err(invalid(key, "a number of entities or \"unlimited\"", value)),
    }
}

fn attempts(key: &str, value: &Raw) -> Result<Option<u32>, SettingsError> {
    match value {
        Raw::Text(text) if text == "unlimited" => Ok(None),
        Raw::Whole(_) => number(key, value, &ATTEMPTS).map(Some),
        _ => Err(invalid(key, "a number of attempts or \"unlimited\"", value)),
    }
}

fn number<T>(key: &str, value: &Raw, range: &RangeInclusive<T>) -> Result<T, SettingsError>
where
    T: TryFrom<i128> + PartialOrd + std::fmt::Display,
{
    let Raw::Whole(whole) = value else { return Err(invalid(key, "a whole number", value)) };
    let number = T::try_from(*whole).ok().filter(|number| range.contains(number));
    number.ok_or_else(|| out_of_range(key, range, value))
}

fn real(key: &str, value: &Raw, range: &RangeInclusive<f64>) -> Result<f64, SettingsError> {
    let number = match value {
        Raw::Real(number) => *number,
        // One that is too large for this is out of range anyway.
        Raw::Whole(whole) => i32::try_from(*whole).map_or(f64::INFINITY, f64::from),
        _ => return Err(invalid(key, "a number", value)),
    };
    if range.contains(&number) { Ok(number) } else { Err(out_of_range(key, range, value)) }
}

fn time(key: &str, value: &Raw, shortest: Duration) -> Result<Duration, SettingsError> {
    let Raw::Text(text) = value else { return Err(invalid(key, duration::EXPECTED, value)) };
    let time = duration::parse(text).ok_or_else(|| invalid(key, duration::EXPECTED, value))?;
    if (shortest..=YEAR).contains(&time) {
        return Ok(time);
    }
    let range = format!("from {} to {}", duration::show(shortest), duration::show(YEAR));
    Err(SettingsError::OutOfRange { key: key.into(), range, found: text.clone() })
}

fn out_of_range<T: std::fmt::Display>(key: &str, range: &RangeInclusive<T>, found: &Raw) -> SettingsError {
    let range = format!("from {} to {}", range.start(), range.end());
    SettingsError::OutOfRange { key: key.into(), range, found: found.describe() }
}

fn invalid(key: &str, expected: &'static str, found: &Raw) -> SettingsError {
    SettingsError::Invalid { key: key.into(), expected, found: found.describe() }
}

//! A timer as it is stored: the id of its row, and what stands in it.

use super::error::TimerError;
use super::keyed::Timer;
use crate::entity::Payload;
use crate::journal::{Codec, CommandId, MAX_ID_BYTES, MAX_ROW_BYTES, Row, Table};
use serde::{Deserialize, Serialize};
#[cfg(feature = "testing")]
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What stands in a row beside the timer takes less than this.
const MAX_HEADER_BYTES: usize = 4096;

/// The largest payload of one timer, in bytes as encoded: 16 MiB, less 4 KiB for what is stored beside it.
pub const MAX_TIMER_BYTES: usize = MAX_ROW_BYTES - MAX_HEADER_BYTES;

/// How ids of rows begin: which kind of timer it is.
const KEYED: u8 = 1;
const DEADLINE: u8 = 2;

/// Around name and key. Every id ends with it, so that the id without its end is the one right before it: so one row is read by
/// what stands before it.
const END: u8 = 0;

/// So long a timer waits that could not be handled; twice as long each time that it cannot.
const FIRST_RETRY: Duration = Duration::from_mins(1);
/// It waits no longer than `FIRST_RETRY`, doubled so many times.
const MOST_DOUBLED: u32 = 10;

/// When a timer is to fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    After(Duration),
    At(SystemTime),
    Every(Duration),
}

/// What is the same for everything that a decision stores.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    /// When it was decided, in microseconds since 1970 UTC.
    pub(crate) at: i64,
    pub(crate) command: CommandId,
    pub(crate) trace: Option<Arc<str>>,
}

/// What a decision does to one timer: to set it, or to remove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    timer: &'static str,
    /// The timer's own, and those that it had under earlier names.
    ids: Vec<Vec<u8>>,
    start: Option<Start>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Start {
    version: u32,
    when: When,
    payload: Vec<u8>,
}

/// For tests that say what they expect.
#[cfg(feature = "testing")]
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { timer, start, .. } = self;
        match start.as_ref().map(|start| start.when) {
            None => write!(f, "`{timer}` is cancelled"),
            Some(When::After(delay)) => write!(f, "`{timer}` is set, to fire in {delay:?}"),
            Some(When::At(at)) => write!(f, "`{timer}` is set, to fire at {at:?}"),
            Some(When::Every(period)) => write!(f, "`{timer}` is set, to fire every {period:?}"),
        }
    }
}

/// A timer as it comes out of the store.
#[cfg(feature = "testing")]
pub(crate) fn stored<T: Timer>(timer: &T) -> Result<T, Box<dyn std::error::Error>> {
    let bytes = rmp_serde::to_vec_named(timer)?;
    Ok(T::upcast(T::VERSION, &Payload { codec: Codec::MessagePack, bytes: &bytes })?)
}

impl Change {
    pub(crate) fn start<T: Timer>(timer: &T, when: When) -> Result<Self, TimerError> {
        if when == When::Every(Duration::ZERO) {
            return Err(TimerError::Period { timer: T::NAME });
        }
        let payload = rmp_serde::to_vec_named(timer)
            .map_err(|cause| TimerError::Encode { timer: T::NAME, cause: cause.to_string().into() })?;
        if payload.len() > MAX_TIMER_BYTES {
            return Err(TimerError::TooLarge { timer: T::NAME, bytes: payload.len() });
        }
        Ok(Self { timer: T::NAME, ids: ids(timer)?, start: Some(Start { version: T::VERSION, when, payload }) })
    }

    pub(crate) fn cancel<T: Timer>(timer: &T) -> Result<Self, TimerError> {
        Ok(Self { timer: T::NAME, ids: ids(timer)?, start: None })
    }

    /// Removes a timer that is known by its row alone.
    pub(crate) fn remove(id: Vec<u8>) -> Self {
        Self { timer: "", ids: vec![id], start: None }
    }

    /// The rows of the unit.
    pub(crate) fn rows(&self, moment: &Moment) -> Result<Vec<Row>, TimerError> {
        let mut rows: Vec<_> = self.ids.iter().cloned().map(removed).collect();
        if let (Some(Start { version, when, payload }), Some(id)) = (&self.start, self.ids.first()) {
            let (due, period) = due(self.timer, *when, moment.at)?;
            let header = Header { period, ..Header::new(self.timer, *version, due, moment) };
            rows.retain(|row| row.id != *id);
            rows.push(Due { id: id.clone(), header, payload: payload.clone() }.row(due));
        }
        Ok(rows)
    }
}

/// When a timer is due that is set now, and its period.
fn due(timer: &'static str, when: When, now: i64) -> Result<(i64, Option<i64>), TimerError> {
    let micros = |time: Duration| i64::try_from(time.as_micros()).ok();
    let after = |delay: Duration| micros(delay).and_then(|delay| now.checked_add(delay));
    match when {
        When::After(delay) => after(delay).map(|due| (due, None)),
        // Before 1970 is the past, whenever that was.
        When::At(at) => micros(at.duration_since(UNIX_EPOCH).unwrap_or_default()).map(|due| (due, None)),
        When::Every(period) => after(period).map(|due| (due, micros(period).map(|period| period.max(1)))),
    }
    .ok_or(TimerError::TooFar { timer })
}

fn ids<T: Timer>(timer: &T) -> Result<Vec<Vec<u8>>, TimerError> {
    let key = timer.key()?;
    let id = |name: &&str| {
        let id = [&[KEYED], name.as_bytes(), &[END], &key, &[END]].concat();
        let most = MAX_ID_BYTES.saturating_sub(id.len() - key.len());
        if id.len() > MAX_ID_BYTES { Err(TimerError::Key { timer: T::NAME, bytes: key.len(), most }) } else { Ok(id) }
    };
    [&T::NAME].into_iter().chain(T::ALIASES).map(id).collect()
}

/// The id of the deadline `name`. A machine is in one state, so that it has one of a name.
pub(crate) fn deadline_id(name: &str) -> Vec<u8> {
    [&[DEADLINE], name.as_bytes(), &[END]].concat()
}

/// Whether the row is that of a deadline.
pub(crate) fn is_deadline(id: &[u8]) -> bool {
    id.first() == Some(&DEADLINE)
}

/// Whether the row is that of a timer called `name`.
pub(crate) fn is_timer_id(id: &[u8], name: &str) -> bool {
    let named = id.strip_prefix(&[KEYED]).and_then(|rest| rest.strip_prefix(name.as_bytes()));
    named.is_some_and(|key| key.first() == Some(&END))
}

/// Removes a row.
pub(crate) fn removed(id: Vec<u8>) -> Row {
    Row { table: Table::Timer, id, due: None, payload: None }
}

fn generation(CommandId { epoch, number }: CommandId) -> (u64, u64) {
    (epoch, number)
}

/// A timer that is set, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PendingTimer {
    /// What names it among all timers of its entity: the id of its row.
    pub id: Vec<u8>,
    /// Its stored name.
    pub name: String,
    /// When it fires next. `None` of a deadline that has been handled, and stays until its state is left.
    pub due: Option<SystemTime>,
    /// How long after that again, of one that repeats.
    pub period: Option<Duration>,
    /// Whether it is the deadline of a machine's state.
    pub is_deadline: bool,
    /// How often it could not be handled.
    pub tries: u32,
    /// What named the span of the command that set it.
    pub trace: Option<String>,
}

/// A timer as it is read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Due {
    id: Vec<u8>,
    header: Header,
    payload: Vec<u8>,
}

/// What is known of a stored timer without its type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    name: String,
    version: u32,
    codec: u8,
    /// What named the command that set it.
    generation: (u64, u64),
    /// When it was to fire. That of the row is later where it could not be handled.
    due: i64,
    /// It repeats.
    period: Option<i64>,
    /// How often it could not be handled.
    tries: u32,
    trace: Option<String>,
}

impl Header {
    fn new(name: &str, version: u32, due: i64, moment: &Moment) -> Self {
        Self {
            name: name.into(),
            version,
            codec: Codec::MessagePack.number(),
            generation: generation(moment.command),
            due,
            period: None,
            tries: 0,
            trace: moment.trace.as_deref().map(str::to_owned),
        }
    }
}

impl Due {
    /// The row of a deadline that begins now.
    pub(crate) fn deadline(name: &'static str, delay: Duration, moment: &Moment) -> Result<Row, TimerError> {
        let (due, _) = due(name, When::After(delay), moment.at)?;
        Ok(Self { id: deadline_id(name), header: Header::new(name, 1, due, moment), payload: Vec::new() }.row(due))
    }

    /// The name of the deadline, if it is one.
    pub(crate) fn as_deadline(&self) -> Option<&str> {
        is_deadline(&self.id).then_some(&*self.header.name)
    }

    /// The same, not before `due`.
    pub(crate) fn moved(&self, due: i64) -> Row {
        self.row(due)
    }

    /// Reads a row.
    ///
    /// # Errors
    ///
    /// It is not one of a timer.
    pub(crate) fn read(row: &Row) -> Result<Self, Arc<str>> {
        let mut rest = row.payload.as_deref().unwrap_or_default();
        let header: Header = rmp_serde::from_read(&mut rest).map_err(|cause| cause.to_string())?;
        if header.codec != Codec::MessagePack.number() {
            return Err(format!("no codec has the number {}", header.codec).into());
        }
        Ok(Self { id: row.id.clone(), header, payload: rest.to_vec() })
    }

    pub(crate) fn name(&self) -> &str {
        &self.header.name
    }

    /// What named the span of the command that set it.
    pub(crate) fn trace(&self) -> Option<&str> {
        self.header.trace.as_deref()
    }

    /// For those who look.
    pub(crate) fn pending(&self, row: &Row) -> PendingTimer {
        let Header { name, period, tries, trace, .. } = &self.header;
        let period = period.and_then(|period| u64::try_from(period).ok()).map(Duration::from_micros);
        let due =
            row.due.and_then(|due| UNIX_EPOCH.checked_add(Duration::from_micros(u64::try_from(due).unwrap_or(0))));
        let is_deadline = self.as_deadline().is_some();
        PendingTimer {
            id: row.id.clone(),
            name: name.clone(),
            due,
            period,
            is_deadline,
            tries: *tries,
            trace: trace.clone(),
        }
    }

    pub(super) fn version(&self) -> u32 {
        self.header.version
    }

    pub(super) fn payload(&self) -> Payload<'_> {
        Payload { codec: Codec::MessagePack, bytes: &self.payload }
    }

    /// When it was to fire.
    pub(crate) fn nominal(&self) -> i64 {
        self.header.due
    }

    /// Where reading begins, so that this row is the first.
    pub(crate) fn before(&self) -> Vec<u8> {
        self.id.split_last().map_or_else(Vec::new, |(_, before)| before.to_vec())
    }

    /// How long ago it was to fire.
    pub(crate) fn lag(&self, now: i64) -> Duration {
        Duration::from_micros(u64::try_from(now.saturating_sub(self.header.due)).unwrap_or(0))
    }

    /// Whether `row` is this one, as it was set.
    pub(crate) fn is(&self, row: &Row) -> bool {
        row.id == self.id && Self::read(row).is_ok_and(|other| other.header == self.header)
    }

    /// How many times of a repeating timer have passed beside this one.
    pub(crate) fn missed(&self, now: i64) -> u64 {
        let period = self.header.period.unwrap_or(0);
        let late = now.saturating_sub(self.header.due).max(0);
        late.checked_div(period).and_then(|missed| u64::try_from(missed).ok()).unwrap_or(0)
    }

    /// What stands for the timer once it was handled: nothing, or its next time.
    pub(crate) fn handled(&self, moment: &Moment) -> Row {
        if self.as_deadline().is_some() {
            // It stays, never due, so that it is not set again before the state is left.
            return Row { due: None, ..self.row(self.header.due) };
        }
        let Some(period) = self.header.period else { return removed(self.id.clone()) };
        // In its old rhythm: the first of its times that has not passed.
        let missed = i64::try_from(self.missed(moment.at)).unwrap_or(i64::MAX);
        let due = self.header.due.saturating_add(period.saturating_mul(missed.saturating_add(1)));
        let header = Header { generation: generation(moment.command), due, tries: 0, ..self.header.clone() };
        Self { header, ..self.clone() }.row(due)
    }

    /// What stands for the timer when it could not be handled.
    pub(crate) fn postponed(&self, now: i64) -> Row {
        let wait = FIRST_RETRY * (1 << self.header.tries.min(MOST_DOUBLED));
        let due = now.saturating_add(i64::try_from(wait.as_micros()).unwrap_or(i64::MAX));
        let header = Header { tries: self.header.tries.saturating_add(1), ..self.header.clone() };
        Self { header, ..self.clone() }.row(due)
    }

    /// The row is gone.
    pub(crate) fn gone(&self) -> Row {
        removed(self.id.clone())
    }

    fn row(&self, due: i64) -> Row {
        // Numbers and texts are always encoded; were they not, the row would be told to be damaged when it is due.
        let mut stored = rmp_serde::to_vec_named(&self.header).unwrap_or_default();
        stored.extend_from_slice(&self.payload);
        Row { table: Table::Timer, id: self.id.clone(), due: Some(due), payload: Some(stored) }
    }
}

//! Wakes the entities whose timers are due.
//!
//! There is one scheduler in a system. It keeps no list of timers: it reads those that are due from the store's index, a page at a time, sends them, and
//! sleeps until the next one is due or an earlier one is set. So it takes the same memory however many are pending.

use super::alarm::Alarm;
use super::error::FireError;
use super::row::Due;
use super::token::{Census, Fleet, Token};
use crate::actor::random;
use crate::clock::{self, Sleep};
use crate::entity::{Storage, now};
use crate::executor::{self, Task};
use crate::journal::{EntityKey, ReadError, Row, Table};
use crate::settings::Settings;
use std::future::{Future as _, poll_fn};
use std::pin::pin;
use std::sync::{Arc, Weak};
use std::task::Poll;
use std::time::Duration;

/// So many rows are read beside those that are on their way.
const PAGE: usize = 256;

/// The wall clock may be set: it is looked at so often, however far away the next timer is.
const RECHECK: Duration = Duration::from_mins(1);

/// So long a timer is left alone whose type nobody hosts. That stays so as long as the system lives; but it is told again.
const UNHOSTED: Duration = Duration::from_hours(1);

/// Overdue timers are sent in so many bursts a second.
const BURSTS: usize = 10;

/// A timer on its way to its entity.
#[derive(Debug)]
pub(crate) struct Fire {
    pub(crate) due: Due,
    pub(crate) token: Token,
}

/// Where timers go: a system.
pub(crate) trait Hosts: Send + Sync + 'static {
    fn storage(&self) -> &Arc<Storage>;
    fn settings(&self) -> &Settings;
    /// Starts the entity if need be, and puts the timer into its mailbox. Gives it back where nobody hosts its type.
    fn fire(&self, key: &EntityKey, fire: Box<Fire>) -> Result<(), Box<Fire>>;
    /// A timer that cannot be handled.
    fn note(&self, why: &FireError);
}

/// Sends timers until it is dropped.
#[derive(Debug)]
pub(crate) struct Scheduler(Task);

impl Scheduler {
    pub(crate) fn start(hosts: Weak<impl Hosts>, settings: &Settings, alarm: Arc<Alarm>) -> Self {
        let fleet = Fleet::new(settings.timers_in_flight, settings.deferred_timers, alarm.clone());
        Self(executor::spawn(run(hosts, alarm, fleet)))
    }

    /// No further timers are sent.
    pub(crate) fn stop(&self) {
        self.0.abort();
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What there is to wait for after a look.
#[derive(Debug, Default)]
struct Outlook {
    /// When the next timer is due, in microseconds since 1970 UTC.
    due: Option<i64>,
    /// By the monotonic clock.
    until: Option<Duration>,
}

async fn run(hosts: Weak<impl Hosts>, alarm: Arc<Alarm>, fleet: Arc<Fleet>) {
    let started = now();
    let mut failures = 0;
    loop {
        // Not while it waits: a system that is dropped ends, and lets go of its store.
        let Some(hosts) = hosts.upgrade() else { return };
        alarm.clear();
        let outlook = match look(&*hosts, &fleet, started).await {
            Ok(outlook) => {
                failures = 0;
                outlook
            }
            Err(ReadError::Closed) => return,
            Err(why) => {
                // An outage is told by those who write. Anything else would keep all timers from firing without a word.
                if !matches!(why, ReadError::Engine { .. }) {
                    hosts.note(&FireError::Read(why));
                }
                let wait = hosts.settings().backoff.delay(failures, random());
                failures = failures.saturating_add(1);
                Outlook { due: None, until: Some(clock::monotonic().saturating_add(wait)) }
            }
        };
        drop(hosts);
        if let Some(due) = outlook.due {
            alarm.expect(due);
        }
        wait(&outlook, &alarm).await;
    }
}

/// Reads what is due, and sends it.
async fn look(hosts: &impl Hosts, fleet: &Arc<Fleet>, started: i64) -> Result<Outlook, ReadError> {
    let Census { held, room, is_stuck, newly_stuck, next: until } = fleet.census();
    if let Some(timers) = newly_stuck {
        hosts.note(&FireError::Stuck { timers });
    }
    if is_stuck {
        return Ok(Outlook { due: None, until });
    }
    if room == 0 {
        fleet.await_room();
        return Ok(Outlook { due: None, until });
    }
    let storage = hosts.storage();
    let rows = storage.read(storage.store().due(Table::Timer, i64::MAX, held + PAGE)).await?;
    let rate = hosts.settings().overdue_timers.max(1);
    let burst = rate.div_ceil(BURSTS);
    let now = now();
    let (mut sent, mut overdue) = (0, 0);
    for (key, row) in rows {
        let due = row.due.unwrap_or(i64::MAX);
        if due > now {
            return Ok(Outlook { due: Some(due), until });
        }
        if sent == room {
            fleet.await_room();
            return Ok(Outlook { due: None, until });
        }
        if overdue == burst {
            return Ok(Outlook { due: None, until: Some(clock::monotonic().saturating_add(pause(burst, rate))) });
        }
        let Some(token) = fleet.send(&key, &row) else { continue };
        sent += 1;
        overdue += usize::from(due <= started);
        send(hosts, &key, &row, token);
    }
    // When the next one is due does not stand in what was read.
    Ok(Outlook { due: (sent > 0).then_some(i64::MIN), until })
}

fn send(hosts: &impl Hosts, key: &EntityKey, row: &Row, token: Token) {
    let due = match Due::read(row) {
        Ok(due) => due,
        // Its token is dropped, so that it is left alone for a while.
        Err(cause) => return hosts.note(&FireError::Damaged { key: key.clone(), cause }),
    };
    if let Err(fire) = hosts.fire(key, Box::new(Fire { due, token })) {
        fire.token.defer(UNHOSTED);
        hosts.note(&FireError::Unhosted { key: key.clone() });
    }
}

/// How long to wait after a burst of overdue timers, so that many systems that start together do not go on together.
fn pause(burst: usize, rate: usize) -> Duration {
    let burst = u32::try_from(burst).map_or(f64::MAX, f64::from);
    let rate = u32::try_from(rate).map_or(f64::MAX, f64::from);
    Duration::from_secs_f64(burst / rate * (0.5 + random()))
}

/// Waits until there is reason to look again.
async fn wait(outlook: &Outlook, alarm: &Alarm) {
    let mut rung = pin!(alarm.rung());
    let mut alarm: Option<Sleep> = None;
    poll_fn(|task| {
        if rung.as_mut().poll(task).is_ready() {
            return Poll::Ready(());
        }
        loop {
            let Some(left) = left(outlook) else { return Poll::Pending };
            if left.is_zero() {
                return Poll::Ready(());
            }
            let sleep = alarm.get_or_insert_with(|| clock::sleep(left.min(RECHECK)));
            if sleep.as_mut().poll(task).is_pending() {
                return Poll::Pending;
            }
            alarm = None;
        }
    })
    .await;
}

/// How much time is left, by what the clocks say now. `None` where nothing is awaited.
fn left(Outlook { due, until }: &Outlook) -> Option<Duration> {
    let due = due.map(|due| Duration::from_micros(u64::try_from(due.saturating_sub(now())).unwrap_or(0)));
    let until = until.map(|until| until.saturating_sub(clock::monotonic()));
    [due, until].into_iter().flatten().min()
}

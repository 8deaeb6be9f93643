//! Which timers are on their way, so that none is sent twice and not too many at once.

use super::alarm::Alarm;
use crate::clock;
use crate::journal::{EntityKey, Row};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// So long a timer is left alone whose entity could not be recovered.
const DEFERRED: Duration = Duration::from_mins(1);

/// Names a row of any entity.
type RowKey = (EntityKey, Vec<u8>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// In a mailbox, or being handled. The mark is that of the row as it was sent; whether another one was found meanwhile.
    OnItsWay(Mark, bool),
    /// Nobody could handle it as it was sent. So it is left alone until then, by the monotonic clock.
    Deferred(Mark, Duration),
}

/// When a row is due, and the checksum of what stands in it: so it is told from one that was set anew.
type Mark = (Option<i64>, u32);

/// The timers that the scheduler does not send, though they are due: they are on their way, or it would be no use.
#[derive(Debug)]
pub(super) struct Fleet {
    state: Mutex<State>,
    most: usize,
    most_deferred: usize,
    alarm: Arc<Alarm>,
}

#[derive(Debug, Default)]
struct State {
    rows: HashMap<RowKey, Stage>,
    on_their_way: usize,
    /// The scheduler waits for room.
    is_awaited: bool,
    /// That too many are left alone was said.
    is_stuck: bool,
}

/// How it stands with the timers that were sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Census {
    /// So many are not to be sent.
    pub(super) held: usize,
    /// So many more may be on their way.
    pub(super) room: usize,
    /// As many are left alone as can be remembered. Nothing is sent: what could not be handled would be found again at once.
    pub(super) is_stuck: bool,
    /// How many those are, the first time that it is so.
    pub(super) newly_stuck: Option<usize>,
    /// When one of those that are left alone may be sent again, by the monotonic clock.
    pub(super) next: Option<Duration>,
}

impl Fleet {
    /// At most `most` are on their way at the same time, and about `most_deferred` are left alone: those that are on their way may be so too.
    pub(super) fn new(most: usize, most_deferred: usize, alarm: Arc<Alarm>) -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), most: most.max(1), most_deferred: most_deferred.max(1), alarm })
    }

    /// Whether the timer may be sent; if so, it is on its way from now on. One that was set anew while it is on its way is looked at again
    /// when it has arrived; one that was set anew while it is left alone is another one.
    pub(super) fn send(self: &Arc<Self>, key: &EntityKey, row: &Row) -> Option<Token> {
        let mark = (row.due, crc32fast::hash(row.payload.as_deref().unwrap_or_default()));
        let row = (key.clone(), row.id.clone());
        let mut state = self.lock();
        match state.rows.get_mut(&row) {
            Some(Stage::OnItsWay(sent, is_due_again)) => {
                *is_due_again |= *sent != mark;
                return None;
            }
            Some(Stage::Deferred(sent, _)) if *sent == mark => return None,
            Some(Stage::Deferred(..)) | None => {}
        }
        state.rows.insert(row.clone(), Stage::OnItsWay(mark, false));
        state.on_their_way += 1;
        let mut token = Token::own(self.alarm.clone());
        token.sent = Some((self.clone(), row, mark));
        Some(token)
    }

    /// Counts, and forgets those that were left alone for long enough.
    pub(super) fn census(&self) -> Census {
        let now = clock::monotonic();
        let mut state = self.lock();
        state.rows.retain(|_, stage| !matches!(stage, Stage::Deferred(_, until) if *until <= now));
        let next = state.rows.values().filter_map(|stage| match stage {
            Stage::OnItsWay(..) => None,
            Stage::Deferred(_, until) => Some(*until),
        });
        let next = next.min();
        let held = state.rows.len();
        let deferred = held - state.on_their_way;
        let is_stuck = deferred >= self.most_deferred;
        let was_stuck = std::mem::replace(&mut state.is_stuck, is_stuck);
        let newly_stuck = (is_stuck && !was_stuck).then_some(deferred);
        Census { held, room: self.most.saturating_sub(state.on_their_way), is_stuck, newly_stuck, next }
    }

    /// The scheduler waits until half of those on their way have arrived, which rings the alarm.
    pub(super) fn await_room(&self) {
        let mut state = self.lock();
        state.is_awaited = true;
        self.ring_if_awaited(&mut state);
    }

    fn ring_if_awaited(&self, state: &mut State) {
        if state.is_awaited && state.on_their_way <= self.most / 2 {
            state.is_awaited = false;
            self.alarm.ring();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing of the user's runs under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A timer on its way. Whatever becomes of it, the scheduler hears of it when this is dropped.
#[derive(Debug)]
pub(crate) struct Token {
    alarm: Arc<Alarm>,
    /// Nothing where the entity itself has fired it, as soon as it was set.
    sent: Option<(Arc<Fleet>, RowKey, Mark)>,
    is_done: bool,
    /// It waits for another state of its machine, and makes room for others meanwhile.
    is_aside: bool,
    wait: Duration,
}

impl Token {
    /// For a timer that its entity fires without the scheduler, which has to know only if nothing comes of it.
    pub(crate) fn own(alarm: Arc<Alarm>) -> Self {
        Self { alarm, sent: None, is_done: false, is_aside: false, wait: DEFERRED }
    }

    /// It was handled, or what is stored says something else by now.
    pub(crate) fn done(mut self) {
        self.is_done = true;
    }

    /// It has arrived, and waits for what may be a long time.
    pub(crate) fn set_aside(&mut self) {
        if let Some((fleet, ..)) = self.sent.as_ref().filter(|_| !self.is_aside) {
            let mut state = fleet.lock();
            state.on_their_way -= 1;
            fleet.ring_if_awaited(&mut state);
            self.is_aside = true;
        }
    }

    /// It is no use to send it again before `wait` has passed.
    pub(super) fn defer(mut self, wait: Duration) {
        self.wait = wait;
    }
}

impl Drop for Token {
    fn drop(&mut self) {
        if let Some((fleet, row, mark)) = self.sent.take() {
            let mut state = fleet.lock();
            state.on_their_way -= usize::from(!self.is_aside);
            if self.is_done {
                if let Some(Stage::OnItsWay(_, true)) = state.rows.remove(&row) {
                    self.alarm.ring();
                }
            } else {
                state.rows.insert(row, Stage::Deferred(mark, clock::monotonic().saturating_add(self.wait)));
            }
            fleet.ring_if_awaited(&mut state);
        }
        if !self.is_done {
            self.alarm.ring();
        }
    }
}

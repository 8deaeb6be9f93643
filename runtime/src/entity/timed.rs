//! Timers: what a decision says of them, and what a cell does with one that fires.

use super::beside::Beside;
use super::cell::{Cell, now};
use super::errand::Errand;
use super::persist::Persist;
use super::persistent::{PersistDispatch, Persistent};
use super::recovery::time;
use super::rejection::Rejection;
use super::task::{Label, Task};
use crate::actor::Exit;
use crate::call::{Accepts, CallError};
use crate::journal::{ReadError, Row, Table};
use crate::observe::Stamp;
use crate::panics::{Panicked, contain};
use crate::timer::{Change, Due, Fire, FireError, Fired, Firing, Timer, TimerError, Token, When};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

#[allow(clippy::needless_pass_by_value, reason = "a timer is handed over, as an event is")]
impl<A: Persistent, E, R, X> Persist<A, E, R, X> {
    /// Sets `timer`, in the unit of the decision: it fires in `delay` from now, also after a restart. One of the same name and key that is set already
    /// is moved. A delay of zero means right after the decision, before what waits in the mailbox.
    ///
    /// A timer that cannot be set, such as one with too long a delay, is no refusal: nothing of the decision is stored, and the caller gets
    /// [`CallError::Unit`](crate::call::CallError::Unit) with the [`TimerError`](crate::timer::TimerError).
    pub fn start<T: Timer>(self, timer: T, delay: Duration) -> Self
    where
        A: Accepts<T>,
    {
        self.timer(Change::start(&timer, When::After(delay)))
    }

    /// Sets `timer` as [`start`](Persist::start) does, to fire at a time of day. One that has passed means at once.
    pub fn start_at<T: Timer>(self, timer: T, at: SystemTime) -> Self
    where
        A: Accepts<T>,
    {
        self.timer(Change::start(&timer, When::At(at)))
    }

    /// Sets `timer` as [`start`](Persist::start) does, to fire after each `period` until it is cancelled.
    ///
    /// What it misses, since no process runs or the entity has other things to do, does not come again: it fires once, says in
    /// [`Fired::missed`] how many times have passed, and goes on in its old rhythm.
    pub fn every<T: Timer>(self, timer: T, period: Duration) -> Self
    where
        A: Accepts<T>,
    {
        self.timer(Change::start(&timer, When::Every(period)))
    }

    /// Takes `timer` back, in the unit of the decision: it does not fire, even if its time has come already. Where none is set, nothing
    /// happens.
    pub fn cancel<T: Timer>(self, timer: T) -> Self
    where
        A: Accepts<T>,
    {
        self.timer(Change::cancel(&timer))
    }

    fn timer(mut self, change: Result<Change, TimerError>) -> Self {
        self.beside.push(Beside::Timer(change));
        self
    }
}

impl<A: PersistDispatch> Cell<A> {
    /// The command that a timer stands for. `None` if nobody knows what it is, which is said in its turn.
    pub(super) fn fired(&mut self, fire: Box<Fire>, stamp: Stamp) -> Option<Task<A>> {
        let unusable = |cause| FireError::Unusable { key: self.id.key().clone(), timer: fire.due.name().into(), cause };
        // Reading it runs the user's `Deserialize`.
        let why = match contain(|| A::fire(&Firing::new(&fire.due))) {
            Ok(Ok(message)) => {
                let label = Label { timer: Some(fire), ..Label::new(self.storage.next_command(), None) };
                return Some(Task { label, stamp: Some(stamp), message });
            }
            Ok(Err(cause)) => unusable(cause),
            Err(Panicked(cause)) => self.panicking(&fire, cause),
        };
        self.errands.push_back(Errand::Unusable(fire, why));
        None
    }

    pub(super) fn panicking(&self, fire: &Fire, cause: Arc<str>) -> FireError {
        FireError::Panicked { key: self.id.key().clone(), timer: fire.due.name().into(), cause }
    }

    /// What the handler may know of the timer.
    pub(super) fn fired_at(label: &Label) -> Option<Fired> {
        let due = &label.timer.as_ref()?.due;
        Some(Fired { due: time(due.nominal()), missed: due.missed(now()) })
    }

    /// A dead letter: the timer is done, but nobody wanted it.
    pub(super) fn unhandled(&self, fire: &Fire) {
        let why = FireError::Unhandled { key: self.id.key().clone(), timer: fire.due.name().into() };
        let exit = Exit::StartFailed(why.to_string().into());
        self.note_timer(&exit);
    }

    fn note_timer(&self, exit: &Exit) {
        let (core, id) = (&self.cx.core, self.id.key().id());
        self.observer.run(|| core.note_dead_letter(std::any::type_name::<A>(), Some(id), TIMER, exit));
    }

    pub(super) fn refused(&self, fire: &Fire, why: &Rejection) -> FireError {
        let cause = CallError::<Infallible>::from(why.clone()).to_string().into();
        FireError::Rejected { key: self.id.key().clone(), timer: fire.due.name().into(), cause }
    }

    /// Whether the command comes from a timer that is not set any more.
    pub(super) async fn is_stale(&mut self, label: &Label) -> Result<bool, ReadError> {
        match &label.timer {
            None => Ok(false),
            Some(fire) => self.is_current(&fire.due).await.map(|is_current| !is_current),
        }
    }

    /// Whether the timer is still stored as it was when it was sent: not set anew, cancelled or handled since. A read comes after the writes
    /// that were called before it, so what is in flight counts.
    async fn is_current(&mut self, due: &Due) -> Result<bool, ReadError> {
        let key = self.id.key().clone();
        let rows = self.storage.read(self.storage.store().rows(key, Table::Timer, Some(due.before()), 1)).await?;
        Ok(rows.first().is_some_and(|row| due.is(row)))
    }

    /// Fires what a unit on its way has set for no later than `at`: after what is at hand, before what waits in the mailbox.
    pub(super) fn fire_at_once(&mut self, rows: &[Row], at: i64) {
        for row in rows.iter().filter(|row| row.table == Table::Timer && row.due.is_some_and(|due| due <= at)) {
            let Ok(due) = Due::read(row) else { continue };
            let fire = Box::new(Fire { due, token: Token::own(self.storage.alarm.clone()) });
            if let Some(task) = self.fired(fire, Stamp::here()) {
                self.again.push_back(task);
            }
        }
    }

    /// A timer that is due later by now.
    pub(super) async fn move_to(&mut self, Fire { due, token }: Fire, until: i64) {
        let label = Label::new(self.storage.next_command(), None);
        if self.write_rows(&label, vec![due.moved(until)]).await.is_ok() {
            token.done();
        }
    }

    /// A timer that could not be handled is a dead letter, and is tried again later; one that was removed from the program is removed from the
    /// store.
    pub(super) async fn put_off(&mut self, Fire { due, token }: Fire, why: &FireError) {
        let is_removed = matches!(why, FireError::Unusable { .. }) && A::is_removed(due.name());
        if !is_removed {
            let exit = match why {
                FireError::Panicked { cause, .. } => Exit::Panicked(cause.clone()),
                why => Exit::StartFailed(why.to_string().into()),
            };
            self.note_timer(&exit);
        }
        // Where this fails, the scheduler leaves it alone for a while, and sends it again.
        match self.is_current(&due).await {
            Ok(true) => {}
            Ok(false) => return token.done(),
            Err(_) => return,
        }
        let label = Label::new(self.storage.next_command(), None);
        let row = if is_removed { due.gone() } else { due.postponed(now()) };
        if self.write_rows(&label, vec![row]).await.is_ok() {
            token.done();
        }
    }
}

/// What dead letters are called that have no message.
const TIMER: &str = "timer";

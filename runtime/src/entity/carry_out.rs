//! From a decision to a unit on its way: encoded, applied, appended.

use super::beside::Beside;
use super::cell::{Cell, now};
use super::codec::UnitError;
use super::deadlines::Passage;
use super::inflight::{Decided, Write};
use super::persist::Events;
use super::persistent::{EventMeta, PersistDispatch};
use super::post::Staged;
use super::recovery::{Incarnation, time};
use super::rejection::Rejection;
use super::step::{Conclude, Hooks};
use super::task::Label;
use crate::clock;
use crate::delivery;
use crate::fsm::{Actions, Target, Transition};
use crate::journal::{Codec, MAX_ID_BYTES, NewEvent, NewRequest, Row, Table, Unit};
use crate::panics::{Panicked, contain};
use crate::timer::{Moment, Move};
use std::sync::Arc;

/// What a decision is before it has changed anything.
struct Draft {
    /// Its events, encoded.
    records: Vec<NewEvent>,
    /// What it stores beside them: its timers.
    rows: Vec<Row>,
    moment: Moment,
    /// Something of it is stored in any case.
    is_written: bool,
}

/// Why a decision is not carried out.
enum Setback {
    Rejected(Rejection),
    Panicked(Arc<str>),
}

/// What a decision does beside changing the state.
struct Effect {
    /// The state before it, where a test wants to know which rows are taken.
    #[cfg(feature = "testing")]
    from: Option<&'static str>,
    /// Whether any state was left.
    has_moved: bool,
    transitions: Vec<Transition>,
    /// What is stored for a caller that gives the same id.
    answer: Option<Vec<u8>>,
    /// What it means for the delivery that it is about.
    outcome: Option<delivery::Outcome>,
    /// What becomes of the machine's deadlines, and of the timer that it comes from.
    rows: Vec<Row>,
}

impl<A: PersistDispatch> Cell<A> {
    /// Encodes, applies, appends: in this order, so that what cannot be encoded or applied is never stored.
    pub(super) fn carry_out(
        &mut self,
        label: Label,
        events: &Events<A::Event>,
        beside: &[Beside],
        mut conclusion: Box<dyn Conclude<A>>,
    ) {
        let events = events.as_slice();
        let draft = match self.draft(&label, events, beside) {
            Ok(draft) => draft,
            Err(why) => return self.set_back(label, conclusion, why),
        };
        let Some(incarnation) = self.incarnation.take() else { return };
        let is_subscribed = self.cx.is_subscribed();
        let applied = contain(|| take_effect(incarnation, events, &draft, &label, &mut *conclusion, is_subscribed));
        let (incarnation, mut effect) = match applied {
            Ok(Ok(applied)) => applied,
            // The state is gone with the event that it has no row for.
            Ok(Err(why)) => return self.set_back(label, conclusion, why.into()),
            Err(panicked) => return self.set_back(label, conclusion, panicked.into()),
        };
        self.note_command(&label, &*conclusion, &draft);
        let staged = match self.stage(&label, beside, effect.outcome.take(), draft.moment.at) {
            Ok(staged) => staged,
            // Some of it may be numbered, so the incarnation goes.
            Err(why) => {
                let _ = contain(|| drop(incarnation));
                return self.set_back(label, conclusion, why.into());
            }
        };
        #[cfg(feature = "testing")]
        note_row::<A>(&label, effect.from, &draft.records);
        self.send_off(incarnation, draft, effect, staged, label, conclusion);
    }

    /// Whatever may fail while the state is as it was.
    fn draft(&self, label: &Label, events: &[A::Event], beside: &[Beside]) -> Result<Draft, Setback> {
        if let Some(id) = label.request.as_ref().filter(|id| id.is_empty() || id.len() > MAX_ID_BYTES) {
            return Err(UnitError::Id { bytes: id.len() }.into());
        }
        self.admits(label, beside).map_err(Setback::Rejected)?;
        let records = contain(|| events.iter().map(A::encode).collect::<Result<Vec<_>, _>>())??;
        let is_timed = label.timer.is_some() || !beside.is_empty() || A::TIMETABLE.is_some();
        let trace = if is_timed { self.observer.trace() } else { None };
        let moment = Moment { at: now(), command: label.command, trace };
        let rows = rows(beside, &moment)?;
        let is_written = !records.is_empty() || !beside.is_empty();
        Ok(Draft { records, rows, moment, is_written })
    }

    fn set_back(&mut self, label: Label, conclusion: Box<dyn Conclude<A>>, why: Setback) {
        match why {
            Setback::Rejected(why) => self.push_rejected(label, conclusion, why),
            Setback::Panicked(words) => self.panicked(label, conclusion.take_back(), words),
        }
    }

    /// What the cell has to know of a command that was decided.
    fn note_command(&mut self, label: &Label, conclusion: &dyn Conclude<A>, draft: &Draft) {
        if label.timer.is_none() && conclusion.is_decision() {
            // What it stores begins the deadlines anew.
            self.last_command = (!draft.is_written).then_some(draft.moment.at);
        }
        if let Some(fire) = label.timer.as_ref().filter(|_| conclusion.is_unhandled()) {
            self.unhandled(fire);
        }
    }

    /// Puts the unit on its way, and what waits for it into the log.
    fn send_off(
        &mut self,
        mut incarnation: Incarnation<A>,
        Draft { records, rows: decided, moment, .. }: Draft,
        Effect { has_moved, transitions, answer, mut rows, .. }: Effect,
        staged: Staged,
        label: Label,
        conclusion: Box<dyn Conclude<A>>,
    ) {
        // What was decided comes last: it may set again what has fired, or what went with the state that was left.
        rows.extend(decided);
        if let Some(armed) = &mut incarnation.armed {
            armed.note(&rows);
        }
        rows.extend(staged.rows);
        let request = label.request.clone().zip(answer).map(|(id, reply)| {
            if let Some(remembered) = &mut incarnation.remembered {
                remembered.insert(id.clone(), Arc::from(reply.as_slice()));
            }
            let keep = u32::try_from(self.cx.core.settings().remembered_ids).unwrap_or(u32::MAX);
            NewRequest { id, codec: Codec::MessagePack, reply, keep }
        });
        let before = incarnation.seq;
        incarnation.seq += records.len() as u64;
        let snapshot = self.snapshot_due(before, incarnation.seq, &incarnation.state);
        self.incarnation = Some(incarnation);
        if has_moved {
            self.postponed.retry();
        }
        let is_written = !records.is_empty() || request.is_some() || !rows.is_empty();
        let unit = Unit { request, rows: rows.clone(), ..self.unit(&label, before, moment.at, records) };
        let write = is_written.then(|| self.append(unit));
        if write.is_some() {
            conclusion.undecided(label.command);
        }
        let (conclusion, posted) = (Some(conclusion), staged.posted);
        self.log.push(Decided { label, write, rejected: None, conclusion, snapshot, posted, transitions });
        self.fire_at_once(&rows, moment.at);
    }

    pub(super) fn unit(&self, label: &Label, expected: u64, at: i64, events: Vec<NewEvent>) -> Unit {
        let unit = Unit::new(self.id.key().clone(), expected, self.storage.store().epoch(), at, label.command, events);
        Unit { trace: self.observer.trace(), ..unit }
    }

    pub(super) fn append(&self, unit: Unit) -> Write {
        let (bytes, epoch) = (unit.bytes(), unit.epoch);
        let last = unit.expected + unit.events.len() as u64;
        let timers = unit.rows.iter().filter(|row| row.table == Table::Timer).filter_map(|row| row.due);
        let (next, at) = (timers.min(), unit.at);
        let span = self.observer.append(unit.events.len(), last);
        let answer = self.storage.store().append(unit);
        // What is due at once is fired here.
        if let Some(due) = next.filter(|due| *due > at) {
            self.storage.alarm.set(due);
        }
        Write { answer, last, epoch, since: clock::monotonic(), bytes, span, _called: self.storage.under_way.call() }
    }

    pub(super) fn push_rejected(&mut self, label: Label, conclusion: Box<dyn Conclude<A>>, why: Rejection) {
        self.log.push(Decided {
            label,
            write: None,
            rejected: Some(why),
            conclusion: Some(conclusion),
            snapshot: None,
            posted: None,
            transitions: Vec::new(),
        });
    }
}

impl From<Panicked> for Setback {
    fn from(Panicked(words): Panicked) -> Self {
        Self::Panicked(words)
    }
}

impl From<UnitError> for Setback {
    fn from(why: UnitError) -> Self {
        Self::Rejected(why.into())
    }
}

/// Applies the events, and makes whatever the state after them says.
fn take_effect<A: PersistDispatch>(
    Incarnation { state, seq, remembered, armed }: Incarnation<A>,
    events: &[A::Event],
    Draft { records, moment, is_written, .. }: &Draft,
    label: &Label,
    conclusion: &mut dyn Conclude<A>,
    is_subscribed: bool,
) -> Result<(Incarnation<A>, Effect), UnitError> {
    #[cfg(feature = "testing")]
    let from = A::state_name(&state);
    let first = EventMeta { seq, at: time(moment.at), command: label.command };
    let Applied { state, moves, hooks, has_moved, transitions } =
        apply::<A>(state, events, records, first, is_subscribed)?;
    let mut rows: Vec<_> = label.timer.iter().map(|fire| fire.due.handled(moment)).collect();
    if let (Some(timetable), Some(armed)) = (A::TIMETABLE, &armed) {
        let is_command = label.timer.is_none() && conclusion.is_decision();
        let passage = Passage { moves: &moves, is_command, is_written: *is_written };
        rows.extend(armed.rows(&timetable, &state, &passage, moment)?);
    }
    conclusion.applied(&state, hooks);
    let answer = label.request.as_ref().and_then(|_| conclusion.encode()).transpose()?;
    let outcome = label.delivery.as_ref().and_then(|_| conclusion.outcome()).transpose()?;
    let effect = Effect {
        #[cfg(feature = "testing")]
        from,
        has_moved,
        transitions,
        answer,
        outcome,
        rows,
    };
    Ok((Incarnation { state, seq, remembered, armed }, effect))
}

/// Lets a test know which row was taken.
#[cfg(feature = "testing")]
fn note_row<A: PersistDispatch>(label: &Label, from: Option<&'static str>, records: &[NewEvent]) {
    if crate::testing::is_watched() {
        let deadline = label.timer.as_ref().and_then(|fire| fire.due.as_deadline());
        let cause = deadline.unwrap_or(label.name);
        crate::testing::took::<A>(from, cause, records.iter().map(|record| &*record.name));
    }
}

/// What is stored beside the events.
fn rows(beside: &[Beside], moment: &Moment) -> Result<Vec<Row>, UnitError> {
    let mut rows = Vec::new();
    for beside in beside {
        rows.extend(beside.rows(moment)?);
    }
    Ok(rows)
}

/// What the events of one decision have made of the state.
struct Applied<A: PersistDispatch> {
    state: A::State,
    /// What each did to the state of the machine, where its table has to do with time.
    moves: Vec<Move>,
    /// What the states ask for that were left and entered.
    hooks: Hooks<A>,
    /// Whether any was.
    has_moved: bool,
    /// Which were, where somebody wants to know.
    transitions: Vec<Transition>,
}

/// Applies the events of one decision, one after another.
fn apply<A: PersistDispatch>(
    mut state: A::State,
    events: &[A::Event],
    records: &[NewEvent],
    mut meta: EventMeta,
    is_subscribed: bool,
) -> Result<Applied<A>, UnitError> {
    let timetable = A::TIMETABLE;
    let mut moves = Vec::new();
    let (mut before, mut behind) = (Actions::new(), Actions::new());
    let mut has_moved = false;
    let mut transitions = Vec::new();
    if meta.seq == 0 && !events.is_empty() {
        // A machine begins with its first event: until then nothing tells a new one from one that only was looked at.
        A::enter(&state, &mut before);
    }
    for (at, (event, record)) in events.iter().zip(records).enumerate() {
        meta.seq += 1;
        let from = timetable.as_ref().map(|timetable| (timetable.state)(&state));
        let leaves = A::leads(&state, event) != Target::Stay;
        let left = if leaves && is_subscribed { A::state_name(&state) } else { None };
        if leaves {
            A::exit(&state, if at == 0 { &mut before } else { &mut behind });
        }
        state = A::apply(state, event, &meta)
            .map_err(|unexpected| UnitError::Unexpected { state: unexpected.state, event: record.name.clone() })?;
        if let (Some(timetable), Some(from)) = (&timetable, from) {
            moves.push(timetable.moved(from, &record.name, (timetable.state)(&state)));
        }
        if leaves {
            A::enter(&state, &mut behind);
        }
        if let (Some(from), Some(to)) = (left, A::state_name(&state)) {
            transitions.push(Transition { from, to });
        }
        has_moved |= leaves;
    }
    let raises = before.raises || behind.raises;
    let hooks = Hooks { before: before.effects, behind: behind.effects, raises };
    Ok(Applied { state, moves, hooks, has_moved, transitions })
}

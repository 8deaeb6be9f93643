//! From a decision to a unit on its way: encoded, applied, appended.

use super::beside::Beside;
use super::cell::{Cell, now};
use super::codec::UnitError;
use super::deadlines::Passage;
use super::inflight::{Decided, Write};
use super::persist::Events;
use super::persistent::{EventMeta, PersistDispatch};
use super::recovery::{Incarnation, time};
use super::rejection::Rejection;
use super::step::{Conclude, Hooks};
use super::task::Label;
use crate::clock;
use crate::fsm::{Actions, Target, Transition};
use crate::journal::{Codec, MAX_ID_BYTES, NewEvent, NewRequest, Row, Table, Unit};
use crate::panics::{Panicked, contain};
use crate::timer::{Moment, Move};
use std::sync::Arc;

impl<A: PersistDispatch> Cell<A> {
    /// Encodes, applies, appends: in this order, so that what cannot be encoded or applied is never stored.
    #[allow(clippy::too_many_lines, reason = "the order of the steps is what matters, and stands in one place")]
    pub(super) fn carry_out(
        &mut self,
        label: Label,
        events: &Events<A::Event>,
        beside: &[Beside],
        mut conclusion: Box<dyn Conclude<A>>,
    ) {
        let Some(Incarnation { state, seq, mut remembered, mut armed }) = self.incarnation.take() else { return };
        let events = events.as_slice();
        if label.request.as_ref().is_some_and(|id| id.is_empty() || id.len() > MAX_ID_BYTES) {
            let bytes = label.request.as_ref().map_or(0, |id| id.len());
            self.incarnation = Some(Incarnation { state, seq, remembered, armed });
            return self.push_rejected(label, conclusion, UnitError::Id { bytes }.into());
        }
        if let Err(why) = self.admits(&label, beside) {
            self.incarnation = Some(Incarnation { state, seq, remembered, armed });
            return self.push_rejected(label, conclusion, why);
        }
        let records = match contain(|| events.iter().map(A::encode).collect::<Result<Vec<_>, _>>()) {
            Ok(Ok(records)) => records,
            Ok(Err(why)) => {
                self.incarnation = Some(Incarnation { state, seq, remembered, armed });
                return self.push_rejected(label, conclusion, why.into());
            }
            Err(Panicked(words)) => {
                let _ = contain(|| drop(state));
                return self.panicked(label, conclusion.take_back(), words);
            }
        };
        #[cfg(feature = "testing")]
        let from = A::state_name(&state);
        let at = now();
        let is_timed = label.timer.is_some() || !beside.is_empty() || A::TIMETABLE.is_some();
        let trace = if is_timed { self.observer.trace() } else { None };
        let moment = Moment { at, command: label.command, trace };
        let decided = match rows(beside, &moment) {
            Ok(decided) => decided,
            Err(why) => {
                self.incarnation = Some(Incarnation { state, seq, remembered, armed });
                return self.push_rejected(label, conclusion, why.into());
            }
        };
        let first = EventMeta { seq, at: time(at), command: label.command };
        let is_subscribed = self.cx.is_subscribed();
        let applied = contain(|| {
            let Applied { state, moves, hooks, has_moved, transitions } =
                apply::<A>(state, events, &records, first, is_subscribed)?;
            let mut rows: Vec<_> = label.timer.iter().map(|fire| fire.due.handled(&moment)).collect();
            if let (Some(timetable), Some(armed)) = (A::TIMETABLE, &armed) {
                let is_command = label.timer.is_none() && conclusion.is_decision();
                let is_written = !records.is_empty() || !beside.is_empty();
                rows.extend(armed.rows(
                    &timetable,
                    &state,
                    &Passage { moves: &moves, is_command, is_written },
                    &moment,
                )?);
            }
            conclusion.applied(&state, hooks);
            let answer = label.request.as_ref().and_then(|_| conclusion.encode()).transpose()?;
            let outcome = label.delivery.as_ref().and_then(|_| conclusion.outcome()).transpose()?;
            Ok::<_, UnitError>((state, has_moved, transitions, answer, outcome, rows))
        });
        let (state, has_moved, transitions, answer, outcome, mut rows) = match applied {
            Ok(Ok(applied)) => applied,
            // The state is gone with the event that it has no row for.
            Ok(Err(why)) => return self.push_rejected(label, conclusion, why.into()),
            Err(Panicked(words)) => return self.panicked(label, conclusion.take_back(), words),
        };
        // What was decided comes last: it may set again what has fired, or what went with the state that was left.
        rows.extend(decided);
        if let Some(armed) = &mut armed {
            armed.note(&rows);
        }
        if label.timer.is_none() && conclusion.is_decision() {
            // What it stores begins the deadlines anew.
            self.last_command = (records.is_empty() && beside.is_empty()).then_some(at);
        }
        if let Some(fire) = label.timer.as_ref().filter(|_| conclusion.is_unhandled()) {
            self.unhandled(fire);
        }
        let staged = match self.stage(&label, beside, outcome, at) {
            Ok(staged) => staged,
            // Some of it may be numbered, so the incarnation goes.
            Err(why) => {
                let _ = contain(|| drop(state));
                return self.push_rejected(label, conclusion, why.into());
            }
        };
        let posted = staged.posted;
        rows.extend(staged.rows);
        #[cfg(feature = "testing")]
        if crate::testing::is_watched() {
            let deadline = label.timer.as_ref().and_then(|fire| fire.due.as_deadline());
            let cause = deadline.unwrap_or(label.name);
            crate::testing::took::<A>(from, cause, records.iter().map(|record| &*record.name));
        }
        let before = seq;
        let seq = before + records.len() as u64;
        let request = label.request.clone().zip(answer).map(|(id, reply)| {
            let (kept, reply_bytes) = (id.clone(), Arc::from(reply.as_slice()));
            if let Some(remembered) = &mut remembered {
                remembered.insert(kept, reply_bytes);
            }
            let keep = u32::try_from(self.cx.core.settings().remembered_ids).unwrap_or(u32::MAX);
            NewRequest { id, codec: Codec::MessagePack, reply, keep }
        });
        let snapshot = self.snapshot_due(before, seq, &state);
        self.incarnation = Some(Incarnation { state, seq, remembered, armed });
        if has_moved {
            self.postponed.retry();
        }
        let is_written = !records.is_empty() || request.is_some() || !rows.is_empty();
        let unit = Unit { request, rows: rows.clone(), ..self.unit(&label, before, at, records) };
        let write = is_written.then(|| self.append(unit));
        if write.is_some() {
            conclusion.undecided(label.command);
        }
        self.log.push(Decided {
            label,
            write,
            rejected: None,
            conclusion: Some(conclusion),
            snapshot,
            posted,
            transitions,
        });
        self.fire_at_once(&rows, at);
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

//! The deadlines of a machine's state, and the timers that end with it.
//!
//! Deadlines are set in the unit of the event that enters the state, and removed in the unit of the one that leaves it. One that has
//! fired keeps a row that is never due, so that it is known not to be set again while the machine stays. A state's timers go when it is left.
//! What is there is known from the ids of the rows, which are read when the entity is recovered.

use super::cell::{Cell, now};
use super::codec::UnitError;
use super::id::EntityId;
use super::persistent::PersistDispatch;
use super::storage::Storage;
use super::task::Label;
use crate::journal::{ReadError, Row, Table};
use crate::timer::{Due, Moment, Move, Timetable, deadline_id, is_deadline, is_timer_id, removed};
use std::collections::BTreeSet;

/// So many rows are read at a time.
const PAGE: usize = 512;

/// Which timers and deadlines of an entity are stored, once everything in flight is.
#[derive(Debug, Default)]
pub(super) struct Armed(BTreeSet<Vec<u8>>);

/// What a decision has done to the state, for those whom time concerns.
pub(super) struct Passage<'a> {
    pub(super) moves: &'a [Move],
    /// The decision is that of a command, and not of a timer, a query or a refusal.
    pub(super) is_command: bool,
    /// Something of it is stored in any case.
    pub(super) is_written: bool,
}

impl Armed {
    /// Reads which rows there are. Nothing for what is no machine, or one that time does not concern.
    pub(super) async fn read<A: PersistDispatch>(
        id: &EntityId<A>,
        storage: &Storage,
    ) -> Result<Option<Self>, ReadError> {
        if A::TIMETABLE.is_none() {
            return Ok(None);
        }
        let mut armed = Self::default();
        loop {
            let after = armed.0.last().cloned();
            let rows = storage.part(storage.store().rows(id.key().clone(), Table::Timer, after, PAGE)).await?;
            if rows.is_empty() {
                return Ok(Some(armed));
            }
            armed.0.extend(rows.into_iter().map(|row| row.id));
        }
    }

    /// Remembers what a unit stores.
    pub(super) fn note(&mut self, rows: &[Row]) {
        for row in rows.iter().filter(|row| row.table == Table::Timer) {
            if row.payload.is_some() {
                self.0.insert(row.id.clone())
            } else {
                self.0.remove(&row.id)
            };
        }
    }

    /// The rows that go with a decision, after which the machine is `after`.
    pub(super) fn rows<M>(
        &self,
        timetable: &Timetable<M>,
        after: &M,
        passage: &Passage<'_>,
        moment: &Moment,
    ) -> Result<Vec<Row>, UnitError> {
        let state = (timetable.state)(after);
        let deadlines = timetable.deadlines(after);
        let mut rows = Vec::new();
        for left in passage.moves {
            let Move::Left(left) = left else { continue };
            for timer in timetable.timers_of(left) {
                rows.extend(self.0.iter().filter(|id| is_timer_id(id, timer)).cloned().map(removed));
            }
        }
        let begins_anew = passage.moves.iter().any(|passed| *passed != Move::Stayed);
        if begins_anew {
            rows.extend(self.0.iter().filter(|id| is_deadline(id)).cloned().map(removed));
        }
        for (deadline, delay) in deadlines {
            let is_set = self.0.contains(&deadline_id(deadline.name));
            // A state that nobody has entered, the first one or one that had no deadline before, begins with the first command.
            let is_first = passage.is_command && !is_set;
            let is_reset = passage.is_command && passage.is_written && timetable.is_idle(state, deadline.name);
            if begins_anew || is_first || is_reset {
                rows.push(Due::deadline(deadline.name, delay, moment)?);
            }
        }
        Ok(rows)
    }
}

impl<A: PersistDispatch> Cell<A> {
    /// When an idle deadline that fires is due instead, because a command has come since it was set that stored nothing.
    pub(super) fn idle_until(&self, label: &Label) -> Option<i64> {
        let (timetable, last) = (A::TIMETABLE?, self.last_command?);
        let deadline = label.timer.as_ref()?.due.as_deadline()?;
        let state = &self.incarnation.as_ref()?.state;
        if !timetable.is_idle((timetable.state)(state), deadline) {
            return None;
        }
        let (_, delay) = timetable.deadlines(state).into_iter().find(|(of_state, _)| of_state.name == deadline)?;
        let until = last.saturating_add(i64::try_from(delay.as_micros()).unwrap_or(i64::MAX));
        (until > now()).then_some(until)
    }
}

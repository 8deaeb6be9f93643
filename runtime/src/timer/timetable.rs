//! What the states of a machine have to do with time, as its table says.

use crate::fsm::{Deadline, State, Table, Target, Trigger};
use std::time::Duration;

/// The deadlines and timers of a machine, for the runtime: [`PersistDispatch::TIMETABLE`](crate::entity::PersistDispatch::TIMETABLE).
pub struct Timetable<M> {
    /// The machine's table.
    pub table: Table,
    /// The stored name of each timer, by the name of its type that stands in the table.
    pub timers: &'static [(&'static str, &'static str)],
    /// The name of the state that the machine is in.
    pub state: fn(&M) -> &'static str,
    /// How long the deadline of that name waits in the state that the machine is in, where a method says.
    pub delay: fn(&M, &str) -> Option<Duration>,
}

impl<M> std::fmt::Debug for Timetable<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Timetable")
            .field("table", &self.table.name)
            .field("timers", &self.timers)
            .finish_non_exhaustive()
    }
}

/// What an event did to the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    Stayed,
    Reentered,
    /// The state of this name was left.
    Left(&'static str),
}

impl<M> Timetable<M> {
    /// What `event`, by its stored name, did in the state `from`, after which the machine is in the state `to`.
    pub(crate) fn moved(&self, from: &'static str, event: &str, to: &'static str) -> Move {
        if from != to {
            return Move::Left(from);
        }
        let outcomes = self.state(from).into_iter().flat_map(|state| state.rows).flat_map(|row| row.outcomes);
        let mut outcomes = outcomes.filter(|outcome| outcome.event == Some(event));
        if outcomes.any(|outcome| outcome.target == Target::Reenter) { Move::Reentered } else { Move::Stayed }
    }

    /// The stored names of the timers that end with the state.
    pub(crate) fn timers_of(&self, state: &str) -> impl Iterator<Item = &'static str> {
        let rows = self.state(state).into_iter().flat_map(|state| state.rows);
        rows.filter_map(|row| match row.trigger {
            Trigger::Timer(name) => self.timers.iter().find(|(of_type, _)| *of_type == name).map(|(_, stored)| *stored),
            _ => None,
        })
    }

    /// The deadlines of the state that the machine is in, with how long each waits.
    pub(crate) fn deadlines(&self, machine: &M) -> Vec<(Deadline, Duration)> {
        let rows = self.state((self.state)(machine)).into_iter().flat_map(|state| state.rows);
        let deadlines = rows.filter_map(|row| match row.trigger {
            Trigger::After(deadline) | Trigger::IdleAfter(deadline) => Some(deadline),
            _ => None,
        });
        let with_delay = |deadline: Deadline| {
            let delay = deadline.delay.or_else(|| (self.delay)(machine, deadline.name))?;
            Some((deadline, delay))
        };
        deadlines.filter_map(with_delay).collect()
    }

    /// Whether the deadline begins anew with each command.
    pub(crate) fn is_idle(&self, state: &str, deadline: &str) -> bool {
        let mut rows = self.state(state).into_iter().flat_map(|state| state.rows);
        rows.any(|row| matches!(row.trigger, Trigger::IdleAfter(idle) if idle.name == deadline))
    }

    fn state(&self, name: &str) -> Option<&'static State> {
        self.table.state(name)
    }
}

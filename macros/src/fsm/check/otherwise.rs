//! Rows for all states: they lead to none, and their events are their own.

use super::super::model::{Machine, Target};
use crate::diag::{Diagnostics, catalogue};

pub(super) fn check(machine: &Machine, diag: &mut Diagnostics) {
    check_otherwise_target(machine, diag);
    check_otherwise_event(machine, diag);
}

// A row for all states that leads to one: `#[otherwise(Note => Noted => Closed)]`.
fn check_otherwise_target(machine: &Machine, diag: &mut Diagnostics) {
    for row in &machine.otherwise {
        let is_wrong = |target: &Target| matches!(target, Target::Reenter | Target::To(_));
        let of_events = row.outcomes.iter().filter(|outcome| is_wrong(&outcome.target));
        let of_goals = row.goals.iter().filter(|goal| is_wrong(&goal.target)).map(|goal| &goal.word);
        for word in of_events.filter_map(|outcome| outcome.word.as_ref()).chain(of_goals) {
            diag.error(word, catalogue::otherwise_target());
        }
    }
}

// An event that a state knows and all states do: `#[otherwise(Note => Noted => stay)]` and `#[on(Mark => Noted => stay)]`.
fn check_otherwise_event(machine: &Machine, diag: &mut Diagnostics) {
    for (_, list) in machine.places() {
        for change in &list.changes {
            if machine.otherwise_changes.iter().any(|general| general.name == change.name) {
                diag.error(&change.event, catalogue::otherwise_event(&change.name));
            }
        }
    }
}

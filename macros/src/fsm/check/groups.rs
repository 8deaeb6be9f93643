//! Groups: each state is in one at most, and their rows lead out of them.

use super::super::model::{Machine, Source, Target};
use super::super::parse::words;
use crate::diag::{Diagnostics, catalogue};

pub(super) fn check(machine: &Machine, diag: &mut Diagnostics) {
    check_two_groups(machine, diag);
    check_group_target(machine, diag);
    check_group_event(machine, diag);
}

// A state in two groups: `#[group(Active(Open, Paid), ..)]` and `#[group(Late(Paid), ..)]`.
fn check_two_groups(machine: &Machine, diag: &mut Diagnostics) {
    for member in machine.groups.iter().flat_map(|group| &group.members) {
        if let Some(group) = &member.taken_by {
            diag.error(&member.word, catalogue::two_groups(&member.word, &group));
        }
    }
}

// A row of a group that leads to the state itself: `#[group(Active(Open, Paid), on(Reset => WasReset => Open))]`.
fn check_group_target(machine: &Machine, diag: &mut Diagnostics) {
    for (at, state) in machine.states.iter().enumerate() {
        for (row, source) in machine.rows_in(state) {
            let Source::Group(group) = source else { continue };
            let is_own = |target: &Target| *target == Target::To(at);
            let of_events = row.outcomes.iter().filter(|outcome| is_own(&outcome.target));
            let of_goals = row.goals.iter().filter(|goal| is_own(&goal.target)).map(|goal| &goal.word);
            for word in of_events.filter_map(|outcome| outcome.word.as_ref()).chain(of_goals) {
                diag.error(word, catalogue::group_target(&words(word), &group.name, &words(&row.word)));
            }
        }
    }
}

// An event that the group takes to one place and a state of it to another.
fn check_group_event(machine: &Machine, diag: &mut Diagnostics) {
    for state in &machine.states {
        for (row, source) in machine.rows_in(state) {
            if !matches!(source, Source::Group(_)) {
                continue;
            }
            for outcome in &row.outcomes {
                let own = state.list.changes.iter().find(|change| change.name == outcome.name);
                if let Some(own) = own.filter(|own| own.target != outcome.target) {
                    diag.error(&own.event, catalogue::group_event(&own.name, &state.ident));
                }
            }
        }
    }
}

//! Groups: each state is in one at most, and their rows lead out of them.

use super::super::model::{Machine, Source, Target};
use super::super::parse::words;
use crate::diag::Diagnostics;

pub(super) fn check(machine: &Machine, diag: &mut Diagnostics) {
    check_two_groups(machine, diag);
    check_group_target(machine, diag);
    check_group_event(machine, diag);
}

// A state in two groups: `#[group(Active(Open, Paid), ..)]` and `#[group(Late(Paid), ..)]`.
fn check_two_groups(machine: &Machine, diag: &mut Diagnostics) {
    for member in machine.groups.iter().flat_map(|group| &group.members) {
        if let Some(group) = &member.taken_by {
            diag.error(&member.word, format_args!("`{}` is in the group `{group}` already", member.word))
                .help("a state is in one group at most, so that there is no question which row counts");
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
                diag.error(word, format_args!("`{}` is in `{}`, and has this row too", words(word), group.name)).help(
                    format_args!(
                        "give `{0}` a row of its own for `{1}`, with `stay` or `reenter`, or take it out of the group",
                        words(word),
                        words(&row.word),
                    ),
                );
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
                    diag.error(&own.event, format_args!("`{}` leads elsewhere in a row that `{}` inherits", own.name, state.ident))
                        .help("recovery sees the event and not the command, so that an event leads to one place; use another event");
                }
            }
        }
    }
}

//! Rules that concern more than one part of a machine: each a function, with a case of its name in `tests/ui/fsm`.

mod deadlines;
mod graph;
mod groups;
mod later;
mod names;
mod otherwise;
mod postpone;
mod rows;
mod states;

use super::model::{Machine, Target};
use crate::diag::Diagnostics;

/// Runs all checks. The graph is looked at only when nothing is broken: a row that is still being typed leads nowhere, and that is no
/// mistake of the states.
pub(super) fn check(machine: &Machine, diag: &mut Diagnostics) {
    states::check(machine, diag);
    rows::check(machine, diag);
    deadlines::check(machine, diag);
    otherwise::check(machine, diag);
    groups::check(machine, diag);
    names::check(machine, diag);
    if diag.is_empty() && !machine.has_slips && is_whole(machine) {
        graph::check(machine, diag);
        postpone::check(machine, diag);
    }
    later::check(machine, diag);
}

/// Whether every target is a state. One that is not is reported by the compiler, who knows all the names that are near.
fn is_whole(machine: &Machine) -> bool {
    let known = |target: &Target| !matches!(target, Target::Unknown | Target::Broken);
    let mut members = machine.groups.iter().flat_map(|group| &group.members);
    machine.lists().flat_map(|list| &list.changes).all(|change| change.is_whole())
        && machine.rows().flat_map(|row| &row.goals).all(|goal| known(&goal.target))
        && members.all(|member| member.state.is_some())
}

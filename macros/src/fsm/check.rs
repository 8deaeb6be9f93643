//! Rules that concern more than one part of a machine: each a function, with a case of its name in `tests/ui/fsm`.

mod deadlines;
mod graph;
mod groups;
mod names;
mod otherwise;
mod postpone;
mod rows;
mod states;

pub(super) use graph::endless;

use super::model::Machine;
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
    if diag.is_empty() && !machine.has_slips && machine.targets_are_known() {
        graph::check(machine, diag);
        postpone::check(machine, diag);
    }
}

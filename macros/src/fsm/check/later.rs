//! What rows may say already, and this version does not do yet.

use super::super::model::{Kind, Machine};
use super::super::parse::Form;
use crate::diag::Diagnostics;

pub(super) fn check(machine: &Machine, diag: &mut Diagnostics) {
    // What this version does not do yet is what is stored.
    if machine.kind == Kind::Volatile {
        return;
    }
    check_later_deadlines(machine, diag);
    check_later_postpones(machine, diag);
    check_later_hooks(machine, diag);
}

// Deadlines and timers of machines that store events.
fn check_later_deadlines(machine: &Machine, diag: &mut Diagnostics) {
    for row in machine.rows().filter(|row| row.form != Form::Command) {
        diag.error(&row.word, "this version of mainstay has no deadlines and timers yet");
    }
}

// What is postponed.
fn check_later_postpones(machine: &Machine, diag: &mut Diagnostics) {
    for list in machine.lists() {
        for named in &list.postpones {
            diag.error(&named.command, "this version of mainstay postpones nothing yet");
        }
        for rest in &list.postpones_rest {
            diag.error(rest, "this version of mainstay postpones nothing yet");
        }
    }
}

// What is done when a state is entered or left.
fn check_later_hooks(machine: &Machine, diag: &mut Diagnostics) {
    for hook in machine.states.iter().flat_map(|state| state.enter.iter().chain(&state.exit)) {
        diag.error(&hook.word, "this version of mainstay has no hooks for states yet");
    }
}

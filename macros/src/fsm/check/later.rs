//! What rows may say already, and this version does not do yet.

use super::super::model::{Kind, Machine};
use super::super::parse::Form;
use crate::diag::Diagnostics;

pub(super) fn check(machine: &Machine, diag: &mut Diagnostics) {
    check_later_volatile(machine, diag);
    check_later_deadlines(machine, diag);
    check_later_postpones(machine, diag);
    check_later_hooks(machine, diag);
}

// Machines that store nothing.
fn check_later_volatile(machine: &Machine, diag: &mut Diagnostics) {
    if machine.kind == Kind::Volatile && diag.is_empty() {
        diag.error(&machine.ident, "this version of mainstay has no machines that store nothing yet");
    }
}

// Deadlines and timers of machines that store events.
fn check_later_deadlines(machine: &Machine, diag: &mut Diagnostics) {
    if machine.kind == Kind::Volatile {
        return;
    }
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

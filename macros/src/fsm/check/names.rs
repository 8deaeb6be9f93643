//! Names: a type has one path, and a method one meaning.

use super::super::model::Machine;
use super::super::parse::words;
use crate::diag::{Diagnostics, catalogue};

pub(super) fn check(machine: &Machine, diag: &mut Diagnostics) {
    check_two_paths(machine, diag);
    check_equal_methods(machine, diag);
}

// One type under two paths: `#[on(Pay => ..)]` and `#[on(commands::Pay => ..)]`.
fn check_two_paths(machine: &Machine, diag: &mut Diagnostics) {
    let commands = machine.commands.iter().map(|command| (&command.path, &command.others));
    let events = machine.events.iter().map(|event| (&event.path, &event.others));
    for (path, others) in commands.chain(events) {
        for other in others {
            diag.error(other, catalogue::two_paths(&words(path)));
        }
    }
}

// Two methods of one name: of the command `Paid` and the event `Paid` in one state.
fn check_equal_methods(machine: &Machine, diag: &mut Diagnostics) {
    for method in &machine.methods {
        if let Some(taken_by) = &method.taken_by {
            diag.error(&method.word, catalogue::equal_methods(&method.why, &method.name, &taken_by));
        }
    }
}

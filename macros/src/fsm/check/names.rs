//! Names: a type has one path, and a method one meaning.

use super::super::model::Machine;
use super::super::parse::words;
use crate::diag::Diagnostics;

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
            diag.error(other, format_args!("the rows above call this `{}`", words(path)))
                .help("write it in the same way everywhere; if it is another type, import it under another name");
        }
    }
}

// Two methods of one name: of the command `Paid` and the event `Paid` in one state.
fn check_equal_methods(machine: &Machine, diag: &mut Diagnostics) {
    for method in &machine.methods {
        if let Some(taken_by) = &method.taken_by {
            diag.error(
                &method.word,
                format_args!("{} needs a method `{}`, which is that of {taken_by}", method.why, method.name),
            )
            .help("give one of the two another name");
        }
    }
}

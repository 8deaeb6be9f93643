//! States: where a machine starts, and where it ends.

use super::super::model::Machine;
use crate::diag::Diagnostics;

pub(super) fn check(machine: &Machine, diag: &mut Diagnostics) {
    check_name(machine, diag);
    check_no_initial(machine, diag);
    check_two_initial(machine, diag);
    check_terminal_rows(machine, diag);
}

// A machine that cannot be told from others: `#[states(Order, name = "")]`.
fn check_name(machine: &Machine, diag: &mut Diagnostics) {
    let Some(name) = &machine.name else { return };
    let value = name.value();
    if value.is_empty() || value.chars().any(|letter| letter.is_whitespace() || letter.is_control()) {
        diag.error(name, "a stored name is one word").help("write a name such as `\"order\"`");
    }
}

// No state to start in.
fn check_no_initial(machine: &Machine, diag: &mut Diagnostics) {
    if machine.states.is_empty() {
        diag.error(&machine.ident, "a machine has states: the variants of its enum");
    } else if machine.states.iter().all(|state| state.initials.is_empty()) {
        diag.error(&machine.ident, format_args!("in which state does `{}` start?", machine.data_name()))
            .help("put `#[initial]` on it");
    }
}

// Two states to start in:
//
//     #[initial] Open(Open),
//     #[initial] Paid(Paid),
//
fn check_two_initial(machine: &Machine, diag: &mut Diagnostics) {
    let mut initials = machine.states.iter().flat_map(|state| state.initials.iter().map(move |word| (word, state)));
    let Some((_, first)) = initials.next() else { return };
    for (word, _) in initials {
        diag.error(word, format_args!("a machine starts in one state, and `{}` is marked already", first.ident));
    }
}

// A way out of the end:
//
//     #[terminal]
//     #[on(Reopen => Reopened => Open)]
//     Closed,
//
fn check_terminal_rows(machine: &Machine, diag: &mut Diagnostics) {
    for state in machine.states.iter().filter(|state| state.terminal.is_some()) {
        if let Some(row) = state.list.rows.first() {
            diag.error(&row.word, format_args!("`{}` is terminal, so it has no rows", state.ident))
                .help("remove `#[terminal]`; a command that is answered in every state goes into `#[otherwise(..)]` on the enum");
        }
    }
}

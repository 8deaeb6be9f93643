//! States: where a machine starts, and where it ends.

use super::super::model::{Kind, Machine, Target};
use super::super::parse::words;
use crate::diag::{Diagnostics, catalogue};

pub(super) fn check(machine: &Machine, diag: &mut Diagnostics) {
    check_name(machine, diag);
    check_no_initial(machine, diag);
    check_two_initial(machine, diag);
    check_terminal_rows(machine, diag);
    check_terminal_exit(machine, diag);
    check_deprecated_initial(machine, diag);
    check_deprecated_target(machine, diag);
    check_repeated_hook(machine, diag);
    check_on_stop(machine, diag);
}

// A machine that cannot be told from others: `#[states(Order, name = "")]`.
fn check_name(machine: &Machine, diag: &mut Diagnostics) {
    let Some(name) = &machine.name else { return };
    let value = name.value();
    if value.is_empty() || value.chars().any(|letter| letter.is_whitespace() || letter.is_control()) {
        diag.error(name, catalogue::bad_name(&"order"));
    }
}

// No state to start in.
fn check_no_initial(machine: &Machine, diag: &mut Diagnostics) {
    if machine.states.is_empty() {
        diag.error(&machine.ident, catalogue::no_variants());
    } else if machine.states.iter().all(|state| state.initials.is_empty()) {
        diag.error(&machine.ident, catalogue::no_initial(&machine.data_name()));
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
        diag.error(word, catalogue::two_initial(&first.ident));
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
            diag.error(&row.word, catalogue::terminal_rows(&state.ident));
        } else if let Some(group) = machine.group_of(state).filter(|_| machine.rows_in(state).next().is_some()) {
            let word = group.members.iter().find(|member| member.word == state.ident).map(|member| &member.word);
            diag.error(word, catalogue::terminal_member(&state.ident, &group.name));
        }
    }
}

// Something to do when the end is left.
fn check_terminal_exit(machine: &Machine, diag: &mut Diagnostics) {
    for state in machine.states.iter().filter(|state| state.terminal.is_some()) {
        if let Some(hook) = &state.exit {
            diag.error(&hook.word, catalogue::terminal_exit(&state.ident));
        }
    }
}

// A machine that starts where none is to be any more.
fn check_deprecated_initial(machine: &Machine, diag: &mut Diagnostics) {
    for state in machine.states.iter().filter(|state| !state.initials.is_empty()) {
        if let Some(word) = &state.deprecated {
            diag.error(word, catalogue::deprecated_initial(&state.ident));
        }
    }
}

// A way into a state that is only there for machines that are stored in it.
fn check_deprecated_target(machine: &Machine, diag: &mut Diagnostics) {
    let is_deprecated = |target: &Target| match target {
        Target::To(state) => machine.states.get(*state).is_some_and(|state| state.deprecated.is_some()),
        _ => false,
    };
    for row in machine.rows() {
        let of_events = row.outcomes.iter().filter(|outcome| is_deprecated(&outcome.target));
        let of_goals = row.goals.iter().filter(|goal| is_deprecated(&goal.target)).map(|goal| &goal.word);
        for word in of_events.filter_map(|outcome| outcome.word.as_ref()).chain(of_goals) {
            diag.error(word, catalogue::deprecated_target(&words(word)));
        }
    }
}

// `#[enter]` twice on one state.
fn check_repeated_hook(machine: &Machine, diag: &mut Diagnostics) {
    let of_states = machine.states.iter().flat_map(|state| state.enter.iter().chain(&state.exit));
    for hook in of_states.chain(&machine.on_stop) {
        for word in &hook.repeated {
            diag.error(word, catalogue::given_twice(&words(word)));
        }
    }
}

// `#[on_stop]` on a machine that is stored: it leaves the memory, and nobody stops it.
fn check_on_stop(machine: &Machine, diag: &mut Diagnostics) {
    if let Some(hook) = machine.on_stop.as_ref().filter(|_| machine.kind == Kind::Persistent) {
        diag.error(&hook.word, catalogue::on_stop_stored());
    }
}

//! Rules that concern more than one part of a machine. Each has a case of its name in `tests/ui/fsm`.

use super::graph::Graph;
use super::model::{Change, Dropped, Machine, Row, Target};
use super::parse::words;
use crate::diag::Diagnostics;
use syn::Path;

/// Runs all checks. The graph is looked at only when nothing is broken: a row that is still being typed leads nowhere, and that is no
/// mistake of the states.
pub(super) fn check(machine: &Machine, diag: &mut Diagnostics) {
    check_name(machine, diag);
    check_no_initial(machine, diag);
    check_two_initial(machine, diag);
    check_terminal_rows(machine, diag);
    check_repeated_row(machine, diag);
    check_query_with_rows(machine, diag);
    check_repeated_event(machine, diag);
    check_own_state(machine, diag);
    check_two_targets(machine, diag);
    check_otherwise_target(machine, diag);
    check_otherwise_event(machine, diag);
    check_two_paths(machine, diag);
    check_equal_methods(machine, diag);
    if diag.is_empty() && !machine.has_slips && is_whole(machine) {
        check_unreachable(machine, diag);
        check_dead_end(machine, diag);
    }
}

/// Whether every target is a state. One that is not is reported by the compiler, who knows all the names that are near.
fn is_whole(machine: &Machine) -> bool {
    machine.states.iter().flat_map(|state| &state.changes).all(Change::is_whole)
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
        if let Some(row) = state.rows.first() {
            diag.error(&row.command, format_args!("`{}` is terminal, so it has no rows", state.ident))
                .help("remove `#[terminal]`; a command that is answered in every state goes into `#[otherwise(..)]` on the enum");
        }
    }
}

// A command with two rows in one state:
//
//     #[on(Pay => PaymentTaken => Paid)]
//     #[discard(Pay)]
//
fn check_repeated_row(machine: &Machine, diag: &mut Diagnostics) {
    for state in &machine.states {
        let rows = repeated(&state.rows);
        let discards = state.discards.iter().filter(|discard| discard.repeated).map(|discard| &discard.command);
        for command in rows.chain(discards) {
            diag.error(command, format_args!("`{}` has a row in `{}` already", words(command), state.ident))
                .help("a row may have several outcomes: `Event => State, OtherEvent => stay`");
        }
    }
    for command in repeated(&machine.otherwise) {
        diag.error(command, format_args!("`{}` has an `#[otherwise(..)]` row already", words(command)))
            .help("a row may have several outcomes: `Event => stay, OtherEvent => stay`");
    }
}

fn repeated(rows: &[Row]) -> impl Iterator<Item = &Path> {
    rows.iter().filter(|row| row.dropped == Some(Dropped::Repeated)).map(|row| &row.command)
}

// A question that is also a command: `#[query(Describe)]` and `#[on(Describe => ..)]`.
fn check_query_with_rows(machine: &Machine, diag: &mut Diagnostics) {
    for (at, query) in machine.queries.iter().enumerate() {
        let name = &query.name;
        if machine.queries.iter().take(at).any(|earlier| earlier.name == *name) {
            diag.error(&query.command, format_args!("`{name}` is a query already"));
        } else if let Some(command) = machine.commands.iter().find(|command| command.name == *name) {
            diag.error(
                &command.path,
                format_args!("`{name}` is a query, which is answered in every state and has no rows"),
            );
        }
    }
}

// One event twice in one row: `#[on(Pay => PaymentTaken => Paid, PaymentTaken => Paid)]`.
fn check_repeated_event(machine: &Machine, diag: &mut Diagnostics) {
    for outcome in machine.rows().flat_map(|row| &row.outcomes).filter(|outcome| outcome.repeated) {
        // Where it also leads elsewhere, that is the mistake.
        if outcome.contradicts.is_none() {
            diag.error(&outcome.event, format_args!("`{}` stands twice in this row", outcome.name));
        }
    }
}

// The state itself as a target: `#[on(Add => ItemAdded => Open)]` in `Open`.
fn check_own_state(machine: &Machine, diag: &mut Diagnostics) {
    for outcome in machine.states.iter().flat_map(|state| &state.rows).flat_map(|row| &row.outcomes) {
        if outcome.target == Target::Own {
            let word = outcome.word.as_ref();
            let name = word.map(words).unwrap_or_default();
            diag.error(word, format_args!("`{name}` is the state that this row is in"))
                .help("write `stay` to stay in it, or `reenter` to leave it and enter it again");
        }
    }
}

// One event that leads to two places:
//
//     #[on(Pay => Settled => Paid)]
//     #[on(Cancel => Settled => Closed)]
//
fn check_two_targets(machine: &Machine, diag: &mut Diagnostics) {
    for outcome in machine.states.iter().flat_map(|state| &state.rows).flat_map(|row| &row.outcomes) {
        if let Some(first) = &outcome.contradicts {
            let name = &outcome.name;
            diag.error(outcome.word.as_ref(), format_args!("`{name}` leads to {first} in this state already")).help(
                "recovery sees the event and not the command, so that an event leads to one place; use another event",
            );
        }
    }
}

// A row for all states that leads to one: `#[otherwise(Note => Noted => Closed)]`.
fn check_otherwise_target(machine: &Machine, diag: &mut Diagnostics) {
    for outcome in machine.otherwise.iter().flat_map(|row| &row.outcomes) {
        if matches!(outcome.target, Target::Reenter | Target::To(_)) {
            diag.error(outcome.word.as_ref(), "a row for all states leads to none of them")
                .help("write `stay`; a way to a state goes into rows of the states that it starts from");
        }
    }
}

// An event that a state knows and all states do: `#[otherwise(Note => Noted => stay)]` and `#[on(Mark => Noted => stay)]`.
fn check_otherwise_event(machine: &Machine, diag: &mut Diagnostics) {
    for state in &machine.states {
        for change in &state.changes {
            if machine.otherwise_changes.iter().any(|general| general.name == change.name) {
                diag.error(&change.event, format_args!("`{}` belongs to an `#[otherwise(..)]` row", change.name))
                    .help("recovery sees the event and not the command, so that it could not tell the two apart; use another event");
            }
        }
    }
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

// A state that nothing leads to.
fn check_unreachable(machine: &Machine, diag: &mut Diagnostics) {
    for state in graph(machine).unreachable() {
        if let Some(state) = machine.states.get(state) {
            diag.error(&state.ident, format_args!("no row leads to `{}`", state.ident))
                .help(format_args!("let a row end in `=> {}`, or remove the state", state.ident));
        }
    }
}

// A state that nothing leaves and that is not the end. The only state of a machine is neither: there is nowhere else.
fn check_dead_end(machine: &Machine, diag: &mut Diagnostics) {
    if machine.states.len() == 1 {
        return;
    }
    for state in graph(machine).dead_ends() {
        let state = machine.states.get(state).filter(|state| state.terminal.is_none());
        if let Some(state) = state {
            diag.error(&state.ident, format_args!("nothing leaves `{}`", state.ident))
                .help("give it a row to another state, or mark it `#[terminal]`");
        }
    }
}

fn graph(machine: &Machine) -> Graph {
    let targets = |change: &Change| match change.target {
        Target::To(state) => Some(state),
        _ => None,
    };
    let edges = machine.states.iter().map(|state| state.changes.iter().filter_map(targets).collect());
    Graph { edges: edges.collect(), initial: machine.initial }
}

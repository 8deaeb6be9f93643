//! Rows: each stands once, and its events lead to one place.

use super::super::model::{Answer, Dropped, Kind, Machine, Row, Target};
use super::super::parse::words;
use crate::diag::{Diagnostics, catalogue};
use syn::Path;

pub(super) fn check(machine: &Machine, diag: &mut Diagnostics) {
    check_repeated_row(machine, diag);
    check_repeated_rest(machine, diag);
    check_hidden_row(machine, diag);
    check_query_with_rows(machine, diag);
    check_repeated_event(machine, diag);
    check_repeated_target(machine, diag);
    check_own_state(machine, diag);
    check_two_targets(machine, diag);
}

// A command with two rows in one state:
//
//     #[on(Pay => PaymentTaken => Paid)]
//     #[discard(Pay)]
//
fn check_repeated_row(machine: &Machine, diag: &mut Diagnostics) {
    for (place, list) in machine.places() {
        let named = list.discards.iter().chain(&list.postpones).filter(|named| named.repeated);
        for word in repeated(&list.rows).chain(named.map(|named| &named.command)) {
            diag.error(word, catalogue::repeated_row(&words(word), &place, &several(machine)));
        }
    }
    for word in repeated(&machine.otherwise) {
        diag.error(word, catalogue::repeated_otherwise(&words(word), &several(machine)));
    }
}

fn repeated(rows: &[Row]) -> impl Iterator<Item = &Path> {
    rows.iter().filter(|row| row.dropped == Some(Dropped::Repeated)).map(|row| &row.word)
}

fn several(machine: &Machine) -> &'static str {
    match machine.kind {
        Kind::Persistent => "a row may have several outcomes: `Event => State, OtherEvent => stay`",
        Kind::Volatile => "a row may have several targets: `Command => State | OtherState | stay`",
    }
}

// `#[postpone(_)]` twice.
fn check_repeated_rest(machine: &Machine, diag: &mut Diagnostics) {
    for rest in machine.lists().flat_map(|list| list.postpones_rest.iter().skip(1)) {
        diag.error(rest, catalogue::repeated_rest());
    }
}

// A row that no state ever comes to, since each has one that is nearer: of a group, or for all states.
fn check_hidden_row(machine: &Machine, diag: &mut Diagnostics) {
    if !machine.targets_are_known() {
        return;
    }
    let is_used = |row: &Row| {
        machine.states.iter().any(
            |state| matches!(machine.answer(state, &row.name), Answer::Row(answer, _) if std::ptr::eq(answer, row)),
        )
    };
    let of_groups = machine.groups.iter().flat_map(|group| &group.list.rows);
    for row in of_groups.chain(&machine.otherwise) {
        if row.is_command() && row.dropped.is_none() && !machine.states.is_empty() && !is_used(row) {
            diag.error(&row.word, catalogue::hidden_row(&row.name));
        }
    }
}

// A question that is also a command: `#[query(Describe)]` and `#[on(Describe => ..)]`.
fn check_query_with_rows(machine: &Machine, diag: &mut Diagnostics) {
    for (at, query) in machine.queries.iter().enumerate() {
        let name = &query.name;
        if machine.queries.iter().take(at).any(|earlier| earlier.name == *name) {
            diag.error(&query.command, catalogue::repeated_query(name));
        } else if let Some(command) = machine.commands.iter().find(|command| command.name == *name) {
            diag.error(&command.path, catalogue::query_with_rows(name));
        }
    }
}

// One event twice in one row: `#[on(Pay => PaymentTaken => Paid, PaymentTaken => Paid)]`.
fn check_repeated_event(machine: &Machine, diag: &mut Diagnostics) {
    for outcome in machine.rows().flat_map(|row| &row.outcomes).filter(|outcome| outcome.repeated) {
        // Where it also leads elsewhere, that is the mistake.
        if outcome.contradicts.is_none() {
            diag.error(&outcome.event, catalogue::repeated_event(&outcome.name));
        }
    }
}

// The state itself as a target: `#[on(Add => ItemAdded => Open)]` in `Open`.
fn check_own_state(machine: &Machine, diag: &mut Diagnostics) {
    for row in machine.lists().flat_map(|list| &list.rows) {
        let of_events = row.outcomes.iter().filter(|outcome| outcome.target == Target::Own);
        let of_goals = row.goals.iter().filter(|goal| goal.target == Target::Own).map(|goal| &goal.word);
        for word in of_events.filter_map(|outcome| outcome.word.as_ref()).chain(of_goals) {
            diag.error(word, catalogue::own_state(&words(word)));
        }
    }
}

// One event that leads to two places:
//
//     #[on(Pay => Settled => Paid)]
//     #[on(Cancel => Settled => Closed)]
//
fn check_two_targets(machine: &Machine, diag: &mut Diagnostics) {
    for outcome in machine.lists().flat_map(|list| &list.rows).flat_map(|row| &row.outcomes) {
        if let Some(first) = &outcome.contradicts {
            let name = &outcome.name;
            diag.error(outcome.word.as_ref(), catalogue::two_targets(&name, &first));
        }
    }
}

// One target twice in one row: `#[on(Pay => Paid | Paid)]`.
fn check_repeated_target(machine: &Machine, diag: &mut Diagnostics) {
    for goal in machine.rows().flat_map(|row| &row.goals).filter(|goal| goal.repeated) {
        diag.error(&goal.word, catalogue::repeated_event(&words(&goal.word)));
    }
}

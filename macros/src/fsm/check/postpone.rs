//! What is postponed: some state that can be reached has to want it.

use super::super::model::{Answer, Machine, Rule, State, Target};
use super::graph::graph;
use crate::diag::{Diagnostics, catalogue};
use quote::ToTokens;
use syn::Ident;

pub(super) fn check(machine: &Machine, diag: &mut Diagnostics) {
    check_never_retried(machine, diag);
    check_postpone_cycle(machine, diag);
}

// A command that waits for a state that never comes: `#[postpone(Ship)]` where no state behind this one has a row for `Ship`.
fn check_never_retried(machine: &Machine, diag: &mut Diagnostics) {
    if machine.allows.contains(&Rule::NeverRetried) {
        return;
    }
    let graph = graph(machine);
    let mut reported: Vec<String> = Vec::new();
    for (at, state) in machine.states.iter().enumerate() {
        let reached = graph.reached_from(at);
        let is_wanted = |command: &Ident| {
            let mut behind = machine.states.iter().zip(&reached).filter(|(_, reached)| **reached);
            behind.any(|(state, _)| matches!(machine.answer(state, command), Answer::Row(..) | Answer::Discard))
        };
        for (command, word) in postponed(machine, state).filter(|(command, _)| !is_wanted(command)) {
            let place = format!("{command} in {:?}", word.to_string());
            // A group's word is looked at for each of its states.
            if reported.contains(&place) {
                continue;
            }
            reported.push(place);
            let name = &state.ident;
            diag.error(word, catalogue::never_retried(name, command));
        }
    }
}

// Two states that take from each other what they postpone, so that the machine goes to and fro:
//
//     #[on(Ping => Pinged => Right)] #[postpone(Pong)] Left,
//     #[on(Pong => Ponged => Left)] #[postpone(Ping)] Right,
//
fn check_postpone_cycle(machine: &Machine, diag: &mut Diagnostics) {
    if machine.allows.contains(&Rule::PostponeCycle) {
        return;
    }
    for (at, state) in machine.states.iter().enumerate() {
        for (other_at, other) in machine.states.iter().enumerate().take(at) {
            // What one postpones and takes the other one back to it.
            let back = |from: &State, to: usize, of: &State| {
                postponed(machine, of).find(|(command, _)| leads(machine, from, command, to)).map(|(_, word)| word)
            };
            if let (Some(word), Some(_)) = (back(other, at, state), back(state, other_at, other)) {
                diag.error(word, catalogue::postpone_cycle(&other.ident, &state.ident));
            }
        }
    }
}

/// The commands that a state postpones, each with the word that says so.
fn postponed<'a>(
    machine: &'a Machine,
    state: &'a State,
) -> impl Iterator<Item = (&'a Ident, proc_macro2::TokenStream)> {
    let named = machine.postpones_in(state).map(|named| (&named.name, named.command.to_token_stream()));
    let group = machine.group_of(state).map(|group| &group.list);
    let rest = [Some(&state.list), group].into_iter().flatten().flat_map(|list| &list.postpones_rest).next();
    let others = rest.into_iter().flat_map(move |rest| {
        let commands = machine.commands.iter().map(|command| &command.name);
        let is_rest = move |name: &&Ident| {
            let is_named = machine.postpones_in(state).any(|named| named.name == **name);
            !is_named && matches!(machine.answer(state, name), Answer::Postpone)
        };
        commands.filter(is_rest).map(move |name| (name, rest.to_token_stream()))
    });
    named.chain(others)
}

/// Whether a row of `state` for `command` leads to the state with the number `to`.
fn leads(machine: &Machine, state: &State, command: &Ident, to: usize) -> bool {
    let Answer::Row(row, _) = machine.answer(state, command) else { return false };
    let of_events = row.outcomes.iter().map(|outcome| &outcome.target);
    of_events.chain(row.goals.iter().map(|goal| &goal.target)).any(|target| *target == Target::To(to))
}

//! The graph of the states: every one is reached, and left unless it is the end.

use super::super::graph::Graph;
use super::super::model::{Machine, Rule, State};
use crate::diag::{Diagnostics, catalogue};

pub(super) fn check(machine: &Machine, diag: &mut Diagnostics) {
    check_unreachable(machine, diag);
    check_dead_end(machine, diag);
}

// A state that nothing leads to.
fn check_unreachable(machine: &Machine, diag: &mut Diagnostics) {
    if machine.allows.contains(&Rule::Unreachable) {
        return;
    }
    for state in graph(machine).unreachable() {
        // What is deprecated is not to be reached.
        if let Some(state) = machine.states.get(state).filter(|state| state.deprecated.is_none()) {
            diag.error(&state.ident, catalogue::unreachable(&state.ident));
        }
    }
}

// A state that nothing leaves and that is not the end. The only state of a machine is neither: there is nowhere else.
fn check_dead_end(machine: &Machine, diag: &mut Diagnostics) {
    if machine.states.len() == 1 || machine.allows.contains(&Rule::DeadEnd) {
        return;
    }
    for state in graph(machine).dead_ends() {
        let state = machine.states.get(state).filter(|state| state.terminal.is_none());
        if let Some(state) = state {
            diag.error(&state.ident, catalogue::dead_end(&state.ident));
        }
    }
}

/// The states from which no path leads to a terminal one, in a machine that has one. It is warned of them: such a machine may be meant.
pub(in super::super) fn endless(machine: &Machine) -> impl Iterator<Item = &State> {
    let is_end: Vec<_> = machine.states.iter().map(|state| state.terminal.is_some()).collect();
    let is_looked_at = is_end.contains(&true) && machine.targets_are_known() && !machine.allows.contains(&Rule::NoEnd);
    let graph = graph(machine);
    machine.states.iter().enumerate().filter_map(move |(at, state)| {
        let reached = graph.reached_from(at);
        let ends = is_end.iter().zip(&reached).any(|(is_end, reached)| *is_end && *reached);
        (is_looked_at && !ends && state.terminal.is_none()).then_some(state)
    })
}

pub(super) fn graph(machine: &Machine) -> Graph {
    let edges = machine.states.iter().map(|state| machine.targets_in(state).collect());
    Graph { edges: edges.collect(), initial: machine.initial }
}

//! The graph of the states: every one is reached, and left unless it is the end.

use super::super::graph::Graph;
use super::super::model::{Machine, Rule};
use crate::diag::Diagnostics;

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
        if let Some(state) = machine.states.get(state) {
            diag.error(&state.ident, format_args!("no row leads to `{}`", state.ident))
                .help(format_args!("let a row end in `=> {}`, or remove the state", state.ident));
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
            diag.error(&state.ident, format_args!("nothing leaves `{}`", state.ident))
                .help("give it a row to another state, or mark it `#[terminal]`");
        }
    }
}

pub(super) fn graph(machine: &Machine) -> Graph {
    let edges = machine.states.iter().map(|state| machine.targets_in(state).collect());
    Graph { edges: edges.collect(), initial: machine.initial }
}

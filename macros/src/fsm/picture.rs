//! The picture of a machine in its documentation.
//!
//! It is drawn by a macro of its own, which only rustdoc expands: other builds pay nothing for it, and the expansion of `States` stays short.

use super::model::{Machine, Model, Outcome, Row, State, Target, build};
use super::parse;
use crate::diag::Diagnostics;
use mainstay_diagram as diagram;
use proc_macro2::{Literal, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt as _;

/// The documentation with the picture of the enum in `item`. Empty if it is no machine: what is wrong has been reported by the derive.
pub(crate) fn picture(item: TokenStream) -> TokenStream {
    let mut told_already = Diagnostics::new();
    let model = parse::parse(item, &mut told_already).map(|input| build(input, &mut told_already));
    let html = match model {
        // A table of Markdown stands before it, and ends with an empty line. Wide pictures are moved sideways, and not made too small to read.
        Some(Model::Machine(machine)) => {
            format!("\n<div style=\"overflow-x:auto\">\n{}</div>\n\n", described(&machine).drawing().to_svg())
        }
        Some(Model::Unusable { .. }) | None => String::new(),
    };
    Literal::string(&html).into_token_stream()
}

fn described(machine: &Machine) -> diagram::Machine {
    let states =
        machine.states.iter().enumerate().map(|(at, state)| self::state(machine, state, at == machine.initial));
    diagram::Machine {
        name: machine.data_name(),
        states: states.collect(),
        otherwise: machine.otherwise.iter().map(|row| self::row(machine, row)).collect(),
    }
}

fn state(machine: &Machine, state: &State, initial: bool) -> diagram::State {
    diagram::State {
        initial,
        terminal: state.terminal.is_some(),
        rows: state.list.rows.iter().map(|row| self::row(machine, row)).collect(),
        discards: state.list.discards.iter().map(|discard| discard.name.unraw().to_string()).collect(),
        ..diagram::State::new(state.ident.unraw().to_string())
    }
}

fn row(machine: &Machine, row: &Row) -> diagram::Row {
    diagram::Row {
        cause: diagram::Cause::Command(row.name.unraw().to_string()),
        outcomes: row.outcomes.iter().filter_map(|outcome| self::outcome(machine, outcome)).collect(),
    }
}

fn outcome(machine: &Machine, outcome: &Outcome) -> Option<diagram::Outcome> {
    let target = match &outcome.target {
        Target::Stay => diagram::Target::Stay,
        Target::Reenter | Target::Own => diagram::Target::Reenter,
        Target::To(to) => diagram::Target::To(machine.states.get(*to)?.ident.unraw().to_string()),
        Target::Unknown | Target::Broken => return None,
    };
    Some(diagram::Outcome { event: outcome.name.unraw().to_string(), target, is_marked: false })
}

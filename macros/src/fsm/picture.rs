//! The picture of a machine in its documentation.
//!
//! It is drawn by a macro of its own, which only rustdoc expands: other builds pay nothing for it, and the expansion of `States` stays short.

use super::expand::delay;
use super::model::{Machine, Model, Row, State, Target, build};
use super::parse::{self, Form};
use crate::diag::Diagnostics;
use mainstay_diagram as diagram;
use proc_macro2::{Literal, TokenStream};
use quote::ToTokens;
use syn::Ident;
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
    let notes = [
        (state.deprecated.is_some(), "deprecated: not entered any more"),
        (machine.postpones_rest(state), "postpones all others"),
    ];
    diagram::State {
        doc: state.docs.clone().unwrap_or_default(),
        initial,
        terminal: state.terminal.is_some(),
        rows: machine.rows_in(state).map(|(row, _)| self::row(machine, row)).collect(),
        postpones: machine.postpones_in(state).map(|named| plain(&named.name)).collect(),
        discards: machine.discards_in(state).map(|named| plain(&named.name)).collect(),
        notes: notes.into_iter().filter(|(applies, _)| *applies).map(|(_, note)| note.to_owned()).collect(),
        ..diagram::State::new(plain(&state.ident))
    }
}

fn row(machine: &Machine, row: &Row) -> diagram::Row {
    let name = plain(&row.name);
    let delay = row.delay.as_ref().map(delay).unwrap_or_default();
    let of_events = row.outcomes.iter().map(|outcome| self::outcome(machine, Some(&outcome.name), &outcome.target));
    let of_goals = row.goals.iter().map(|goal| outcome(machine, None, &goal.target));
    diagram::Row {
        cause: match row.form {
            Form::Command => diagram::Cause::Command(name),
            Form::Timer => diagram::Cause::Timer(name),
            Form::After => diagram::Cause::After { name, delay },
            Form::IdleAfter => diagram::Cause::IdleAfter { name, delay },
        },
        outcomes: of_events.chain(of_goals).flatten().collect(),
    }
}

fn outcome(machine: &Machine, event: Option<&Ident>, target: &Target) -> Option<diagram::Outcome> {
    let target = match target {
        Target::Stay => diagram::Target::Stay,
        Target::Reenter | Target::Own => diagram::Target::Reenter,
        Target::To(to) => diagram::Target::To(plain(&machine.states.get(*to)?.ident)),
        Target::Unknown | Target::Broken => return None,
    };
    Some(diagram::Outcome { event: event.map(plain).unwrap_or_default(), target, is_marked: false })
}

fn plain(name: &Ident) -> String {
    name.unraw().to_string()
}

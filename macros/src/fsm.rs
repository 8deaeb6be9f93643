//! State machines: `#[derive(States)]` on the enum of states, and `#[fsm]` on the struct that they share.

mod check;
mod expand;
mod graph;
mod model;
mod parse;
mod shared;

pub(crate) use shared::Fsm;

use crate::diag::Diagnostics;
use crate::pipeline::Macro;
use proc_macro2::TokenStream;

/// `#[derive(States)]`.
pub(crate) enum States {}

impl Macro for States {
    type Input = parse::Input;
    type Model = model::Machine;

    fn parse(_args: TokenStream, item: TokenStream, diag: &mut Diagnostics) -> Option<parse::Input> {
        parse::parse(item, diag)
    }

    fn model(input: parse::Input, diag: &mut Diagnostics) -> Option<model::Machine> {
        model::build(input, diag)
    }

    fn check(machine: &model::Machine, diag: &mut Diagnostics) {
        check::check(machine, diag);
    }

    fn expand(machine: &model::Machine) -> TokenStream {
        expand::expand(machine)
    }
}

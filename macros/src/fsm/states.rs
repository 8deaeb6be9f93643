//! The derive's stages.

use super::{check, expand, model, parse};
use crate::diag::Diagnostics;
use crate::pipeline::Macro;
use proc_macro2::TokenStream;

/// `#[derive(States)]`.
pub(crate) enum States {}

impl Macro for States {
    const NAME: &'static str = "States";

    type Input = parse::Input;
    type Model = model::Model;

    fn parse(_args: TokenStream, item: TokenStream, diag: &mut Diagnostics) -> Option<parse::Input> {
        parse::parse(item, diag)
    }

    fn for_editors(input: &parse::Input) -> TokenStream {
        model::for_editors(&input.clauses)
    }

    fn model(input: parse::Input, diag: &mut Diagnostics) -> Option<model::Model> {
        Some(model::build(input, diag))
    }

    fn check(model: &model::Model, diag: &mut Diagnostics) {
        if let model::Model::Machine(machine) = model {
            check::check(machine, diag);
        }
    }

    fn expand(model: &model::Model) -> TokenStream {
        match model {
            model::Model::Machine(machine) => expand::expand(machine),
            model::Model::Unusable { krate, ident, generics } => expand::unusable(krate, ident, generics),
        }
    }
}

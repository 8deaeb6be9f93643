//! `#[actor]` on a struct, and `#[handlers]` on its `impl` block.

mod apply;
mod check;
mod decision;
mod declare;
mod deliveries;
mod expand;
mod hook;
mod model;
mod options;
mod parse;
pub(crate) mod stored;

pub(crate) use declare::Declare;

use crate::diag::Diagnostics;
use crate::pipeline::Macro;
use proc_macro2::TokenStream;

/// The stages of `#[handlers]`.
pub(crate) enum Handlers {}

impl Macro for Handlers {
    const NAME: &'static str = "handlers";

    type Input = parse::Input;
    type Model = model::Actor;

    fn is_helper(name: &str) -> bool {
        parse::is_helper(name)
    }

    fn parse(args: TokenStream, item: TokenStream, diag: &mut Diagnostics) -> Option<parse::Input> {
        parse::parse(args, item, diag)
    }

    fn model(input: parse::Input, diag: &mut Diagnostics) -> Option<model::Actor> {
        model::actor(input, diag)
    }

    fn check(actor: &model::Actor, diag: &mut Diagnostics) {
        check::check(actor, diag);
    }

    fn expand(actor: &model::Actor) -> TokenStream {
        expand::expand(actor)
    }
}

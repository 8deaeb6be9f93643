//! The macros of mainstay.

mod diag;
mod emit;
mod fsm;
mod pipeline;
mod syntax;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Makes a struct the part of a machine that all its states share.
#[proc_macro_attribute]
pub fn fsm(args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::attribute::<fsm::Fsm>(args, item).into()
}

/// Makes an enum a machine.
#[proc_macro_derive(
    States,
    attributes(
        states, initial, terminal, on, discard, otherwise, query, after, idle_after, timer, postpone, enter, exit, group
    )
)]
pub fn states(item: TokenStream) -> TokenStream {
    pipeline::derive::<fsm::States>(item).into()
}

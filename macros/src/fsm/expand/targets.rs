//! The targets of all rows, for editors and for the compiler.

use super::super::model::{Machine, Target};
use proc_macro2::TokenStream;
use quote::quote;

/// A function that matches the enum against every target.
///
/// It comes first because rust-analyzer completes a word at the first place that its span occurs at, and it names the enum's variants in
/// patterns because of all forms that were tried only this one completes them. A target that is no state stands here too, so that the
/// compiler reports it, with the names that are near.
pub(super) fn expand(machine: &Machine) -> TokenStream {
    let states = &machine.ident;
    let outcomes = machine.rows().flat_map(|row| &row.outcomes);
    let targets = outcomes.filter_map(|outcome| {
        let word = outcome.word.as_ref()?.get_ident()?;
        matches!(outcome.target, Target::To(_) | Target::Own | Target::Unknown).then_some(word)
    });
    let targets: Vec<_> = targets.collect();
    if targets.is_empty() {
        return TokenStream::new();
    }
    quote! {
        const _: () = {
            fn _targets(state: &#states) {
                #(let _ = ::core::matches!(state, #states::#targets { .. });)*
            }
        };
    }
}

//! The states that rows and groups name, for editors and for the compiler.

use super::super::model::{Machine, Target};
use proc_macro2::TokenStream;
use quote::quote;

/// A function that matches the enum against every state that is named.
///
/// It comes first because rust-analyzer completes a word at the first place that its span occurs at, and it names the enum's variants in
/// patterns because of all forms that were tried only this one completes them. A target that is no state stands here too, so that the
/// compiler reports it, with the names that are near.
pub(super) fn expand(machine: &Machine) -> TokenStream {
    let states = &machine.ident;
    let is_state = |target: &Target| matches!(target, Target::To(_) | Target::Own | Target::Unknown);
    let targets = machine.rows().flat_map(|row| {
        let of_events = row.outcomes.iter().filter(|outcome| is_state(&outcome.target));
        let of_goals = row.goals.iter().filter(|goal| is_state(&goal.target)).map(|goal| &goal.word);
        of_events.filter_map(|outcome| outcome.word.as_ref()).chain(of_goals)
    });
    let members = machine.groups.iter().flat_map(|group| &group.members).map(|member| &member.word);
    let targets: Vec<_> = targets.filter_map(syn::Path::get_ident).chain(members).collect();
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

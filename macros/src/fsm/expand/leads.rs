//! Where an event leads from a state, before it is applied.

use super::super::model::{Change, Machine, Own, State, Target};
use super::names::at_call_site;
use super::table;
use proc_macro2::TokenStream;
use quote::quote;

/// `Recover::leads`, of a machine with more than one place to be in.
pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Own { any_event, .. } = &machine.own;
    let Machine { krate, data, ident, .. } = machine;
    let arms = machine.states.iter().filter(|state| !state.is_broken).flat_map(|state| {
        let changes = machine.changes_in(state).map(|(change, _)| change);
        changes
            .filter(|change| change.is_whole() && change.target != Target::Stay)
            .map(|change| arm(machine, state, change))
    });
    let arms: Vec<_> = arms.collect();
    if arms.is_empty() {
        return TokenStream::new();
    }
    // Each state with each event is one arm at most.
    let is_total = arms.len() == machine.states.len() * machine.events.len();
    let stays = (!is_total).then(|| quote!(_ => #krate::fsm::Target::Stay,));
    quote! {
        fn leads(machine: &#krate::fsm::Machine<#data, #ident>, event: &#any_event) -> #krate::fsm::Target {
            match (&machine.state, event) {
                #(#arms,)*
                #stays
            }
        }
    }
}

fn arm(machine: &Machine, state: &State, change: &Change) -> TokenStream {
    let Own { any_event, .. } = &machine.own;
    let (states, variant, event) = (&machine.ident, at_call_site(&state.ident), at_call_site(&change.name));
    let target = table::target(machine, &change.target);
    quote!((#states::#variant { .. }, #any_event::#event(_)) => #target)
}

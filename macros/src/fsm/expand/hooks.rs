//! From the states that are left and entered to what their methods ask for.

use super::super::model::{Hook, Machine, State};
use super::names::binding;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// `exit` and `enter` of `PersistDispatch`, each if there is something to do.
pub(super) fn expand(machine: &Machine) -> TokenStream {
    let exit = hook(machine, "exit", |state| state.exit.as_ref());
    let enter = hook(machine, "enter", |state| state.enter.as_ref());
    quote!(#exit #enter)
}

fn hook(machine: &Machine, name: &str, of: fn(&State) -> Option<&Hook>) -> Option<TokenStream> {
    let Machine { krate, data, ident, flow, .. } = machine;
    let name = format_ident!("{name}");
    let states = machine.states.iter().filter(|state| !state.is_broken);
    let arms = states.filter_map(|state| {
        let method = &of(state).filter(|hook| hook.dropped.is_none())?.method;
        let pattern = binding(machine, state, &quote!(state));
        let state = state.data.is_some().then(|| quote!(state,));
        Some(quote!(#pattern => #flow::#method(&machine.data, #state actions),))
    });
    let arms: Vec<_> = arms.collect();
    let rest = (arms.len() < machine.states.len()).then(|| quote!(_ => {}));
    (!arms.is_empty()).then(|| {
        quote! {
            fn #name(machine: &#krate::fsm::Machine<#data, #ident>, actions: &mut #krate::fsm::Actions<Self>) {
                match &machine.state {
                    #(#arms)*
                    #rest
                }
            }
        }
    })
}

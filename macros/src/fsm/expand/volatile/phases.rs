//! What is done when a state is entered or left: deadlines and hooks.

use super::super::super::model::{Hook, Machine, Own, State};
use super::super::names::binding;
use super::deadlines;
use proc_macro2::TokenStream;
use quote::quote;

/// The two functions, where there is something to do.
pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Own { enter, leave, .. } = &machine.own;
    let entering: Vec<_> =
        machine.states.iter().filter(|state| enters(machine, state)).map(|state| on_enter(machine, state)).collect();
    let leaving: Vec<_> =
        machine.states.iter().filter(|state| leaves(state)).map(|state| on_leave(machine, state)).collect();
    let enter = function(machine, enter, &entering);
    let leave = function(machine, leave, &leaving);
    quote!(#enter #leave)
}

fn function(machine: &Machine, name: &syn::Ident, arms: &[TokenStream]) -> Option<TokenStream> {
    let Machine { krate, data, ident, .. } = machine;
    let rest = (arms.len() < machine.states.len()).then(|| quote!(_ => {}));
    (!arms.is_empty()).then(|| {
        quote! {
            fn #name(machine: &mut #data, state: &mut #ident, cx: &mut #krate::actor::Context<#data>) {
                match state {
                    #(#arms)*
                    #rest
                }
            }
        }
    })
}

/// Whether something is done when `state` is entered.
pub(super) fn enters(machine: &Machine, state: &State) -> bool {
    hook(state.enter.as_ref()).is_some() || ends(machine, state) || deadlines::of(state).next().is_some()
}

/// Whether something is done when `state` is left, or entered again.
pub(super) fn leaves(state: &State) -> bool {
    hook(state.exit.as_ref()).is_some() || deadlines::of(state).next().is_some()
}

/// Whether the machine stops in `state`: at its end, unless rows for all states go on there.
fn ends(machine: &Machine, state: &State) -> bool {
    state.terminal.is_some() && machine.otherwise.is_empty()
}

fn hook(hook: Option<&Hook>) -> Option<&Hook> {
    hook.filter(|hook| hook.dropped.is_none())
}

/// Deadlines first, so that the hook may change them.
fn on_enter(machine: &Machine, state: &State) -> TokenStream {
    let hook = hook(state.enter.as_ref()).map(|hook| run(machine, state, hook));
    let looks = hook.is_some() || deadlines::of(state).any(deadlines::looks);
    let starts = deadlines::of(state).map(|row| deadlines::start(machine, state, row));
    let stop = ends(machine, state).then(|| quote!(cx.stop();));
    let pattern = binding(machine, state, &if looks { quote!(own) } else { quote!(_) });
    quote!(#pattern => { #(#starts)* #hook #stop })
}

/// The hook first: it still finds everything as it was.
fn on_leave(machine: &Machine, state: &State) -> TokenStream {
    let hook = hook(state.exit.as_ref()).map(|hook| run(machine, state, hook));
    let cancels = deadlines::of(state).map(deadlines::cancel);
    let pattern = binding(machine, state, &if hook.is_some() { quote!(own) } else { quote!(_) });
    quote!(#pattern => { #hook #(#cancels)* })
}

fn run(machine: &Machine, state: &State, hook: &Hook) -> TokenStream {
    let (flow, method) = (&machine.flow, &hook.method);
    let own = state.data.is_some().then(|| quote!(own,));
    quote!(#flow::#method(machine, #own cx);)
}

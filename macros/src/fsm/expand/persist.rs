//! One persist handler for each command: what it does in which state.

use super::super::model::{Answer, Command, Machine, Own, Row, Source, Stored};
use super::names::{at_call_site, binding, message_bound, recovered_bound};
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt as _;

pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Own { written, recovered, any_event, .. } = &machine.own;
    let Machine { krate, flow, data, .. } = machine;
    let handlers = machine.commands.iter().map(|command| handler(machine, command));
    quote! {
        trait #written<'a>: #flow {}

        impl<A: #flow> #written<'_> for A {}

        trait #recovered<'a>: #flow + #krate::entity::Recover<Event = #any_event> {}

        impl<A: #flow + #krate::entity::Recover<Event = #any_event>> #recovered<'_> for A {}

        const _: fn() = || {
            fn handlers<A: #flow>() {}
            handlers::<#data>();
        };

        #(#handlers)*
    }
}

fn handler(machine: &Machine, command: &Command) -> TokenStream {
    let Machine { krate, data, ident, .. } = machine;
    let path = &command.path;
    let asyncness = command.asyncness.then(|| quote!(async));
    let trait_name = if command.asyncness { quote!(PersistHandlerAsync) } else { quote!(PersistHandler) };
    let message = message_bound(machine, path);
    let flow = recovered_bound(machine);
    let body = body(machine, command);
    quote! {
        #[automatically_derived]
        impl #krate::entity::#trait_name<#path> for #data
        where
            #message,
            #flow,
        {
            #asyncness fn persist(
                machine: &#krate::fsm::Machine<#data, #ident>,
                command: #path,
                cx: &mut #krate::actor::Context<Self>,
            ) -> #krate::entity::Step<Self, #path> {
                #body
            }
        }
    }
}

/// What to do, by the state. States for which there is nothing but the row for all, or none, come last and together.
fn body(machine: &Machine, command: &Command) -> TokenStream {
    let (krate, states) = (&machine.krate, &machine.ident);
    let mut arms = Vec::new();
    let mut rest = None;
    for state in &machine.states {
        let variant = at_call_site(&state.ident);
        let name = state.ident.unraw().to_string();
        match machine.answer(state, &command.name) {
            Answer::Row(row, Source::State) => {
                let pattern = binding(machine, state, &quote!(state));
                let decided = decided(machine, row, state.data.is_some());
                arms.push(quote!(#pattern => #decided));
            }
            Answer::Row(row, Source::Group(_)) => {
                let decided = decided(machine, row, true);
                arms.push(quote!(state @ #states::#variant { .. } => #decided));
            }
            Answer::Row(row, Source::Otherwise) => rest = Some(decided(machine, row, true)),
            Answer::Discard => arms.push(quote!(#states::#variant { .. } => #krate::entity::Step::discarded(#name))),
            Answer::Postpone | Answer::Unhandled(_) => {
                rest = Some(quote!(#krate::entity::Step::unhandled(#krate::fsm::States::name(state))));
            }
        }
    }
    if arms.is_empty() {
        return quote! {
            let state = &machine.state;
            #rest
        };
    }
    let rest = rest.map(|rest| quote!(state => #rest));
    quote! {
        match &machine.state {
            #(#arms,)*
            #rest
        }
    }
}

/// The call of the user's method, which may take a state.
fn decided(machine: &Machine, row: &Row, takes_state: bool) -> TokenStream {
    let Machine { krate, flow, .. } = machine;
    // Reported: there is no such method, or it may return anything.
    let broken = quote!(#krate::entity::Step::unhandled(""));
    if !row.is_whole() {
        return broken;
    }
    let stored = match &row.stored {
        Stored::Event(event) => quote!(#event),
        Stored::OneOf(outcomes) => quote!(#outcomes),
        Stored::Nothing | Stored::Unknown => return broken,
    };
    let method = &row.method;
    let state = takes_state.then(|| quote!(state,));
    let wait = row.asyncness.then(|| quote!(.await));
    quote!(#krate::entity::Step::decided::<#stored>(#flow::#method(&machine.data, #state command, cx)#wait))
}

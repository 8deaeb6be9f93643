//! One persist handler for each command: what it does in which state.

use super::super::model::{Command, Machine, Own, Row, Stored};
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

/// What to do, by the state.
fn body(machine: &Machine, command: &Command) -> TokenStream {
    let (krate, states) = (&machine.krate, &machine.ident);
    let mut arms = Vec::new();
    for state in &machine.states {
        if let Some(row) = state.rows.iter().find(|row| row.name == command.name && row.is_whole()) {
            let pattern = binding(machine, state, &quote!(state));
            let decided = decided(machine, row, state.data.is_some());
            arms.push(quote!(#pattern => #decided));
        } else if state.discards.iter().any(|discard| discard.name == command.name) {
            let variant = at_call_site(&state.ident);
            let name = state.ident.unraw().to_string();
            arms.push(quote!(#states::#variant { .. } => #krate::entity::Step::discarded(#name)));
        }
    }
    let otherwise = machine.otherwise.iter().find(|row| row.name == command.name && row.is_whole());
    let otherwise = otherwise.map_or_else(
        || quote!(#krate::entity::Step::unhandled(#krate::fsm::States::name(state))),
        |row| decided(machine, row, true),
    );
    if arms.is_empty() {
        return quote! {
            let state = &machine.state;
            #otherwise
        };
    }
    if arms.len() < machine.states.len() {
        arms.push(quote!(state => #otherwise));
    }
    quote! {
        match &machine.state {
            #(#arms,)*
        }
    }
}

/// The call of the user's method, which may take a state.
fn decided(machine: &Machine, row: &Row, takes_state: bool) -> TokenStream {
    let Machine { krate, flow, .. } = machine;
    let stored = match &row.stored {
        Stored::Event(event) => quote!(#event),
        Stored::OneOf(outcomes) => quote!(#outcomes),
        Stored::Unknown => return TokenStream::new(),
    };
    let method = &row.method;
    let state = takes_state.then(|| quote!(state,));
    let wait = row.asyncness.then(|| quote!(.await));
    quote!(#krate::entity::Step::decided::<#stored>(#flow::#method(&machine.data, #state command, cx)#wait))
}

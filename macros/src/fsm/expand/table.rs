//! `OrderState::TABLE`: the machine as data, and drawn in the documentation.

use super::super::model::{Machine, Outcome, Row, State, Target};
use super::docs;
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt as _;

pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Machine { krate, vis, ident, data, source, .. } = machine;
    let name = stored_name(machine);
    let docs = docs::table(machine);
    let states = machine.states.iter().map(|state| self::state(machine, state));
    let otherwise = machine.otherwise.iter().filter(|row| row.is_whole()).map(|row| self::row(machine, row));
    let names = machine.states.iter().map(|state| super::names::at_call_site(&state.ident)).collect::<Vec<_>>();
    let shown = names.iter().map(|name| name.unraw().to_string());
    // The place of a match on an enum without variants is the enum itself, not a reference to it.
    let matched = if names.is_empty() { quote!(*self) } else { quote!(self) };
    quote! {
        #[automatically_derived]
        impl #ident {
            #(#[doc = #docs])*
            #[cfg_attr(doc, doc = #krate::__private::states_picture! { #source })]
            #vis const TABLE: #krate::fsm::Table = #krate::fsm::Table {
                name: #name,
                states: &[#(#states),*],
                otherwise: &[#(#otherwise),*],
            };
        }

        #[automatically_derived]
        impl #krate::fsm::States for #ident {
            const TABLE: #krate::fsm::Table = Self::TABLE;

            fn name(&self) -> &'static ::core::primitive::str {
                match #matched {
                    #(Self::#names { .. } => #shown,)*
                }
            }
        }

        #[automatically_derived]
        #[doc(hidden)]
        impl #krate::fsm::StatesOf<#data> for #ident {}
    }
}

/// The name in stores. Where it is missing, which has been reported, any other will do.
pub(super) fn stored_name(machine: &Machine) -> String {
    machine.name.as_ref().map_or_else(|| machine.data_name(), syn::LitStr::value)
}

fn state(machine: &Machine, state: &State) -> TokenStream {
    let krate = &machine.krate;
    let name = state.ident.unraw().to_string();
    let is_initial = machine.states.get(machine.initial).is_some_and(|initial| initial.ident == state.ident);
    let is_terminal = state.terminal.is_some();
    let rows = state.rows.iter().filter(|row| row.is_whole()).map(|row| self::row(machine, row));
    let discards =
        state.discards.iter().filter(|discard| !discard.repeated).map(|discard| discard.name.unraw().to_string());
    quote! {
        #krate::fsm::State {
            name: #name,
            initial: #is_initial,
            terminal: #is_terminal,
            rows: &[#(#rows),*],
            discards: &[#(#discards),*],
        }
    }
}

fn row(machine: &Machine, row: &Row) -> TokenStream {
    let krate = &machine.krate;
    let command = row.name.unraw().to_string();
    let outcomes = row.outcomes.iter().map(|outcome| self::outcome(machine, outcome));
    quote!(#krate::fsm::Row { command: #command, outcomes: &[#(#outcomes),*] })
}

fn outcome(machine: &Machine, outcome: &Outcome) -> TokenStream {
    let krate = &machine.krate;
    // Always the first mention of the event, so that an event without its derive is one error however many rows have it.
    let event =
        machine.events.iter().find(|event| event.name == outcome.name).map_or(&outcome.event, |event| &event.path);
    let target = match &outcome.target {
        Target::Stay => quote!(Stay),
        Target::Reenter | Target::Own | Target::Unknown | Target::Broken => quote!(Reenter),
        Target::To(state) => {
            let name = machine.states.get(*state).map(|state| state.ident.unraw().to_string()).unwrap_or_default();
            quote!(To(#name))
        }
    };
    quote! {
        #krate::fsm::Outcome { event: <#event as #krate::entity::Event>::NAME, target: #krate::fsm::Target::#target }
    }
}

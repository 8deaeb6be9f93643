//! A machine at its end: which states are ends, and what is still said there.

use super::super::model::{Answer, Machine};
use super::names::at_call_site;
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt as _;

/// `end` and `is_for_end` of `PersistDispatch`, of a machine that ends.
pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Machine { krate, data, ident, .. } = machine;
    let inbox = &machine.own.inbox;
    let ends: Vec<_> = machine.states.iter().filter(|state| state.terminal.is_some()).collect();
    if ends.is_empty() {
        return TokenStream::new();
    }
    let names = ends.iter().map(|state| state.ident.unraw().to_string());
    let variants = ends.iter().map(|state| at_call_site(&state.ident));
    let rest = (ends.len() < machine.states.len()).then(|| quote!(_ => ::core::option::Option::None,));
    let over = machine.commands.iter().filter(|command| {
        let mut answers = ends.iter().map(|state| machine.answer(state, &command.name));
        answers.all(|answer| matches!(answer, Answer::Unhandled(_)))
    });
    let over: Vec<_> = over.map(|command| at_call_site(&command.name)).collect();
    let is_for_end = (!over.is_empty()).then(|| {
        quote! {
            fn is_for_end(message: &#inbox) -> ::core::primitive::bool {
                !::core::matches!(message, #(#inbox::#over(..))|*)
            }
        }
    });
    quote! {
        fn end(machine: &#krate::fsm::Machine<#data, #ident>) -> ::core::option::Option<&'static ::core::primitive::str> {
            match &machine.state {
                #(#ident::#variants { .. } => ::core::option::Option::Some(#names),)*
                #rest
            }
        }

        #is_for_end
    }
}

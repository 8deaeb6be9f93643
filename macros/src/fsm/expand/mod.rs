//! What `#[derive(States)]` writes beside the enum, in this order.

mod built_in;
mod contract;
mod deadlines;
mod dispatch;
mod docs;
mod end;
mod events;
mod flow;
mod handle;
mod hooks;
mod leads;
mod messages;
mod method;
mod names;
mod outcomes;
mod persist;
mod recover;
mod table;
mod targets;
mod volatile;
mod warn;

pub(super) use docs::delay;

use super::model::{Kind, Machine};
use crate::emit::krate::Krate;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Generics, Ident};

/// Everything that is generated for a machine.
pub(super) fn expand(machine: &Machine) -> TokenStream {
    let targets = targets::expand(machine);
    if machine.kind == Kind::Volatile {
        let (machine, warnings) = (volatile::expand(machine), warn::expand(machine));
        return quote!(#targets #machine #warnings);
    }
    let handle = handle::expand(machine);
    let flow = flow::expand(machine);
    let outcomes = outcomes::expand(machine);
    let table = table::expand(machine);
    let messages = messages::expand(machine);
    let events = events::expand(machine);
    let persist = persist::expand(machine);
    let recover = recover::expand(machine);
    let dispatch = dispatch::expand(machine);
    let contract = contract::expand(machine);
    let warnings = warn::expand(machine);
    quote! {
        #targets
        #handle
        #flow
        #outcomes
        #table
        // What nobody needs to name.
        const _: () = {
            #messages
            #events
            #persist
            #recover
            #dispatch
            #contract
        };
        #warnings
    }
}

/// What is generated for an enum that is no machine: that it holds the states of any, so that this is not missed elsewhere too.
pub(super) fn unusable(krate: &Krate, ident: &Ident, generics: &Generics) -> TokenStream {
    let (_, types, clause) = generics.split_for_impl();
    let parameters = generics.params.iter();
    quote! {
        #[automatically_derived]
        impl<#(#parameters,)* Machine> #krate::fsm::StatesOf<Machine> for #ident #types #clause {}
    }
}

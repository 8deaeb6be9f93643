//! What the machine has promised to its store, as data.

use super::super::model::Machine;
use super::super::parse::Form;
use super::names::{event_bound, recovered_bound};
use crate::syntax::types::display;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;

pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Machine { krate, data, ident, removed, .. } = machine;
    let entity = quote!(#krate::entity);
    let recovered = recovered_bound(machine);
    let bounds = machine.events.iter().map(|event| event_bound(machine, &event.path));
    let events = machine.events.iter().map(|event| &event.path);
    let commands = machine.commands.iter().filter_map(|command| match command.form {
        Form::Command => Some(taken(machine, &command.path, &quote!(Command), &quote!(MESSAGE))),
        Form::Timer => Some(taken(machine, &command.path, &quote!(Timer), &quote!(TIMER))),
        _ => None,
    });
    let queries = machine.queries.iter().filter(|query| query.dropped.is_none());
    let queries = queries.map(|query| taken(machine, &query.command, &quote!(Query), &quote!(MESSAGE)));
    quote! {
        #[automatically_derived]
        impl #entity::Contracted for #data
        where
            #recovered,
            #(#bounds,)*
        {
            const CONTRACT: #entity::Contract = {
                #[allow(unused_imports)]
                use #krate::__private::NotPromised as _;
                #entity::Contract {
                    kind: <#data as #entity::Persistent>::KIND,
                    snapshot: <#data as #entity::Recover>::SNAPSHOT,
                    snapshot_fields: <#data as #krate::fsm::FsmOf<#ident>>::SNAPSHOTS.fields(),
                    events: &[#(#entity::Shape::event::<#events>()),*],
                    removed: &[#(#removed),*],
                    takes: &[#(#commands,)* #(#queries,)*],
                    table: ::core::option::Option::Some(#ident::TABLE),
                }
            };
        }
    }
}

/// One command, query or timer: what is given to it and what it answers, its type says.
fn taken(machine: &Machine, path: &Path, kind: &TokenStream, promised: &TokenStream) -> TokenStream {
    let krate = &machine.krate;
    let (entity, name) = (quote!(#krate::entity), display(path));
    quote! {
        #entity::Taken {
            kind: #entity::TakenKind::#kind,
            name: #name,
            arguments: &[],
            reply: "",
            stored: #krate::__private::Promised::<#path>::#promised,
        }
    }
}

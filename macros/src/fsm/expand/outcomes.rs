//! `OrderOpenPay`: what may come of a row with several events.

use super::super::model::{Machine, Row, Stored};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn expand(machine: &Machine) -> TokenStream {
    machine.rows().filter(|row| row.dropped.is_none()).map(|row| outcomes(machine, row)).collect()
}

fn outcomes(machine: &Machine, row: &Row) -> TokenStream {
    let Stored::OneOf(name) = &row.stored else { return TokenStream::new() };
    let Machine { krate, vis, .. } = machine;
    let outcomes: Vec<_> = row.outcomes.iter().filter(|outcome| !outcome.repeated).collect();
    let variants = outcomes.iter().map(|outcome| super::names::at_call_site(&outcome.name)).collect::<Vec<_>>();
    let events = outcomes.iter().map(|outcome| &outcome.event).collect::<Vec<_>>();
    let docs = format!(" What may come of `{}`: the events of one row.", row.name);
    let each = events.iter().map(|event| format!(" [`{}`] is stored.", super::super::parse::words(event)));
    quote! {
        #[doc = #docs]
        #vis enum #name {
            #(#[doc = #each] #variants(#events),)*
        }

        #(
            #[automatically_derived]
            impl #krate::entity::Stores<#events> for #name {
                fn store(event: #events) -> Self {
                    Self::#variants(event)
                }
            }
        )*
    }
}

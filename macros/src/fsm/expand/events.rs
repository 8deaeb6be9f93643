//! The enum of all events, and what can be said of events only together.

use super::super::model::{Machine, Own, Stored};
use super::names::at_call_site;
use crate::emit::span::located_with_words;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Own { any_event, .. } = &machine.own;
    let names = machine.events.iter().map(|event| at_call_site(&event.name));
    let paths = machine.events.iter().map(|event| &event.path);
    let single = single(machine);
    let several = several(machine);
    let distinct = distinct(machine);
    quote! {
        // An event may be less visible than the machine.
        #[allow(private_interfaces)]
        pub enum #any_event {
            #(#names(#paths),)*
        }

        #single
        #several
        #distinct
    }
}

/// `From<ItemAdded>`, for the events that are alone in a row.
fn single(machine: &Machine) -> TokenStream {
    let Own { any_event, .. } = &machine.own;
    let is_alone = |name| {
        let alone = machine.rows().filter(|row| row.is_whole() && matches!(row.stored, Stored::Event(_)));
        alone.flat_map(|row| &row.outcomes).any(|outcome| outcome.name == name)
    };
    let events: Vec<_> = machine.events.iter().filter(|event| is_alone(event.name.clone())).collect();
    let names = events.iter().map(|event| at_call_site(&event.name));
    let paths = events.iter().map(|event| &event.path);
    quote! {
        #(
            #[automatically_derived]
            impl ::core::convert::From<#paths> for #any_event {
                fn from(event: #paths) -> Self {
                    Self::#names(event)
                }
            }
        )*
    }
}

/// `From<OrderOpenPay>`, for the rows with several events.
fn several(machine: &Machine) -> TokenStream {
    let Own { any_event, .. } = &machine.own;
    let rows = machine.rows().filter(|row| row.dropped.is_none()).filter_map(|row| {
        let Stored::OneOf(outcomes) = &row.stored else { return None };
        let events = row.outcomes.iter().filter(|outcome| !outcome.repeated).map(|outcome| at_call_site(&outcome.name));
        let events: Vec<_> = events.collect();
        Some(quote! {
            #[automatically_derived]
            impl ::core::convert::From<#outcomes> for #any_event {
                fn from(outcome: #outcomes) -> Self {
                    match outcome {
                        #(#outcomes::#events(event) => Self::#events(event),)*
                    }
                }
            }
        })
    });
    rows.collect()
}

/// Asserts that no two events are stored under one name: recovery would take one for the other.
fn distinct(machine: &Machine) -> TokenStream {
    let Own { names: names_const, .. } = &machine.own;
    let krate = &machine.krate;
    let paths = machine.events.iter().map(|event| &event.path);
    let asserts = machine.events.iter().enumerate().skip(1).map(|(at, event)| {
        let up_to_it = at.saturating_add(1);
        let text = format!(
            "the stored name of `{}` is that of another event of the machine `{}`: give it a name of its own",
            event.name,
            machine.data_name(),
        );
        let assert = quote!(
            const _: () = ::core::assert!(#krate::__private::is_new_event(#names_const.split_at(#up_to_it).0), #text);
        );
        located_with_words(assert, event.name.span())
    });
    let asserts: Vec<_> = asserts.collect();
    if asserts.is_empty() {
        return TokenStream::new();
    }
    quote! {
        const #names_const: &[(&::core::primitive::str, &[&::core::primitive::str])] = &[
            #((<#paths as #krate::entity::Event>::NAME, <#paths as #krate::entity::Event>::ALIASES)),*
        ];
        #krate::__ide! {
            {}
            {
                #(#asserts)*
            }
        }
    }
}

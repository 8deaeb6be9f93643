//! Recovery: from the first state, through every stored event, by the methods that also run live.

use super::super::model::{Change, Machine, Own, Source, State, Target};
use super::leads;
use super::names::{at_call_site, binding, event_bound, flow_bound};
use crate::emit::describe::describe;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Own { any_event, .. } = &machine.own;
    let Machine { krate, data, ident, .. } = machine;
    let flow = flow_bound(machine);
    let bounds = machine.events.iter().map(|event| event_bound(machine, &event.path));
    let start = start(machine);
    let names: Vec<_> = machine.events.iter().map(|event| at_call_site(&event.name)).collect();
    let paths: Vec<_> = machine.events.iter().map(|event| &event.path).collect();
    // The place of a match on an enum without variants is the enum itself, not a reference to it.
    let encoded = if names.is_empty() { quote!(*event) } else { quote!(event) };
    let apply = apply(machine);
    let leads = leads::expand(machine);
    let describe = describe(krate, &quote!(#krate::fsm::Machine<#data, #ident>));
    let removed = &machine.removed;
    let is_removed = (!removed.is_empty()).then(|| {
        quote! {
            fn is_removed(name: &::core::primitive::str) -> ::core::primitive::bool {
                [#(#removed),*].contains(&name)
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #krate::entity::Recover for #data
        where
            #flow,
            #(#bounds,)*
        {
            type Event = #any_event;

            fn start(self) -> #krate::fsm::Machine<#data, #ident> {
                #start
            }

            fn encode(event: &#any_event) -> ::core::result::Result<#krate::journal::NewEvent, #krate::entity::UnitError> {
                match #encoded {
                    #(#any_event::#names(event) => #krate::entity::encode(event),)*
                }
            }

            fn decode(record: &#krate::journal::Record) -> ::core::result::Result<#any_event, #krate::entity::DecodeError> {
                // Not by patterns, which cannot be constants of a type that may not be an event.
                #(
                    if #krate::entity::is_named::<#paths>(&record.name) {
                        return #krate::entity::decode(record).map(#any_event::#names);
                    }
                )*
                ::core::result::Result::Err(#krate::entity::DecodeError::Unknown)
            }

            #is_removed

            fn apply(
                machine: #krate::fsm::Machine<#data, #ident>,
                event: &#any_event,
                _: &#krate::entity::EventMeta,
            ) -> ::core::result::Result<#krate::fsm::Machine<#data, #ident>, #krate::entity::Unexpected> {
                #apply
            }

            #leads

            fn state_name(
                machine: &#krate::fsm::Machine<#data, #ident>,
            ) -> ::core::option::Option<&'static ::core::primitive::str> {
                ::core::option::Option::Some(#krate::fsm::States::name(&machine.state))
            }

            const TABLE: ::core::option::Option<#krate::fsm::Table> =
                ::core::option::Option::Some(<#ident as #krate::fsm::States>::TABLE);

            #describe

            const SNAPSHOT: ::core::option::Option<#krate::entity::SnapshotShape> =
                <#data as #krate::fsm::FsmOf<#ident>>::SNAPSHOTS.shape(<#data as #krate::entity::Persistent>::KIND);

            fn snapshot(
                machine: &#krate::fsm::Machine<#data, #ident>,
            ) -> ::core::result::Result<::std::vec::Vec<::core::primitive::u8>, #krate::entity::UnitError> {
                <#data as #krate::fsm::FsmOf<#ident>>::SNAPSHOTS.take(machine)
            }

            fn restore(
                self,
                snapshot: &[::core::primitive::u8],
            ) -> ::core::result::Result<#krate::fsm::Machine<#data, #ident>, #krate::entity::DecodeError> {
                <#data as #krate::fsm::FsmOf<#ident>>::SNAPSHOTS.put_back(self, snapshot)
            }
        }
    }
}

/// The state before the first event.
fn start(machine: &Machine) -> TokenStream {
    let Machine { krate, flow, .. } = machine;
    let Some(state) = machine.states.get(machine.initial).filter(|state| !state.is_broken) else {
        // Reported: there is no state to start in.
        return quote!(::core::unreachable!());
    };
    let state = binding(machine, state, &quote!(#flow::initial(&self)));
    quote! {
        let state = #state;
        #krate::fsm::Machine { data: self, state }
    }
}

fn apply(machine: &Machine) -> TokenStream {
    let Own { any_event, .. } = &machine.own;
    let Machine { krate, flow, states, .. } = machine;
    let in_states = states.iter().filter(|state| !state.is_broken).flat_map(|state| {
        let changes = machine.changes_in(state).filter(|(change, _)| change.is_whole());
        changes.map(move |(change, source)| match source {
            Source::Group(_) => arm_of_group(machine, state, change),
            Source::State | Source::Otherwise => arm(machine, state, change),
        })
    });
    let otherwise =
        machine.otherwise_changes.iter().filter(|change| change.dropped.is_none() && change.target == Target::Stay);
    let otherwise = otherwise.map(|change| {
        let (name, method) = (at_call_site(&change.name), &change.method);
        quote! {
            (state, #any_event::#name(event)) => {
                #flow::#method(&mut data, event);
                state
            }
        }
    });
    let unexpected = (!is_total(machine)).then(|| {
        quote! {
            (state, _) => {
                return ::core::result::Result::Err(#krate::entity::Unexpected {
                    state: #krate::fsm::States::name(&state),
                });
            }
        }
    });
    quote! {
        let #krate::fsm::Machine { mut data, state } = machine;
        let state = match (state, event) {
            #(#in_states)*
            #(#otherwise)*
            #unexpected
        };
        ::core::result::Result::Ok(#krate::fsm::Machine { data, state })
    }
}

/// What one event does in one state.
fn arm(machine: &Machine, state: &State, change: &Change) -> TokenStream {
    let Own { any_event, .. } = &machine.own;
    let flow = &machine.flow;
    let (name, method) = (at_call_site(&change.name), &change.method);
    let Some(to) = machine.reached(state, &change.target) else { return TokenStream::new() };
    let stays = change.target == Target::Stay;
    let pattern = binding(machine, state, &if stays { quote!(mut state) } else { quote!(state) });
    let argument = state.data.is_some().then(|| if stays { quote!(&mut state,) } else { quote!(state,) });
    let call = quote!(#flow::#method(&mut data, #argument event));
    let body = if stays || to.data.is_none() {
        let to = binding(machine, to, &quote!(state));
        quote!(#call; #to)
    } else {
        binding(machine, to, &call)
    };
    quote!((#pattern, #any_event::#name(event)) => { #body })
}

/// What one event does in one state of a group that has it.
fn arm_of_group(machine: &Machine, state: &State, change: &Change) -> TokenStream {
    let Own { any_event, .. } = &machine.own;
    let Machine { flow, ident: states, .. } = machine;
    let (variant, name, method) = (at_call_site(&state.ident), at_call_site(&change.name), &change.method);
    let body = if let Target::To(to) = &change.target {
        let Some(to) = machine.states.get(*to).filter(|to| !to.is_broken) else { return TokenStream::new() };
        let call = quote!(#flow::#method(&mut data, state, event));
        let whole = binding(machine, to, &call);
        if to.data.is_some() { whole } else { quote!(#call; #whole) }
    } else {
        quote!(#flow::#method(&mut data, event); state)
    };
    quote!((state @ #states::#variant { .. }, #any_event::#name(event)) => { #body })
}

/// Whether every event has a row in every state, so that none can be unexpected.
fn is_total(machine: &Machine) -> bool {
    machine.events.iter().all(|event| {
        let is_it = |change: &Change| change.name == event.name && change.is_whole();
        let mut states = machine.states.iter();
        machine.otherwise_changes.iter().any(is_it)
            || states.all(|state| machine.changes_in(state).any(|(change, _)| is_it(change)))
    })
}

//! What the states of a machine have to do with time: which timers there are, how long deadlines wait, and what happens when one has passed.

use super::super::model::{Delay, Machine, Own, Row, Source, State};
use super::super::parse::Form;
use super::names::{at_call_site, binding};
use super::persist::decided;
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt as _;

/// `const TIMETABLE: ..` and `fn fire(..)`, of a machine with timers or deadlines.
pub(super) fn expand(machine: &Machine) -> Option<TokenStream> {
    machine.rows().any(|row| row.form != Form::Command).then(|| {
        let (timetable, fire) = (timetable(machine), fire(machine));
        quote!(#timetable #fire)
    })
}

fn timetable(machine: &Machine) -> TokenStream {
    let Machine { krate, data, ident, .. } = machine;
    let timers = machine.commands.iter().filter(|command| command.form == Form::Timer).map(|command| {
        let (path, name) = (&command.path, command.name.unraw().to_string());
        quote!((#name, <#path as #krate::timer::Timer>::NAME))
    });
    let delays: Vec<_> = machine.states.iter().flat_map(|state| delays(machine, state)).collect();
    let delay = if delays.is_empty() {
        quote!(|_, _| ::core::option::Option::None)
    } else {
        quote! {
            |machine, deadline| match (&machine.state, deadline) {
                #(#delays)*
                _ => ::core::option::Option::None,
            }
        }
    };
    let timetable = quote!(#krate::timer::Timetable);
    quote! {
        const TIMETABLE: ::core::option::Option<#timetable<#krate::fsm::Machine<#data, #ident>>> =
            ::core::option::Option::Some(#timetable {
                table: <#ident as #krate::fsm::States>::TABLE,
                timers: &[#(#timers),*],
                state: |machine| #krate::fsm::States::name(&machine.state),
                delay: #delay,
            });
    }
}

/// The deadlines of a state for which a method says how long they wait.
fn delays(machine: &Machine, state: &State) -> Vec<TokenStream> {
    let Machine { flow, ident: states, .. } = machine;
    let variant = at_call_site(&state.ident);
    let rows = machine.rows_in(state).filter_map(|(row, source)| {
        let Some(Delay::Method { name: method, dropped: None }) = &row.delay else { return None };
        let name = row.name.unraw().to_string();
        let (pattern, state) = match source {
            Source::State => (binding(machine, state, &quote!(state)), state.data.is_some().then(|| quote!(, state))),
            Source::Group(_) | Source::Otherwise => (quote!(state @ #states::#variant { .. }), Some(quote!(, state))),
        };
        Some(quote!((#pattern, #name) => ::core::option::Option::Some(#flow::#method(&machine.data #state)),))
    });
    rows.collect()
}

/// Which message a stored timer is.
fn fire(machine: &Machine) -> TokenStream {
    let Own { inbox, elapsed, .. } = &machine.own;
    let krate = &machine.krate;
    let deadlines = machine.rows().any(|row| row.form.is_deadline()).then(|| {
        quote! {
            if let ::core::option::Option::Some(deadline) = timer.deadline() {
                return ::core::result::Result::Ok(#inbox::#elapsed(deadline, #krate::call::Port::none()));
            }
        }
    });
    let timers = machine.commands.iter().filter(|command| command.form == Form::Timer).map(|command| {
        let path = &command.path;
        quote! {
            if #krate::timer::is_timer::<#path>(timer.name()) {
                return timer.accept::<Self, #path>();
            }
        }
    });
    quote! {
        fn fire(
            timer: &#krate::timer::Firing<'_>,
        ) -> ::core::result::Result<#inbox, #krate::entity::DecodeError> {
            #deadlines
            #(#timers)*
            ::core::result::Result::Err(#krate::entity::DecodeError::Unknown)
        }
    }
}

/// What to do when a deadline has passed, by the state and by the name of the deadline.
pub(super) fn body(machine: &Machine) -> TokenStream {
    let (krate, states) = (&machine.krate, &machine.ident);
    let arms = machine.states.iter().flat_map(|state| {
        let variant = at_call_site(&state.ident);
        let rows = machine.rows_in(state).filter(|(row, _)| is_taken(row));
        rows.map(move |(row, source)| {
            let name = row.name.unraw().to_string();
            let (pattern, takes_state) = match source {
                Source::State => (binding(machine, state, &quote!(state)), state.data.is_some()),
                Source::Group(_) | Source::Otherwise => (quote!(state @ #states::#variant { .. }), true),
            };
            let decided = decided(machine, row, takes_state);
            quote!((#pattern, #name) => #decided,)
        })
    });
    quote! {
        match (&machine.state, command.name()) {
            #(#arms)*
            (state, _) => #krate::entity::Step::unhandled(#krate::fsm::States::name(state)),
        }
    }
}

fn is_taken(row: &Row) -> bool {
    row.form.is_deadline() && row.is_whole()
}

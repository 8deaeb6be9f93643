//! `OrderState::TABLE`: the machine as data, and drawn in the documentation.

use super::super::model::{Delay, Group, Kind, Machine, Outcome, Row, Source, State, Target, Unhandled};
use super::super::parse::Form;
use super::docs;
use crate::syntax::duration;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Ident;
use syn::ext::IdentExt as _;

pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Machine { krate, vis, ident, data, source, .. } = machine;
    let name = stored_name(machine);
    let docs = docs::table(machine);
    let states = machine.states.iter().map(|state| self::state(machine, state));
    let is_persistent = machine.kind == Kind::Persistent;
    let groups = machine.groups.iter().map(|group| self::group(machine, group));
    let otherwise = machine.otherwise.iter().filter(|row| row.is_whole()).map(|row| self::row(machine, row, false));
    let queries = machine.queries.iter().filter(|query| query.dropped.is_none()).map(|query| plain(&query.name));
    let names = machine.states.iter().map(|state| super::names::at_call_site(&state.ident)).collect::<Vec<_>>();
    let shown = names.iter().map(plain);
    // The place of a match on an enum without variants is the enum itself, not a reference to it.
    let matched = if names.is_empty() { quote!(*self) } else { quote!(self) };
    quote! {
        #[automatically_derived]
        impl #ident {
            #(#[doc = #docs])*
            #[cfg_attr(doc, doc = #krate::__private::states_picture! { #source })]
            #vis const TABLE: #krate::fsm::Table = #krate::fsm::Table {
                name: #name,
                persistent: #is_persistent,
                states: &[#(#states),*],
                groups: &[#(#groups),*],
                otherwise: &[#(#otherwise),*],
                queries: &[#(#queries),*],
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

/// A state: only what is not as in `State::EMPTY`.
fn state(machine: &Machine, state: &State) -> TokenStream {
    let krate = &machine.krate;
    let name = plain(&state.ident);
    let is_initial = machine.states.get(machine.initial).is_some_and(|initial| initial.ident == state.ident);
    let flags = [
        (is_initial, quote!(initial)),
        (state.terminal.is_some(), quote!(terminal)),
        (state.deprecated.is_some(), quote!(deprecated)),
        (state.enter.is_some(), quote!(enter)),
        (state.exit.is_some(), quote!(exit)),
        (machine.postpones_rest(state), quote!(postpones_rest)),
    ];
    let flags = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| quote!(#flag: true,));
    let docs = state.docs.as_ref().map(|docs| quote!(docs: #docs,));
    let group = machine.group_of(state).map(|group| plain(&group.name));
    let group = group.map(|group| quote!(group: ::core::option::Option::Some(#group),));
    let rows = machine.rows_in(state).filter(|(row, _)| row.is_whole());
    let rows = rows.map(|(row, source)| self::row(machine, row, matches!(source, Source::Group(_))));
    let rows = list(&quote!(rows), rows);
    let discards = list(&quote!(discards), machine.discards_in(state).map(|named| plain(&named.name)));
    let postpones = list(&quote!(postpones), machine.postpones_in(state).map(|named| plain(&named.name)));
    let unhandled = match state.unhandled.unwrap_or(machine.unhandled) {
        Unhandled::Warn => None,
        Unhandled::Ignore => Some(quote!(Ignore)),
        Unhandled::Postpone => Some(quote!(Postpone)),
        Unhandled::Error => Some(quote!(Error)),
    };
    let unhandled = unhandled.map(|policy| quote!(unhandled: #krate::fsm::Unhandled::#policy,));
    quote! {
        #krate::fsm::State {
            name: #name,
            #docs
            #(#flags)*
            #group
            #rows
            #discards
            #postpones
            #unhandled
            ..#krate::fsm::State::EMPTY
        }
    }
}

/// A field with a list, if there is something in it.
fn list(field: &TokenStream, items: impl Iterator<Item = impl ToTokens>) -> Option<TokenStream> {
    let items: Vec<_> = items.collect();
    (!items.is_empty()).then(|| quote!(#field: &[#(#items),*],))
}

fn group(machine: &Machine, group: &Group) -> TokenStream {
    let krate = &machine.krate;
    let name = plain(&group.name);
    let states = group.members.iter().filter(|member| member.taken_by.is_none()).map(|member| plain(&member.word));
    quote!(#krate::fsm::Group { name: #name, states: &[#(#states),*] })
}

fn row(machine: &Machine, row: &Row, is_inherited: bool) -> TokenStream {
    let krate = &machine.krate;
    let trigger = trigger(machine, row);
    let of_events = row.outcomes.iter().map(|outcome| self::outcome(machine, outcome));
    let of_goals = row.goals.iter().map(|goal| {
        let target = target(machine, &goal.target);
        quote!(#krate::fsm::Outcome { event: ::core::option::Option::None, target: #target })
    });
    let outcomes = of_events.chain(of_goals);
    quote! {
        #krate::fsm::Row { trigger: #trigger, inherited: #is_inherited, outcomes: &[#(#outcomes),*] }
    }
}

fn trigger(machine: &Machine, row: &Row) -> TokenStream {
    let krate = &machine.krate;
    let name = plain(&row.name);
    let deadline = || {
        let text = row.delay.as_ref().map(docs::delay).unwrap_or_default();
        let delay = match &row.delay {
            Some(Delay::Fixed { time, .. }) => Some(duration::constant(*time)),
            Some(Delay::Constant(path)) => Some(quote!(#path)),
            Some(Delay::Method { .. } | Delay::Broken) | None => None,
        };
        let delay = delay
            .map_or_else(|| quote!(::core::option::Option::None), |delay| quote!(::core::option::Option::Some(#delay)));
        quote!(#krate::fsm::Deadline { name: #name, delay: #delay, text: #text })
    };
    let trigger = match row.form {
        Form::Command => quote!(Command(#name)),
        Form::Timer => quote!(Timer(#name)),
        Form::After => {
            let deadline = deadline();
            quote!(After(#deadline))
        }
        Form::IdleAfter => {
            let deadline = deadline();
            quote!(IdleAfter(#deadline))
        }
    };
    quote!(#krate::fsm::Trigger::#trigger)
}

fn outcome(machine: &Machine, outcome: &Outcome) -> TokenStream {
    let krate = &machine.krate;
    // Always the first mention of the event, so that an event without its derive is one error however many rows have it.
    let event =
        machine.events.iter().find(|event| event.name == outcome.name).map_or(&outcome.event, |event| &event.path);
    let target = target(machine, &outcome.target);
    quote! {
        #krate::fsm::Outcome {
            event: ::core::option::Option::Some(<#event as #krate::entity::Event>::NAME),
            target: #target,
        }
    }
}

fn target(machine: &Machine, target: &Target) -> TokenStream {
    let krate = &machine.krate;
    let target = match target {
        Target::Stay => quote!(Stay),
        Target::Reenter | Target::Own | Target::Unknown | Target::Broken => quote!(Reenter),
        Target::To(state) => {
            let name = machine.states.get(*state).map(|state| plain(&state.ident)).unwrap_or_default();
            quote!(To(#name))
        }
    };
    quote!(#krate::fsm::Target::#target)
}

/// A name as a text.
fn plain(name: &Ident) -> String {
    name.unraw().to_string()
}

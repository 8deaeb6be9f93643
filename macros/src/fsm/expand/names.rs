//! Names and bounds that several sections share.

use super::super::model::{Machine, Own, State};
use crate::emit::names::{derived, snake};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt as _;
use syn::{Ident, Path};

/// The parameter for a value of the type `name`: `open` for `Open`, or `fallback` where another parameter has that name.
pub(super) fn parameter(name: &Ident, at: Span, taken: &[&str], fallback: &str) -> Ident {
    let made = snake(&name.unraw().to_string());
    derived(if taken.contains(&&*made) { fallback } else { &made }, at)
}

/// The pattern of a state that binds what it holds, if it holds something.
pub(super) fn binding(machine: &Machine, state: &State, pattern: &TokenStream) -> TokenStream {
    let (states, variant) = (&machine.ident, at_call_site(&state.ident));
    match state.data {
        Some(_) => quote!(#states::#variant(#pattern)),
        None if state.is_broken => quote!(#states::#variant { .. }),
        None => quote!(#states::#variant),
    }
}

/// The identifier without its place: only words that the user wrote lead back to the source.
pub(super) fn at_call_site(ident: &Ident) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(Span::call_site());
    ident
}

/// `for<'a> Pay: MessageOf<'a>`: what the compiler does not check before it is used, so that a type without its derive is reported once.
pub(super) fn message_bound(machine: &Machine, command: &Path) -> TokenStream {
    let krate = &machine.krate;
    quote!(for<'a> #command: #krate::__private::MessageOf<'a>)
}

/// As [`message_bound`], for what a command needs to be kept and answered again.
pub(super) fn command_bound(machine: &Machine, command: &Path) -> TokenStream {
    let krate = &machine.krate;
    quote!(for<'a> #command: #krate::__private::CommandOf<'a>)
}

/// As [`message_bound`], for a timer.
pub(super) fn timer_bound(machine: &Machine, timer: &Path) -> TokenStream {
    let krate = &machine.krate;
    quote!(for<'a> #timer: #krate::__private::TimerOf<'a>)
}

/// As [`message_bound`], for what a query needs to be kept.
pub(super) fn query_bound(machine: &Machine, query: &Path) -> TokenStream {
    let krate = &machine.krate;
    quote!(for<'a> #query: #krate::__private::QueryOf<'a>)
}

/// As [`message_bound`], for events.
pub(super) fn event_bound(machine: &Machine, event: &Path) -> TokenStream {
    let krate = &machine.krate;
    quote!(for<'a> #event: #krate::__private::EventOf<'a>)
}

/// `for<'a> Order: #written<'a>`: a machine without handlers is reported once, and not by everything that calls them.
pub(super) fn flow_bound(machine: &Machine) -> TokenStream {
    let Own { written, .. } = &machine.own;
    let data = &machine.data;
    quote!(for<'a> #data: #written<'a>)
}

/// `for<'a> Order: Recovered<'a>`: an event without its derive is reported once, and not by everything that may store it.
pub(super) fn recovered_bound(machine: &Machine) -> TokenStream {
    let Own { recovered, .. } = &machine.own;
    let data = &machine.data;
    quote!(for<'a> #data: #recovered<'a>)
}

//! The deadlines of a machine's states.

use super::super::super::model::{Delay, Machine, Row, State};
use super::super::super::parse::Form;
use super::super::names::at_call_site;
use crate::syntax::duration;
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt as _;

/// All deadlines, each with its state.
pub(super) fn all(machine: &Machine) -> impl Iterator<Item = (&State, &Row)> {
    machine.states.iter().flat_map(|state| of(state).map(move |row| (state, row)))
}

/// Those of `state`.
pub(super) fn of(state: &State) -> impl Iterator<Item = &Row> {
    state.list.rows.iter().filter(|row| row.form.is_deadline() && row.is_whole())
}

/// The name of the timer that waits for it. No user's timer has a name with a blank by accident.
fn timer(row: &Row) -> String {
    format!("after {}", row.method.unraw())
}

/// Starts a deadline of a state that is entered.
pub(super) fn start(machine: &Machine, state: &State, row: &Row) -> TokenStream {
    let (inbox, deadline, flow) = (&machine.own.inbox, &machine.own.deadline, &machine.flow);
    let method = at_call_site(&row.method);
    let delay = match &row.delay {
        Some(Delay::Fixed { time, .. }) => duration::constant(*time),
        Some(Delay::Constant(path)) => quote!(#path),
        Some(Delay::Method { name, dropped: None }) => {
            let own = state.data.is_some().then(|| quote!(, own));
            quote!(#flow::#name(machine #own))
        }
        Some(Delay::Method { .. } | Delay::Broken) | None => return TokenStream::new(),
    };
    let message = quote!(#inbox::#deadline(#deadline::#method));
    if row.form == Form::IdleAfter {
        return quote!(cx.set_idle(#delay, || #message););
    }
    let timer = timer(row);
    quote!(cx.start_deadline(#timer, #delay, #message);)
}

/// Whether a method that looks at the state says how long it waits.
pub(super) fn looks(row: &Row) -> bool {
    matches!(row.delay, Some(Delay::Method { dropped: None, .. }))
}

/// Ends a deadline of a state that is left.
pub(super) fn cancel(row: &Row) -> TokenStream {
    if row.form == Form::IdleAfter {
        return quote!(cx.cancel_receive_timeout(););
    }
    let timer = timer(row);
    quote!(cx.cancel_timer(#timer);)
}

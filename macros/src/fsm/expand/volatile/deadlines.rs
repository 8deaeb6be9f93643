//! The deadlines of a machine: those of its states, and of groups of states.

use super::super::super::model::{Delay, Machine, Row, Source, State};
use super::super::super::parse::Form;
use super::super::names::at_call_site;
use crate::syntax::duration;
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt as _;

/// All deadlines that can pass, each once.
pub(super) fn all(machine: &Machine) -> Vec<&Row> {
    machine.rows().filter(|row| row.form.is_deadline() && row.is_whole()).collect()
}

/// Those that run in `state`.
pub(super) fn of<'a>(machine: &'a Machine, state: &'a State) -> impl Iterator<Item = (&'a Row, Source<'a>)> {
    machine.rows_in(state).filter(|(row, _)| row.form.is_deadline() && row.is_whole())
}

/// The name of the timer that waits for it. No user's timer has a name with a blank by accident.
pub(super) fn timer(row: &Row) -> String {
    format!("after {}", row.method.unraw())
}

/// Starts a deadline of a state that is entered.
pub(super) fn start(machine: &Machine, row: &Row, source: Source<'_>, state: &State) -> TokenStream {
    let (inbox, deadline, flow) = (&machine.own.inbox, &machine.own.deadline, &machine.flow);
    let method = at_call_site(&row.method);
    let delay = match &row.delay {
        Some(Delay::Fixed { time, .. }) => duration::constant(*time),
        Some(Delay::Constant(path)) => quote!(#path),
        Some(Delay::Method { name, dropped: None }) => {
            let own = match source {
                Source::State => state.data.is_some().then(|| quote!(, own)),
                Source::Group(_) | Source::Otherwise => Some(quote!(, state)),
            };
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

/// Whether the delay asks for what the state holds.
pub(super) fn asks_own(row: &Row, source: Source<'_>) -> bool {
    matches!(row.delay, Some(Delay::Method { dropped: None, .. })) && matches!(source, Source::State)
}

/// Whether the delay asks the whole state, as that of a group does.
pub(super) fn asks_state(row: &Row, source: Source<'_>) -> bool {
    matches!(row.delay, Some(Delay::Method { .. })) && !matches!(source, Source::State)
}

/// Ends a deadline of a state that is left.
pub(super) fn cancel(row: &Row) -> TokenStream {
    if row.form == Form::IdleAfter {
        return quote!(cx.cancel_receive_timeout(););
    }
    let timer = timer(row);
    quote!(cx.cancel_timer(#timer);)
}

//! From the mailbox to the user's methods, by the state.

use super::super::super::model::{Answer, Machine, Own, Row, Source, State, Unhandled};
use super::super::names::{at_call_site, binding, flow_bound, message_bound};
use super::super::table;
use super::commands::{Taken, taken};
use super::messages::messages;
use super::phases::enters;
use super::{deadlines, moves};
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt as _;

pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Own { inbox, state_name, permitted, subscribe, later, .. } = &machine.own;
    let Machine { krate, data, ident, .. } = machine;
    let flow = flow_bound(machine);
    let bounds = messages(machine).into_iter().map(|(_, path)| message_bound(machine, path));
    let initial = initial(machine);
    let taken = taken(machine);
    let commands = taken.iter().map(|taken| command(machine, taken));
    let queries = machine.queries.iter().filter(|query| query.dropped.is_none()).map(|query| {
        let (name, method, command, flow) = (at_call_site(&query.name), &query.method, &query.command, &machine.flow);
        quote! {
            #inbox::#name(query, port) => {
                port.answer(|| <#command as #krate::call::Message>::decided(#flow::#method(self, state, query)));
            }
        }
    });
    let deadlines = deadlines(machine, inbox, false);
    let later_commands =
        taken.iter().filter(|taken| taken.is_later(machine)).map(|taken| command_later(machine, taken));
    let later_deadlines = self::deadlines(machine, later, true);
    let stopping = stopping(machine);
    quote! {
        #[automatically_derived]
        impl #krate::actor::Dispatch for #data
        where
            #flow,
            #(#bounds,)*
        {
            type Later = #later;
            type State = #ident;

            fn initial(&mut self, cx: &mut #krate::actor::Context<Self>) -> #ident {
                #initial
            }

            fn dispatch(
                &mut self,
                state: &mut #ident,
                message: #inbox,
                cx: &mut #krate::actor::Context<Self>,
            ) -> ::core::option::Option<#later> {
                match message {
                    #(#commands)*
                    #(#queries)*
                    #inbox::#state_name(_, port) => {
                        port.answer(|| ::core::result::Result::Ok(#krate::fsm::States::name(state)));
                    }
                    #inbox::#permitted(_, port) => port.answer(|| {
                        ::core::result::Result::Ok(#ident::TABLE.permitted(#krate::fsm::States::name(state)))
                    }),
                    #inbox::#subscribe(_, port) => {
                        let state = #krate::fsm::States::name(state);
                        port.answer(|| ::core::result::Result::Ok(cx.transitions(state)));
                    }
                    #(#deadlines)*
                }
                ::core::option::Option::None
            }

            async fn dispatch_later(
                &mut self,
                state: &mut #ident,
                message: #later,
                cx: &mut #krate::actor::Context<Self>,
            ) {
                match message {
                    #(#later_commands)*
                    #(#later_deadlines)*
                }
            }

            #stopping
        }
    }
}

/// The state that an incarnation begins in.
fn initial(machine: &Machine) -> TokenStream {
    let (flow, enter) = (&machine.flow, &machine.own.enter);
    let Some(state) = machine.states.get(machine.initial).filter(|state| !state.is_broken) else {
        // Reported: there is no state to start in.
        return quote!(::core::unreachable!());
    };
    let made = binding(machine, state, &quote!(#flow::initial(self)));
    if !enters(machine, state) {
        return made;
    }
    quote! {
        let mut state = #made;
        #enter(self, &mut state, cx);
        state
    }
}

/// What a command does, by the state. An async row is only begun here.
fn command(machine: &Machine, taken: &Taken<'_>) -> TokenStream {
    let Own { inbox, later, .. } = &machine.own;
    let name = at_call_site(taken.name);
    let by_state = by_state(machine, taken, |state, answer| match answer {
        Answer::Row(row, _) if row.asyncness => {
            (false, quote!(return ::core::option::Option::Some(#later::#name(command, reply))))
        }
        answer => (true, carried_out(machine, state, answer)),
    });
    quote! {
        #inbox::#name(command, port) => {
            let reply = port.open();
            #by_state
        }
    }
}

/// What the async rows of a command do. Only they come here, and nothing has happened in between.
fn command_later(machine: &Machine, taken: &Taken<'_>) -> TokenStream {
    let later = &machine.own.later;
    let name = at_call_site(taken.name);
    let by_state = by_state(machine, taken, |state, answer| match answer {
        Answer::Row(row, source) if row.asyncness => (true, moves::of_command(machine, state, row, source)),
        _ => (false, unhandled(machine, machine.unhandled)),
    });
    quote!(#later::#name(command, reply) => { #by_state })
}

/// A match on the state, with what `carry_out` gives for each, and whether that looks at what the state holds. What a state does as all states
/// do is said once.
fn by_state(
    machine: &Machine,
    taken: &Taken<'_>,
    carry_out: impl Fn(&State, Answer<'_>) -> (bool, TokenStream),
) -> TokenStream {
    let mut arms = Vec::new();
    let mut rest = None;
    for state in &machine.states {
        let answer = taken.answer(machine, state);
        let (looks, done) = carry_out(state, answer);
        match answer {
            Answer::Row(_, Source::Otherwise) => rest = Some(done),
            Answer::Unhandled(policy) if policy == machine.unhandled => rest = Some(done),
            Answer::Row(_, Source::State) if looks => {
                let pattern = binding(machine, state, &quote!(own));
                arms.push(quote!(#pattern => { #done }));
            }
            _ => {
                let (states, variant) = (&machine.ident, at_call_site(&state.ident));
                arms.push(quote!(#states::#variant { .. } => { #done }));
            }
        }
    }
    if arms.is_empty() {
        return rest.unwrap_or_default();
    }
    let rest = rest.map(|rest| quote!(_ => { #rest }));
    quote! {
        match state {
            #(#arms)*
            #rest
        }
    }
}

fn carried_out(machine: &Machine, state: &State, answer: Answer<'_>) -> TokenStream {
    let krate = &machine.krate;
    match answer {
        Answer::Row(row, source) => moves::of_command(machine, state, row, source),
        Answer::Discard => {
            let name = state.ident.unraw().to_string();
            quote!(reply.settle(::core::result::Result::Err(#krate::call::CallError::Discarded { state: #name })))
        }
        Answer::Postpone => quote!(cx.postpone(command, reply)),
        Answer::Unhandled(policy) => unhandled(machine, policy),
    }
}

fn unhandled(machine: &Machine, policy: Unhandled) -> TokenStream {
    let (krate, policy) = (&machine.krate, table::policy(machine, policy));
    quote!(cx.unhandled(command, reply, #krate::fsm::States::name(state), #policy))
}

/// What runs before the machine is gone, where it is stopped.
fn stopping(machine: &Machine) -> Option<TokenStream> {
    let hook = machine.on_stop.as_ref().filter(|hook| hook.dropped.is_none())?;
    let (krate, ident, flow, method) = (&machine.krate, &machine.ident, &machine.flow, &hook.method);
    Some(quote! {
        async fn stopping(&mut self, state: &mut #ident, cx: &mut #krate::actor::Context<Self>) {
            #flow::#method(self, state, cx);
        }
    })
}

/// What the deadlines do. None of them comes in any state but its own, for whoever leaves that ends it.
fn deadlines(machine: &Machine, queue: &syn::Ident, later: bool) -> Vec<TokenStream> {
    let Own { deadline, later: later_enum, .. } = &machine.own;
    let arm = |(state, row): (&State, &Row)| {
        let method = at_call_site(&row.method);
        let done = if row.asyncness && !later {
            quote!(return ::core::option::Option::Some(#later_enum::#deadline(#deadline::#method));)
        } else if row.asyncness == later {
            let pattern = binding(machine, state, &quote!(own));
            let done = moves::of_deadline(machine, state, row);
            let rest = (machine.states.len() > 1).then(|| quote!(_ => {}));
            quote! {
                match state {
                    #pattern => { #done }
                    #rest
                }
            }
        } else {
            TokenStream::new()
        };
        quote!(#queue::#deadline(#deadline::#method) => { #done })
    };
    let is_queued = !later || deadlines::all(machine).any(|(_, row)| row.asyncness);
    if is_queued { deadlines::all(machine).map(arm).collect() } else { Vec::new() }
}

//! How a machine gets from one state to another: what leaves, the reply, the new state, what was postponed, what enters.

use super::super::super::model::{Machine, Own, Row, Source, State, Target};
use super::super::super::parse::Form;
use super::super::names::binding;
use super::goals::{self, Goals};
use super::phases::{enters, leaves};
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::ext::IdentExt as _;

/// The call of the user's method. `argument` is what it is about, if it is about something.
pub(super) fn call(
    machine: &Machine,
    state: &State,
    row: &Row,
    source: Source<'_>,
    argument: Option<TokenStream>,
) -> TokenStream {
    let (flow, method) = (&machine.flow, &row.method);
    let own = match source {
        Source::State => state.data.is_some().then(|| quote!(own,)),
        Source::Group(_) | Source::Otherwise => Some(quote!(state,)),
    };
    let argument = argument.map(|argument| quote!(#argument,));
    let wait = row.asyncness.then(|| quote!(.await));
    quote!(#flow::#method(self, #own #argument cx)#wait)
}

/// Where names of a row have their middle from.
fn middle(state: &State, source: Source<'_>) -> String {
    match source {
        Source::State => goals::middle(state),
        Source::Group(group) => group.name.unraw().to_string(),
        Source::Otherwise => "Otherwise".to_owned(),
    }
}

/// Carries out the row of a command in `state`.
pub(super) fn of_command(machine: &Machine, state: &State, row: &Row, source: Source<'_>) -> TokenStream {
    let (krate, command) = (&machine.krate, &row.word);
    let call = call(machine, state, row, source, Some(quote!(command)));
    let decided = quote!(<#command as #krate::call::Message>::decided(#call));
    let middle = middle(state, source);
    let answer = quote!(reply.reply(answer););
    let (pattern, then) = match Goals::of(machine, &middle, row) {
        None => return quote!(::core::unreachable!()),
        Some(Goals::Known(Target::Stay)) => return quote!(reply.send(#decided)),
        Some(Goals::Known(target)) => (quote!(answer), travel(machine, state, target, &answer)),
        Some(goals) => (quote!(goto), with_goto(machine, state, row, &goals, &answer)),
    };
    quote! {
        match #decided {
            ::core::result::Result::Ok(#pattern) => { #then }
            ::core::result::Result::Err(refusal) => reply.refuse(refusal),
        }
    }
}

/// Carries out a deadline in `state`.
pub(super) fn of_deadline(machine: &Machine, state: &State, row: &Row) -> TokenStream {
    let call = call(machine, state, row, Source::State, None);
    let nothing = TokenStream::new();
    match Goals::of(machine, &goals::middle(state), row) {
        None => quote!(::core::unreachable!()),
        Some(Goals::Known(target)) => {
            let travel = travel(machine, state, target, &nothing);
            quote!(#call; #travel)
        }
        Some(goals) => {
            let then = with_goto(machine, state, row, &goals, &nothing);
            quote!(let goto = #call; #then)
        }
    }
}

/// Goes where the handler says.
fn with_goto(machine: &Machine, state: &State, row: &Row, goals: &Goals<'_>, answer: &TokenStream) -> TokenStream {
    let answered = if answer.is_empty() { quote!(()) } else { quote!(answer) };
    let parts = quote!(let (next, #answered) = goto.into_parts(););
    match goals {
        Goals::Known(target) | Goals::Value(target, _) => {
            let travel = travel(machine, state, target, answer);
            quote!(#parts #travel)
        }
        Goals::OneOf(name) => {
            let arms = goals::each(row).filter_map(|goal| {
                let variant = goals::variant(machine, &goal.target)?;
                let value = has_value(machine, &goal.target).then(|| quote!((next)));
                let travel = travel(machine, state, &goal.target, answer);
                Some(quote!(#name::#variant #value => { #travel }))
            });
            quote! {
                #parts
                match next {
                    #(#arms)*
                }
            }
        }
    }
}

fn has_value(machine: &Machine, target: &Target) -> bool {
    matches!(target, Target::To(state) if machine.states.get(*state).is_some_and(|state| state.data.is_some()))
}

/// From `state` to `target`, whose value is `next`.
///
/// The reply comes before the new state's hook: whatever that does, it is given.
fn travel(machine: &Machine, state: &State, target: &Target, answer: &TokenStream) -> TokenStream {
    let Own { enter, leave, .. } = &machine.own;
    if *target == Target::Stay {
        return answer.clone();
    }
    let Some(to) = machine.reached(state, target) else { return TokenStream::new() };
    let is_left = matches!(target, Target::To(_));
    let left = leaves(state).then(|| quote!(#leave(self, state, cx);));
    let timers = is_left.then(|| timers(state));
    let moved = is_left.then(|| {
        let next = binding(machine, to, &quote!(next));
        quote!(*state = #next;)
    });
    let retried = postpones(machine).then(|| quote!(cx.unstash_all();));
    let entered = enters(machine, to).then(|| quote!(#enter(self, state, cx);));
    let (from, to) = (state.ident.unraw().to_string(), to.ident.unraw().to_string());
    // Whoever is told of it finds the state entered.
    let told = quote!(cx.transitioned(#from, #to););
    quote!(#left #timers #answer #moved #retried #entered #told)
}

/// Ends the timers that belong to a state.
fn timers(state: &State) -> TokenStream {
    let own = state.list.rows.iter().filter(|row| row.form == Form::Timer && row.is_whole());
    own.map(|row| {
        let timer = row.word.to_token_stream();
        quote!(cx.cancel_timers::<#timer>();)
    })
    .collect()
}

/// Whether anything is ever postponed.
fn postpones(machine: &Machine) -> bool {
    use super::super::super::model::Unhandled;
    let policies = machine.states.iter().filter_map(|state| state.unhandled).chain([machine.unhandled]);
    machine.lists().any(|list| !list.postpones.is_empty() || !list.postpones_rest.is_empty())
        || policies.into_iter().any(|policy| policy == Unhandled::Postpone)
}

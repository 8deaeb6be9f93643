//! `OrderFlow`: the trait with a method for each row, and for each event in each state that it changes.

use super::super::model::{Change, Dropped, Machine, Query, Row, State, Stored, Target};
use super::docs::link;
use super::names::{message_bound, parameter};
use crate::emit::krate::Krate;
use crate::emit::span::{located, located_with_words};
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::Token;
use syn::ext::IdentExt as _;

/// The trait, in the form for editors and in that for the compiler.
pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Machine { krate, vis, flow, ident, enum_span, .. } = machine;
    let methods = methods(machine);
    let docs = format!(
        " What the machine [`{}`] does: a method for each row of [`{ident}`], and one for each event in each state that it changes.",
        machine.data_name(),
    );
    let message = "`{Self}` has no handlers";
    let note =
        format!("write `impl {flow} for {} {{ .. }}` with one method for each row of `{ident}`", machine.data_name());
    let keyword = Token![trait](Span::call_site().located_at(*enum_span));
    let for_compiler = methods.iter().map(|method| method.for_compiler(krate));
    let for_editors = methods.iter().map(Method::for_editors);
    quote! {
        #krate::__ide! {
            {
                #vis #keyword #flow: #krate::entity::Persistent<State = #krate::fsm::Machine<Self, #ident>> {
                    #(#for_editors)*
                }
            }
            {
                #[doc = #docs]
                #[diagnostic::on_unimplemented(message = #message, note = #note)]
                #vis #keyword #flow: #krate::entity::Persistent<State = #krate::fsm::Machine<Self, #ident>> {
                    #(#for_compiler)*
                }
            }
        }
    }
}

/// A method of the trait, apart from how it is written.
struct Method {
    docs: String,
    /// Where everything stands that is not the user's: mistakes in the user's method then point into the row.
    at: Span,
    asyncness: bool,
    name: syn::Ident,
    /// All parameters, `self` first.
    parameters: Vec<TokenStream>,
    /// Nothing, a type, or `impl Sized` where the row is broken.
    output: Output,
    bounds: Vec<TokenStream>,
}

enum Output {
    Nothing,
    Type(TokenStream),
    /// The row is broken, so that the user's method may return anything.
    Anything,
}

impl Method {
    fn for_compiler(&self, krate: &Krate) -> TokenStream {
        let Self { docs, at, asyncness, name, parameters, output, bounds } = self;
        let output = match output {
            Output::Nothing if *asyncness => Some(quote!(())),
            Output::Nothing => None,
            Output::Type(output) => Some(output.clone()),
            Output::Anything => Some(quote_spanned!(*at=> impl ::core::marker::Sized)),
        };
        let output = match output {
            Some(output) if *asyncness => {
                let row = located_with_words(quote!(#krate::__private::AsyncRow), *at);
                Some(quote_spanned!(*at=> impl #row<Output = #output> + ::core::marker::Send))
            }
            output => output,
        };
        let output = output.map(|output| quote_spanned!(*at=> -> #output));
        let bounds = (!bounds.is_empty()).then(|| quote_spanned!(*at=> where #(#bounds),*));
        quote_spanned! {*at=>
            #[doc = #docs]
            fn #name(#(#parameters),*) #output #bounds;
        }
    }

    /// What "implement missing members" pastes.
    fn for_editors(&self) -> TokenStream {
        let Self { asyncness, name, parameters, output, .. } = self;
        let asyncness = asyncness.then(|| quote!(async));
        let output = match output {
            Output::Nothing => None,
            Output::Type(output) => Some(quote!(-> #output)),
            Output::Anything => Some(quote!(-> impl Sized)),
        };
        short(quote!(#asyncness fn #name(#(#parameters),*) #output;))
    }
}

/// `mainstay::` for `::mainstay::`, as people write it.
fn short(tokens: TokenStream) -> TokenStream {
    let mut output: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let token = match token {
            TokenTree::Group(group) => Group::new(group.delimiter(), short(group.stream())).into(),
            TokenTree::Ident(word) if word == "mainstay" => {
                while output
                    .pop_if(|before| matches!(before, TokenTree::Punct(punct) if punct.as_char() == ':'))
                    .is_some()
                {}
                word.into()
            }
            other => other,
        };
        output.push(token);
    }
    output.into_iter().collect()
}

/// All methods, in the order of the source: those that decide, then those that apply.
fn methods(machine: &Machine) -> Vec<Method> {
    let states = &machine.states;
    let decides = states.iter().flat_map(|state| {
        state.rows.iter().filter(|row| row.dropped.is_none()).map(move |row| decide(machine, Some(state), row))
    });
    let decides_otherwise =
        machine.otherwise.iter().filter(|row| row.dropped.is_none()).map(|row| decide(machine, None, row));
    let queries = machine.queries.iter().filter(|query| query.has_method()).map(|query| answer(machine, query));
    let applies = states.iter().flat_map(|state| {
        let changes = state.changes.iter().filter(|change| change.dropped != Some(Dropped::NameTaken));
        changes.map(move |change| apply(machine, state, change))
    });
    let applies_otherwise = machine.otherwise_changes.iter().filter(|change| change.dropped.is_none());
    initial(machine)
        .into_iter()
        .chain(decides)
        .chain(decides_otherwise)
        .chain(queries)
        .chain(applies)
        .chain(applies_otherwise.map(apply_otherwise))
        .collect()
}

/// `fn initial(&self) -> Open`, where the first state holds something.
fn initial(machine: &Machine) -> Option<Method> {
    let state = machine.states.get(machine.initial)?;
    let data = state.data.as_ref()?;
    let word = state.initials.first().and_then(|word| word.get_ident()).unwrap_or(&state.ident);
    Some(Method {
        docs: format!(" The first state of a new machine: {}.", variant(machine, state)),
        at: Span::call_site().located_at(word.span()),
        asyncness: false,
        name: crate::emit::names::derived("initial", word.span()),
        parameters: vec![quote!(&self)],
        output: Output::Type(quote!(#data)),
        bounds: Vec::new(),
    })
}

/// `fn open_pay(&self, open: &Open, pay: Pay, cx: &mut Context<Self>) -> Decide<Self, Pay, OrderOpenPay>`.
fn decide(machine: &Machine, state: Option<&State>, row: &Row) -> Method {
    let Machine { krate, ident, .. } = machine;
    let at = Span::call_site().located_at(row.name.span());
    let (command, arrow) = (&row.command, row.arrow);
    let mut parameters = vec![located(quote!(&self), at)];
    let mut taken = vec!["cx".to_owned()];
    match state {
        Some(state) => {
            if let Some(data) = &state.data {
                let name = parameter(&state.ident, arrow, &["cx"], "state");
                parameters.push(located(quote!(#name: &#data), at));
                taken.push(name.to_string());
            }
        }
        None => parameters.push(located(quote!(state: &#ident), at)),
    }
    taken.push("state".to_owned());
    let taken: Vec<_> = taken.iter().map(String::as_str).collect();
    let name = parameter(&row.name, arrow, &taken, "command");
    parameters.push(located(quote!(#name: #command), at));
    parameters.push(located(quote!(cx: &mut #krate::actor::Context<Self>), at));
    let stored = match &row.stored {
        Stored::Event(event) => Some(quote!(#event)),
        Stored::OneOf(outcomes) => Some(quote!(#outcomes)),
        Stored::Unknown => None,
    };
    let place =
        state.map_or_else(|| " in any other state".to_owned(), |state| format!(" in {}", variant(machine, state)));
    Method {
        docs: format!(" Decides on {}{place}.", link(command)),
        at,
        asyncness: row.asyncness,
        name: row.method.clone(),
        parameters,
        output: stored.map_or(Output::Anything, |stored| {
            Output::Type(located(quote!(#krate::entity::Decide<Self, #command, #stored>), at))
        }),
        bounds: vec![message_bound(machine, command)],
    }
}

/// `fn describe(&self, state: &OrderState, describe: Describe) -> Answer<Describe>`.
fn answer(machine: &Machine, query: &Query) -> Method {
    let Machine { krate, ident, .. } = machine;
    let at = Span::call_site().located_at(query.name.span());
    let command = &query.command;
    let name = parameter(&query.name, query.name.span(), &["state"], "query");
    Method {
        docs: format!(" Answers {} in any state.", link(command)),
        at,
        asyncness: false,
        name: query.method.clone(),
        parameters: vec![
            located(quote!(&self), at),
            located(quote!(state: &#ident), at),
            located(quote!(#name: #command), at),
        ],
        output: Output::Type(located(quote!(#krate::fsm::Answer<#command>), at)),
        bounds: vec![message_bound(machine, command)],
    }
}

/// `fn open_payment_taken(&mut self, open: Open, event: &PaymentTaken) -> Paid`.
fn apply(machine: &Machine, state: &State, change: &Change) -> Method {
    let at = Span::call_site().located_at(change.name.span());
    let event = &change.event;
    let mut parameters = vec![located(quote!(&mut self), at)];
    if let Some(data) = &state.data {
        let name = parameter(&state.ident, change.arrow, &["event"], "state");
        let borrow = (change.target == Target::Stay).then(|| located(quote!(&mut), at));
        parameters.push(located(quote!(#name: #borrow #data), at));
    }
    parameters.push(located(quote!(event: &#event), at));
    let to = machine.reached(state, &change.target);
    let output = match (&change.target, to.map(|to| &to.data)) {
        (_, None) => Output::Anything,
        (Target::Stay, _) | (_, Some(None)) => Output::Nothing,
        (_, Some(Some(data))) => Output::Type(quote!(#data)),
    };
    let leads = match (&change.target, to) {
        (Target::To(_), Some(to)) => format!(", and goes to {}", variant(machine, to)),
        _ => String::new(),
    };
    Method {
        docs: format!(" Applies {} in {}{leads}.", link(event), variant(machine, state)),
        at,
        asyncness: false,
        name: change.method.clone(),
        parameters,
        output,
        bounds: Vec::new(),
    }
}

/// `fn otherwise_noted(&mut self, event: &Noted)`.
fn apply_otherwise(change: &Change) -> Method {
    let at = Span::call_site().located_at(change.name.span());
    let event = &change.event;
    Method {
        docs: format!(" Applies {} in any other state.", link(event)),
        at,
        asyncness: false,
        name: change.method.clone(),
        parameters: vec![located(quote!(&mut self), at), located(quote!(event: &#event), at)],
        output: if change.is_whole() { Output::Nothing } else { Output::Anything },
        bounds: Vec::new(),
    }
}

fn variant(machine: &Machine, state: &State) -> String {
    let name = state.ident.unraw();
    format!("[`{name}`]({}::{name})", machine.ident)
}

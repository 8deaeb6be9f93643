//! `BreakerFlow`: the trait with a method for each row, and for what is done when a state is entered or left.

use super::super::super::model::{Delay, Group, Hook, Machine, Row, State};
use super::super::docs::link;
use super::super::flow::{answer, variant};
use super::super::method::{Method, Output};
use super::super::names::{message_bound, parameter};
use super::goals::Goals;
use crate::emit::span::located;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Token;
use syn::ext::IdentExt as _;

/// The trait, in the form for editors and in that for the compiler.
pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Machine { krate, vis, flow, ident, enum_span, .. } = machine;
    let methods = methods(machine);
    let data = machine.data_name();
    let docs = format!(" What the machine [`{data}`] does: a method for each row of [`{ident}`].");
    let message = "`{Self}` has no handlers";
    let note = format!("write `impl {flow} for {data} {{ .. }}` with one method for each row of `{ident}`");
    let keyword = Token![trait](Span::call_site().located_at(*enum_span));
    let for_compiler = methods.iter().map(|method| method.for_compiler(krate));
    let for_editors = methods.iter().map(Method::for_editors);
    quote! {
        #krate::__ide! {
            {
                #vis #keyword #flow: #krate::actor::Actor {
                    #(#for_editors)*
                }
            }
            {
                #[doc = #docs]
                #[diagnostic::on_unimplemented(message = #message, note = #note)]
                #vis #keyword #flow: #krate::actor::Actor {
                    #(#for_compiler)*
                }
            }
        }
    }
}

/// All methods, in the order of the source.
fn methods(machine: &Machine) -> Vec<Method> {
    let rows = places(machine).flat_map(|(place, rows)| rows.iter().map(move |row| (place, row)));
    let handlers = rows.clone().filter(|(_, row)| row.dropped.is_none());
    let handlers = handlers.map(|(place, row)| handler(machine, place, row));
    let delays = rows.filter_map(|(place, row)| delay(machine, place, row));
    let hooks = machine.states.iter().flat_map(|state| {
        let enter = state.enter.iter().map(move |word| hook(machine, state, word, "entered"));
        enter.chain(state.exit.iter().map(move |word| hook(machine, state, word, "left")))
    });
    let queries = machine.queries.iter().filter(|query| query.has_method()).map(|query| answer(machine, query));
    let all = initial(machine).into_iter().chain(handlers).chain(delays).chain(hooks.flatten());
    all.chain(on_stop(machine)).chain(queries).collect()
}

/// Where rows stand.
#[derive(Clone, Copy)]
enum Place<'a> {
    State(&'a State),
    Group(&'a Group),
    /// All states that have no row of their own.
    Rest,
}

fn places(machine: &Machine) -> impl Iterator<Item = (Place<'_>, &[Row])> + Clone {
    let states = machine.states.iter().map(|state| (Place::State(state), &*state.list.rows));
    let groups = machine.groups.iter().map(|group| (Place::Group(group), &*group.list.rows));
    states.chain(groups).chain([(Place::Rest, &*machine.otherwise)])
}

impl Place<'_> {
    fn shown(self, machine: &Machine) -> String {
        match self {
            Self::State(state) => format!("in {}", variant(machine, state)),
            Self::Group(group) => format!("in the states of `{}`", group.name.unraw()),
            Self::Rest => "in any other state".to_owned(),
        }
    }

    /// What names of the place's rows have in their middle.
    fn middle(self) -> String {
        match self {
            Self::State(state) => super::goals::middle(state),
            Self::Group(group) => group.name.unraw().to_string(),
            Self::Rest => "Otherwise".to_owned(),
        }
    }

    /// The parameter for the state, with its name: a state's own value may be changed, and what is moved out of it goes into the next one's.
    /// Rows of several states look at the state.
    fn parameter(self, machine: &Machine, arrow: Span, at: Span, changes: bool) -> Option<(String, TokenStream)> {
        let states = &machine.ident;
        let Self::State(state) = self else {
            return Some(("state".to_owned(), located(quote!(state: &#states), at)));
        };
        let data = state.data.as_ref()?;
        let name = parameter(&state.ident, arrow, &["cx"], "state");
        let borrow = if changes { quote!(&mut) } else { quote!(&) };
        Some((name.to_string(), located(quote!(#name: #borrow #data), at)))
    }
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

/// `fn closed_fail(&mut self, closed: &mut Closed, fail: Fail, cx: &mut Context<Self>) -> Move<Fail, BreakerClosedFail>`; where there is
/// nothing to say of the next state `-> Answer<Fail>`; of a deadline `-> Goto<Open>`, or nothing.
fn handler(machine: &Machine, place: Place<'_>, row: &Row) -> Method {
    let krate = &machine.krate;
    let at = Span::call_site().located_at(row.name.span());
    let (word, arrow) = (&row.word, row.arrow);
    let mut parameters = vec![located(quote!(&mut self), at)];
    let mut taken = vec!["cx".to_owned(), "state".to_owned()];
    if let Some((name, parameter)) = place.parameter(machine, arrow, at, true) {
        parameters.push(parameter);
        taken.push(name);
    }
    let taken: Vec<_> = taken.iter().map(String::as_str).collect();
    let is_deadline = row.form.is_deadline();
    if !is_deadline {
        let fallback = if row.is_command() { "command" } else { "timer" };
        let name = parameter(&row.name, arrow, &taken, fallback);
        parameters.push(located(quote!(#name: #word), at));
    }
    parameters.push(located(quote!(cx: &mut #krate::actor::Context<Self>), at));
    let says = match Goals::of(machine, &place.middle(), row) {
        None => None,
        Some(Goals::Known(_)) => Some(None),
        Some(Goals::Value(_, data)) => Some(Some(quote!(#data))),
        Some(Goals::OneOf(outcomes)) => Some(Some(quote!(#outcomes))),
    };
    let output = match says {
        None => Output::Anything,
        Some(None) if is_deadline => Output::Nothing,
        Some(None) => Output::Type(located(quote!(#krate::fsm::Answer<#word>), at)),
        Some(Some(next)) if is_deadline => Output::Type(located(quote!(#krate::fsm::Goto<#next>), at)),
        Some(Some(next)) => Output::Type(located(quote!(#krate::fsm::Move<#word, #next>), at)),
    };
    let what = if is_deadline { format!("the deadline `{}`", row.name) } else { link(word) };
    Method {
        docs: format!(" Handles {what} {}.", place.shown(machine)),
        at,
        asyncness: row.asyncness,
        name: row.method.clone(),
        parameters,
        output,
        bounds: if is_deadline { Vec::new() } else { vec![message_bound(machine, word)] },
    }
}

/// `fn open_expire_after(&self, open: &Open) -> Duration`.
fn delay(machine: &Machine, place: Place<'_>, row: &Row) -> Option<Method> {
    let Some(Delay::Method { name, dropped: None }) = &row.delay else { return None };
    let at = Span::call_site().located_at(row.name.span());
    let mut parameters = vec![located(quote!(&self), at)];
    parameters.extend(place.parameter(machine, row.arrow, at, false).map(|(_, parameter)| parameter));
    Some(Method {
        docs: format!(" How long `{}` waits {}.", row.name, place.shown(machine)),
        at,
        asyncness: false,
        name: name.clone(),
        parameters,
        output: Output::Type(located(quote!(::core::time::Duration), at)),
        bounds: Vec::new(),
    })
}

/// `fn open_enter(&mut self, open: &mut Open, cx: &mut Context<Self>)`: it returns nothing, so that it can send the machine nowhere.
fn hook(machine: &Machine, state: &State, hook: &Hook, what: &str) -> Option<Method> {
    if hook.dropped.is_some() {
        return None;
    }
    let krate = &machine.krate;
    let word = hook.word.get_ident().map_or_else(Span::call_site, syn::Ident::span);
    let at = Span::call_site().located_at(word);
    let mut parameters = vec![located(quote!(&mut self), at)];
    parameters.extend(Place::State(state).parameter(machine, word, at, true).map(|(_, parameter)| parameter));
    parameters.push(located(quote!(cx: &mut #krate::actor::Context<Self>), at));
    Some(Method {
        docs: format!(" Runs when {} is {what}.", variant(machine, state)),
        at,
        asyncness: false,
        name: hook.method.clone(),
        parameters,
        output: Output::Nothing,
        bounds: Vec::new(),
    })
}

/// `fn on_stop(&mut self, state: &mut BreakerState, cx: &mut Context<Self>)`.
fn on_stop(machine: &Machine) -> Option<Method> {
    let Machine { krate, ident, .. } = machine;
    let hook = machine.on_stop.as_ref().filter(|hook| hook.dropped.is_none())?;
    let at = Span::call_site().located_at(hook.method.span());
    Some(Method {
        docs: " Runs when the machine is stopped, before it is gone: at its end, or from outside.".to_owned(),
        at,
        asyncness: false,
        name: hook.method.clone(),
        parameters: vec![
            located(quote!(&mut self), at),
            located(quote!(state: &mut #ident), at),
            located(quote!(cx: &mut #krate::actor::Context<Self>), at),
        ],
        output: Output::Nothing,
        bounds: Vec::new(),
    })
}

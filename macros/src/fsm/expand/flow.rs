//! `OrderFlow`: the trait with a method for each row, and for each event in each state that it changes.

use super::super::model::{Change, Delay, Dropped, Group, Machine, Query, Row, State, Stored, Target};
use super::super::parse::Form;
use super::docs::link;
use super::method::{Method, Output};
use super::names::{message_bound, parameter};
use crate::emit::span::located;
use proc_macro2::{Span, TokenStream};
use quote::quote;
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

/// All methods, in the order of the source: those that decide, then those that apply.
fn methods(machine: &Machine) -> Vec<Method> {
    let places: Vec<_> = places(machine).collect();
    let rows = places.iter().flat_map(|(place, rows, _)| rows.iter().map(move |row| (*place, row)));
    let decides = rows.clone().filter(|(_, row)| row.dropped.is_none()).map(|(place, row)| decide(machine, place, row));
    let delays = rows.filter_map(|(place, row)| delay(machine, place, row));
    let queries = machine.queries.iter().filter(|query| query.has_method()).map(|query| answer(machine, query));
    let changes = places.iter().flat_map(|(place, _, changes)| changes.iter().map(move |change| (*place, change)));
    let applies = changes.filter(|(_, change)| change.dropped != Some(Dropped::NameTaken));
    let applies = applies.map(|(place, change)| match place {
        Place::State(state) => apply(machine, state, change),
        Place::Group(_) | Place::Rest => apply_in_several(machine, place, change),
    });
    let hooks = machine.states.iter().flat_map(|state| hooks(machine, state));
    initial(machine).into_iter().chain(decides).chain(delays).chain(queries).chain(applies).chain(hooks).collect()
}

/// Where rows stand.
#[derive(Clone, Copy)]
enum Place<'a> {
    State(&'a State),
    Group(&'a Group),
    /// All states that have no row of their own.
    Rest,
}

/// All places, with what stands there.
fn places(machine: &Machine) -> impl Iterator<Item = (Place<'_>, &[Row], &[Change])> {
    let states = machine.states.iter().map(|state| (Place::State(state), &*state.list.rows, &*state.list.changes));
    let groups = machine.groups.iter().map(|group| (Place::Group(group), &*group.list.rows, &*group.list.changes));
    states.chain(groups).chain([(Place::Rest, &*machine.otherwise, &*machine.otherwise_changes)])
}

impl Place<'_> {
    fn shown(self, machine: &Machine) -> String {
        match self {
            Self::State(state) => format!("in {}", variant(machine, state)),
            Self::Group(group) => format!("in the states of `{}`", group.name.unraw()),
            Self::Rest => "in any other state".to_owned(),
        }
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

/// `fn open_pay(&self, open: &Open, pay: Pay, cx: &mut Context<Self>) -> Decide<Self, Pay, OrderOpenPay>`; of a timer or a deadline
/// `-> Persist<Self, Cancelled>`.
fn decide(machine: &Machine, place: Place<'_>, row: &Row) -> Method {
    let krate = &machine.krate;
    let at = Span::call_site().located_at(row.name.span());
    let (word, arrow) = (&row.word, row.arrow);
    let mut parameters = vec![located(quote!(&self), at)];
    let mut taken = vec!["cx".to_owned(), "state".to_owned()];
    if let Some((name, parameter)) = borrowed(machine, place, arrow, at) {
        parameters.push(parameter);
        taken.push(name);
    }
    let taken: Vec<_> = taken.iter().map(String::as_str).collect();
    if !row.form.is_deadline() {
        let fallback = if row.is_command() { "command" } else { "timer" };
        let name = parameter(&row.name, arrow, &taken, fallback);
        parameters.push(located(quote!(#name: #word), at));
    }
    parameters.push(located(quote!(cx: &mut #krate::actor::Context<Self>), at));
    let stored = match &row.stored {
        Stored::Event(event) => Some(quote!(#event)),
        Stored::OneOf(outcomes) => Some(quote!(#outcomes)),
        Stored::Nothing | Stored::Unknown => None,
    };
    let decision = stored.map(|stored| match row.form {
        Form::Command => quote!(#krate::entity::Decide<Self, #word, #stored>),
        Form::Timer | Form::After | Form::IdleAfter => quote!(#krate::entity::Persist<Self, #stored>),
    });
    let what = match row.form {
        Form::Command | Form::Timer => link(word),
        Form::After | Form::IdleAfter => format!("the deadline `{}`", row.name),
    };
    Method {
        docs: format!(" Decides on {what} {}.", place.shown(machine)),
        at,
        asyncness: row.asyncness,
        name: row.method.clone(),
        parameters,
        output: decision.map_or(Output::Anything, |decision| Output::Type(located(decision, at))),
        bounds: if row.is_command() { vec![message_bound(machine, word)] } else { Vec::new() },
    }
}

/// The parameter for the state that is looked at, if there is one, with its name.
fn borrowed(machine: &Machine, place: Place<'_>, arrow: Span, at: Span) -> Option<(String, TokenStream)> {
    let states = &machine.ident;
    match place {
        Place::State(state) => state.data.as_ref().map(|data| {
            let name = parameter(&state.ident, arrow, &["cx"], "state");
            (name.to_string(), located(quote!(#name: &#data), at))
        }),
        Place::Group(_) | Place::Rest => Some(("state".to_owned(), located(quote!(state: &#states), at))),
    }
}

/// `fn open_expire_after(&self, open: &Open) -> Duration`.
fn delay(machine: &Machine, place: Place<'_>, row: &Row) -> Option<Method> {
    let Some(Delay::Method { name, dropped: None }) = &row.delay else { return None };
    let at = Span::call_site().located_at(row.name.span());
    let mut parameters = vec![located(quote!(&self), at)];
    parameters.extend(borrowed(machine, place, row.arrow, at).map(|(_, parameter)| parameter));
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

/// `fn open_enter(&self, open: &Open, actions: &mut Actions<Self>)`, and the same with `exit`.
fn hooks<'a>(machine: &'a Machine, state: &'a State) -> impl Iterator<Item = Method> + 'a {
    let krate = &machine.krate;
    let hooks = [(&state.enter, "entered"), (&state.exit, "left")].into_iter();
    let hooks = hooks.filter_map(|(hook, what)| Some((hook.as_ref().filter(|hook| hook.dropped.is_none())?, what)));
    hooks.map(move |(hook, what)| {
        let at = Span::call_site().located_at(hook.method.span());
        let mut parameters = vec![located(quote!(&self), at)];
        if let Some(data) = &state.data {
            let name = parameter(&state.ident, at, &["actions"], "state");
            parameters.push(located(quote!(#name: &#data), at));
        }
        parameters.push(located(quote!(actions: &mut #krate::fsm::Actions<Self>), at));
        Method {
            docs: format!(" Says what is done when {} is {what}.", variant(machine, state)),
            at,
            asyncness: false,
            name: hook.method.clone(),
            parameters,
            output: Output::Nothing,
            bounds: Vec::new(),
        }
    })
}

/// `fn describe(&self, state: &OrderState, describe: Describe) -> Answer<Describe>`.
pub(super) fn answer(machine: &Machine, query: &Query) -> Method {
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

/// `fn otherwise_noted(&mut self, event: &Noted)`, and of a group that is left `fn active_cancelled(&mut self, state: OrderState, event:
/// &Cancelled) -> Gone`.
///
/// What stays does not get the state: it could go elsewhere with it.
fn apply_in_several(machine: &Machine, place: Place<'_>, change: &Change) -> Method {
    let at = Span::call_site().located_at(change.name.span());
    let (event, states) = (&change.event, &machine.ident);
    let mut parameters = vec![located(quote!(&mut self), at)];
    // A row for all states stays: one that leads elsewhere has been reported, and its method is that of `stay`.
    let to = match (place, &change.target) {
        (Place::Group(_), Target::To(to)) => machine.states.get(*to),
        _ => None,
    };
    if to.is_some() {
        parameters.push(located(quote!(state: #states), at));
    }
    parameters.push(located(quote!(event: &#event), at));
    let data = to.and_then(|to| to.data.as_ref());
    let is_known = change.is_whole() && to.is_none_or(|to| !to.is_broken);
    let leads = to.map(|to| format!(", and goes to {}", variant(machine, to))).unwrap_or_default();
    Method {
        docs: format!(" Applies {} {}{leads}.", link(event), place.shown(machine)),
        at,
        asyncness: false,
        name: change.method.clone(),
        parameters,
        output: match data {
            _ if !is_known => Output::Anything,
            Some(data) => Output::Type(quote!(#data)),
            None => Output::Nothing,
        },
        bounds: Vec::new(),
    }
}

pub(super) fn variant(machine: &Machine, state: &State) -> String {
    let name = state.ident.unraw();
    format!("[`{name}`]({}::{name})", machine.ident)
}

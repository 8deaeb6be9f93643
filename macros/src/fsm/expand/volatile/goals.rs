//! Where a row may lead, as a type: nothing that the handler has to say, the next state's value, or an enum of several.

use super::super::super::model::{Goal, Machine, Row, State, Target};
use super::super::names::at_call_site;
use crate::emit::names::{derived, pascal};
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::ext::IdentExt as _;
use syn::{Ident, Type};

/// What the handler of a row says about the next state.
pub(super) enum Goals<'a> {
    /// Nothing: it is known, and there is no value to it.
    Known(&'a Target),
    /// The value of the one state that the row leads to.
    Value(&'a Target, &'a Type),
    /// One of the enum of this name.
    OneOf(Ident),
}

impl<'a> Goals<'a> {
    /// Of a row of the place that names have `middle` for.
    pub(super) fn of(machine: &'a Machine, middle: &str, row: &'a Row) -> Option<Self> {
        match &*row.goals {
            _ if !row.is_whole() => None,
            [] => None,
            [only] => match value(machine, &only.target) {
                Some(data) => Some(Self::Value(&only.target, data)),
                None => Some(Self::Known(&only.target)),
            },
            _ => {
                let word = row.name.unraw().to_string();
                let word = if row.form.is_deadline() { pascal(&word) } else { word };
                Some(Self::OneOf(derived(&format!("{}{middle}{word}", machine.data_name()), row.arrow)))
            }
        }
    }
}

/// The value that the handler has to give of the state that `target` leads to.
fn value<'a>(machine: &'a Machine, target: &Target) -> Option<&'a Type> {
    match target {
        Target::To(state) => machine.states.get(*state).and_then(|state| state.data.as_ref()),
        _ => None,
    }
}

/// The variant of an outcome enum that stands for a target.
pub(super) fn variant(machine: &Machine, target: &Target) -> Option<Ident> {
    let verb = |name| Some(Ident::new(name, proc_macro2::Span::call_site()));
    match target {
        Target::Stay => verb("Stay"),
        Target::Reenter | Target::Own => verb("Reenter"),
        Target::To(state) => machine.states.get(*state).map(|state| at_call_site(&state.ident)),
        Target::Unknown | Target::Broken => None,
    }
}

/// The goals of a row, each once.
pub(super) fn each(row: &Row) -> impl Iterator<Item = &Goal> {
    row.goals.iter().filter(|goal| !goal.repeated)
}

/// The enums of all rows with several goals.
pub(super) fn expand(machine: &Machine) -> TokenStream {
    let enums = places(machine).flat_map(|(middle, rows)| {
        let rows = rows.iter().filter(|row| row.dropped.is_none());
        rows.map(move |row| outcomes(machine, &middle, row)).collect::<Vec<_>>()
    });
    enums.collect()
}

/// All places with their rows, each with what names have in their middle.
fn places(machine: &Machine) -> impl Iterator<Item = (String, &[Row])> {
    let states = machine.places().map(|(name, list)| (name.unraw().to_string(), &*list.rows));
    states.chain([("Otherwise".to_owned(), &*machine.otherwise)])
}

fn outcomes(machine: &Machine, middle: &str, row: &Row) -> TokenStream {
    let Some(Goals::OneOf(name)) = Goals::of(machine, middle, row) else { return TokenStream::new() };
    let (vis, states) = (&machine.vis, &machine.ident);
    let docs = format!(" Where `{}` may lead.", row.name.unraw());
    let variants = each(row).filter_map(|goal| {
        let variant = variant(machine, &goal.target)?;
        let docs = match &goal.target {
            Target::Stay => " The machine stays in its state.".to_owned(),
            Target::Reenter | Target::Own => " The machine leaves its state and enters it again.".to_owned(),
            _ => format!(" The machine goes to [`{0}`]({states}::{0}).", variant.unraw()),
        };
        let value = value(machine, &goal.target).map(|data| quote!((#data)));
        Some(quote!(#[doc = #docs] #variant #value,))
    });
    let values: Vec<_> = each(row).filter_map(|goal| Some((goal, value(machine, &goal.target)?))).collect();
    let shown: Vec<_> = values.iter().map(|(_, data)| data.to_token_stream().to_string()).collect();
    // Two states of one type cannot be told apart by it.
    let is_alone = |data: &str| shown.iter().filter(|other| *other == data).count() == 1;
    let conversions = values.iter().zip(&shown).filter(|(_, shown)| is_alone(shown)).filter_map(|((goal, data), _)| {
        let variant = variant(machine, &goal.target)?;
        Some(quote! {
            #[automatically_derived]
            impl ::core::convert::From<#data> for #name {
                fn from(state: #data) -> Self {
                    Self::#variant(state)
                }
            }
        })
    });
    quote! {
        #[doc = #docs]
        #vis enum #name {
            #(#variants)*
        }

        #(#conversions)*
    }
}

/// What names of a state's rows have in their middle.
pub(super) fn middle(state: &State) -> String {
    state.ident.unraw().to_string()
}

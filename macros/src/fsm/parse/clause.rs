//! Reading the helper attributes, each as one clause.

use super::group::{self, GroupInput};
use super::is_named;
use super::row::{self, Form, RowInput};
use crate::diag::{Diagnostics, catalogue, nearest};
use crate::syntax::args::split;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Ident, Meta, Path, Token};

/// One helper attribute, or what stands in a group and would be one on a state.
pub(in super::super) enum Clause {
    States(Attribute),
    Initial(Path),
    Terminal(Path),
    Deprecated(Path),
    Enter(Path),
    Exit(Path),
    Row(RowInput),
    Discard(Vec<Path>),
    Postpone(Vec<Listed>),
    Query(Vec<Path>),
    Group(GroupInput),
    Unhandled(Ident),
    OnStop(Path),
}

/// What may stand in a list of commands.
pub(in super::super) enum Listed {
    Command(Path),
    /// `_`: all that have no row.
    Rest(Token![_]),
}

/// Where a helper attribute may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Enum,
    Variant,
    Field,
    Group,
}

/// The helper attributes, with the places of each and how it is written.
const HELPERS: &[(&str, &[Place], &str)] = &[
    ("states", &[Place::Enum], "#[states(Machine, name = \"..\")]"),
    ("otherwise", &[Place::Enum], "#[otherwise(Command => Event => stay)]"),
    ("query", &[Place::Enum], "#[query(Question)]"),
    ("group", &[Place::Enum], "#[group(Name(State, OtherState), on(Command => Event => Target))]"),
    ("on_stop", &[Place::Enum], "#[on_stop]"),
    ("initial", &[Place::Variant], "#[initial]"),
    ("terminal", &[Place::Variant], "#[terminal]"),
    ("deprecated_state", &[Place::Variant], "#[deprecated_state]"),
    ("enter", &[Place::Variant], "#[enter]"),
    ("exit", &[Place::Variant], "#[exit]"),
    ("on", &[Place::Variant, Place::Group], "#[on(Command => Event => State)]"),
    ("after", &[Place::Variant, Place::Group], "#[after(name: \"15m\" => Event => State)]"),
    ("idle_after", &[Place::Variant, Place::Group], "#[idle_after(name: \"15m\" => Event => State)]"),
    ("timer", &[Place::Enum, Place::Variant, Place::Group], "#[timer(Timer => Event => stay)]"),
    ("discard", &[Place::Variant, Place::Group], "#[discard(Command)]"),
    ("postpone", &[Place::Variant, Place::Group], "#[postpone(Command)]"),
    ("unhandled", &[Place::Variant], "#[unhandled(warn)]"),
];

/// Whether an attribute is nearly one of ours.
pub(super) fn is_slip(attr: &Attribute) -> bool {
    let ours: Vec<_> = HELPERS.iter().map(|(helper, ..)| *helper).collect();
    let word = attr.path().get_ident().map(ToString::to_string);
    word.is_some_and(|word| !ours.contains(&&*word) && nearest(&word, &ours).is_some())
}

/// The helper attributes among `attrs`, in their order.
pub(super) fn clauses(attrs: &[Attribute], place: Place, diag: &mut Diagnostics) -> Vec<Clause> {
    attrs.iter().filter_map(|attr| clause(&Written::from_attr(attr), place, diag)).collect()
}

/// A clause as it is written, wherever that is.
pub(super) struct Written<'a> {
    /// The attribute, where it is one.
    pub(super) attr: Option<&'a Attribute>,
    pub(super) path: &'a Path,
    /// What stands in parentheses.
    pub(super) list: Option<&'a TokenStream>,
    /// All of it, to point at.
    pub(super) all: TokenStream,
}

impl<'a> Written<'a> {
    fn from_attr(attr: &'a Attribute) -> Self {
        let list = match &attr.meta {
            Meta::List(list) => Some(&list.tokens),
            _ => None,
        };
        Self { attr: Some(attr), path: attr.path(), list, all: attr.meta.to_token_stream() }
    }

    fn is_word(&self) -> bool {
        self.attr.is_some_and(|attr| matches!(attr.meta, Meta::Path(_)))
    }
}

/// The clause, if it is one of ours and stands where it may.
pub(super) fn clause(written: &Written<'_>, place: Place, diag: &mut Diagnostics) -> Option<Clause> {
    let path = written.path;
    let word = path.get_ident()?.to_string();
    let (_, homes, form) = HELPERS.iter().find(|(helper, ..)| *helper == word)?;
    if !homes.contains(&place) {
        let home = if homes.contains(&Place::Variant) { "a variant" } else { "the enum" };
        diag.error(path, catalogue::misplaced_clause(&word, &home));
        return None;
    }
    match (&*word, written.list) {
        ("states", _) => written.attr.cloned().map(Clause::States),
        ("on_stop" | "initial" | "terminal" | "deprecated_state" | "enter" | "exit", _) => {
            if !written.is_word() {
                diag.error(&written.all, catalogue::clause_with_arguments(&word, form));
                return None;
            }
            let path = path.clone();
            Some(match &*word {
                "on_stop" => Clause::OnStop(path),
                "initial" => Clause::Initial(path),
                "terminal" => Clause::Terminal(path),
                "deprecated_state" => Clause::Deprecated(path),
                "enter" => Clause::Enter(path),
                _ => Clause::Exit(path),
            })
        }
        ("discard", Some(list)) => Some(Clause::Discard(paths(list, path, form, diag))),
        ("query", Some(list)) => Some(Clause::Query(paths(list, path, form, diag))),
        ("postpone", Some(list)) => Some(Clause::Postpone(listed(list, path, form, diag))),
        ("on" | "otherwise", Some(list)) => Some(Clause::Row(row::row(Form::Command, list, path, form, diag))),
        ("timer", Some(list)) => Some(Clause::Row(row::row(Form::Timer, list, path, form, diag))),
        ("after", Some(list)) => Some(Clause::Row(row::row(Form::After, list, path, form, diag))),
        ("idle_after", Some(list)) => Some(Clause::Row(row::row(Form::IdleAfter, list, path, form, diag))),
        ("group", Some(list)) => group::group(list, path, form, diag).map(Clause::Group),
        ("unhandled", Some(list)) => {
            let policy = syn::parse2(list.clone());
            if policy.is_err() {
                diag.error(&written.all, catalogue::no_policy(form));
            }
            policy.ok().map(Clause::Unhandled)
        }
        _ => {
            diag.error(&written.all, catalogue::empty_row(&word, form));
            None
        }
    }
}

/// The types of a list.
fn paths(tokens: &TokenStream, at: &Path, form: &str, diag: &mut Diagnostics) -> Vec<Path> {
    let mut paths = Vec::new();
    for listed in listed(tokens, at, form, diag) {
        match listed {
            Listed::Command(path) => paths.push(path),
            Listed::Rest(rest) => {
                diag.error(rest, catalogue::broken_row(&"the type of a command", &form));
            }
        }
    }
    paths
}

/// The types of a list, in which `_` may stand.
fn listed(tokens: &TokenStream, at: &Path, form: &str, diag: &mut Diagnostics) -> Vec<Listed> {
    let pieces = split(tokens.clone());
    if pieces.is_empty() {
        diag.error(at, catalogue::list_of_nothing(&form));
    }
    let mut commands = Vec::new();
    for piece in pieces {
        let rest = syn::parse2(piece.clone()).map(Listed::Rest);
        let command = || syn::parse2(piece.clone()).ok().filter(is_named).map(Listed::Command);
        match rest.ok().or_else(command) {
            Some(listed) => commands.push(listed),
            None => {
                diag.error(piece, catalogue::broken_row(&"the type of a command", &form));
            }
        }
    }
    commands
}

//! Reading the rows: what stands in the attributes, without what it means.

mod row;

pub(super) use row::{OutcomeInput, RowInput};

use crate::diag::{Diagnostics, nearest};
use crate::syntax::args::split;
use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt as _;
use syn::{Attribute, Fields, Generics, Ident, Item, ItemEnum, ItemStruct, Meta, Path, Visibility};

/// The enum as it is written.
pub(crate) struct Input {
    /// Whether it is an enum at all, and one without parameters. If not, that has been reported.
    pub(super) is_usable: bool,
    /// Whether an attribute is a slip of one of ours. The compiler reports it, for it knows no such attribute.
    pub(super) has_slips: bool,
    /// All of it.
    pub(super) tokens: TokenStream,
    pub(super) vis: Visibility,
    pub(super) enum_span: Span,
    pub(super) ident: Ident,
    pub(super) generics: Generics,
    pub(super) clauses: Vec<Clause>,
    pub(super) variants: Vec<VariantInput>,
}

/// A variant as it is written.
pub(super) struct VariantInput {
    pub(super) ident: Ident,
    pub(super) fields: Fields,
    pub(super) clauses: Vec<Clause>,
}

/// One helper attribute.
pub(super) enum Clause {
    States(Attribute),
    Initial(Path),
    Terminal(Path),
    On(RowInput),
    Otherwise(RowInput),
    Discard(Vec<Path>),
    Query(Vec<Path>),
}

/// Where a helper attribute may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Enum,
    Variant,
    Field,
}

/// The helper attributes of this version, with the place of each and how it is written.
const HELPERS: &[(&str, Place, &str)] = &[
    ("states", Place::Enum, "#[states(Machine, name = \"..\")]"),
    ("otherwise", Place::Enum, "#[otherwise(Command => Event => stay)]"),
    ("query", Place::Enum, "#[query(Question)]"),
    ("initial", Place::Variant, "#[initial]"),
    ("terminal", Place::Variant, "#[terminal]"),
    ("on", Place::Variant, "#[on(Command => Event => State)]"),
    ("discard", Place::Variant, "#[discard(Command)]"),
];

/// Helper attributes that are known to the derive so that they are not silently another macro's, and have no meaning yet.
const LATER: &[&str] = &["after", "idle_after", "timer", "postpone", "enter", "exit", "group"];

/// Reads the enum.
pub(super) fn parse(item: TokenStream, diag: &mut Diagnostics) -> Option<Input> {
    let tokens = item.clone();
    let item: Item = diag.keep(syn::parse2(item))?;
    let (is_usable, item) = match item {
        Item::Enum(item) => (check_generic(&item.generics, diag), item),
        Item::Struct(ItemStruct { struct_token, vis, ident, generics, .. }) => {
            diag.error(struct_token, "the states of a machine are the variants of an enum").help(
                "put `#[derive(States)]` on an enum, and `#[fsm(states = ..)]` on the struct with what all states share",
            );
            (false, syn::parse_quote!(#vis enum #ident #generics {}))
        }
        _ => {
            diag.error(&item, "the states of a machine are the variants of an enum");
            return None;
        }
    };
    let ItemEnum { attrs, vis, enum_token, ident, generics, variants, .. } = item;
    let has_slips = attrs.iter().chain(variants.iter().flat_map(|variant| &variant.attrs)).any(is_slip);
    let clauses = clauses(&attrs, Place::Enum, diag);
    let variants = variants.into_iter().map(|variant| {
        let clauses = self::clauses(&variant.attrs, Place::Variant, diag);
        for field in &variant.fields {
            self::clauses(&field.attrs, Place::Field, diag);
        }
        VariantInput { ident: variant.ident, fields: variant.fields, clauses }
    });
    let variants = variants.collect();
    Some(Input { is_usable, has_slips, tokens, vis, enum_span: enum_token.span, ident, generics, clauses, variants })
}

// A machine with parameters:
//
//     enum OrderState<T> { Open(T) }
//
fn check_generic(generics: &Generics, diag: &mut Diagnostics) -> bool {
    let Some(parameter) = generics.params.first() else { return true };
    diag.error(parameter, "a machine has no generic parameters in this version")
        .help("let the states hold concrete types; what varies can be a boxed trait in the struct with `#[fsm]`");
    false
}

/// Whether an attribute is nearly one of ours.
fn is_slip(attr: &Attribute) -> bool {
    let ours: Vec<_> = HELPERS.iter().map(|(helper, ..)| *helper).chain(LATER.iter().copied()).collect();
    let word = attr.path().get_ident().map(ToString::to_string);
    word.is_some_and(|word| !ours.contains(&&*word) && nearest(&word, &ours).is_some())
}

/// The helper attributes among `attrs`, in their order.
fn clauses(attrs: &[Attribute], place: Place, diag: &mut Diagnostics) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for attr in attrs {
        let Some(word) = attr.path().get_ident().map(ToString::to_string) else { continue };
        if LATER.contains(&&*word) {
            diag.error(attr.path(), format_args!("this version of mainstay has no `#[{word}(..)]` rows yet"));
            continue;
        }
        let Some((_, home, form)) = HELPERS.iter().find(|(helper, ..)| *helper == word) else { continue };
        if *home != place {
            let home = if *home == Place::Enum { "the enum" } else { "a variant" };
            diag.error(attr.path(), format_args!("`#[{word}]` belongs on {home}"));
            continue;
        }
        clauses.extend(clause(&word, form, attr, diag));
    }
    clauses
}

fn clause(word: &str, form: &str, attr: &Attribute, diag: &mut Diagnostics) -> Option<Clause> {
    match (word, &attr.meta) {
        ("states", _) => Some(Clause::States(attr.clone())),
        ("initial" | "terminal", Meta::Path(path)) => {
            Some(if word == "initial" { Clause::Initial(path.clone()) } else { Clause::Terminal(path.clone()) })
        }
        ("initial" | "terminal", _) => {
            diag.error(&attr.meta, format_args!("`#[{word}]` takes no arguments")).help(format_args!("write `{form}`"));
            None
        }
        ("discard", Meta::List(list)) => Some(Clause::Discard(paths(&list.tokens, attr, form, diag))),
        ("query", Meta::List(list)) => Some(Clause::Query(paths(&list.tokens, attr, form, diag))),
        ("on", Meta::List(list)) => Some(Clause::On(row::row(&list.tokens, attr, form, diag))),
        ("otherwise", Meta::List(list)) => Some(Clause::Otherwise(row::row(&list.tokens, attr, form, diag))),
        _ => {
            diag.error(&attr.meta, format_args!("`#[{word}]` says in parentheses what it is about"))
                .help(format_args!("write `{form}`"));
            None
        }
    }
}

/// The types of a list.
fn paths(tokens: &TokenStream, attr: &Attribute, form: &str, diag: &mut Diagnostics) -> Vec<Path> {
    let pieces = split(tokens.clone());
    if pieces.is_empty() {
        diag.error(attr.path(), "for which command?").help(format_args!("write `{form}`"));
    }
    let mut paths = Vec::new();
    for piece in pieces {
        match syn::parse2(piece.clone()) {
            Ok(path) => paths.push(path),
            Err(_) => {
                diag.error(piece, "expected the type of a command").help(format_args!("write `{form}`"));
            }
        }
    }
    paths
}

/// A path as it is written, to be shown in a message: `commands::Pay`.
pub(super) fn words(path: &Path) -> String {
    let segments = path.segments.iter().map(|segment| segment.ident.unraw().to_string());
    segments.collect::<Vec<_>>().join("::")
}

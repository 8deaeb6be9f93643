//! Reading the rows: what stands in the attributes, without what it means.

use crate::diag::{Diagnostics, nearest};
use crate::syntax::args::split;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{Attribute, Fields, Generics, Ident, Item, ItemEnum, ItemStruct, Meta, Path, Token, Visibility};

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

/// A row, as far as it can be read. What is wrong with the rest has been reported.
#[derive(Default)]
pub(super) struct RowInput {
    pub(super) asyncness: bool,
    pub(super) command: Option<Path>,
    /// Where the row's derived names are located: its first arrow.
    pub(super) arrow: Option<Span>,
    pub(super) outcomes: Vec<OutcomeInput>,
    /// Whether something of the row was reported.
    pub(super) broken: bool,
}

/// An event and where it leads.
pub(super) struct OutcomeInput {
    pub(super) event: Path,
    pub(super) arrow: Option<Span>,
    pub(super) target: Option<Path>,
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
        ("on", Meta::List(list)) => Some(Clause::On(row(&list.tokens, attr, form, diag))),
        ("otherwise", Meta::List(list)) => Some(Clause::Otherwise(row(&list.tokens, attr, form, diag))),
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

/// A row: `Command => Event => Target`, then more of `Event => Target`. Each part between commas is read on its own, so that one which is
/// still being typed does not take the others with it.
fn row(tokens: &TokenStream, attr: &Attribute, form: &str, diag: &mut Diagnostics) -> RowInput {
    let mut row = RowInput::default();
    let mut pieces = split(tokens.clone()).into_iter();
    match pieces.next() {
        Some(first) => piece(first, |input, diag| row.first(input, form, diag), diag),
        None => {
            row.broken = true;
            diag.error(attr.path(), "a row says which command it is for, what is stored, and where that leads")
                .help(format_args!("write `{form}`"));
        }
    }
    for next in pieces {
        piece(next, |input, diag| row.outcome(input, diag), diag);
    }
    row
}

/// Runs `read` on `tokens`, of which it need not read all.
fn piece(tokens: TokenStream, read: impl FnOnce(ParseStream<'_>, &mut Diagnostics), diag: &mut Diagnostics) {
    let parser = |input: ParseStream<'_>| {
        read(input, diag);
        input.parse::<TokenStream>()
    };
    // Whatever was wrong has been reported by `read`, and the rest of the tokens can always be read.
    let _rest = parser.parse2(tokens);
}

impl RowInput {
    /// `Command => Event => Target`, perhaps with `async`.
    fn first(&mut self, input: ParseStream<'_>, form: &str, diag: &mut Diagnostics) {
        self.asyncness = input.parse::<Option<Token![async]>>().ok().flatten().is_some();
        let Some(command) = self.path(input, "expected the type of a command", diag) else { return };
        self.command = Some(command.clone());
        let name = words(&command);
        if input.is_empty() {
            self.broken = true;
            diag.error(&command, format_args!("what does `{name}` store, and where does that lead?"))
                .help(format_args!("write `{}`", form.replace("Command", &name)));
            return;
        }
        self.arrow = arrow(input);
        if self.arrow.is_none() {
            self.broken = true;
            diag.error(next(input), format_args!("expected `=>` after `{name}`"))
                .help(format_args!("write `{}`", form.replace("Command", &name)));
        } else if input.is_empty() {
            self.broken = true;
            diag.error(&command, format_args!("what does `{name}` store, and where does that lead?"))
                .help(format_args!("write `{}`", form.replace("Command", &name)));
            return;
        }
        self.outcome(input, diag);
    }

    /// `Event => Target`. A target that is missing is left for the model to report: it knows which words are states.
    fn outcome(&mut self, input: ParseStream<'_>, diag: &mut Diagnostics) {
        let Some(event) = self.path(input, "expected the type of an event", diag) else { return };
        let arrow = arrow(input);
        if arrow.is_none() && !input.is_empty() {
            let name = words(&event);
            self.report(next(input), format_args!("expected `=>` after `{name}`"), diag);
        }
        let mut target = None;
        if !input.is_empty() {
            target = self.path(input, "expected a state, `stay` or `reenter`", diag);
        }
        if target.is_some() && !input.is_empty() {
            self.report(next(input), "expected `,` before the next event", diag);
        }
        self.outcomes.push(OutcomeInput { event, arrow, target });
    }

    fn path(&mut self, input: ParseStream<'_>, expected: &str, diag: &mut Diagnostics) -> Option<Path> {
        let at = next(input);
        match input.parse() {
            Ok(path) => Some(path),
            Err(_) => {
                self.report(at, expected, diag);
                None
            }
        }
    }

    /// Reports the first thing that is wrong with the row: what follows from it is no mistake of its own.
    fn report(&mut self, at: impl ToTokens, message: impl std::fmt::Display, diag: &mut Diagnostics) {
        if !self.broken {
            diag.error(at, message);
        }
        self.broken = true;
    }
}

/// `=>`, if it comes next.
fn arrow(input: ParseStream<'_>) -> Option<Span> {
    let arrow: Option<Token![=>]> = input.parse().ok()?;
    arrow.map(|arrow| arrow.span())
}

/// The next token, to point at.
fn next(input: ParseStream<'_>) -> TokenStream {
    input.fork().parse::<TokenTree>().map(ToTokens::into_token_stream).unwrap_or_default()
}

/// A path as it is written, to be shown in a message: `commands::Pay`.
pub(super) fn words(path: &Path) -> String {
    let segments = path.segments.iter().map(|segment| segment.ident.unraw().to_string());
    segments.collect::<Vec<_>>().join("::")
}

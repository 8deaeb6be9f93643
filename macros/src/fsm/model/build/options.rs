//! What `#[states(..)]` says.

use super::super::super::parse::{Clause, words};
use super::super::{Kind, Rule, Unhandled};
use crate::diag::{Diagnostics, catalogue, did_you_mean};
use crate::emit::keys::keys;
use crate::emit::krate::Krate;
use crate::emit::names::snake;
use crate::syntax::args::{Arg, Args};
use crate::syntax::stored::check_name;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Ident, LitStr, Meta, Path};

/// The options of a machine.
pub(super) struct Options {
    pub(super) data: Path,
    pub(super) name: Option<LitStr>,
    pub(super) removed: Vec<LitStr>,
    pub(super) krate: Krate,
    pub(super) unhandled: Unhandled,
    pub(super) allows: Vec<Rule>,
}

const KEYS: [&str; 5] = ["name", "removed", "unhandled", "allow", "crate"];

const ALLOW: &str = "allow(dead_end)";

/// The rules about the graph, by their names in `allow(..)`.
const RULES: &[(&str, Rule)] = &[
    ("unreachable", Rule::Unreachable),
    ("dead_end", Rule::DeadEnd),
    ("never_retried", Rule::NeverRetried),
    ("postpone_cycle", Rule::PostponeCycle),
    ("no_end", Rule::NoEnd),
];

/// What may become of a command without a row.
const POLICIES: &[(&str, Unhandled)] = &[
    ("ignore", Unhandled::Ignore),
    ("warn", Unhandled::Warn),
    ("postpone", Unhandled::Postpone),
    ("error", Unhandled::Error),
];

/// The keys of `#[states(..)]`, for editors. Read a second time for that, so what is wrong with them is not reported here.
pub(crate) fn for_editors(clauses: &[Clause]) -> TokenStream {
    let of_one = |attribute| {
        let (_, args) = Args::parse_after_first(list(attribute), "#[states]", &KEYS, &mut Diagnostics::new());
        keys("states", &args)
    };
    attributes(clauses).map(of_one).collect()
}

fn attributes(clauses: &[Clause]) -> impl Iterator<Item = &Attribute> {
    clauses.iter().filter_map(|clause| match clause {
        Clause::States(attribute) => Some(attribute),
        _ => None,
    })
}

fn list(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    }
}

/// What `#[states(Order, name = "order")]` says.
pub(super) fn read(ident: &Ident, clauses: &[Clause], kind: Kind, diag: &mut Diagnostics) -> Option<Options> {
    let of = "#[states]";
    let mut attributes = attributes(clauses);
    let Some(attribute) = attributes.next() else {
        diag.error(ident, catalogue::no_states(ident));
        return None;
    };
    for second in attributes {
        diag.error(second.path(), catalogue::given_twice(&"states"));
    }
    let (first, args) = Args::parse_after_first(list(attribute), of, &KEYS, diag);
    let krate = Krate::parse(&args, diag);
    let name = args.get("name").and_then(|arg| arg.value("name = \"..\"", diag));
    let Some(data) = first.clone().and_then(|first| syn::parse2(first).ok()) else {
        let at: &dyn ToTokens = match &first {
            Some(first) => first,
            None => attribute.path(),
        };
        diag.error(at, catalogue::no_machine(ident));
        return None;
    };
    match (kind, args.get("name")) {
        (Kind::Persistent, None) if args.is_whole() => no_name(&data, attribute, diag),
        (Kind::Volatile, Some(name)) => {
            diag.error(&name.key, catalogue::volatile_name());
        }
        _ => {}
    }
    let unhandled = args.get("unhandled").and_then(|arg| arg.value("unhandled = warn", diag));
    let unhandled = unhandled.and_then(|word| policy(&word, diag)).unwrap_or_default();
    let allows = args.get("allow").and_then(|arg| arg.pieces(ALLOW, diag)).unwrap_or_default();
    let allows = allows.into_iter().filter_map(|rule| self::rule(&rule, diag)).collect();
    let removed = args.get("removed").map(|arg| removed(arg, kind, diag)).unwrap_or_default();
    Some(Options { data, name, removed, krate, unhandled, allows })
}

/// Names that are stored no more, which only what is stored can have.
fn removed(arg: &Arg, kind: Kind, diag: &mut Diagnostics) -> Vec<LitStr> {
    if kind == Kind::Volatile {
        diag.error(&arg.key, catalogue::removed_of_nothing());
        return Vec::new();
    }
    let names = arg.strings("removed(\"order.old\")", diag);
    for name in &names {
        check_name(name, "order.old", diag);
    }
    names
}

fn no_name(data: &Path, attribute: &Attribute, diag: &mut Diagnostics) {
    let name = words(data);
    let stored = snake(name.rsplit("::").next().unwrap_or(&name));
    // The name is not derived from the type, which somebody may rename without thinking of what is stored.
    diag.error(attribute.path(), catalogue::machine_without_name(&name, &stored));
}

/// The policy that is called `word`.
pub(super) fn policy(word: &Ident, diag: &mut Diagnostics) -> Option<Unhandled> {
    known(word, POLICIES).or_else(|| {
        let names: Vec<_> = POLICIES.iter().map(|(name, _)| *name).collect();
        diag.error(word, catalogue::unknown_policy(word, &did_you_mean(&word.to_string(), &names)));
        None
    })
}

fn rule(piece: &TokenStream, diag: &mut Diagnostics) -> Option<Rule> {
    let word = syn::parse2::<Ident>(piece.clone()).ok();
    word.as_ref().and_then(|word| known(word, RULES)).or_else(|| {
        let names: Vec<_> = RULES.iter().map(|(name, _)| *name).collect();
        diag.error(piece, catalogue::unknown_rule(piece, &did_you_mean(&piece.to_string(), &names)));
        None
    })
}

fn known<T: Copy>(word: &Ident, all: &[(&str, T)]) -> Option<T> {
    all.iter().find(|(name, _)| word == name).map(|(_, known)| *known)
}

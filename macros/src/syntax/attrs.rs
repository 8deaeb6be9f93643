//! The attributes of one item, sorted by what the macros do with them.

use super::args::split;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Meta, Path};

/// The attributes of one item.
#[derive(Clone, Default)]
pub(crate) struct Attrs {
    /// Those that the macro reads and takes out.
    pub(crate) ours: Vec<Attribute>,
    /// Whether the item is there at all: for everything that is derived from it.
    pub(crate) cfg: Vec<Attribute>,
    pub(crate) docs: Vec<Attribute>,
    pub(crate) deprecated: Vec<Attribute>,
    pub(crate) must_use: Vec<Attribute>,
    /// What the compiler should be silent about, in what is derived too.
    pub(crate) lints: Vec<Attribute>,
    /// Other macros' business.
    pub(crate) rest: Vec<Attribute>,
}

impl Attrs {
    /// Sorts `attrs`. The last segment of a path is its name: `#[mainstay::handle]` is `#[handle]`.
    pub(crate) fn sort(attrs: &[Attribute], is_ours: impl Fn(&str) -> bool) -> Self {
        let mut sorted = Self::default();
        for attr in attrs {
            let name = effect(attr.meta.to_token_stream()).unwrap_or_default();
            let group = match &*name {
                name if is_ours(name) => &mut sorted.ours,
                "cfg" => &mut sorted.cfg,
                "doc" => &mut sorted.docs,
                "deprecated" => &mut sorted.deprecated,
                "must_use" => &mut sorted.must_use,
                "allow" | "expect" | "warn" | "deny" | "forbid" => &mut sorted.lints,
                _ => &mut sorted.rest,
            };
            group.push(attr.clone());
        }
        sorted
    }

    /// What a method that stands for the item carries, so that it reads and warns like the item itself.
    pub(crate) fn for_twin(&self) -> TokenStream {
        let Self { cfg, docs, deprecated, must_use, .. } = self;
        let lints = self.lints.iter().map(as_allow);
        // A plain `#[must_use]` says nothing of a call, which is one anyway.
        let must_use = must_use.iter().filter(|attr| !matches!(attr.meta, Meta::Path(_)));
        quote!(#(#cfg)* #(#docs)* #(#deprecated)* #(#must_use)* #(#lints)*)
    }

    /// What everything that is derived from the item carries.
    pub(crate) fn for_derived(&self) -> TokenStream {
        let cfg = &self.cfg;
        quote!(#(#cfg)*)
    }
}

/// The last segment of a path.
pub(crate) fn last_name(path: &Path) -> String {
    path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
}

/// The name of the attribute `#[tokens]`, or of what it puts there if it is a `cfg_attr`: `handle` of `mainstay::handle(message)`, and of
/// `cfg_attr(test, handle)`.
pub(crate) fn effect(tokens: TokenStream) -> Option<String> {
    let mut name = None;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => name = Some(ident.to_string()),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            TokenTree::Group(group) if name.as_deref() == Some("cfg_attr") => {
                return split(group.stream()).into_iter().nth(1).and_then(effect);
            }
            // The whole of it is what a `macro_rules!` was given as `$attr:meta`.
            TokenTree::Group(group) if name.is_none() && group.delimiter() == Delimiter::None => {
                return effect(group.stream());
            }
            _ => break,
        }
    }
    name
}

/// An `expect` may be fulfilled by the item and not by its twin.
fn as_allow(attr: &Attribute) -> TokenStream {
    match &attr.meta {
        Meta::List(list) if list.path.is_ident("expect") => {
            let lints = &list.tokens;
            quote!(#[allow(#lints)])
        }
        _ => attr.to_token_stream(),
    }
}

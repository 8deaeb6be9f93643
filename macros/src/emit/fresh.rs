//! Names that nothing of the user's has.
//!
//! Items are not hygienic: next to a generated `struct Deposit`, a user's type of that name would mean the wrong one. Only what generated
//! code repeats of the user's can be meant, so that is where the taken names are looked for.

use super::names;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::ext::IdentExt as _;

/// The names that are taken.
#[derive(Default)]
pub(crate) struct Fresh {
    taken: BTreeSet<String>,
}

impl Fresh {
    /// Takes the names of everything in `tokens`.
    pub(crate) fn take(&mut self, tokens: impl ToTokens) {
        self.take_stream(tokens.into_token_stream());
    }

    /// `name`, with as many underscores behind it as make it nobody else's.
    pub(crate) fn name(&mut self, name: &str, from: Span) -> Ident {
        let mut name = name.to_owned();
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        names::derived(&name, from)
    }

    fn take_stream(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    self.taken.insert(ident.unraw().to_string());
                }
                TokenTree::Group(group) => self.take_stream(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
}

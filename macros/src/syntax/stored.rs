//! What is demanded of names that are stored, and of the shapes behind them.

use super::args::split;
use crate::diag::{Diagnostics, catalogue};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::LitStr;

/// The longest stored name of a type or an event, in bytes.
pub(crate) const MAX_NAME_BYTES: usize = 255;

/// Says what is wrong with a stored name, such as `example`.
pub(crate) fn check_name(name: &LitStr, example: &str, diag: &mut Diagnostics) {
    let value = name.value();
    if value.is_empty() || value.chars().any(|letter| letter.is_whitespace() || letter.is_control()) {
        diag.error(name, catalogue::bad_name(&example));
    } else if value.len() > MAX_NAME_BYTES {
        let bytes = value.len();
        diag.error(name, catalogue::long_name(&MAX_NAME_BYTES, &bytes, &example));
    }
}

/// What serde can be told that keeps a stored shape from changing, and what is to be done instead.
const RIGID: [(&str, &str, &str); 3] = [
    (
        "deny_unknown_fields",
        "then no field can ever be removed",
        "take it away: what is stored of a field that is gone is skipped",
    ),
    ("untagged", "then a stored value may be read as another variant", "take it away: the variant's name is stored"),
    ("flatten", "then fields of the two may get the same name", "make it a field like the others"),
];

/// Says where an item tells serde something that keeps its stored shape from changing.
pub(crate) fn check_shape(item: &TokenStream, diag: &mut Diagnostics) {
    let mut after_pound = false;
    for token in item.clone() {
        if let TokenTree::Group(group) = &token {
            match (group.delimiter(), serde_options(&group.stream())) {
                (Delimiter::Bracket, Some(options)) if after_pound => check_options(options, diag),
                _ => check_shape(&group.stream(), diag),
            }
        }
        after_pound = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
    }
}

fn check_options(options: TokenStream, diag: &mut Diagnostics) {
    for option in split(options) {
        let Some(TokenTree::Ident(word)) = option.into_iter().next() else { continue };
        if let Some((name, why, instead)) = RIGID.iter().find(|(name, ..)| word == name) {
            diag.error(word.to_token_stream(), catalogue::rigid_shape(name, why, instead));
        }
    }
}

/// `..` of `serde(..)`.
fn serde_options(tokens: &TokenStream) -> Option<TokenStream> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next()?, tokens.next()?) {
        (TokenTree::Ident(word), TokenTree::Group(options)) if word == "serde" => Some(options.stream()),
        _ => None,
    }
}

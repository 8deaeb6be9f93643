//! Variants of an enum, one of which is being typed.

use proc_macro2::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};

/// The enum with commas between its variants where they are not typed yet: `Lost #[terminal] Closed`.
///
/// Only editors hand on such an enum: the compiler says that it expects a comma, and asks no macro.
pub(crate) fn with_commas(item: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    if let Some(TokenTree::Group(body)) = tokens.last_mut()
        && body.delimiter() == Delimiter::Brace
    {
        let mut separated = Group::new(Delimiter::Brace, separated(body.stream()));
        separated.set_span(body.span());
        *body = separated;
    }
    tokens.into_iter().collect()
}

fn separated(variants: TokenStream) -> TokenStream {
    let mut output = Vec::new();
    // Whether there is a variant's name that no comma follows so far.
    let mut is_open = false;
    for token in variants {
        let (is_name, is_hash, is_comma) = match &token {
            TokenTree::Ident(_) => (true, false, false),
            TokenTree::Punct(punct) => (false, punct.as_char() == '#', punct.as_char() == ','),
            _ => (false, false, false),
        };
        if is_open && (is_name || is_hash) {
            output.push(Punct::new(',', Spacing::Alone).into());
        }
        is_open = is_name || (is_open && !is_hash && !is_comma);
        output.push(token);
    }
    output.into_iter().collect()
}

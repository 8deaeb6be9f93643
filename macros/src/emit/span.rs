//! Moving tokens.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// The tokens where they are, but as part of generated code: lints then leave them alone.
pub(crate) fn located(tokens: impl ToTokens) -> TokenStream {
    respan(tokens.into_token_stream(), &|span| Span::call_site().located_at(span))
}

fn respan(tokens: TokenStream, change: &dyn Fn(Span) -> Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => {
                let mut changed = Group::new(group.delimiter(), respan(group.stream(), change));
                changed.set_span(change(group.span()));
                TokenTree::Group(changed)
            }
            mut other => {
                other.set_span(change(other.span()));
                other
            }
        })
        .collect()
}

/// Where the tokens begin.
pub(crate) fn first_span(tokens: impl ToTokens) -> Span {
    tokens.into_token_stream().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}

/// Where the tokens end.
pub(crate) fn last_span(tokens: impl ToTokens) -> Span {
    tokens.into_token_stream().into_iter().last().map_or_else(Span::call_site, |token| token.span())
}

//! Moving generated tokens to a place in the source.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// `tokens`, all of them where `at` is: what the compiler says of them, it says there.
///
/// They are still resolved at the call site, so that they mean what the macro meant.
pub(crate) fn located(tokens: impl ToTokens, at: Span) -> TokenStream {
    relocate(tokens.into_token_stream(), Span::call_site().located_at(at))
}

fn relocate(tokens: TokenStream, span: Span) -> TokenStream {
    let tokens = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), relocate(group.stream(), span)).into();
        }
        token.set_span(span);
        token
    });
    tokens.collect()
}

//! Moving generated tokens to a place in the source.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// `tokens` with their punctuation and brackets where `at` is: what the compiler says of them, it says there.
///
/// Words stay where they are. To an editor, every word at a place in the source belongs to what the user wrote there, and going to the
/// definition of his word would lead to the definitions of all of them.
pub(crate) fn located(tokens: impl ToTokens, at: Span) -> TokenStream {
    relocate(tokens.into_token_stream(), Span::call_site().located_at(at), |token| {
        !matches!(token, TokenTree::Ident(_))
    })
}

/// `tokens`, all of them where `at` is. Only for what editors do not see: the second form of `__ide!`.
pub(crate) fn located_with_words(tokens: impl ToTokens, at: Span) -> TokenStream {
    relocate(tokens.into_token_stream(), Span::call_site().located_at(at), |_| true)
}

fn relocate(tokens: TokenStream, span: Span, moves: fn(&TokenTree) -> bool) -> TokenStream {
    let tokens = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), relocate(group.stream(), span, moves)).into();
        }
        if moves(&token) {
            token.set_span(span);
        }
        token
    });
    tokens.collect()
}

//! Where tokens are said to be.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// The tokens where they are, but as part of generated code: lints then leave them alone.
pub(crate) fn generated(tokens: impl ToTokens) -> TokenStream {
    relocate(tokens.into_token_stream(), &|token| Some(Span::call_site().located_at(token.span())))
}

/// `tokens` with their punctuation and brackets where `at` is: what the compiler says of them, it says there.
///
/// Words stay where they are. To an editor, every word at a place in the source belongs to what the user wrote there, and going to the
/// definition of his word would lead to the definitions of all of them.
pub(crate) fn located(tokens: impl ToTokens, at: Span) -> TokenStream {
    let span = Span::call_site().located_at(at);
    relocate(tokens.into_token_stream(), &|token| (!matches!(token, TokenTree::Ident(_))).then_some(span))
}

/// `tokens`, all of them where `at` is. Only for what editors do not see: the second form of `__ide!`.
pub(crate) fn located_with_words(tokens: impl ToTokens, at: Span) -> TokenStream {
    let span = Span::call_site().located_at(at);
    relocate(tokens.into_token_stream(), &|_| Some(span))
}

/// The tokens, those inside of brackets too, each with the span that `change` gives it, if it gives one.
fn relocate(tokens: TokenStream, change: &dyn Fn(&TokenTree) -> Option<Span>) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| {
        let span = change(&token).unwrap_or_else(|| token.span());
        let mut token = match token {
            TokenTree::Group(group) => Group::new(group.delimiter(), relocate(group.stream(), change)).into(),
            other => other,
        };
        token.set_span(span);
        token
    });
    tokens.collect()
}

/// Where the tokens begin.
pub(crate) fn first_span(tokens: impl ToTokens) -> Span {
    tokens.into_token_stream().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}

/// Where the tokens end.
pub(crate) fn last_span(tokens: impl ToTokens) -> Span {
    tokens.into_token_stream().into_iter().last().map_or_else(Span::call_site, |token| token.span())
}

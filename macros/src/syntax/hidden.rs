//! Brackets that nobody sees: what `macro_rules!` hands on as `$value:expr`, `$body:block` or `$handler:item` comes in them.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The tokens without hidden brackets around all of them.
pub(crate) fn without(tokens: TokenStream) -> TokenStream {
    let mut all = tokens.clone().into_iter();
    match (all.next(), all.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => without(group.stream()),
        _ => tokens,
    }
}

/// The items of a block without hidden brackets around items or bodies. Around types they stay: there they may be needed.
pub(crate) fn opened(tokens: TokenStream) -> TokenStream {
    let open = |token: TokenTree| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None && ends_an_item(group.stream()) => {
            opened(group.stream())
        }
        token => token.into(),
    };
    tokens.into_iter().flat_map(open).collect()
}

/// Whether `{..}` or `;` comes last.
fn ends_an_item(tokens: TokenStream) -> bool {
    match tokens.into_iter().last() {
        Some(TokenTree::Group(last)) if last.delimiter() == Delimiter::None => ends_an_item(last.stream()),
        Some(TokenTree::Group(last)) => last.delimiter() == Delimiter::Brace,
        Some(TokenTree::Punct(last)) => last.as_char() == ';',
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{opened, without};
    use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
    use quote::quote;

    fn hidden(tokens: TokenStream) -> TokenTree {
        Group::new(Delimiter::None, tokens).into()
    }

    fn has_hidden(tokens: &TokenStream) -> bool {
        tokens
            .clone()
            .into_iter()
            .any(|token| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::None))
    }

    #[test]
    fn items_and_bodies_are_opened_and_types_are_not() {
        let body = hidden(quote!({ 0 }));
        let item = hidden(quote!(#[handle] fn a() -> u8 #body));
        assert!(!has_hidden(&opened(quote!(#item))));
        let ty = hidden(quote!(dyn A + B));
        assert!(has_hidden(&opened(quote!(fn a(b: u8) -> #ty { 0 }))));
    }

    #[test]
    fn brackets_around_everything_are_taken_away() {
        let (inner, outer) = (hidden(quote!(1 + 2)), hidden(quote!(8)));
        let outer = hidden(quote!(#outer));
        assert!(!has_hidden(&without(quote!(#outer))));
        assert!(has_hidden(&without(quote!(3 * #inner))));
    }
}

//! Taking the helper attributes out of the item that is written back, token by token.
//!
//! Not through the parser: what it cannot read must come back all the same.

use super::attrs::effect;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The item without those attributes in its last braces whose name `is_helper` knows. Nothing deeper is touched.
pub(crate) fn strip(item: TokenStream, is_helper: fn(&str) -> bool) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    if let Some(TokenTree::Group(body)) = tokens.last_mut()
        && body.delimiter() == Delimiter::Brace
        && let Some(kept) = strip_attributes(body.stream(), is_helper)
    {
        let mut stripped = Group::new(Delimiter::Brace, kept);
        stripped.set_span(body.span());
        *body = stripped;
    }
    tokens.into_iter().collect()
}

/// What is left of `body`, or `None` if that is all of it.
fn strip_attributes(body: TokenStream, is_helper: fn(&str) -> bool) -> Option<TokenStream> {
    let mut stripped = false;
    let mut kept: Vec<TokenTree> = Vec::new();
    for token in body {
        match (&token, kept.last()) {
            (TokenTree::Group(group), Some(TokenTree::Punct(pound)))
                if pound.as_char() == '#'
                    && group.delimiter() == Delimiter::Bracket
                    && effect(group.stream()).is_some_and(|name| is_helper(&name)) =>
            {
                kept.pop();
                stripped = true;
            }
            _ => kept.push(token),
        }
    }
    stripped.then(|| kept.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::strip;
    use quote::quote;

    #[test]
    fn only_helpers_of_the_items_own_parts_go() {
        let item = quote! {
            #[handle] impl A { #[handle(message)] #[cfg_attr(x, handle)] #[cfg_attr(x, inline)] #[inline] fn a() { #[handle] fn b() {} } #[m::handle] fn c(); # }
        };
        let kept =
            quote! { #[handle] impl A { #[cfg_attr(x, inline)] #[inline] fn a() { #[handle] fn b() {} } fn c(); # } };
        assert_eq!(strip(item, |name| name == "handle").to_string(), kept.to_string());
    }
}

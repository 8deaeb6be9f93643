//! Taking the helper attributes out of the item that is written back, token by token.
//!
//! Not through the parser: what it cannot read must come back all the same.

use super::attrs::name;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The item without those attributes in its last braces whose name `is_helper` knows. Nothing deeper is touched.
pub(crate) fn strip(item: TokenStream, is_helper: fn(&str) -> bool) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    if let Some(TokenTree::Group(body)) = tokens.last_mut() {
        if body.delimiter() == Delimiter::Brace {
            let mut stripped = Group::new(Delimiter::Brace, strip_attributes(body.stream(), is_helper));
            stripped.set_span(body.span());
            *body = stripped;
        }
    }
    tokens.into_iter().collect()
}

fn strip_attributes(body: TokenStream, is_helper: fn(&str) -> bool) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    for token in body {
        match (&token, kept.last()) {
            (TokenTree::Group(group), Some(TokenTree::Punct(pound)))
                if pound.as_char() == '#'
                    && group.delimiter() == Delimiter::Bracket
                    && name(group.stream()).is_some_and(|name| is_helper(&name)) =>
            {
                kept.pop();
            }
            _ => kept.push(token),
        }
    }
    kept.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::strip;
    use quote::quote;

    #[test]
    fn only_helpers_of_the_items_own_parts_go() {
        let item = quote! {
            #[handle] impl A { #[handle(message)] #[inline] fn a() { #[handle] fn b() {} } #[m::handle] fn c(); # }
        };
        let kept = quote! { #[handle] impl A { #[inline] fn a() { #[handle] fn b() {} } fn c(); # } };
        assert_eq!(strip(item, |name| name == "handle").to_string(), kept.to_string());
    }
}

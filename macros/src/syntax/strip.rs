//! Taking the helper attributes out of the item that is written back, token by token.
//!
//! Not through the parser: what it cannot read must come back all the same.

use super::attrs::effect;
use super::hidden::opened;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The item without those attributes in its last braces, or in the parentheses of a tuple struct, whose name `is_helper` knows. Nothing
/// deeper is touched.
pub(crate) fn strip(item: TokenStream, is_helper: fn(&str) -> bool) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    if let Some(body) = body(&mut tokens)
        && let Some(kept) = strip_attributes(body.stream(), is_helper)
    {
        let mut stripped = Group::new(body.delimiter(), kept);
        stripped.set_span(body.span());
        *body = stripped;
    }
    tokens.into_iter().collect()
}

/// `{..}` at the end of an item, or `(..);`.
fn body(tokens: &mut [TokenTree]) -> Option<&mut Group> {
    let (delimiter, token) = match tokens {
        [.., tuple, TokenTree::Punct(_)] => (Delimiter::Parenthesis, tuple),
        [.., last] => (Delimiter::Brace, last),
        [] => return None,
    };
    match token {
        TokenTree::Group(body) if body.delimiter() == delimiter => Some(body),
        _ => None,
    }
}

/// What is left of `body`, or `None` if that is all of it.
fn strip_attributes(body: TokenStream, is_helper: fn(&str) -> bool) -> Option<TokenStream> {
    let mut stripped = false;
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut after_pound = false;
    for token in opened(body) {
        match &token {
            TokenTree::Group(group)
                if after_pound
                    && group.delimiter() == Delimiter::Bracket
                    && effect(group.stream()).is_some_and(|name| is_helper(&name)) =>
            {
                kept.pop();
                stripped = true;
                after_pound = false;
            }
            other => {
                after_pound = matches!(other, TokenTree::Punct(pound) if pound.as_char() == '#');
                kept.push(token);
            }
        }
    }
    stripped.then(|| kept.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::strip;
    use quote::quote;

    #[test]
    fn a_tuple_struct_has_parts_too() {
        let item = quote! { #[handle] struct A(#[handle] u8, #[inline] u8); };
        let kept = quote! { #[handle] struct A(u8, #[inline] u8); };
        assert_eq!(strip(item, |name| name == "handle").to_string(), kept.to_string());
    }

    #[test]
    fn an_attribute_takes_one_pound_with_it() {
        let kept = strip(quote! { impl A { # #[handle] [handle] } }, |name| name == "handle");
        assert_eq!(kept.to_string(), quote! { impl A { # [handle] } }.to_string());
    }

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

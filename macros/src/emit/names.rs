//! Names that are made from the user's.
//!
//! A generated item of the *same* name as one of the user's carries his very identifier, so that editors take the two for one: going to
//! the definition, and renaming, then work from both. A *derived* name is made here. It is located where the user's word stands, so that
//! going to its definition leads there; but it is resolved at the call site, so that editors refuse to rename it rather than write half
//! of the new name into the source.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt as _;

/// What generated names begin with that nobody should name, and the user's must not.
pub(crate) const RESERVED: &str = "__mainstay_";

/// `made` as a name that is derived from something at `from`. A keyword becomes a raw identifier.
pub(crate) fn derived(made: &str, from: Span) -> Ident {
    let span = Span::call_site().located_at(from);
    match syn::parse_str::<Ident>(made) {
        Ok(mut ident) => {
            ident.set_span(span);
            ident
        }
        // `self`, `Self`, `super` and `crate` are those that cannot be raw.
        Err(_) if matches!(made, "self" | "Self" | "super" | "crate" | "_" | "") => {
            Ident::new(&format!("{made}_"), span)
        }
        Err(_) => Ident::new_raw(made, span),
    }
}

/// `Account` and `Ref` make `AccountRef`, located at `Account`.
pub(crate) fn suffixed(name: &Ident, suffix: &str) -> Ident {
    derived(&format!("{}{suffix}", name.unraw()), name.span())
}

/// `deposit_all` makes `DepositAll`, located at `deposit_all`.
pub(crate) fn pascal_ident(name: &Ident) -> Ident {
    derived(&pascal(&name.unraw().to_string()), name.span())
}

/// `deposit_all` as `DepositAll`.
pub(crate) fn pascal(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    words
        .map(|word| {
            let mut letters = word.chars();
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
        })
        .collect()
}

/// `DepositAll` as `deposit_all`, and `HTTPPaid` as `http_paid`.
pub(crate) fn snake(name: &str) -> String {
    let mut snake = String::new();
    let mut letters = name.chars().peekable();
    let mut before: Option<char> = None;
    while let Some(letter) = letters.next() {
        let starts_word = letter.is_uppercase()
            && before.is_some_and(|before| {
                before != '_' && (!before.is_uppercase() || letters.peek().is_some_and(|next| next.is_lowercase()))
            });
        if starts_word {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
        before = Some(letter);
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::{derived, pascal, pascal_ident, snake};
    use proc_macro2::{Ident, Span};

    #[test]
    fn words_are_found() {
        assert_eq!(snake("DepositAll"), "deposit_all");
        assert_eq!(snake("HTTPPaid"), "http_paid");
        assert_eq!(snake("Größe2Go"), "größe2_go");
        assert_eq!(snake("already_snake"), "already_snake");
        assert_eq!(pascal("deposit_all"), "DepositAll");
        assert_eq!(pascal("_größe"), "Größe");
    }

    #[test]
    fn keywords_become_raw() {
        let raw = Ident::new_raw("loop", Span::call_site());
        assert_eq!(pascal_ident(&raw).to_string(), "Loop");
        assert_eq!(derived(&snake("Type"), Span::call_site()).to_string(), "r#type");
        assert_eq!(derived("Self", Span::call_site()).to_string(), "Self_");
    }
}

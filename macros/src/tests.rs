//! What the macros write, as text: reviewed like source, without a compiler.

use proc_macro2::TokenStream;

/// The tokens as formatted source.
///
/// # Panics
///
/// If they are no items, which no macro may write.
pub(crate) fn pretty(tokens: TokenStream) -> String {
    let text = tokens.to_string();
    match syn::parse2(tokens) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => panic!("{error}: {text}"),
    }
}

#[test]
fn tokens_become_source() {
    assert_eq!(
        pretty(quote::quote!(
            struct A;
        )),
        "struct A;\n"
    );
}

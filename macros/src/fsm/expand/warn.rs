//! What a machine is warned of.

use super::super::check::endless;
use super::super::model::Machine;
use crate::emit::span::located_with_words;
use proc_macro2::TokenStream;
use quote::quote;

/// A warning for each state from which no path leads to an end that there is.
///
/// A derive cannot warn. The compiler does, of a value that must be used and is not: one that has the text for its reason. (Of what is
/// deprecated it does not: it is silent on that in what derives write.)
pub(super) fn expand(machine: &Machine) -> TokenStream {
    let krate = &machine.krate;
    let warnings = endless(machine).map(|state| {
        let text = format!(
            "no path leads from `{}` to a terminal state: give it one, or write `allow(no_end)` into `#[states(..)]`",
            state.ident,
        );
        let unused = located_with_words(quote!(no_end();), state.ident.span());
        quote! {
            const _: () = {
                #[must_use = #text]
                struct NoEnd;
                const fn no_end() -> NoEnd {
                    NoEnd
                }
                #unused
            };
        }
    });
    let warnings: Vec<_> = warnings.collect();
    if warnings.is_empty() {
        return TokenStream::new();
    }
    quote! {
        #krate::__ide! {
            {}
            { #(#warnings)* }
        }
    }
}

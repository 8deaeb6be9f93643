//! What a machine is warned of.

use super::super::check::endless;
use super::super::model::Machine;
use crate::emit::span::located_with_words;
use proc_macro2::TokenStream;
use quote::quote;

/// A warning for each state from which no path leads to an end that there is.
///
/// A derive cannot warn. What is deprecated can, where it is used: a constant is, that has the text for its reason.
pub(super) fn expand(machine: &Machine) -> TokenStream {
    let krate = &machine.krate;
    let warnings = endless(machine).map(|state| {
        let text = format!(
            "no path leads from `{}` to a terminal state: give it one, or write `allow(no_end)` into `#[states(..)]`",
            state.ident,
        );
        let used = located_with_words(quote!(let _ = NO_END;), state.ident.span());
        quote! {
            const _: () = {
                #[deprecated(note = #text)]
                const NO_END: () = ();
                #used
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

//! The keys of options, for editors: to complete them, and to show what they mean.

use super::krate::Krate;
use crate::syntax::args::Args;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// Imports each key that is written in the attribute `of` from where the runtime describes those that may be. A key that is still being
/// typed is then a name that rust-analyzer completes.
///
/// The compiler sees nothing of it.
pub(crate) fn keys(of: &str, args: &Args) -> TokenStream {
    let words = args.words();
    if words.is_empty() {
        return TokenStream::new();
    }
    let krate = Krate::peek(args);
    let of = Ident::new(of, Span::call_site());
    quote! {
        #krate::__ide! {
            {
                const _: () = {
                    use #krate::__private::keys::#of::{#(#words as _),*};
                };
            }
            {}
        }
    }
}

//! The state for people to read, if it has a `Debug`.

use super::krate::Krate;
use proc_macro2::TokenStream;
use quote::quote;

/// `fn describe(state: &Ledger) -> Option<String> { .. }`.
pub(crate) fn describe(krate: &Krate, state: &TokenStream) -> TokenStream {
    quote! {
        fn describe(state: &#state) -> ::core::option::Option<::std::string::String> {
            use #krate::__private::NotDescribed as _;
            #krate::__private::Described::<#state>::describe(state)
        }
    }
}

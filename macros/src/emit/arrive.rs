//! What an actor takes that comes by way of deliveries.

use super::krate::Krate;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// `fn arrive(..)`: the messages that may come by way of deliveries, each a type with its `cfg`s. Which of them may, the compiler knows.
pub(crate) fn arrive(krate: &Krate, inbox: &Ident, messages: &[(TokenStream, TokenStream)]) -> Option<TokenStream> {
    let takers =
        messages.iter().map(|(cfg, message)| quote!(#cfg #krate::__private::Arriving::<#message>::taken_by::<Self>));
    (!messages.is_empty()).then(|| {
        quote! {
            fn arrive(arrival: &#krate::delivery::Arrival<'_>) -> #krate::delivery::Arrived<#inbox> {
                use #krate::__private::NeverArrives as _;
                #krate::__private::arrived(arrival, &[#(#takers),*])
            }
        }
    })
}

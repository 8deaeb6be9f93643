//! What an actor takes that comes by way of deliveries.

use super::Sound;
use crate::actor::model::{Actor, Kind};
use proc_macro2::TokenStream;
use quote::quote;

/// `fn arrive(..)`: the typed messages that may come by way of deliveries. Which of them may, the compiler knows.
pub(super) fn arrive(actor: &Actor, sound: &Sound<'_>, kind: Kind) -> Option<TokenStream> {
    let Actor { krate, inbox, .. } = actor;
    let typed = sound.iter().filter(|handler| handler.kind == kind);
    let tries: Vec<_> = typed
        .filter_map(|handler| {
            let (cfg, message) = (handler.attrs.for_derived(), &handler.message()?.ty);
            Some(quote! {
                #cfg
                if let ::core::option::Option::Some(arrived) =
                    #krate::__private::Arriving::<#message>::taken_by::<Self>(arrival)
                {
                    return ::core::option::Option::Some(arrived);
                }
            })
        })
        .collect();
    (!tries.is_empty()).then(|| {
        quote! {
            fn arrive(
                arrival: &#krate::delivery::Arrival<'_>,
            ) -> ::core::option::Option<(
                ::core::result::Result<#inbox, #krate::entity::DecodeError>,
                ::core::primitive::bool,
            )> {
                use #krate::__private::NeverArrives as _;
                #(#tries)*
                ::core::option::Option::None
            }
        }
    })
}

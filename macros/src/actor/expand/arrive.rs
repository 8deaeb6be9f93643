//! What an actor takes that comes by way of deliveries.

use super::Sound;
use crate::actor::model::{Actor, Kind};
use crate::emit::arrive;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

/// `fn arrive(..)` for the typed messages of this kind of handler.
pub(super) fn arrive(actor: &Actor, sound: &Sound<'_>, kind: Kind) -> Option<TokenStream> {
    let typed = sound.iter().filter(|handler| handler.kind == kind);
    let messages: Vec<_> = typed
        .filter_map(|handler| {
            let cfg = handler.attrs.for_derived();
            Some((quote!(#cfg), handler.message()?.ty.to_token_stream()))
        })
        .collect();
    arrive::arrive(&actor.krate, &actor.inbox, &messages)
}

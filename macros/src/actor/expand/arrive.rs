//! What an actor takes that comes by way of deliveries.

use super::Sound;
use crate::actor::model::{Actor, Kind};
use crate::emit::arrive;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

/// `fn arrive(..)` of a persistent actor, for the typed messages of this kind of handler.
pub(super) fn arrive(actor: &Actor, sound: &Sound<'_>, kind: Kind) -> Option<TokenStream> {
    arrive::arrive(&actor.krate, &actor.inbox, &messages(sound, kind))
}

/// The same of an actor in memory, as a line: the runtime writes it, and only if it was built with deliveries. The macros cannot know.
///
/// Of a generic actor it is not known which of its messages may be delivered.
pub(super) fn arrive_if_delivered(actor: &Actor, sound: &Sound<'_>) -> Option<TokenStream> {
    let Actor { krate, inbox, .. } = actor;
    let messages = messages(sound, Kind::Handle);
    let messages = messages.iter().map(|(cfg, message)| quote!(#cfg #message));
    (messages.len() > 0 && !actor.is_generic()).then(|| quote!(#krate::__deliveries!(#inbox #(, #messages)*);))
}

fn messages(sound: &Sound<'_>, kind: Kind) -> Vec<(TokenStream, TokenStream)> {
    let typed = sound.iter().filter(|handler| handler.kind == kind);
    typed
        .filter_map(|handler| {
            let cfg = handler.attrs.for_derived();
            Some((quote!(#cfg), handler.message()?.ty.to_token_stream()))
        })
        .collect()
}

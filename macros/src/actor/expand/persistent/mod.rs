//! What `#[handlers]` writes for a persistent actor, in this order.

mod commands;
mod contract;
mod dispatch;
mod events;
mod messages;
mod recover;

use super::call::Locals;
use super::{Sound, handle};
use crate::actor::model::Actor;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn expand(actor: &Actor) -> TokenStream {
    if actor.is_generic() {
        // Reported where the struct says so.
        return TokenStream::new();
    }
    let sound = Sound::of(actor);
    let locals = Locals::new();
    let handle = handle::handle(actor);
    let events = events::Events::of(actor);
    let event_enum = events.declaration();
    let handle_methods = handle::methods(actor, &sound);
    let handle_traits = handle::traits(actor);
    let messages = messages::messages(actor, &sound);
    let event_impls = events.impls();
    let commands = commands::commands(actor, &sound, &events, &locals);
    let recover = recover::recover(actor, &events, &locals);
    let dispatch = dispatch::dispatch(actor, &sound, &locals);
    let contract = contract::contract(actor, &events, &sound);
    quote! {
        #handle
        #event_enum

        const _: () = {
            #handle_methods
            #handle_traits
            #messages
            #event_impls
            #commands
            #recover
            #dispatch
            #contract
        };
    }
}

//! What `#[handlers]` writes beside the block, in this order.

mod arrive;
mod call;
mod dispatch;
mod handle;
mod hooks;
mod messages;
mod persistent;

use super::check;
use super::model::{Actor, Handler, Reply};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn expand(actor: &Actor) -> TokenStream {
    if actor.is_persistent() {
        return persistent::expand(actor);
    }
    let sound = Sound::of(actor);
    let handle = handle::handle(actor);
    let handle_methods = handle::methods(actor, &sound);
    let handle_traits = handle::traits(actor);
    let messages = messages::messages(actor, &sound);
    let dispatch = dispatch::dispatch(actor, &sound);
    // Nobody can name what is in an anonymous constant, so that it is in nobody's way.
    quote! {
        #handle

        const _: () = {
            #handle_methods
            #handle_traits
            #messages
            #dispatch
        };
    }
}

/// The handlers that make sense. The others keep their method on the handle, so that its callers are not told of the mistake too.
pub(super) struct Sound<'a> {
    handlers: Vec<&'a Handler>,
}

impl<'a> Sound<'a> {
    fn of(actor: &'a Actor) -> Self {
        Self { handlers: check::sound(actor) }
    }

    fn iter(&self) -> impl Iterator<Item = &'a Handler> {
        self.handlers.iter().copied()
    }

    fn contains(&self, handler: &Handler) -> bool {
        self.iter().any(|sound| std::ptr::eq(sound, handler))
    }
}

/// The types that a call to the handler ends with: the reply and the refusal.
fn answer(actor: &Actor, handler: &Handler) -> (TokenStream, TokenStream) {
    let krate = &actor.krate;
    if let Some(message) = handler.message() {
        let message = &message.ty;
        let message = quote!(<#message as #krate::call::Message>);
        return (quote!(#message::Reply), quote!(#message::Error));
    }
    match &handler.reply {
        Reply::Unit => (quote!(()), quote!(::core::convert::Infallible)),
        Reply::Value(ty) => (quote!(#ty), quote!(::core::convert::Infallible)),
        Reply::Result(reply, refusal) => (quote!(#reply), quote!(#refusal)),
        Reply::Alias(ty) => {
            let result = quote!(<#ty as #krate::__private::ResultLike>);
            (quote!(#result::Ok), quote!(#result::Err))
        }
        Reply::Decided { reply, refusal, .. } => {
            (reply.clone(), refusal.clone().unwrap_or_else(|| quote!(::core::convert::Infallible)))
        }
        Reply::Decision(ty) => {
            let decision = quote!(<#ty as #krate::entity::Decision>);
            (quote!(#decision::Reply), quote!(#decision::Refusal))
        }
    }
}

/// For an actor with parameters, what keeps a message enum from having parameters that nothing uses.
fn never(actor: &Actor) -> Option<TokenStream> {
    let self_ty = &actor.self_ty;
    actor
        .is_generic()
        .then(|| quote!(Never(::core::convert::Infallible, ::core::marker::PhantomData<fn() -> #self_ty>),))
}

/// The match arm for it.
fn never_arm(actor: &Actor, name: &syn::Ident) -> Option<TokenStream> {
    actor.is_generic().then(|| quote!(#name::Never(never, _) => match never {},))
}

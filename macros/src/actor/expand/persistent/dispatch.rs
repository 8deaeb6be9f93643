//! From the mailbox to the persist handlers.

use super::messages::message;
use crate::actor::expand::Sound;
use crate::actor::expand::arrive::arrive;
use crate::actor::expand::call::{Locals, allow_deprecated, call_on, carried, settled};
use crate::actor::expand::dispatch::results;
use crate::actor::model::{Actor, Handler, Kind, Reply};
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::ext::IdentExt as _;

pub(super) fn dispatch(actor: &Actor, sound: &Sound<'_>, locals: &Locals) -> TokenStream {
    let Actor { krate, self_ty, generics, handle, inbox, later, .. } = actor;
    let (declared, where_clause) = (&actor.declared.where_clause, &generics.where_clause);
    let predicates = where_clause.iter().flat_map(|clause| &clause.predicates);
    let results = results(actor, sound);
    let Locals { state, cx, .. } = locals;
    let entity = quote!(#krate::entity);
    // A bound cannot be left out by a `cfg`.
    let bounds = sound.iter().filter(|handler| handler.attrs.cfg.is_empty()).map(|handler| {
        let message = message(handler);
        let bound = if handler.kind == Kind::Command { quote!(CommandOf) } else { quote!(QueryOf) };
        // What the compiler does not check before it is used, so that a message that is none is reported once, where it is named.
        quote!(for<'a> #message: #krate::__private::#bound<'a>,)
    });
    let names = sound.iter().map(|handler| {
        let (cfg, variant, name) = (handler.attrs.for_derived(), &handler.variant, handler.name().unraw().to_string());
        quote!(#cfg #inbox::#variant(..) => #name,)
    });
    let arms = sound.iter().map(|handler| arm(actor, handler, locals));
    let later_arms = sound.iter().filter(|handler| handler.is_async()).map(|handler| {
        let (cfg, variant) = (handler.attrs.for_derived(), &handler.variant);
        quote! {
            #cfg
            #later::#variant(command, port) => #entity::Verdict::persist(#state, command, port, #cx).await,
        }
    });
    let rejections = sound.iter().map(|handler| {
        let (cfg, variant) = (handler.attrs.for_derived(), &handler.variant);
        quote!(#cfg #inbox::#variant(_, port) => port.reject(why),)
    });
    let arrive = arrive(actor, sound, Kind::Command);
    quote! {
        #results

        #[automatically_derived]
        impl #krate::__private::HasCommands for #self_ty {}

        // That it is no actor in memory is said elsewhere.
        #[automatically_derived]
        impl #krate::__private::HasHandlers for #self_ty {}

        #[automatically_derived]
        impl #krate::actor::Actor for #self_ty #declared {
            type Handle = #handle;
            type Message = #inbox;
            type Id = #entity::EntityId<Self>;

            fn name(message: &#inbox) -> &'static ::core::primitive::str {
                match *message {
                    #(#names)*
                }
            }
        }

        #[automatically_derived]
        impl #entity::PersistDispatch for #self_ty
        where
            for<'a> Self: #krate::__private::DeclaredOf<'a>,
            #(#predicates,)*
            #(#bounds)*
        {
            type Later = #later;

            fn dispatch(
                #state: &Self,
                message: #inbox,
                #cx: &mut #krate::actor::Context<Self>,
            ) -> #entity::Work<Self> {
                match message {
                    #(#arms)*
                }
            }

            async fn dispatch_later(
                #state: &Self,
                message: #later,
                #cx: &mut #krate::actor::Context<Self>,
            ) -> #entity::Verdict<Self> {
                match message {
                    #(#later_arms)*
                }
            }

            #arrive

            fn reject(message: #inbox, why: &#entity::Rejection) {
                match message {
                    #(#rejections)*
                }
            }
        }
    }
}

/// `Inbox::Deposit(command, port) => Work::persist(state, command, port, cx),`, or the like.
fn arm(actor: &Actor, handler: &Handler, locals: &Locals) -> TokenStream {
    let Actor { krate, inbox, later, .. } = actor;
    let Locals { state, cx, .. } = locals;
    let (cfg, variant) = (handler.attrs.for_derived(), &handler.variant);
    let entity = quote!(#krate::entity);
    if handler.kind == Kind::Command {
        let work = if handler.is_async() {
            quote!(#entity::Work::Later(#later::#variant(command, port)))
        } else {
            quote!(#entity::Work::persist(#state, command, port, #cx))
        };
        return quote!(#cfg #inbox::#variant(command, port) => #work,);
    }
    let allow = allow_deprecated(handler);
    let carried = carried(actor, handler, locals);
    let call = call_on(&state.to_token_stream(), actor, handler, locals);
    let answer = answer(handler, call, actor);
    quote! {
        #cfg
        #allow
        #inbox::#variant(query, port) => #entity::Work::query(query, port, |#carried| #answer),
    }
}

/// What a query returned, as its message has it.
fn answer(handler: &Handler, call: TokenStream, actor: &Actor) -> TokenStream {
    match handler.reply {
        Reply::Alias(_) if handler.message().is_none() => settled(actor, handler, call),
        _ => call,
    }
}

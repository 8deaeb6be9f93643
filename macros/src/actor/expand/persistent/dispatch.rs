//! From the mailbox to the persist handlers.

use super::messages::message;
use crate::actor::expand::Sound;
use crate::actor::expand::arrive::arrive;
use crate::actor::expand::call::{Locals, allow_deprecated, call_on, carried, settled};
use crate::actor::expand::dispatch::{predicate, results};
use crate::actor::model::{Actor, Handler, Kind, Reply};
use crate::emit::span::{first_span, located_with_words};
use crate::syntax::types::display;
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
        let bound = match handler.kind {
            Kind::Command => quote!(CommandOf),
            Kind::Timer => quote!(TimerOf),
            Kind::Query | Kind::Handle => quote!(QueryOf),
        };
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
    let (fire, distinct) = (fire(actor, sound), distinct_timers(actor, sound));
    let rejections = sound.iter().map(|handler| {
        let (cfg, variant) = (handler.attrs.for_derived(), &handler.variant);
        quote!(#cfg #inbox::#variant(_, port) => port.reject(why),)
    });
    let arrive = arrive(actor, sound, Kind::Command);
    let marked = sound.iter().filter(|handler| handler.idempotent);
    let is_idempotent = predicate(actor, "is_idempotent", inbox, marked, true, locals);
    quote! {
        #results
        #distinct

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

            #fire

            #arrive

            #is_idempotent

            fn reject(message: #inbox, why: &#entity::Rejection) {
                match message {
                    #(#rejections)*
                }
            }
        }
    }
}

/// `fn fire(..)`: which message a stored timer is, by its name. An actor without timers has none to tell apart.
fn fire(actor: &Actor, sound: &Sound<'_>) -> Option<TokenStream> {
    let Actor { krate, .. } = actor;
    let timers: Vec<_> = sound.iter().filter(|handler| handler.kind == Kind::Timer).collect();
    let arms = timers.iter().map(|handler| {
        let (cfg, timer) = (handler.attrs.for_derived(), message(handler));
        quote! {
            #cfg
            if #krate::timer::is_timer::<#timer>(timer.name()) {
                return timer.accept::<Self, #timer>();
            }
        }
    });
    (!timers.is_empty()).then(|| {
        quote! {
            fn fire(
                timer: &#krate::timer::Firing<'_>,
            ) -> ::core::result::Result<Self::Message, #krate::entity::DecodeError> {
                #(#arms)*
                ::core::result::Result::Err(#krate::entity::DecodeError::Unknown)
            }
        }
    })
}

/// Asserts that what fires is a timer, and that no two timers are stored under one name: one would be taken for the other.
fn distinct_timers(actor: &Actor, sound: &Sound<'_>) -> TokenStream {
    let Actor { krate, name, .. } = actor;
    let timers: Vec<_> = sound.iter().filter(|handler| handler.kind == Kind::Timer).collect();
    let described: Vec<_> = timers
        .iter()
        .map(|handler| {
            let (cfg, timer) = (handler.attrs.for_derived(), message(handler));
            let timer = quote!(<#timer as #krate::timer::Timer>);
            quote!(#cfg (#timer::NAME, #timer::ALIASES))
        })
        .collect();
    let asserts = timers.iter().enumerate().skip(1).filter_map(|(at, handler)| {
        let timer = &handler.message()?.ty;
        let text = format!(
            "a stored name of `{}` is that of another timer of `{name}`: give it a name of its own",
            display(timer)
        );
        let cfg = handler.attrs.for_derived();
        let up_to_it = described.get(..=at).unwrap_or_default();
        let assert = quote! {
            #cfg
            const _: () = ::core::assert!(#krate::__private::is_new_event(&[#(#up_to_it),*]), #text);
        };
        Some(located_with_words(assert, first_span(timer)))
    });
    // That it is one at all is said at its word, and not where the actor is hosted.
    let are_timers = timers.iter().filter_map(|handler| {
        let timer = &handler.message()?.ty;
        let cfg = handler.attrs.for_derived();
        let assert = quote!(#cfg const _: fn(&::core::primitive::str) -> ::core::primitive::bool = #krate::timer::is_timer::<#timer>;);
        Some(located_with_words(assert, first_span(timer)))
    });
    let asserts: Vec<_> = are_timers.chain(asserts).collect();
    if asserts.is_empty() { TokenStream::new() } else { quote!(#krate::__ide! { {} { #(#asserts)* } }) }
}

/// `Inbox::Deposit(command, port) => Work::persist(state, command, port, cx),`, or the like.
fn arm(actor: &Actor, handler: &Handler, locals: &Locals) -> TokenStream {
    let Actor { krate, inbox, later, .. } = actor;
    let Locals { state, cx, .. } = locals;
    let (cfg, variant) = (handler.attrs.for_derived(), &handler.variant);
    let entity = quote!(#krate::entity);
    if handler.kind.decides() {
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

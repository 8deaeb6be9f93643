//! From the mailbox to the handlers.

use super::arrive::arrive_if_delivered;
use super::call::{Locals, allow_deprecated, call, carried, sendable, settled};
use super::{Sound, hooks, never_arm};
use crate::actor::model::{Actor, Handler, Reply};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;
use syn::ext::IdentExt as _;

pub(super) fn dispatch(actor: &Actor, sound: &Sound<'_>) -> TokenStream {
    let Actor { krate, self_ty, generics, handle, inbox, later, .. } = actor;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let (_, _, declared) = actor.declared.split_for_impl();
    let locals = Locals::new();
    let (message, cx) = (&locals.message, &locals.cx);
    let arms = sound.iter().map(|handler| arm(actor, handler, &locals));
    let names = sound.iter().map(|handler| {
        let (cfg, variant, name) = (handler.attrs.for_derived(), &handler.variant, handler.name().unraw().to_string());
        quote!(#cfg #inbox::#variant(..) => #name,)
    });
    let never_here = never_arm(actor, inbox);
    let later_arms =
        sound.iter().filter(|handler| handler.is_later()).map(|handler| later_arm(actor, handler, &locals));
    let never_later = never_arm(actor, later);
    let influences = influences(actor, sound, &locals);
    let blocks = blocks(actor, sound, &locals);
    let hooks = hooks::hooks(actor, &locals);
    let has_handlers = (!actor.is_generic())
        .then(|| quote!(#[automatically_derived] impl #krate::__private::HasHandlers for #self_ty {}));
    let results = results(actor, sound);
    let arrive = arrive_if_delivered(actor, sound);
    quote! {
        #has_handlers
        #results

        #[automatically_derived]
        impl #impl_generics #krate::actor::Actor for #self_ty #declared {
            type Handle = #handle #ty_generics;
            type Message = #inbox #ty_generics;
            type Id = ();

            fn name(#message: &#inbox #ty_generics) -> &'static ::core::primitive::str {
                match *#message {
                    #(#names)*
                    #never_here
                }
            }
        }

        #[automatically_derived]
        impl #impl_generics #krate::actor::Dispatch for #self_ty #where_clause {
            type Later = #later #ty_generics;
            type State = ();

            fn initial(&mut self, _: &mut #krate::actor::Context<Self>) {}

            fn dispatch(
                &mut self,
                _: &mut (),
                #message: #inbox #ty_generics,
                #cx: &mut #krate::actor::Context<Self>,
            ) -> ::core::option::Option<#later #ty_generics> {
                match #message {
                    #(#arms)*
                    #never_here
                }
            }

            async fn dispatch_later(
                &mut self,
                _: &mut (),
                #message: #later #ty_generics,
                #cx: &mut #krate::actor::Context<Self>,
            ) {
                match #message {
                    #(#later_arms)*
                    #never_later
                }
            }

            #arrive
            #influences
            #blocks
            #hooks
        }
    }
}

/// What a bound stands for that is not checked before it is used is reported where the handler says what it returns, and nowhere else.
pub(super) fn results(actor: &Actor, sound: &Sound<'_>) -> TokenStream {
    let krate = &actor.krate;
    let results = sound.iter().filter_map(|handler| {
        let cfg = handler.attrs.for_derived();
        match &handler.reply {
            _ if actor.is_generic() => None,
            Reply::Alias(ty) => Some(quote!(#cfg const _: () = #krate::__private::is_result::<#ty>();)),
            _ => None,
        }
    });
    results.collect()
}

/// `fn influences(..)`, where some handler says `no_influence`.
fn influences(actor: &Actor, sound: &Sound<'_>, locals: &Locals) -> Option<TokenStream> {
    let marked = sound.iter().filter(|handler| !handler.influences);
    predicate(actor, "influences", &actor.inbox, marked, false, locals)
}

/// `fn blocks(..)`, where some handler says `blocking`.
fn blocks(actor: &Actor, sound: &Sound<'_>, locals: &Locals) -> Option<TokenStream> {
    predicate(actor, "blocks", &actor.later, sound.iter().filter(|handler| handler.blocking), true, locals)
}

/// A function that says `value` of the messages in `of` whose handlers are `marked`, and the contrary of all others. Without any it is left to
/// the trait.
pub(super) fn predicate<'a>(
    actor: &Actor,
    name: &str,
    of: &Ident,
    marked: impl Iterator<Item = &'a Handler>,
    value: bool,
    locals: &Locals,
) -> Option<TokenStream> {
    let (_, ty_generics, _) = actor.generics.split_for_impl();
    let (name, message, contrary) = (Ident::new(name, Span::call_site()), &locals.message, !value);
    let arms: Vec<_> = marked
        .map(|handler| {
            let (cfg, variant) = (handler.attrs.for_derived(), &handler.variant);
            quote!(#cfg #of::#variant(..) => #value,)
        })
        .collect();
    (!arms.is_empty()).then(|| {
        quote! {
            fn #name(#message: &#of #ty_generics) -> ::core::primitive::bool {
                // Where every handler is marked, nothing is left for the last arm.
                #[allow(unreachable_patterns)]
                match *#message {
                    #(#arms)*
                    _ => #contrary,
                }
            }
        }
    })
}

/// `Inbox::Deposit(Deposit { amount }, port) => { port.answer(|| Ok(<Account>::deposit(self, amount))); None }`.
fn arm(actor: &Actor, handler: &Handler, locals: &Locals) -> TokenStream {
    let Actor { inbox, later, .. } = actor;
    let Locals { message, port, .. } = locals;
    let cfg = handler.attrs.for_derived();
    let variant = &handler.variant;
    if handler.is_later() {
        return quote! {
            #cfg
            #inbox::#variant(#message, #port) => ::core::option::Option::Some(#later::#variant(#message, #port.open())),
        };
    }
    let carried = carried(actor, handler, locals);
    let allow = allow_deprecated(handler);
    if handler.replies_later() {
        let call = call(actor, handler, locals);
        return quote! {
            #cfg
            #allow
            #inbox::#variant(#carried, #port) => {
                let #port = #port.open();
                #call;
                ::core::option::Option::None
            }
        };
    }
    let answer = settled(actor, handler, call(actor, handler, locals));
    quote! {
        #cfg
        #allow
        #inbox::#variant(#carried, #port) => {
            #port.answer(|| #answer);
            ::core::option::Option::None
        }
    }
}

/// `Later::Interest(Interest { percent }, reply) => reply.send(Ok(sendable(<Account>::interest(self, percent)).await)),`.
fn later_arm(actor: &Actor, handler: &Handler, locals: &Locals) -> TokenStream {
    let later = &actor.later;
    let Locals { port, .. } = locals;
    let cfg = handler.attrs.for_derived();
    let allow = allow_deprecated(handler);
    let variant = &handler.variant;
    let carried = carried(actor, handler, locals);
    let call = call(actor, handler, locals);
    // One that blocks has a thread of its own to do so, and nothing to wait for.
    let future = if handler.is_async() { sendable(actor, handler, &call) } else { call };
    if handler.replies_later() {
        return quote! {
            #cfg
            #allow
            #later::#variant(#carried, #port) => #future,
        };
    }
    let answer = settled(actor, handler, future);
    quote! {
        #cfg
        #allow
        #later::#variant(#carried, #port) => #port.send(#answer),
    }
}

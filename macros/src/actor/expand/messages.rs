//! The messages: a struct of arguments for each handler, and the enum of everything that may lie in the mailbox.

use super::{Sound, answer, never};
use crate::actor::model::{Actor, Handler};
use crate::emit::span::{last_span, located};
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

pub(super) fn messages(actor: &Actor, sound: &Sound<'_>) -> TokenStream {
    let requests = sound.iter().map(|handler| match handler.message() {
        Some(message) => accepts(actor, handler, &message.ty),
        None => request(actor, handler),
    });
    let inbox = inbox(actor, sound);
    let later = later(actor, sound);
    quote! {
        #(#requests)*
        #inbox
        #later
    }
}

/// `struct Deposit { amount: u64 }`, and how it becomes a message.
fn request(actor: &Actor, handler: &Handler) -> TokenStream {
    let Actor { krate, self_ty, declared: generics, inbox, .. } = actor;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let params = (!generics.params.is_empty()).then(|| generics.to_token_stream());
    let cfg = handler.attrs.for_derived();
    let request = &handler.request;
    let variant = &handler.variant;
    let names = handler.arguments().map(|argument| &argument.name);
    let types = handler.arguments().map(|argument| &argument.ty);
    let marker = actor.is_generic().then(|| quote!(__mainstay_actor: ::core::marker::PhantomData<fn() -> #self_ty>));
    let (reply, error) = answer(actor, handler);
    quote! {
        #cfg
        struct #request #params #where_clause {
            #(#names: #types,)*
            #marker
        }

        #cfg
        #[automatically_derived]
        impl #impl_generics #krate::call::Request<#self_ty> for #request #ty_generics #where_clause {
            type Reply = #reply;
            type Error = #error;

            fn into_message(self, port: #krate::call::Port<#reply, #error>) -> #inbox #ty_generics {
                #inbox::#variant(self, port)
            }
        }
    }
}

/// How a message of its own type becomes one of the actor's.
fn accepts(actor: &Actor, handler: &Handler, message: &syn::Type) -> TokenStream {
    let Actor { krate, self_ty, generics, inbox, .. } = actor;
    let (impl_generics, ty_generics, _) = generics.split_for_impl();
    let where_clause = actor.bounds_of(handler);
    let cfg = handler.attrs.for_derived();
    let variant = &handler.variant;
    let (reply, error) = answer(actor, handler);
    quote! {
        #cfg
        #[automatically_derived]
        impl #impl_generics #krate::call::Accepts<#message> for #self_ty #where_clause {
            fn accept(message: #message, port: #krate::call::Port<#reply, #error>) -> #inbox #ty_generics {
                #inbox::#variant(message, port)
            }
        }
    }
}

/// `enum Inbox { Deposit(Deposit, Port<..>), .. }`.
fn inbox(actor: &Actor, sound: &Sound<'_>) -> TokenStream {
    let Actor { krate, declared: generics, inbox, .. } = actor;
    let variants = sound.iter().map(|handler| variant(actor, handler, &quote!(#krate::call::Port)));
    enumeration(actor, inbox, generics, variants)
}

/// `enum Later { Interest(Interest, ReplyTo<..>), .. }`: what the handlers take that are async, or block.
fn later(actor: &Actor, sound: &Sound<'_>) -> TokenStream {
    let Actor { krate, declared: generics, later, .. } = actor;
    let laters = sound.iter().filter(|handler| handler.is_later());
    let variants = laters.map(|handler| variant(actor, handler, &quote!(#krate::call::ReplyTo)));
    enumeration(actor, later, generics, variants)
}

fn enumeration(
    actor: &Actor,
    name: &syn::Ident,
    generics: &syn::Generics,
    variants: impl Iterator<Item = TokenStream>,
) -> TokenStream {
    let (_, _, where_clause) = generics.split_for_impl();
    let params = (!generics.params.is_empty()).then(|| generics.to_token_stream());
    let never = never(actor);
    quote! {
        // A message may be less visible than the actor, as its handler is.
        #[allow(private_interfaces)]
        pub enum #name #params #where_clause {
            #(#variants)*
            #never
        }
    }
}

fn variant(actor: &Actor, handler: &Handler, way_back: &TokenStream) -> TokenStream {
    let (_, ty_generics, _) = actor.generics.split_for_impl();
    let cfg = handler.attrs.for_derived();
    let Handler { variant, request, .. } = handler;
    let (reply, error) = answer(actor, handler);
    let way_back = quote!(#way_back<#reply, #error>);
    let (carried, way_back) = match handler.message() {
        // Located where the message is named: that it is none is reported there.
        Some(message) => (message.ty.to_token_stream(), located(way_back, last_span(&message.ty))),
        None => (quote!(#request #ty_generics), way_back),
    };
    quote! {
        #cfg
        #variant(#carried, #way_back),
    }
}

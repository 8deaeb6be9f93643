//! The handle: a type of its own, with a method for each handler.

use super::{Sound, answer};
use crate::actor::model::{Actor, Handler, Kind, Param};
use crate::emit::span::generated;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

/// `pub struct AccountRef(..)`.
///
/// It is always `pub`: how visible the actor is cannot be seen from here, and a handle that is less so would be an error. Its methods
/// are as visible as the handlers.
pub(super) fn handle(actor: &Actor) -> TokenStream {
    let Actor { krate, name, self_ty, declared, handle, .. } = actor;
    let (_, _, where_clause) = declared.split_for_impl();
    let docs = format!(" Handle to a running `{name}`.");
    let params = (!declared.params.is_empty()).then(|| declared.to_token_stream());
    quote! {
        #[doc = #docs]
        pub struct #handle #params(#krate::actor::ActorRef<#self_ty>) #where_clause;
    }
}

/// `impl AccountRef { .. }`: the handlers' names, documentation and arguments.
pub(super) fn methods(actor: &Actor, sound: &Sound<'_>) -> TokenStream {
    let Actor { declared, handle, .. } = actor;
    let (impl_generics, ty_generics, where_clause) = declared.split_for_impl();
    let methods = actor
        .handlers
        .iter()
        // Nobody calls a timer: it is set.
        .filter(|handler| handler.kind != Kind::Timer)
        .map(|handler| if sound.contains(handler) { method(actor, handler) } else { stub(actor, handler) });
    quote! {
        #[automatically_derived]
        impl #impl_generics #handle #ty_generics #where_clause {
            #(#methods)*
        }
    }
}

fn method(actor: &Actor, handler: &Handler) -> TokenStream {
    let Actor { krate, name: actor_name, self_ty, .. } = actor;
    let attrs = handler.attrs.for_twin();
    // A handler without documentation is one mistake, not two.
    let docs = handler.attrs.docs.is_empty().then(|| {
        let docs = format!(" Calls `{actor_name}::{}`.", handler.name());
        quote!(#[doc = #docs])
    });
    let vis = visibility(handler);
    let name = handler.name();
    if let Some(message) = handler.message() {
        let ty = &message.ty;
        return quote! {
            #docs
            #attrs
            #vis fn #name(&self, message: #ty) -> #krate::call::Call<'_, #self_ty, #krate::call::Typed<#ty>> {
                #krate::__private::typed(&self.0, message)
            }
        };
    }
    let (reply, error) = answer(actor, handler);
    let request = &handler.request;
    let names: Vec<_> = handler.arguments().map(|argument| &argument.name).collect();
    let types = handler.arguments().map(|argument| &argument.ty);
    let marker = actor.is_generic().then(|| quote!(__mainstay_actor: ::core::marker::PhantomData));
    let call = quote!(#request { #(#names,)* #marker });
    // The arguments of a persistent actor are a message, since they are kept.
    let call = if actor.is_persistent() { quote!(#krate::call::Typed(#call)) } else { call };
    let assumed = actor.assumed(handler).filter(|_| handler.decides_by_alias());
    let assumed = assumed.map(|assumed| quote!(where #assumed));
    quote! {
        #docs
        #attrs
        #vis fn #name(
            &self
            #(, #names: #types)*
        ) -> #krate::call::Call<'_, #self_ty, impl #krate::call::Request<#self_ty, Reply = #reply, Error = #error>> #assumed {
            self.0.call(#call)
        }
    }
}

/// The method of a handler with a mistake in it, for those who call it.
fn stub(actor: &Actor, handler: &Handler) -> TokenStream {
    let Actor { krate, self_ty, .. } = actor;
    let attrs = handler.attrs.for_derived();
    let vis = visibility(handler);
    let name = handler.name();
    let (params, _, where_clause) = handler.sig.generics.split_for_impl();
    let arguments = handler.params.iter().filter_map(|param| match param {
        Param::Argument(argument) => {
            let (name, ty) = (&argument.name, &argument.ty);
            Some(quote!(, #name: #ty))
        }
        Param::Context(_) | Param::Reply(_) => None,
    });
    quote! {
        #attrs
        // It stands for a handler that has been reported: what else is wrong with it says nothing.
        #[allow(unused_variables, dead_code)]
        #vis fn #name #params(
            &self
            #(#arguments)*
        ) -> #krate::call::Call<'_, #self_ty, #krate::__private::Unsound> #where_clause {
            ::core::unreachable!()
        }
    }
}

/// The handler's visibility, as part of generated code: what the compiler says of the whole method is then not said of the user's.
fn visibility(handler: &Handler) -> TokenStream {
    generated(&handler.vis)
}

/// What every handle can do, and what the derives would write if they did not demand it of the actor too.
pub(super) fn traits(actor: &Actor) -> TokenStream {
    let Actor { krate, self_ty, generics, handle, .. } = actor;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let (_, _, declared) = actor.declared.split_for_impl();
    let name = handle.to_string();
    quote! {
        #[automatically_derived]
        impl #impl_generics #krate::actor::Handle<#self_ty> for #handle #ty_generics #where_clause {
            fn from_ref(actor: #krate::actor::ActorRef<#self_ty>) -> Self {
                Self(actor)
            }

            fn actor_ref(&self) -> &#krate::actor::ActorRef<#self_ty> {
                &self.0
            }
        }

        #[automatically_derived]
        impl #impl_generics ::core::clone::Clone for #handle #ty_generics #where_clause {
            fn clone(&self) -> Self {
                Self(::core::clone::Clone::clone(&self.0))
            }
        }

        #[automatically_derived]
        impl #impl_generics ::core::fmt::Debug for #handle #ty_generics #declared {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_tuple(#name).field(&self.0).finish()
            }
        }
    }
}

//! From the mailbox to the handlers.

use super::{Sound, never_arm};
use crate::actor::model::{Actor, Handler, Param, Reply};
use crate::emit::span::{first_span, last_span};
use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::Ident;

/// The names that generated functions use, which no argument of the user's can be mistaken for.
struct Locals {
    cx: Ident,
    message: Ident,
    port: Ident,
}

impl Locals {
    fn new() -> Self {
        let local = |name| Ident::new(name, Span::mixed_site());
        Self { cx: local("cx"), message: local("message"), port: local("port") }
    }
}

pub(super) fn dispatch(actor: &Actor, sound: &Sound<'_>) -> TokenStream {
    let Actor { krate, self_ty, generics, handle, inbox, later, .. } = actor;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let locals = Locals::new();
    let (message, cx) = (&locals.message, &locals.cx);
    let arms = sound.iter().map(|handler| arm(actor, handler, &locals));
    let never_here = never_arm(actor, inbox);
    let later_arms =
        sound.iter().filter(|handler| handler.is_async()).map(|handler| later_arm(actor, handler, &locals));
    let never_later = never_arm(actor, later);
    quote! {
        #[automatically_derived]
        impl #impl_generics #krate::actor::Actor for #self_ty #where_clause {
            type Handle = #handle #ty_generics;
            type Message = #inbox #ty_generics;
            type Id = ();
        }

        #[automatically_derived]
        impl #impl_generics #krate::actor::Dispatch for #self_ty #where_clause {
            type Later = #later #ty_generics;

            fn dispatch(
                &mut self,
                #message: Self::Message,
                #cx: &mut #krate::actor::Context<Self>,
            ) -> ::core::option::Option<Self::Later> {
                match #message {
                    #(#arms)*
                    #never_here
                }
                ::core::option::Option::None
            }

            async fn dispatch_later(&mut self, #message: Self::Later, #cx: &mut #krate::actor::Context<Self>) {
                match #message {
                    #(#later_arms)*
                    #never_later
                }
            }
        }
    }
}

/// `Inbox::Deposit(Deposit { amount }, port) => port.answer(|| Ok(<Account>::deposit(self, amount))),`.
fn arm(actor: &Actor, handler: &Handler, locals: &Locals) -> TokenStream {
    let Actor { inbox, later, .. } = actor;
    let Locals { message, port, .. } = locals;
    let cfg = handler.attrs.for_derived();
    let variant = &handler.variant;
    if handler.is_async() {
        return quote! {
            #cfg
            #inbox::#variant(#message, #port) => {
                return ::core::option::Option::Some(#later::#variant(#message, #port.open()));
            }
        };
    }
    let carried = carried(actor, handler, locals);
    let allow = allow_deprecated(handler);
    let answer = settled(actor, handler, call(actor, handler, locals));
    quote! {
        #cfg
        #allow
        #inbox::#variant(#carried, #port) => #port.answer(|| #answer),
    }
}

/// `Later::Interest(Interest { percent }, reply) => reply.send(Ok(sendable(<Account>::interest(self, percent)).await)),`.
fn later_arm(actor: &Actor, handler: &Handler, locals: &Locals) -> TokenStream {
    let Actor { krate, later, .. } = actor;
    let Locals { port, .. } = locals;
    let cfg = handler.attrs.for_derived();
    let allow = allow_deprecated(handler);
    let variant = &handler.variant;
    let carried = carried(actor, handler, locals);
    let call = call(actor, handler, locals);
    // A future that cannot be sent is then reported at the handler that makes it, and once.
    let name = Span::call_site().located_at(handler.name().span());
    let sendable = quote_spanned!(name=> sendable);
    let answer = settled(actor, handler, quote!(#krate::__private::#sendable(#call).await));
    quote! {
        #cfg
        #allow
        #later::#variant(#carried, #port) => #port.send(#answer),
    }
}

/// The pattern that takes a message apart.
fn carried(actor: &Actor, handler: &Handler, locals: &Locals) -> TokenStream {
    if handler.message().is_some() {
        return locals.message.to_token_stream();
    }
    let request = &handler.variant;
    let names = handler.arguments().map(|argument| &argument.name);
    let rest = actor.is_generic().then(|| quote!(actor: _));
    quote!(#request { #(#names,)* #rest })
}

/// `<Account>::deposit(self, amount)`.
///
/// It stands where the handler says what it returns: a message that promises something else is an error there.
fn call(actor: &Actor, handler: &Handler, locals: &Locals) -> TokenStream {
    let Actor { self_ty, .. } = actor;
    let name = handler.name();
    let called = crate::emit::names::derived(&name.to_string(), name.span());
    let returned = match &handler.sig.output {
        syn::ReturnType::Default => name.to_token_stream(),
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
    };
    let arguments = handler.params.iter().map(|param| match param {
        Param::Context(_) => locals.cx.to_token_stream(),
        Param::Argument(_) if handler.typed => locals.message.to_token_stream(),
        Param::Argument(argument) => argument.name.to_token_stream(),
    });
    let mut arguments = Group::new(Delimiter::Parenthesis, quote!(self #(, #arguments)*));
    arguments.set_span(Span::call_site().located_at(last_span(&returned)));
    let open = quote_spanned!(Span::call_site().located_at(first_span(&returned))=> <);
    quote!(#open #self_ty>::#called #arguments)
}

/// What the handler returned, as a reply or a refusal.
fn settled(actor: &Actor, handler: &Handler, returned: TokenStream) -> TokenStream {
    let krate = &actor.krate;
    if let Some(message) = handler.message() {
        let message = &message.ty;
        return quote!(<#message as #krate::call::Message>::decided(#returned));
    }
    match handler.reply {
        Reply::Unit | Reply::Value(_) => quote!(::core::result::Result::Ok(#returned)),
        Reply::Result(_) => quote!(#krate::__private::ResultLike::into_result(#returned)),
    }
}

/// That a handler is deprecated is for its callers to hear.
fn allow_deprecated(handler: &Handler) -> Option<TokenStream> {
    (!handler.attrs.deprecated.is_empty()).then(|| quote!(#[allow(deprecated)]))
}

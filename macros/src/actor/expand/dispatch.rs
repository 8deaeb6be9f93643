//! From the mailbox to the handlers.

use super::{Sound, hooks, never_arm};
use crate::actor::model::{Actor, Handler, Param, Reply};
use crate::emit::names;
use crate::emit::span::last_span;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::{Ident, Signature};

/// The names that generated functions use, which no argument of the user's can be mistaken for.
pub(super) struct Locals {
    pub(super) cx: Ident,
    pub(super) message: Ident,
    pub(super) port: Ident,
    /// The state of a persistent actor.
    pub(super) state: Ident,
}

impl Locals {
    pub(super) fn new() -> Self {
        let local = |name| Ident::new(name, Span::mixed_site());
        Self { cx: local("cx"), message: local("message"), port: local("port"), state: local("state") }
    }
}

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

            fn dispatch(
                &mut self,
                #message: #inbox #ty_generics,
                #cx: &mut #krate::actor::Context<Self>,
            ) -> ::core::option::Option<#later #ty_generics> {
                match #message {
                    #(#arms)*
                    #never_here
                }
            }

            async fn dispatch_later(&mut self, #message: #later #ty_generics, #cx: &mut #krate::actor::Context<Self>) {
                match #message {
                    #(#later_arms)*
                    #never_later
                }
            }

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
fn predicate<'a>(
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

/// The pattern that takes a message apart.
pub(super) fn carried(actor: &Actor, handler: &Handler, locals: &Locals) -> TokenStream {
    if handler.message().is_some() {
        return locals.message.to_token_stream();
    }
    let request = &handler.request;
    let names = handler.arguments().map(|argument| &argument.name);
    let rest = actor.is_generic().then(|| quote!(__mainstay_actor: _));
    quote!(#request { #(#names,)* #rest })
}

/// `<Account>::deposit(self, amount)`.
fn call(actor: &Actor, handler: &Handler, locals: &Locals) -> TokenStream {
    call_on(&quote!(self), actor, handler, locals)
}

/// `<Account>::deposit(receiver, amount)`.
pub(super) fn call_on(receiver: &TokenStream, actor: &Actor, handler: &Handler, locals: &Locals) -> TokenStream {
    let Actor { self_ty, .. } = actor;
    let name = handler.name();
    let called = names::derived(&name.to_string(), name.span());
    let arguments = handler.params.iter().map(|param| match param {
        Param::Context(_) => locals.cx.to_token_stream(),
        // Where its type stands, which a typed message may contradict.
        Param::Reply(ty) => {
            let mut port = locals.port.clone();
            port.set_span(port.span().located_at(last_span(ty)));
            port.to_token_stream()
        }
        Param::Argument(_) if handler.typed => locals.message.to_token_stream(),
        Param::Argument(argument) => argument.name.to_token_stream(),
    });
    let Returned { first, last } = Returned::of(&handler.sig);
    let open = quote_spanned!(first=> <);
    let arguments = parenthesised(quote!(#receiver #(, #arguments)*), last);
    quote!(#open #self_ty>::#called #arguments)
}

/// `sendable(..).await`, which is where a future that cannot be sent is an error.
pub(super) fn sendable(actor: &Actor, handler: &Handler, future: &TokenStream) -> TokenStream {
    let at = Returned::of(&handler.sig);
    let future = sendable_at(actor, &at, future);
    let last = at.last;
    let wait = quote_spanned!(last=> .await);
    quote!(#future #wait)
}

/// `sendable(..)`, all of it where `at` says.
pub(super) fn sendable_at(actor: &Actor, at: &Returned, future: &TokenStream) -> TokenStream {
    wrapped(&quote!(sendable), actor, at, future)
}

/// `__private::function(inner)`, all of it where `at` says.
pub(super) fn wrapped(function: &TokenStream, actor: &Actor, at: &Returned, inner: &TokenStream) -> TokenStream {
    let krate = &actor.krate;
    let first = at.first;
    called(&quote!(#krate::__private::#function), &quote_spanned!(first=> _), at, inner)
}

/// `path::<generic>(inner)`, all of it where `at` says.
pub(super) fn called(path: &TokenStream, generic: &TokenStream, at: &Returned, inner: &TokenStream) -> TokenStream {
    let &Returned { first, last } = at;
    // Both colons of a `::`, since the two are one token with one span.
    let path = path.clone().into_iter().enumerate().map(|(index, mut token)| {
        if index < 2 && matches!(token, TokenTree::Punct(_)) {
            token.set_span(first);
        }
        token
    });
    // The path, too, begins and ends there.
    let open = quote_spanned!(first=> ::<);
    let close = quote_spanned!(last=> >);
    let inner = parenthesised(inner.clone(), last);
    quote!(#(#path)* #open #generic #close #inner)
}

/// Where a handler says what it is called and what it returns.
///
/// What calls the handler stands there from its first token to its last, so that a type that does not fit, or a future that cannot be sent,
/// is an error there. Only punctuation and keywords are put there: a name would be one more meaning of the user's for editors to offer.
pub(super) struct Returned {
    pub(super) first: Span,
    pub(super) last: Span,
}

impl Returned {
    pub(super) fn of(sig: &Signature) -> Self {
        let here = |span: Span| Span::call_site().located_at(span);
        let first = here(sig.ident.span());
        let last = match &sig.output {
            syn::ReturnType::Default => first,
            syn::ReturnType::Type(_, ty) => here(last_span(ty)),
        };
        Self { first, last }
    }
}

pub(super) fn parenthesised(tokens: TokenStream, span: Span) -> TokenTree {
    let mut group = Group::new(Delimiter::Parenthesis, tokens);
    group.set_span(span);
    TokenTree::Group(group)
}

/// What the handler returned, as a reply or a refusal.
pub(super) fn settled(actor: &Actor, handler: &Handler, returned: TokenStream) -> TokenStream {
    let krate = &actor.krate;
    if let Some(message) = handler.message() {
        let message = &message.ty;
        return quote!(<#message as #krate::call::Message>::decided(#returned));
    }
    match handler.reply {
        Reply::Unit | Reply::Value(_) => quote!(::core::result::Result::Ok(#returned)),
        // What is written `Result<T, E>` may still be an alias of it, but it is no other type. What a command decides, its persist handler reads.
        Reply::Result(..) | Reply::Decided { .. } | Reply::Decision(_) => returned,
        Reply::Alias(_) => quote!(#krate::__private::ResultLike::into_result(#returned)),
    }
}

/// That a handler is deprecated is for its callers to hear.
pub(super) fn allow_deprecated(handler: &Handler) -> Option<TokenStream> {
    (!handler.attrs.deprecated.is_empty()).then(|| quote!(#[allow(deprecated)]))
}

//! How generated code calls a handler, and what it makes of what comes back.

use crate::actor::model::{Actor, Handler, Param, Reply};
use crate::emit::span::last_span;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
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
pub(super) fn call(actor: &Actor, handler: &Handler, locals: &Locals) -> TokenStream {
    call_on(&quote!(self), actor, handler, locals)
}

/// `<Account>::deposit(receiver, amount)`.
pub(super) fn call_on(receiver: &TokenStream, actor: &Actor, handler: &Handler, locals: &Locals) -> TokenStream {
    let Actor { self_ty, .. } = actor;
    let name = handler.name();
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
    quote!(#open #self_ty>::#name #arguments)
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

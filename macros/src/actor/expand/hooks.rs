//! The hooks, as methods of `Dispatch`.

use super::call::{Locals, Returned, parenthesised, sendable_at, wrapped};
use crate::actor::hook::{self, Hook, Moment, Taken};
use crate::actor::model::Actor;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};

pub(super) fn hooks(actor: &Actor, locals: &Locals) -> TokenStream {
    hook::sound(actor).map(|hook| method(actor, hook, locals)).collect()
}

/// `async fn started(&mut self, cx: &mut Context<Self>) -> Result<(), StartFailure> { <Account>::open(self, cx); Ok(()) }`.
fn method(actor: &Actor, hook: &Hook, locals: &Locals) -> TokenStream {
    let Actor { krate, self_ty, .. } = actor;
    let cx = &locals.cx;
    let why = Ident::new("why", Span::mixed_site());
    let cfg = hook.attrs.for_derived();
    // As for handlers: the code that has to call it is not the one to be told.
    let allow = (!hook.attrs.deprecated.is_empty()).then(|| quote!(#[allow(deprecated)]));
    let context = quote!(#cx: &mut #krate::actor::Context<Self>);
    let taken = hook.taken().map(|taken| match taken {
        Taken::Context => cx.to_token_stream(),
        // An `Id` is of the hooks of persistent actors.
        Taken::Why | Taken::Id => why.to_token_stream(),
    });
    let at = Returned::of(&hook.sig);
    let name = &hook.sig.ident;
    let first = at.first;
    let open = quote_spanned!(first=> <);
    let arguments = parenthesised(quote!(self #(, #taken)*), at.last);
    let mut call = quote!(#open #self_ty>::#name #arguments);
    let mut asker = None;
    if hook.is_async() {
        let node = Ident::new("asker", Span::mixed_site());
        // Whoever waits in a hook can be waited for in a circle too.
        asker = Some(quote!(let #node = #krate::__private::Asker::of(#cx);));
        let future = sendable_at(actor, &at, &call);
        call = quote!(#node.run(#future).await);
    }
    if hook.moment == Moment::Stopping {
        return quote! {
            #cfg
            #allow
            async fn stopping(&mut self, _: &mut (), #context) {
                #asker
                #call
            }
        };
    }
    let result = quote!(::core::result::Result<(), #krate::actor::StartFailure>);
    let outcome = if hook.is_fallible() {
        let at = Returned { first: at.last, ..at };
        wrapped(&quote!(started), actor, &at, &call)
    } else {
        quote!(#call; ::core::result::Result::Ok(()))
    };
    let (name, why) = match hook.moment {
        Moment::Started => (quote!(started), None),
        _ => (quote!(restarted), Some(quote!(#why: ::std::sync::Arc<::core::primitive::str>,))),
    };
    quote! {
        #cfg
        #allow
        async fn #name(&mut self, #why #context) -> #result {
            #asker
            #outcome
        }
    }
}

//! What the actor has promised to its store, as data.

use super::events::Events;
use super::messages::message;
use super::recover;
use crate::actor::expand::Sound;
use crate::actor::model::{Actor, Handler, Kind, Reply};
use crate::syntax::fields::field;
use crate::syntax::types::display;
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt as _;

pub(super) fn contract(actor: &Actor, events: &Events<'_>, sound: &Sound<'_>) -> TokenStream {
    let Actor { krate, self_ty, .. } = actor;
    let entity = quote!(#krate::entity);
    let stored = recover::stored(actor);
    // What the compiler does not check before it is used, so that an event that is none is reported once. A bound cannot be left out by a `cfg`.
    let plain = events.all.iter().filter(|(apply, _)| apply.attrs.cfg.is_empty()).map(|(_, event)| event);
    let predicates = actor.declared.where_clause.iter().flat_map(|clause| &clause.predicates);
    let shapes = events.all.iter().map(|(apply, event)| {
        let cfg = apply.attrs.for_derived();
        quote!(#cfg #entity::Shape::event::<#event>())
    });
    let takes = sound.iter().map(|handler| taken(actor, handler));
    quote! {
        #[automatically_derived]
        impl #entity::Contracted for #self_ty
        where
            #(for<'a> #plain: #krate::__private::EventOf<'a>,)*
            #(#predicates,)*
        {
            const CONTRACT: #entity::Contract = {
                #[allow(unused_imports)]
                use #krate::__private::NotPromised as _;
                #entity::Contract {
                    kind: #stored::KIND,
                    snapshot: #stored::SNAPSHOT,
                    snapshot_fields: #stored::SNAPSHOT_FIELDS,
                    events: &[#(#shapes),*],
                    removed: #stored::REMOVED,
                    takes: &[#(#takes),*],
                    table: ::core::option::Option::None,
                }
            };
        }
    }
}

/// One command, query or timer.
fn taken(actor: &Actor, handler: &Handler) -> TokenStream {
    let krate = &actor.krate;
    let entity = quote!(#krate::entity);
    let (cfg, name, reply) = (handler.attrs.for_derived(), handler.name().unraw().to_string(), reply(&handler.reply));
    let message = message(handler);
    let (kind, promised) = match handler.kind {
        Kind::Timer => (quote!(Timer), quote!(TIMER)),
        Kind::Query => (quote!(Query), quote!(MESSAGE)),
        Kind::Command | Kind::Handle => (quote!(Command), quote!(MESSAGE)),
    };
    let stored = if handler.message().is_some() {
        quote!(#krate::__private::Promised::<#message>::#promised)
    } else {
        quote!(::core::option::Option::None)
    };
    let arguments = handler.arguments().map(|argument| {
        // Of a message, the type says all.
        let name = if handler.message().is_some() { String::new() } else { argument.name.unraw().to_string() };
        field(krate, &name, &display(&argument.ty), "")
    });
    quote! {
        #cfg
        #entity::Taken {
            kind: #entity::TakenKind::#kind,
            name: #name,
            arguments: &[#(#arguments),*],
            reply: #reply,
            stored: #stored,
        }
    }
}

/// The reply as it is written, with the refusal if there is one.
fn reply(reply: &Reply) -> String {
    match reply {
        Reply::Unit => "()".into(),
        Reply::Value(ty) | Reply::Alias(ty) | Reply::Decision(ty) | Reply::Decided { reply: ty, refusal: None, .. } => {
            display(ty)
        }
        Reply::Result(reply, refusal) | Reply::Decided { reply, refusal: Some(refusal), .. } => {
            format!("Result<{}, {}>", display(reply), display(refusal))
        }
    }
}

//! What the actor is stored as, and how it gets its state back: every stored event through the `#[apply]` that also runs live.

use super::events::Events;
use crate::actor::apply::{Apply, Taken};
use crate::actor::expand::call::Locals;
use crate::actor::hook::{self, Hook, Moment};
use crate::actor::model::{Actor, Handler, Kind};
use crate::emit::describe::describe;
use crate::emit::span::located_with_words;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote};
use syn::Type;

pub(super) fn recover(actor: &Actor, events: &Events<'_>, locals: &Locals) -> TokenStream {
    let Actor { krate, self_ty, declared, .. } = actor;
    let where_clause = &declared.where_clause;
    let event_ty = events.ty();
    let entity = quote!(#krate::entity);
    let result = quote!(::core::result::Result);
    let stored = stored(actor);
    let encode = encode(actor, events);
    let decode = decode(actor, events);
    let apply = apply(actor, events, locals);
    let describe = describe(krate, &self_ty.to_token_stream());
    let hooks = hook::sound(actor).map(|hook| hook_method(actor, hook, locals));
    quote! {
        #[automatically_derived]
        impl #entity::Persistent for #self_ty #where_clause {
            const KIND: &'static ::core::primitive::str = #stored::KIND;
            const SNAPSHOT_EVERY: ::core::option::Option<::core::primitive::u64> = #stored::SNAPSHOT_EVERY;
            const PASSIVATE_AFTER: ::core::option::Option<#entity::PassivateAfter> = #stored::PASSIVATE_AFTER;
            type State = Self;
        }

        #[automatically_derived]
        impl #entity::Recover for #self_ty #where_clause {
            const SNAPSHOT: ::core::option::Option<#entity::SnapshotShape> = #stored::SNAPSHOT;
            type Event = #event_ty;

            fn start(self) -> Self {
                self
            }

            fn encode(event: &#event_ty) -> #result<#krate::journal::NewEvent, #entity::UnitError> {
                #encode
            }

            fn decode(record: &#krate::journal::Record) -> #result<#event_ty, #entity::DecodeError> {
                #decode
                #result::Err(#entity::DecodeError::Unknown)
            }

            fn is_removed(name: &::core::primitive::str) -> ::core::primitive::bool {
                #stored::REMOVED.contains(&name)
            }

            #apply

            #describe

            fn snapshot(state: &Self) -> #result<::std::vec::Vec<::core::primitive::u8>, #entity::UnitError> {
                #stored::snapshot(state)
            }

            fn restore(self, snapshot: &[::core::primitive::u8]) -> #result<Self, #entity::DecodeError> {
                #stored::restore(self, snapshot)
            }

            #(#hooks)*
        }
    }
}

/// `<Ledger as Stored>`, located where the first command is: that the struct has no stored name is reported there.
pub(super) fn stored(actor: &Actor) -> TokenStream {
    let Actor { krate, self_ty, .. } = actor;
    located_with_words(quote!(<#self_ty as #krate::entity::Stored>), first_of_persistent(actor))
}

fn encode(actor: &Actor, events: &Events<'_>) -> TokenStream {
    let Actor { krate, events: any, .. } = actor;
    if events.all.is_empty() {
        return quote!(match *event {});
    }
    if events.only().is_some() {
        return quote!(#krate::entity::encode(event));
    }
    let arms = events.all.iter().map(|(apply, _)| {
        let (cfg, variant) = (apply.attrs.for_derived(), &apply.variant);
        quote!(#cfg #any::#variant(event) => #krate::entity::encode(event),)
    });
    quote!(match event { #(#arms)* })
}

/// One `if` for each event. Not a match, whose patterns could not be constants of types that may be no events.
fn decode(actor: &Actor, events: &Events<'_>) -> TokenStream {
    let Actor { krate, events: any, .. } = actor;
    let ifs = events.all.iter().map(|(apply, event)| {
        let (cfg, variant) = (apply.attrs.for_derived(), &apply.variant);
        let wrapped = events.only().is_none().then(|| quote!(.map(#any::#variant)));
        quote! {
            #cfg
            if #krate::entity::is_named::<#event>(&record.name) {
                return #krate::entity::decode(record)#wrapped;
            }
        }
    });
    quote!(#(#ifs)*)
}

fn apply(actor: &Actor, events: &Events<'_>, locals: &Locals) -> TokenStream {
    let Actor { krate, self_ty, events: any, .. } = actor;
    let event_ty = events.ty();
    let state = &locals.state;
    let (event, meta) = (Ident::new("event", Span::mixed_site()), Ident::new("meta", Span::mixed_site()));
    let takes_meta = events.all.iter().any(|(apply, _)| apply.taken.contains(&Taken::Meta));
    let meta_pattern = if takes_meta { meta.to_token_stream() } else { quote!(_) };
    let call = |(apply, _): &(&Apply, &Type)| {
        if !events.is_sound(apply) {
            // Reported.
            return quote!(());
        }
        let name = apply.name();
        let arguments = apply.taken.iter().map(|taken| match taken {
            Taken::Event => &event,
            Taken::Meta => &meta,
        });
        quote!(<#self_ty>::#name(&mut #state #(, #arguments)*))
    };
    let allow = |apply: &Apply| (!apply.attrs.deprecated.is_empty()).then(|| quote!(#[allow(deprecated)]));
    let mutable = (!events.all.is_empty()).then(|| quote!(mut));
    let body = match (&*events.all, events.only()) {
        ([], _) => quote!(match *#event {}),
        (_, Some(only)) => {
            let (allow, call) = (allow(only.0), call(&only));
            quote!(#allow #call;)
        }
        (all, _) => {
            let arms = all.iter().map(|each| {
                let (cfg, allow, variant) = (each.0.attrs.for_derived(), allow(each.0), &each.0.variant);
                let call = call(each);
                quote!(#cfg #allow #any::#variant(#event) => #call,)
            });
            quote!(match #event { #(#arms)* })
        }
    };
    let done = (!events.all.is_empty()).then(|| quote!(::core::result::Result::Ok(#state)));
    let state_pattern = if events.all.is_empty() { quote!(_) } else { quote!(#mutable #state) };
    quote! {
        fn apply(
            #state_pattern: Self,
            #event: &#event_ty,
            #meta_pattern: &#krate::entity::EventMeta,
        ) -> ::core::result::Result<Self, #krate::entity::Unexpected> {
            #body
            #done
        }
    }
}

/// `fn recovered(state: &Ledger, cx: &mut Context<Self>) { <Ledger>::warm_up(state, cx) }`.
fn hook_method(actor: &Actor, hook: &Hook, locals: &Locals) -> TokenStream {
    let Actor { krate, self_ty, .. } = actor;
    let (cfg, allow) =
        (hook.attrs.for_derived(), (!hook.attrs.deprecated.is_empty()).then(|| quote!(#[allow(deprecated)])));
    let Locals { state, cx, .. } = locals;
    let (id, why) = (Ident::new("id", Span::mixed_site()), Ident::new("why", Span::mixed_site()));
    let name = &hook.sig.ident;
    let taken: Vec<_> = hook.taken().collect();
    let arguments = taken.iter().map(|taken| match taken {
        hook::Taken::Context => cx,
        hook::Taken::Why => &why,
        hook::Taken::Id => &id,
    });
    let pattern = |name: &Ident, of| if taken.contains(&of) { name.to_token_stream() } else { quote!(_) };
    if hook.moment == Moment::Recovered {
        let cx = pattern(cx, hook::Taken::Context);
        return quote! {
            #cfg
            #allow
            fn recovered(#state: &Self, #cx: &mut #krate::actor::Context<Self>) {
                <#self_ty>::#name(#state #(, #arguments)*);
            }
        };
    }
    let (id, why) = (pattern(&id, hook::Taken::Id), pattern(&why, hook::Taken::Why));
    quote! {
        #cfg
        #allow
        fn recovery_failed(#id: &#krate::entity::EntityId<Self>, #why: &#krate::entity::RecoveryError) {
            <#self_ty>::#name(#(#arguments),*);
        }
    }
}

/// The first method that only a persistent actor has.
fn first_of_persistent(actor: &Actor) -> Span {
    let command = actor.handlers.iter().find(|handler| handler.kind != Kind::Handle);
    let named = command.map(Handler::name).or_else(|| actor.applies.first().map(Apply::name));
    named.map_or_else(|| actor.name.span(), Ident::span)
}

//! What the actor stores: its one event, or the enum of several.

use crate::actor::apply::{self, Apply};
use crate::actor::model::Actor;
use crate::emit::span::{first_span, located_with_words};
use crate::syntax::types::display;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::Type;

/// The events of an actor.
pub(super) struct Events<'a> {
    actor: &'a Actor,
    /// Each with the method that applies it.
    pub(super) all: Vec<(&'a Apply, &'a Type)>,
    /// Those whose method has a mistake in it.
    broken: Vec<&'a Apply>,
}

impl<'a> Events<'a> {
    pub(super) fn of(actor: &'a Actor) -> Self {
        let known = apply::known(actor);
        let broken = known.iter().filter(|(_, is_sound)| !is_sound).map(|(apply, _)| *apply).collect();
        let all = known.into_iter().filter_map(|(apply, _)| Some((apply, apply.event.as_ref()?))).collect();
        Self { actor, all, broken }
    }

    /// Whether the event's method can be called.
    pub(super) fn is_sound(&self, apply: &Apply) -> bool {
        !self.broken.iter().any(|broken| std::ptr::eq(*broken, apply))
    }

    /// Whether an `#[apply]` does not say what its event is, which has been reported.
    pub(super) fn lack_one(&self) -> bool {
        self.actor.applies.iter().any(|apply| apply.event.is_none())
    }

    /// Whether `event` may be the one of that method.
    pub(super) fn may_lack(&self, event: &TokenStream) -> bool {
        let written = display(event);
        self.lack_one() && self.actor.events != written && !self.all.iter().any(|(_, known)| display(known) == written)
    }

    /// The event of an actor that has only the one, and for certain.
    pub(super) fn only(&self) -> Option<(&'a Apply, &'a Type)> {
        match *self.all {
            [(apply, event)] if apply.attrs.cfg.is_empty() && !self.lack_one() => Some((apply, event)),
            _ => None,
        }
    }

    /// The type of any event: `LedgerEvent`, or the event of an actor with one.
    pub(super) fn ty(&self) -> TokenStream {
        match (&*self.all, self.only()) {
            ([], _) => quote!(::core::convert::Infallible),
            (_, Some((_, event))) => event.to_token_stream(),
            _ => self.actor.events.to_token_stream(),
        }
    }

    /// `pub enum LedgerEvent { Deposited(Deposited), .. }`, in the actor's module: commands name it.
    pub(super) fn declaration(&self) -> Option<TokenStream> {
        if self.all.is_empty() || self.only().is_some() {
            return None;
        }
        let Actor { name, events, .. } = self.actor;
        let docs = format!(" Any event of a [`{name}`]: what a command returns that may store one of several.");
        let variants = self.all.iter().map(|(apply, event)| {
            let (cfg, variant) = (apply.attrs.for_derived(), &apply.variant);
            let docs = format!(" What [`{name}`] changes with its `{}`.", apply.name());
            quote!(#cfg #[doc = #docs] #variant(#event),)
        });
        Some(quote! {
            #[doc = #docs]
            // How visible the events are cannot be seen from here.
            #[allow(private_interfaces)]
            pub enum #events {
                #(#variants)*
            }
        })
    }

    /// How an event becomes one of them, and that no two are stored under one name.
    pub(super) fn impls(&self) -> TokenStream {
        let distinct = self.distinct();
        if self.declaration().is_none() {
            return distinct;
        }
        let Actor { krate, events, .. } = self.actor;
        let name = events.to_string();
        let conversions = self.all.iter().map(|(apply, event)| {
            let (cfg, variant) = (apply.attrs.for_derived(), &apply.variant);
            quote! {
                #cfg
                #[automatically_derived]
                impl ::core::convert::From<#event> for #events {
                    fn from(event: #event) -> Self {
                        Self::#variant(event)
                    }
                }

                #cfg
                #[automatically_derived]
                impl #krate::entity::Stores<#event> for #events {
                    fn store(event: #event) -> Self {
                        Self::#variant(event)
                    }
                }
            }
        });
        let shown = self.all.iter().map(|(apply, event)| {
            let (cfg, variant) = (apply.attrs.for_derived(), &apply.variant);
            quote!(#cfg Self::#variant(_) => <#event as #krate::entity::Event>::NAME,)
        });
        quote! {
            #(#conversions)*

            // By its stored name, since events need not be `Debug`.
            #[automatically_derived]
            impl ::core::fmt::Debug for #events {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    let event = match self {
                        #(#shown)*
                    };
                    f.debug_tuple(#name).field(&::core::format_args!("{event}")).finish()
                }
            }

            #distinct
        }
    }

    /// Asserts that no two events are stored under one name: recovery would take one for the other.
    fn distinct(&self) -> TokenStream {
        let Actor { krate, name, .. } = self.actor;
        let described: Vec<_> = self
            .all
            .iter()
            .map(|(apply, event)| {
                let cfg = apply.attrs.for_derived();
                let event = quote!(<#event as #krate::entity::Event>);
                quote!(#cfg (#event::NAME, #event::ALIASES))
            })
            .collect();
        let asserts = self.all.iter().enumerate().skip(1).map(|(at, (apply, event))| {
            let written = display(event);
            let text =
                format!("a stored name of `{written}` is that of another event of `{name}`: give it a name of its own");
            let cfg = apply.attrs.for_derived();
            let up_to_it = described.get(..=at).unwrap_or_default();
            let assert = quote! {
                #cfg
                const _: () = ::core::assert!(#krate::__private::is_new_event(&[#(#up_to_it),*]), #text);
            };
            located_with_words(assert, first_span(event))
        });
        let asserts: Vec<_> = asserts.collect();
        if asserts.is_empty() {
            return TokenStream::new();
        }
        quote! {
            #krate::__ide! {
                {}
                {
                    #(#asserts)*
                }
            }
        }
    }
}

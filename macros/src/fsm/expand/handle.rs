//! `OrderRef`: what callers hold.

use super::super::model::Machine;
use super::messages::messages;
use super::names::message_bound;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Machine { krate, vis, handle, data, .. } = machine;
    // To clone, drop or send a handle, the compiler looks at every message; a type that is none has been reported.
    let bounds: Vec<_> = messages(machine).map(|(_, path)| message_bound(machine, path)).collect();
    let docs = format!(" Handle to a machine [`{}`].", machine.data_name());
    quote! {
        #[doc = #docs]
        #[derive(::core::fmt::Debug)]
        #vis struct #handle(#krate::actor::ActorRef<#data>);

        #[automatically_derived]
        impl ::core::clone::Clone for #handle
        where
            #(#bounds,)*
        {
            fn clone(&self) -> Self {
                Self(::core::clone::Clone::clone(&self.0))
            }
        }

        #[automatically_derived]
        impl #krate::actor::Handle<#data> for #handle
        where
            #(#bounds,)*
        {
            fn from_ref(actor: #krate::actor::ActorRef<#data>) -> Self {
                Self(actor)
            }

            fn actor_ref(&self) -> &#krate::actor::ActorRef<#data> {
                &self.0
            }
        }
    }
}

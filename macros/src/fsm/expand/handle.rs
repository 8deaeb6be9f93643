//! `OrderRef`: what callers hold.

use super::super::model::Machine;
use super::messages::messages;
use super::names::message_bound;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Machine { krate, vis, handle, data, .. } = machine;
    // A handle can be sent because messages can, which is not looked at for a type that is none.
    let bounds = messages(machine).map(|(_, path)| message_bound(machine, path));
    let docs = format!("Handle to a machine [`{}`].", machine.data_name());
    quote! {
        #[doc = #docs]
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        #vis struct #handle(#krate::actor::ActorRef<#data>);

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

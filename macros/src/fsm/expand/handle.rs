//! `OrderRef`: what callers hold.

use super::super::model::Machine;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Machine { krate, vis, handle, data, .. } = machine;
    let docs = format!("Handle to a machine [`{}`].", machine.data_name());
    quote! {
        #[doc = #docs]
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        #vis struct #handle(#krate::actor::ActorRef<#data>);

        #[automatically_derived]
        impl #krate::actor::Handle<#data> for #handle {
            fn from_ref(actor: #krate::actor::ActorRef<#data>) -> Self {
                Self(actor)
            }

            fn actor_ref(&self) -> &#krate::actor::ActorRef<#data> {
                &self.0
            }
        }
    }
}

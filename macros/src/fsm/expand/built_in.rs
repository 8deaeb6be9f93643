//! What every machine can be asked, besides its own messages.

use super::super::model::{Machine, Own};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// Their way into the mailbox.
pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Own { inbox, state_name, permitted, subscribe, .. } = &machine.own;
    let Machine { krate, data, .. } = machine;
    let asked = [("StateName", state_name), ("Permitted", permitted), ("Subscribe", subscribe)];
    let accepts = asked.map(|(name, variant)| {
        let name = Ident::new(name, Span::call_site());
        quote! {
            #[automatically_derived]
            impl #krate::call::Accepts<#krate::fsm::#name> for #data {
                fn accept(message: #krate::fsm::#name, port: #krate::__private::PortOf<#krate::fsm::#name>) -> #inbox {
                    #inbox::#variant(message, port)
                }
            }
        }
    });
    accepts.into_iter().collect()
}

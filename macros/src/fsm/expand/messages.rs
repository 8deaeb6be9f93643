//! The mailbox's enum, and the way into it.

use super::super::model::Machine;
use super::names::{at_call_site, message_bound};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, Path};

pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Machine { krate, handle, data, ident, .. } = machine;
    let name = super::table::stored_name(machine);
    let messages: Vec<_> = messages(machine).collect();
    let names = messages.iter().map(|(name, _)| at_call_site(name)).collect::<Vec<_>>();
    let types = messages.iter().map(|(_, path)| *path).collect::<Vec<_>>();
    let bounds = types.iter().map(|path| message_bound(machine, path));
    let later: Vec<_> = machine.commands.iter().filter(|command| command.asyncness).collect();
    let later_names = later.iter().map(|command| at_call_site(&command.name));
    let later_types = later.iter().map(|command| &command.path).collect::<Vec<_>>();
    quote! {
        pub enum __Inbox {
            #(#names(#types, #krate::__private::PortOf<#types>),)*
            __State(#krate::fsm::StateName, #krate::__private::PortOf<#krate::fsm::StateName>),
            __Permitted(#krate::fsm::Permitted, #krate::__private::PortOf<#krate::fsm::Permitted>),
        }

        pub enum __Later {
            #(#later_names(#later_types, #krate::__private::ReplyToOf<#later_types>),)*
        }

        #[automatically_derived]
        impl #krate::actor::Declared for #data {
            const MAILBOX: #krate::mailbox::Capacity = <#data as #krate::fsm::FsmOf<#ident>>::MAILBOX;
        }

        #[automatically_derived]
        impl #krate::fsm::Fsm for #data {
            type States = #ident;
        }

        #[automatically_derived]
        impl #krate::actor::Actor for #data {
            type Handle = #handle;
            type Message = __Inbox;
            type Id = #krate::entity::EntityId<Self>;
        }

        #[automatically_derived]
        impl #krate::entity::Persistent for #data {
            const KIND: &'static ::core::primitive::str = #name;
            type State = #krate::fsm::Machine<#data, #ident>;
        }

        #(
            #[automatically_derived]
            impl #krate::call::Accepts<#types> for #data
            where
                #bounds,
            {
                fn accept(message: #types, port: #krate::__private::PortOf<#types>) -> __Inbox {
                    __Inbox::#names(message, port)
                }
            }
        )*

        #[automatically_derived]
        impl #krate::call::Accepts<#krate::fsm::StateName> for #data {
            fn accept(message: #krate::fsm::StateName, port: #krate::__private::PortOf<#krate::fsm::StateName>) -> __Inbox {
                __Inbox::__State(message, port)
            }
        }

        #[automatically_derived]
        impl #krate::call::Accepts<#krate::fsm::Permitted> for #data {
            fn accept(message: #krate::fsm::Permitted, port: #krate::__private::PortOf<#krate::fsm::Permitted>) -> __Inbox {
                __Inbox::__Permitted(message, port)
            }
        }
    }
}

/// Everything that the machine can be sent: its commands, then its queries.
pub(super) fn messages(machine: &Machine) -> impl Iterator<Item = (&Ident, &Path)> {
    let commands = machine.commands.iter().map(|command| (&command.name, &command.path));
    let queries = machine.queries.iter().filter(|query| query.dropped.is_none());
    commands.chain(queries.map(|query| (&query.name, &query.command)))
}

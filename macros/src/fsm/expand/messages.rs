//! The mailbox's enum, and the way into it.

use super::super::model::{Machine, Own};
use super::super::parse::Form;
use super::names::{at_call_site, message_bound};
use crate::emit::span::located;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, Path};

pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Own { inbox, state_name, permitted, subscribe, later: later_enum, .. } = &machine.own;
    let Machine { krate, handle, data, ident, .. } = machine;
    let name = super::table::stored_name(machine);
    let messages: Vec<_> = messages(machine).collect();
    let names = messages.iter().map(|(name, _)| at_call_site(name)).collect::<Vec<_>>();
    let types = messages.iter().map(|(_, path)| *path).collect::<Vec<_>>();
    // Located at the command: a type that is no message is reported there.
    let ports = messages.iter().map(|(name, path)| located(quote!(#krate::__private::PortOf<#path>), name.span()));
    let bounds: Vec<_> = types.iter().map(|path| message_bound(machine, path)).collect();
    let all_bounds = &bounds;
    let later: Vec<_> = machine.commands.iter().filter(|command| command.asyncness).collect();
    let later_names = later.iter().map(|command| at_call_site(&command.name));
    let later_types = later.iter().map(|command| &command.path);
    let later_ports = later.iter().map(|command| {
        let path = &command.path;
        located(quote!(#krate::__private::PortOf<#path>), command.name.span())
    });
    let back: Vec<_> = later.iter().map(|command| at_call_site(&command.name)).collect();
    let kept = kept(machine);
    let built_in = super::built_in::expand(machine);
    quote! {
        // A message may be less visible than the machine.
        #[allow(private_interfaces)]
        pub enum #inbox {
            #(#names(#types, #ports),)*
            #state_name(#krate::fsm::StateName, #krate::__private::PortOf<#krate::fsm::StateName>),
            #permitted(#krate::fsm::Permitted, #krate::__private::PortOf<#krate::fsm::Permitted>),
            #subscribe(#krate::fsm::Subscribe, #krate::__private::PortOf<#krate::fsm::Subscribe>),
        }

        #[allow(private_interfaces)]
        pub enum #later_enum {
            #(#later_names(#later_types, #later_ports),)*
        }

        #[automatically_derived]
        impl ::core::convert::From<#later_enum> for #inbox
        where
            #(#all_bounds,)*
        {
            fn from(message: #later_enum) -> Self {
                match message {
                    #(#later_enum::#back(command, port) => Self::#back(command, port),)*
                }
            }
        }

        #krate::__ide! {
            {}
            {
                #kept
            }
        }

        #[automatically_derived]
        impl #krate::__private::HasHandlers for #data {}

        #[automatically_derived]
        impl #krate::actor::Declared for #data {
            const MAILBOX: ::core::option::Option<#krate::mailbox::Capacity> =
                <#data as #krate::fsm::FsmOf<#ident>>::MAILBOX;
            const STASH: ::core::option::Option<#krate::mailbox::Capacity> =
                <#data as #krate::fsm::FsmOf<#ident>>::STASH;
        }

        #[automatically_derived]
        impl #krate::fsm::Fsm for #data {
            type States = #ident;
        }

        #[automatically_derived]
        impl #krate::actor::Actor for #data {
            type Handle = #handle;
            type Message = #inbox;
            type Id = #krate::entity::EntityId<Self>;

            fn name(message: &#inbox) -> &'static ::core::primitive::str {
                match message {
                    #(#inbox::#names(..) => ::core::stringify!(#names),)*
                    #inbox::#state_name(..) => "StateName",
                    #inbox::#permitted(..) => "Permitted",
                    #inbox::#subscribe(..) => "Subscribe",
                }
            }
        }

        #[automatically_derived]
        impl #krate::entity::Persistent for #data {
            const KIND: &'static ::core::primitive::str = #name;
            type State = #krate::fsm::Machine<#data, #ident>;
            const SNAPSHOT_EVERY: ::core::option::Option<::core::primitive::u64> =
                <#data as #krate::fsm::FsmOf<#ident>>::SNAPSHOTS.every();
        }

        #(
            #[automatically_derived]
            impl #krate::call::Accepts<#types> for #data
            where
                #bounds,
            {
                fn accept(message: #types, port: #krate::__private::PortOf<#types>) -> #inbox {
                    #inbox::#names(message, port)
                }
            }
        )*

        #built_in
    }
}

/// Asserts, where a command is named, that it can be kept and answered again, and that what fires is a timer.
fn kept(machine: &Machine) -> TokenStream {
    let krate = &machine.krate;
    let asserts = machine.commands.iter().map(|command| {
        let path = &command.path;
        let kept = quote!(#krate::__private::Kept);
        let assert = quote!(const _: fn() = {
            use #krate::__private::NotAsked as _;
            #kept::<#path>::answer_asked
        };);
        let is_timer = (command.form == Form::Timer).then(|| {
            quote!(const _: fn(&::core::primitive::str) -> ::core::primitive::bool = #krate::timer::is_timer::<#path>;)
        });
        located(quote!(#assert #is_timer), command.name.span())
    });
    quote!(#(#asserts)*)
}

/// Everything that the machine can be sent: its commands, then its queries.
pub(super) fn messages(machine: &Machine) -> impl Iterator<Item = (&Ident, &Path)> {
    let commands = machine.commands.iter().map(|command| (&command.name, &command.path));
    let queries = machine.queries.iter().filter(|query| query.dropped.is_none());
    commands.chain(queries.map(|query| (&query.name, &query.command)))
}

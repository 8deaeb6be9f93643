//! The mailbox's enum, and the way into it.

use super::super::super::model::{Machine, Own};
use super::super::names::{at_call_site, message_bound};
use super::commands::taken;
use super::deadlines;
use crate::emit::span::located;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Path;
use syn::ext::IdentExt as _;

/// Everything that can be sent to the machine: commands and timers, then queries.
pub(super) fn messages(machine: &Machine) -> Vec<(&Ident, &Path)> {
    let queries = machine.queries.iter().filter(|query| query.dropped.is_none());
    let queries = queries.map(|query| (&query.name, &query.command));
    taken(machine).iter().map(|taken| (taken.name, taken.path)).chain(queries).collect()
}

pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Own { inbox, state_name, permitted, subscribe, later: later_enum, deadline, written, .. } = &machine.own;
    let Machine { krate, handle, flow, data, ident, .. } = machine;
    let messages = messages(machine);
    let names = messages.iter().map(|(name, _)| at_call_site(name)).collect::<Vec<_>>();
    let types = messages.iter().map(|(_, path)| *path).collect::<Vec<_>>();
    let shown = names.iter().map(|name| name.unraw().to_string());
    // Located at the command: a type that is no message is reported there.
    let ports = messages.iter().map(|(name, path)| located(quote!(#krate::__private::PortOf<#path>), name.span()));
    let bounds: Vec<_> = types.iter().map(|path| message_bound(machine, path)).collect();
    let later: Vec<_> = taken(machine).into_iter().filter(|taken| taken.is_later(machine)).collect();
    let later_names = later.iter().map(|command| at_call_site(command.name));
    let later_types = later.iter().map(|command| command.path);
    let later_ways = later.iter().map(|command| {
        let path = command.path;
        located(quote!(#krate::__private::WayBack<#path>), command.name.span())
    });
    let deadlines: Vec<_> = deadlines::all(machine).map(|(_, row)| at_call_site(&row.method)).collect();
    let deadline_names = deadlines.iter().map(|name| name.unraw().to_string());
    let has_deadlines = !deadlines.is_empty();
    let deadline_enum = has_deadlines.then(|| {
        quote! {
            // Named as their methods are.
            #[allow(non_camel_case_types)]
            pub enum #deadline {
                #(#deadlines,)*
            }
        }
    });
    let deadline_variant = has_deadlines.then(|| quote!(#deadline(#deadline),));
    let later_deadline = deadlines::all(machine).any(|(_, row)| row.asyncness).then(|| quote!(#deadline(#deadline),));
    let built_in = super::super::built_in::expand(machine);
    quote! {
        #deadline_enum

        // A message may be less visible than the machine.
        #[allow(private_interfaces)]
        pub enum #inbox {
            #(#names(#types, #ports),)*
            #state_name(#krate::fsm::StateName, #krate::__private::PortOf<#krate::fsm::StateName>),
            #permitted(#krate::fsm::Permitted, #krate::__private::PortOf<#krate::fsm::Permitted>),
            #subscribe(#krate::fsm::Subscribe, #krate::__private::PortOf<#krate::fsm::Subscribe>),
            #deadline_variant
        }

        #[allow(private_interfaces)]
        pub enum #later_enum {
            #(#later_names(#later_types, #later_ways),)*
            #later_deadline
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
            type Id = ();

            fn name(message: &#inbox) -> &'static ::core::primitive::str {
                match message {
                    #(#inbox::#names(..) => #shown,)*
                    #inbox::#state_name(..) => "StateName",
                    #inbox::#permitted(..) => "Permitted",
                    #inbox::#subscribe(..) => "Subscribe",
                    #(#inbox::#deadline(#deadline::#deadlines) => #deadline_names,)*
                }
            }
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

        trait #written<'a>: #flow {}

        impl<A: #flow> #written<'_> for A {}

        const _: fn() = || {
            fn handlers<A: #flow>() {}
            handlers::<#data>();
        };
    }
}

//! From the mailbox to the persist handlers.

use super::super::model::Machine;
use super::messages::messages;
use super::names::{at_call_site, event_bound, flow_bound, message_bound};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Machine { krate, data, ident, flow, .. } = machine;
    let mut bounds = vec![flow_bound(machine)];
    bounds.extend(messages(machine).map(|(_, path)| message_bound(machine, path)));
    bounds.extend(machine.events.iter().map(|event| event_bound(machine, &event.path)));
    let commands = machine.commands.iter().map(|command| {
        let name = at_call_site(&command.name);
        match command.asyncness {
            true => quote! {
                __Inbox::#name(command, port) => #krate::entity::Work::Later(__Later::#name(command, port.open()))
            },
            false => quote! {
                __Inbox::#name(command, port) => #krate::entity::Work::persist(machine, command, port, cx)
            },
        }
    });
    let queries = machine.queries.iter().filter(|query| query.dropped.is_none()).map(|query| {
        let (name, method) = (at_call_site(&query.name), &query.method);
        quote! {
            __Inbox::#name(query, port) => {
                #krate::entity::Work::query(query, port, |query| #flow::#method(&machine.data, &machine.state, query))
            }
        }
    });
    let later = machine.commands.iter().filter(|command| command.asyncness).map(|command| at_call_site(&command.name));
    let names = messages(machine).map(|(name, _)| at_call_site(name));
    quote! {
        #[automatically_derived]
        impl #krate::entity::PersistDispatch for #data
        where
            #(#bounds,)*
        {
            type Later = __Later;

            fn dispatch(
                machine: &Self::State,
                message: __Inbox,
                cx: &mut #krate::actor::Context<Self>,
            ) -> #krate::entity::Work<Self> {
                match message {
                    #(#commands,)*
                    #(#queries)*
                    __Inbox::__State(query, port) => {
                        #krate::entity::Work::query(query, port, |_| #krate::fsm::States::name(&machine.state))
                    }
                    __Inbox::__Permitted(query, port) => #krate::entity::Work::query(query, port, |_| {
                        #ident::TABLE.permitted(#krate::fsm::States::name(&machine.state))
                    }),
                }
            }

            async fn dispatch_later(
                machine: &Self::State,
                message: __Later,
                cx: &mut #krate::actor::Context<Self>,
            ) -> #krate::entity::Verdict<Self> {
                match message {
                    #(__Later::#later(command, reply) => {
                        #krate::entity::Verdict::persist(machine, command, reply, cx).await
                    })*
                }
            }

            fn reject(message: __Inbox, why: &#krate::entity::Rejection) {
                match message {
                    #(__Inbox::#names(_, port) => port.reject(why),)*
                    __Inbox::__State(_, port) => port.reject(why),
                    __Inbox::__Permitted(_, port) => port.reject(why),
                }
            }
        }
    }
}

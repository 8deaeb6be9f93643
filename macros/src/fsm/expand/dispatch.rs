//! From the mailbox to the persist handlers.

use super::super::model::{Machine, Own};
use super::super::parse::Form;
use super::deadlines;
use super::messages::messages;
use super::names::{at_call_site, command_bound, query_bound, recovered_bound, timer_bound};
use crate::emit::arrive;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

pub(super) fn expand(machine: &Machine) -> TokenStream {
    let Own { inbox, state_name, permitted, later: later_enum, .. } = &machine.own;
    let Machine { krate, data, ident, flow, .. } = machine;
    let mut bounds = vec![recovered_bound(machine)];
    bounds.extend(machine.commands.iter().map(|command| match command.form {
        Form::Timer => timer_bound(machine, &command.path),
        _ => command_bound(machine, &command.path),
    }));
    let queries_taken = machine.queries.iter().filter(|query| query.dropped.is_none());
    bounds.extend(queries_taken.map(|query| query_bound(machine, &query.command)));
    let commands = machine.commands.iter().map(|command| {
        let name = at_call_site(&command.name);
        if command.asyncness {
            quote! {
                #inbox::#name(command, port) => #krate::entity::Work::Later(#later_enum::#name(command, port))
            }
        } else {
            quote! {
                #inbox::#name(command, port) => #krate::entity::Work::persist(machine, command, port, cx)
            }
        }
    });
    let queries = machine.queries.iter().filter(|query| query.dropped.is_none()).map(|query| {
        let (name, method) = (at_call_site(&query.name), &query.method);
        quote! {
            #inbox::#name(query, port) => {
                #krate::entity::Work::query(query, port, |query| #flow::#method(&machine.data, &machine.state, query))
            }
        }
    });
    let later = machine.commands.iter().filter(|command| command.asyncness).map(|command| at_call_site(&command.name));
    let deadlines = deadlines::expand(machine);
    let taken: Vec<_> = machine
        .commands
        .iter()
        .filter(|command| command.form == Form::Command)
        .map(|command| (TokenStream::new(), command.path.to_token_stream()))
        .collect();
    let arrive = arrive::arrive(krate, inbox, &taken);
    let names = messages(machine).map(|(name, _)| at_call_site(name));
    let (hooks, end) = (super::hooks::expand(machine), super::end::expand(machine));
    quote! {
        #[automatically_derived]
        impl #krate::entity::PersistDispatch for #data
        where
            #(#bounds,)*
        {
            type Later = #later_enum;

            fn dispatch(
                machine: &#krate::fsm::Machine<#data, #ident>,
                message: #inbox,
                cx: &mut #krate::actor::Context<Self>,
            ) -> #krate::entity::Work<Self> {
                match message {
                    #(#commands,)*
                    #(#queries)*
                    #inbox::#state_name(query, port) => {
                        #krate::entity::Work::query(query, port, |_| #krate::fsm::States::name(&machine.state))
                    }
                    #inbox::#permitted(query, port) => #krate::entity::Work::query(query, port, |_| {
                        #ident::TABLE.permitted(#krate::fsm::States::name(&machine.state))
                    }),
                }
            }

            async fn dispatch_later(
                machine: &#krate::fsm::Machine<#data, #ident>,
                message: #later_enum,
                cx: &mut #krate::actor::Context<Self>,
            ) -> #krate::entity::Verdict<Self> {
                match message {
                    #(#later_enum::#later(command, port) => {
                        #krate::entity::Verdict::persist(machine, command, port, cx).await
                    })*
                }
            }

            #deadlines

            #hooks

            #end

            #arrive

            fn reject(message: #inbox, why: &#krate::entity::Rejection) {
                match message {
                    #(#inbox::#names(_, port) => port.reject(why),)*
                    #inbox::#state_name(_, port) => port.reject(why),
                    #inbox::#permitted(_, port) => port.reject(why),
                }
            }
        }
    }
}

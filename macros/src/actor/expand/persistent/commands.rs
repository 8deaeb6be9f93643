//! One persist handler for each command.

use super::events::Events;
use super::messages::message;
use crate::actor::expand::Sound;
use crate::actor::expand::call::{Locals, Returned, allow_deprecated, call_on, called, carried, sendable};
use crate::actor::model::{Actor, Handler, Param, Reply};
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

pub(super) fn commands(actor: &Actor, sound: &Sound<'_>, events: &Events<'_>, locals: &Locals) -> TokenStream {
    let commands = sound.iter().filter(|handler| handler.kind.decides());
    commands.map(|command| persist(actor, command, events, locals)).collect()
}

/// `fn persist(state: &Ledger, Deposit { amount }: Deposit, ..) -> .. { Step::returned::<Deposited>(<Ledger>::deposit(state, amount)) }`.
fn persist(actor: &Actor, command: &Handler, events: &Events<'_>, locals: &Locals) -> TokenStream {
    let Actor { krate, self_ty, .. } = actor;
    let (cfg, allow) = (command.attrs.for_derived(), allow_deprecated(command));
    let asyncness = command.is_async().then(|| quote!(async));
    let of_trait = if command.is_async() { quote!(PersistHandlerAsync) } else { quote!(PersistHandler) };
    let state = &locals.state;
    let takes_context = command.params.iter().any(|param| matches!(param, Param::Context(_)));
    let cx = if takes_context { locals.cx.to_token_stream() } else { quote!(_) };
    let (message, carried) = (message(command), carried(actor, command, locals));
    let event = match &command.reply {
        Reply::Decided { event, .. } => event.clone(),
        Reply::Decision(ty) => quote!(<#ty as #krate::entity::Decision>::Event),
        // Reported: it decides nothing.
        _ => return TokenStream::new(),
    };
    let call = call_on(&state.to_token_stream(), actor, command, locals);
    let decision = if command.is_async() { sendable(actor, command, &call) } else { call };
    let at = Returned::of(&command.sig);
    let step = match &command.reply {
        // Its `#[apply]` may be the one that has been reported for not naming its event.
        Reply::Decided { event, .. } if events.may_lack(event) => quote!(::core::unreachable!()),
        // What it may store is part of what is assumed of it.
        Reply::Decision(ty) if actor.assumed(command).is_some() && command.message().is_none() => {
            let params = quote!(Self, #message, #ty);
            called(&quote!(#krate::__private::decided), &params, &at, &decision)
        }
        _ => called(&quote!(#krate::entity::Step::returned), &event, &at, &decision),
    };
    let unused = events.lack_one().then(|| quote!(#[allow(unused_variables)]));
    // All of them: a future is sent with the context, and so with every message.
    let where_clause = &actor.generics.where_clause;
    quote! {
        #cfg
        #[automatically_derived]
        impl #krate::entity::#of_trait<#message> for #self_ty #where_clause {
            #allow
            #unused
            #asyncness fn persist(
                #state: &#self_ty,
                #carried: #message,
                #cx: &mut #krate::actor::Context<Self>,
            ) -> #krate::entity::Step<Self, #message> {
                #step
            }
        }
    }
}

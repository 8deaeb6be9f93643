//! The messages: a struct of arguments for each command and query, and the enum of everything that may lie in the mailbox.

use crate::actor::expand::{Sound, answer};
use crate::actor::model::{Actor, Handler, Kind, Reply};
use crate::emit::span::{last_span, located, located_with_words};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote};

pub(super) fn messages(actor: &Actor, sound: &Sound<'_>) -> TokenStream {
    let Actor { krate, self_ty, generics, inbox, later, .. } = actor;
    let (declared, where_clause) = (&actor.declared.where_clause, &generics.where_clause);
    let requests = sound.iter().map(|handler| match handler.message() {
        Some(_) => TokenStream::new(),
        None => request(actor, handler),
    });
    let accepts = sound.iter().map(|handler| {
        let (cfg, message, variant) = (handler.attrs.for_derived(), message(handler), &handler.variant);
        let where_clause = actor.bounds_of(handler);
        quote! {
            #cfg
            #[automatically_derived]
            impl #krate::call::Accepts<#message> for #self_ty #where_clause {
                fn accept(message: #message, port: #krate::__private::PortOf<#message>) -> #inbox {
                    #inbox::#variant(message, port)
                }
            }
        }
    });
    let variants: Vec<_> = sound.iter().map(|handler| variant(actor, handler)).collect();
    let asyncs: Vec<_> = sound.iter().filter(|handler| handler.is_async()).collect();
    let later_variants = asyncs.iter().map(|handler| variant(actor, handler));
    let back = asyncs.iter().map(|handler| {
        let (cfg, variant) = (handler.attrs.for_derived(), &handler.variant);
        quote!(#cfg #later::#variant(command, port) => Self::#variant(command, port),)
    });
    // What a command returns under another name is asked where it is named.
    let is_kept = |handler: &&Handler| handler.kind == Kind::Command && !matches!(handler.reply, Reply::Decision(_));
    let kept = sound.iter().filter(is_kept).map(|handler| kept(actor, handler));
    quote! {
        #(#requests)*
        #(#accepts)*

        // A message may be less visible than the actor, as its handler is.
        #[allow(private_interfaces)]
        pub enum #inbox #declared {
            #(#variants)*
        }

        #[allow(private_interfaces)]
        pub enum #later #declared {
            #(#later_variants)*
        }

        #[automatically_derived]
        impl ::core::convert::From<#later> for #inbox #where_clause {
            fn from(message: #later) -> Self {
                match message {
                    #(#back)*
                }
            }
        }

        #krate::__ide! {
            {}
            {
                #(#kept)*
            }
        }
    }
}

/// The type of the handler's message.
pub(super) fn message(handler: &Handler) -> TokenStream {
    match handler.message() {
        Some(message) => message.ty.to_token_stream(),
        None => handler.request.to_token_stream(),
    }
}

/// `struct Deposit { amount: u64 }`, which is a message and can be kept.
fn request(actor: &Actor, handler: &Handler) -> TokenStream {
    let (krate, where_clause) = (&actor.krate, actor.bounds_of(handler));
    let cfg = handler.attrs.for_derived();
    let request = &handler.request;
    let names: Vec<_> = handler.arguments().map(|argument| &argument.name).collect();
    let types: Vec<_> = handler.arguments().map(|argument| &argument.ty).collect();
    let function = match handler.kind {
        Kind::Command | Kind::Timer => quote!(argument),
        Kind::Query | Kind::Handle => quote!(query_argument),
    };
    // Where its type stands, which may be one that cannot be copied.
    let copies = handler.arguments().map(|argument| {
        let (name, at) = (&argument.name, last_span(&argument.ty));
        located_with_words(quote!(#krate::__private::#function(&self.#name)), at)
    });
    let (reply, error) = answer(actor, handler);
    let result = quote!(::core::result::Result);
    let (decision, decided) = match &handler.reply {
        Reply::Unit | Reply::Value(_) | Reply::Decided { refusal: None, .. } => {
            (quote!(P), quote!(#result::Ok(decision)))
        }
        Reply::Result(..) | Reply::Alias(_) | Reply::Decided { .. } => {
            (quote!(#result<P, Self::Error>), quote!(decision))
        }
        Reply::Decision(ty) => {
            let read = quote!(<#ty as #krate::entity::Decision>);
            (quote!(#read::Answer<P>), quote!(#read::answer(decision)))
        }
    };
    quote! {
        #cfg
        struct #request {
            #(#names: #types,)*
        }

        #cfg
        #[automatically_derived]
        impl ::core::clone::Clone for #request {
            fn clone(&self) -> Self {
                Self { #(#names: #copies,)* }
            }
        }

        #cfg
        #[automatically_derived]
        impl #krate::call::Message for #request #where_clause {
            type Reply = #reply;
            type Error = #error;
            type Decision<P> = #decision;

            fn decided<P>(decision: Self::Decision<P>) -> #result<P, Self::Error> {
                #decided
            }
        }
    }
}

/// `Deposit(Deposit, Port<..>),`.
fn variant(actor: &Actor, handler: &Handler) -> TokenStream {
    let krate = &actor.krate;
    let (cfg, variant, message) = (handler.attrs.for_derived(), &handler.variant, message(handler));
    // Located where the message is named, or what decides: that it is none is reported there.
    let at = match (handler.message(), &handler.reply) {
        (Some(message), _) => last_span(&message.ty),
        (_, Reply::Decision(ty)) => last_span(ty),
        _ => Span::call_site(),
    };
    let port = located(quote!(#krate::__private::PortOf<#message>), at);
    quote!(#cfg #variant(#message, #port),)
}

/// Asserts, where the reply or the message is named, that the command can be kept and answered again.
fn kept(actor: &Actor, handler: &Handler) -> TokenStream {
    let krate = &actor.krate;
    let cfg = handler.attrs.for_derived();
    let message = message(handler);
    // What it carries is asked of a message of its own here, of others by how they are copied.
    let function = if handler.typed { quote!(asked) } else { quote!(answer_asked) };
    let assert = quote!(const _: fn() = {
        use #krate::__private::NotAsked as _;
        #krate::__private::Kept::<#message>::#function
    };);
    let assert = located_with_words(assert, answered_at(handler));
    quote!(#cfg #assert)
}

/// Where the handler says what it is answered with.
fn answered_at(handler: &Handler) -> Span {
    match (handler.message(), &handler.reply) {
        (Some(message), _) => last_span(&message.ty),
        (_, Reply::Decided { reply, .. }) if !reply.is_empty() && reply.to_string() != "()" => last_span(reply),
        _ => handler.name().span(),
    }
}

//! `#[fsm]`: the struct with what all states share.

use crate::diag::Diagnostics;
use crate::emit::krate::Krate;
use crate::pipeline::Macro;
use crate::syntax::args::Args;
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::{Ident, LitInt, Path};

/// `#[fsm]`.
pub(crate) struct Fsm;

/// The options, and the head of the item. The fields stay tokens: one that is being typed must not take the rest with it.
pub(crate) struct Input {
    args: Args,
    item: TokenStream,
}

/// What the struct says.
pub(crate) struct Shared {
    krate: Krate,
    ident: Ident,
    states: Option<Path>,
    mailbox: Option<TokenStream>,
}

impl Macro for Fsm {
    type Input = Input;
    type Model = Shared;

    fn is_helper(name: &str) -> bool {
        name == "volatile"
    }

    fn parse(args: TokenStream, item: TokenStream, diag: &mut Diagnostics) -> Option<Input> {
        let args = Args::parse(args, "#[fsm]", &["states", "mailbox", "crate"], diag);
        Some(Input { args, item })
    }

    fn model(Input { args, item }: Input, diag: &mut Diagnostics) -> Option<Shared> {
        let krate = Krate::parse(&args, diag);
        let mailbox = args.get("mailbox").and_then(|arg| mailbox(arg.value("mailbox = 64", diag)?, &krate, diag));
        let ident = struct_name(item, diag)?;
        let states = match args.get("states") {
            Some(arg) => arg.value("states = OrderState", diag),
            None => {
                diag.error(&ident, format_args!("which enum holds the states of `{ident}`?"))
                    .help("write `#[fsm(states = ..)]` with the enum that has `#[derive(States)]`");
                None
            }
        };
        Some(Shared { krate, ident, states, mailbox })
    }

    fn expand(Shared { krate, ident, states, mailbox }: &Shared) -> TokenStream {
        let mailbox = mailbox.as_ref().map(|mailbox| {
            quote! { const MAILBOX: #krate::mailbox::Capacity = #mailbox; }
        });
        let half = states.as_ref().map(|states| {
            quote! {
                #[automatically_derived]
                impl #krate::fsm::FsmOf<#states> for #ident {
                    #mailbox
                }
            }
        });
        quote!(#half)
    }
}

/// The name behind `struct`.
fn struct_name(item: TokenStream, diag: &mut Diagnostics) -> Option<Ident> {
    let mut tokens = item.into_iter();
    let keyword = tokens.find(|token| matches!(token, TokenTree::Ident(word) if is_item(word)));
    let (Some(TokenTree::Ident(keyword)), Some(TokenTree::Ident(ident))) = (keyword, tokens.next()) else {
        return None;
    };
    if keyword != "struct" {
        diag.error(&keyword, "`#[fsm]` belongs on the struct with what all states of a machine share");
        return None;
    }
    if let Some(angle @ TokenTree::Punct(_)) = tokens.next().filter(|token| token.to_string() == "<") {
        diag.error(angle, "a machine has no type parameters")
            .help("let the fields hold concrete types; what varies can be a boxed trait");
        return None;
    }
    Some(ident)
}

fn is_item(word: &Ident) -> bool {
    ["struct", "enum", "union", "fn", "impl", "trait", "mod", "type", "const", "static"].iter().any(|item| word == item)
}

/// `64` or `unbounded`.
fn mailbox(value: TokenStream, krate: &Krate, diag: &mut Diagnostics) -> Option<TokenStream> {
    if value.to_string() == "unbounded" {
        return Some(quote!(#krate::mailbox::Capacity::Unbounded));
    }
    let messages = syn::parse2::<LitInt>(value.clone()).ok().filter(|literal| literal.base10_parse::<usize>().is_ok_and(|n| n > 0));
    match messages {
        Some(messages) => Some(quote!(#krate::mailbox::Capacity::bounded(#messages))),
        None => {
            diag.error(value, "a mailbox holds a number of messages, at least one, or is `unbounded`")
                .help("write `mailbox = 64` or `mailbox = unbounded`");
            None
        }
    }
}


//! `#[fsm]`: the struct with what all states share.

use crate::diag::Diagnostics;
use crate::emit::krate::Krate;
use crate::emit::span::located_with_words;
use crate::pipeline::Macro;
use crate::syntax::args::Args;
use crate::syntax::header::{Header, Keyword};
use crate::syntax::mailbox::Mailbox;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Path;

/// `#[fsm]`.
pub(crate) enum Fsm {}

/// The struct and the options.
pub(crate) struct Input {
    header: Header,
    args: Args,
}

/// What the struct says.
pub(crate) struct Shared {
    krate: Krate,
    header: Header,
    states: Option<Path>,
    mailbox: Option<Mailbox>,
}

impl Macro for Fsm {
    type Input = Input;
    type Model = Shared;

    fn is_helper(name: &str) -> bool {
        name == "volatile"
    }

    fn parse(args: TokenStream, item: TokenStream, diag: &mut Diagnostics) -> Option<Input> {
        let args = Args::parse(args, "#[fsm]", &["states", "mailbox", "crate"], diag);
        let header = Header::parse(item, "#[fsm]", diag)?;
        Some(Input { header, args })
    }

    fn model(Input { header, args }: Input, diag: &mut Diagnostics) -> Option<Shared> {
        let krate = Krate::parse(&args, diag);
        let mailbox = Mailbox::parse(&args, diag);
        let states = args.get("states").and_then(|arg| arg.value("states = OrderState", diag));
        if args.get("states").is_none() && args.is_whole() {
            let name = &header.name;
            diag.error(name, format_args!("which enum holds the states of `{name}`?"))
                .help("write `#[fsm(states = ..)]` with the enum that has `#[derive(States)]`");
        }
        Some(Shared { krate, header, states, mailbox })
    }

    fn check(shared: &Shared, diag: &mut Diagnostics) {
        check_struct(shared, diag);
        check_generic(shared, diag);
    }

    fn expand(Shared { krate, header, states, mailbox }: &Shared) -> TokenStream {
        let mailbox = mailbox.as_ref().map(|mailbox| mailbox.constant(krate));
        if !header.generics.params.is_empty() {
            return TokenStream::new();
        }
        let name = &header.name;
        let Some(states) = states else {
            // Which enum it is has been reported as missing; that it names no machine is no second mistake.
            return quote! {
                #[automatically_derived]
                #[doc(hidden)]
                impl<S: #krate::fsm::StatesOf<Self>> #krate::fsm::FsmOf<S> for #name {
                    #mailbox
                }
            };
        };
        let at = states.segments.last().map_or(name.span(), |segment| segment.ident.span());
        // Located at the enum's name: that it does not hold the states of this machine is reported there.
        let (path, end) = (located_with_words(quote!(#krate::fsm::FsmOf<), at), located_with_words(quote!(>), at));
        quote! {
            #krate::__ide! {
                {
                    impl #krate::fsm::FsmOf<#states> for #name {
                        #mailbox
                    }
                }
                {
                    #[automatically_derived]
                    #[doc(hidden)]
                    impl #path #states #end for #name {
                        #mailbox
                    }
                }
            }
        }
    }
}

// A machine without a place for what its states share:
//
//     #[fsm(states = OrderState)] enum Order { .. }
//
fn check_struct(shared: &Shared, diag: &mut Diagnostics) {
    let keyword: &dyn ToTokens = match &shared.header.keyword {
        Keyword::Struct => return,
        Keyword::Enum(keyword) => keyword,
        Keyword::Union(keyword) => keyword,
    };
    diag.error(keyword, "`#[fsm]` stands on the struct with what all states of a machine share")
        .help("the states are an enum of its own, with `#[derive(States)]`");
}

// A machine with parameters:
//
//     #[fsm(states = OrderState)] struct Order<G> { gateway: G }
//
fn check_generic(shared: &Shared, diag: &mut Diagnostics) {
    if let Some(parameter) = shared.header.generics.params.first() {
        diag.error(parameter, "a machine has no generic parameters in this version")
            .help("let the fields hold concrete types; what varies can be a boxed trait");
    }
}

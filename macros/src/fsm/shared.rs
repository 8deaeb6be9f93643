//! `#[fsm]`: the struct with what all states share.

use crate::actor::stored::{Field, Snapshot, fields, number, snapshot};
use crate::diag::{Diagnostics, catalogue};
use crate::emit::keys::keys;
use crate::emit::krate::Krate;
use crate::emit::span::located_with_words;
use crate::pipeline::Macro;
use crate::syntax::args::Args;
use crate::syntax::header::{Header, Keyword};
use crate::syntax::mailbox::Mailbox;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{LitInt, Path};

/// `#[fsm]`.
pub(crate) enum Fsm {}

/// The struct and the options.
pub(crate) struct Input {
    header: Header,
    args: Args,
    /// Of a machine with snapshots.
    fields: Vec<Field>,
}

/// What the struct says.
pub(crate) struct Shared {
    krate: Krate,
    header: Header,
    states: Option<Path>,
    mailbox: Option<Mailbox>,
    stash: Option<Mailbox>,
    snapshots: Option<Snapshots>,
}

/// When snapshots are taken, and of what.
struct Snapshots {
    every: Option<LitInt>,
    version: Option<LitInt>,
    fields: Vec<Field>,
}

impl Macro for Fsm {
    const NAME: &'static str = "fsm";

    type Input = Input;
    type Model = Shared;

    fn is_helper(name: &str) -> bool {
        name == "volatile"
    }

    fn parse(args: TokenStream, item: TokenStream, diag: &mut Diagnostics) -> Option<Input> {
        let keys = ["states", "mailbox", "stash", "snapshot_every", "snapshot_version", "crate"];
        let args = Args::parse(args, "#[fsm]", &keys, diag);
        let takes_snapshots = args.get("snapshot_every").or(args.get("snapshot_version")).is_some();
        let fields = if takes_snapshots { fields(item.clone()) } else { Vec::new() };
        let header = Header::parse(item, "#[fsm]", diag)?;
        Some(Input { header, args, fields })
    }

    fn for_editors(input: &Input) -> TokenStream {
        keys("fsm", &input.args)
    }

    fn model(Input { header, args, fields }: Input, diag: &mut Diagnostics) -> Option<Shared> {
        let krate = Krate::parse(&args, diag);
        let mailbox = Mailbox::parse(&args, diag);
        let stash = Mailbox::parse_as("stash", &args, diag);
        let states = args.get("states").and_then(|arg| arg.value("states = OrderState", diag));
        if args.get("states").is_none() && args.is_whole() {
            let name = &header.name;
            diag.error(name, catalogue::no_states_option(name));
        }
        let every = args.get("snapshot_every");
        let version = args.get("snapshot_version");
        let snapshots = every.or(version).is_some().then(|| Snapshots {
            every: every.and_then(|arg| number(arg, "snapshot_every = 1_000", diag)),
            version: version.and_then(|arg| number(arg, "snapshot_version = 2", diag)),
            fields,
        });
        Some(Shared { krate, header, states, mailbox, stash, snapshots })
    }

    fn check(shared: &Shared, diag: &mut Diagnostics) {
        check_struct(shared, diag);
        check_generic(shared, diag);
    }

    fn expand(Shared { krate, header, states, mailbox, stash, snapshots }: &Shared) -> TokenStream {
        let mailbox = mailbox.as_ref().map(|mailbox| mailbox.constant(krate));
        let stash = stash.as_ref().map(|stash| stash.constant_as("STASH", krate));
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
                    #stash
                }
            };
        };
        let at = states.segments.last().map_or(name.span(), |segment| segment.ident.span());
        // Located at the enum's name: that it does not hold the states of this machine is reported there.
        let (path, end) = (located_with_words(quote!(#krate::fsm::FsmOf<), at), located_with_words(quote!(>), at));
        let snapshots = snapshots.as_ref().map(|snapshots| snapshots.expand(krate, name, states));
        let (items, snapshots) = snapshots.unzip();
        let implementation = quote! {
            #krate::__ide! {
                {
                    impl #krate::fsm::FsmOf<#states> for #name {
                        #mailbox
                        #stash
                        #snapshots
                    }
                }
                {
                    #[automatically_derived]
                    #[doc(hidden)]
                    impl #path #states #end for #name {
                        #mailbox
                        #stash
                        #snapshots
                    }
                }
            }
        };
        match items {
            Some(items) => quote! {
                const _: () = {
                    #items
                    #implementation
                };
            },
            None => implementation,
        }
    }
}

impl Snapshots {
    /// What a snapshot is made of, and the constant that says so.
    fn expand(&self, krate: &Krate, name: &Ident, states: &Path) -> (TokenStream, TokenStream) {
        let Self { every, version, fields } = self;
        let Snapshot { items, ty } = snapshot(krate, name, fields, &states.to_token_stream());
        let option = quote!(::core::option::Option);
        let every = every.as_ref().map_or_else(|| quote!(#option::None), |every| quote!(#option::Some(#every)));
        let version = version.as_ref().map_or_else(|| quote!(1), |version| quote!(#version));
        // Located at the enum's name: that its states cannot be stored is reported there.
        let at = states.segments.last().map_or(name.span(), |segment| segment.ident.span());
        let snapshots = quote_spanned!(at=> #krate::fsm::Snapshots::of::<#ty>(#every, #version));
        let constant = quote! {
            const SNAPSHOTS: #krate::fsm::Snapshots<Self, #states> =
                #snapshots;
        };
        (items, constant)
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
    diag.error(keyword, catalogue::fsm_on_an_enum());
}

// A machine with parameters:
//
//     #[fsm(states = OrderState)] struct Order<G> { gateway: G }
//
fn check_generic(shared: &Shared, diag: &mut Diagnostics) {
    if let Some(parameter) = shared.header.generics.params.first() {
        diag.error(parameter, catalogue::generic_machine());
    }
}

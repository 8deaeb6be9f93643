//! `#[derive(Event)]`: the stored name of a change, and how what was stored before is read.

use crate::diag::{Diagnostics, catalogue};
use crate::emit::keys::keys;
use crate::emit::krate::Krate;
use crate::emit::span::{first_span, located_with_words};
use crate::pipeline::Macro;
use crate::syntax::args::Args;
use crate::syntax::attrs::Attrs;
use crate::syntax::fields;
use crate::syntax::header::Header;
use crate::syntax::identity::{Identity, Kind, number};
use crate::syntax::stored;
use crate::syntax::types::display;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::parse::Parser as _;
use syn::{LitInt, LitStr, Token, Type};

const KIND: Kind = Kind { word: "event", attribute: "event", name: "order.paid", alias: "order.payed" };

/// The derive's stages.
pub(crate) enum Event {}

/// The header, its `#[event(..)]`, and the whole item for what serde is told in it.
pub(crate) struct Input {
    header: Header,
    args: Args,
    item: TokenStream,
}

/// An event's identity in the store.
pub(crate) struct Model {
    krate: Krate,
    header: Header,
    identity: Identity,
    tags: Vec<LitStr>,
    /// The types of earlier versions, in order.
    earlier: Vec<Earlier>,
    item: TokenStream,
}

/// `1 = PaidV1`.
struct Earlier {
    version: LitInt,
    ty: Type,
    becomes: Becomes,
}

/// What an earlier version is today.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Becomes {
    /// The next version, and so the event.
    Next,
    /// None or several events.
    Parts,
}

impl Macro for Event {
    const NAME: &'static str = "Event";

    type Input = Input;
    type Model = Model;

    fn parse(_args: TokenStream, item: TokenStream, diag: &mut Diagnostics) -> Option<Input> {
        let header = Header::parse(item.clone(), "#[derive(Event)]", diag)?;
        let ours = Attrs::sort(&header.attrs, |name| name == "event").ours;
        let args = Args::of_attributes(
            &ours,
            "#[event]",
            &["name", "version", "alias", "tags", "from", "split", "crate"],
            diag,
        );
        Some(Input { header, args, item })
    }

    fn for_editors(input: &Input) -> TokenStream {
        keys("event", &input.args)
    }

    fn model(input: Input, diag: &mut Diagnostics) -> Option<Model> {
        let Input { header, args, item } = input;
        let krate = Krate::parse(&args, diag);
        let identity = Identity::read(&KIND, &args, &header.name, diag);
        let tags = args.get("tags").map(|arg| arg.strings("tags(\"money\")", diag)).unwrap_or_default();
        let mut earlier = listed(&args, "from", Becomes::Next, diag);
        earlier.extend(listed(&args, "split", Becomes::Parts, diag));
        Some(Model { krate, header, identity, tags, earlier, item })
    }

    fn check(model: &Model, diag: &mut Diagnostics) {
        model.identity.check(diag);
        check_tag(model, diag);
        check_earlier_version(model, diag);
        check_one_shape(model, diag);
        stored::check_shape(&model.item, diag);
    }

    fn expand(model: &Model) -> TokenStream {
        let Model { krate, header, tags, item, .. } = model;
        let Identity { name, version, aliases, .. } = &model.identity;
        let imp = header.stored_header(&quote!(#krate::entity::Event), krate);
        let name = name.as_ref().map_or_else(|| quote!(""), |name| quote!(#name));
        let version = version.as_ref().map_or_else(|| quote!(1), |version| quote!(#version));
        let strings = quote!(&'static [&'static ::core::primitive::str]);
        let aliases = (!aliases.is_empty()).then(|| quote!(const ALIASES: #strings = &[#(#aliases),*];));
        let tags = (!tags.is_empty()).then(|| quote!(const TAGS: #strings = &[#(#tags),*];));
        let (fields, earlier) = (fields::constant(krate, item), earlier(model));
        let upcast = upcast(model);
        quote! {
            #[automatically_derived]
            #imp {
                const NAME: &'static ::core::primitive::str = #name;
                const VERSION: ::core::primitive::u32 = #version;
                #aliases
                #tags
                #fields
                #earlier
                #upcast
            }
        }
    }
}

/// The versions in `from(1 = PaidV1, 2 = PaidV2)`, or in `split(..)`.
fn listed(args: &Args, option: &str, becomes: Becomes, diag: &mut Diagnostics) -> Vec<Earlier> {
    let shape = format!("{option}(1 = OldType)");
    let pieces = args.get(option).and_then(|arg| arg.pieces(&shape, diag)).unwrap_or_default();
    let read = |piece: TokenStream| {
        let parser = |input: syn::parse::ParseStream<'_>| {
            let version = input.parse()?;
            input.parse::<Token![=]>()?;
            Ok(Earlier { version, ty: input.parse()?, becomes })
        };
        parser
            .parse2(piece.clone())
            .map_err(|_: syn::Error| {
                diag.error(piece, catalogue::bad_earlier_version(&shape));
            })
            .ok()
    };
    pieces.into_iter().filter_map(read).collect()
}

/// `const EARLIER: &'static [Earlier] = &[..];`, for the contract of those that store the event.
fn earlier(model: &Model) -> Option<TokenStream> {
    let Model { krate, earlier, .. } = model;
    let listed = earlier.iter().map(|Earlier { version, ty, becomes }| {
        let (ty, split) = (display(ty), *becomes == Becomes::Parts);
        quote!(#krate::entity::Earlier { version: #version, ty: #ty, split: #split })
    });
    (!earlier.is_empty()).then(|| quote!(const EARLIER: &'static [#krate::entity::Earlier] = &[#(#listed),*];))
}

/// `fn upcast(..)`: each earlier type becomes the next one, and the last of them the event; or it is split.
fn upcast(model: &Model) -> Option<TokenStream> {
    let Model { krate, earlier, .. } = model;
    let mut earlier: Vec<_> = earlier.iter().collect();
    earlier.sort_by_key(|earlier| number(&earlier.version));
    let arms = earlier.iter().enumerate().map(|(at, Earlier { version, ty, becomes })| {
        if *becomes == Becomes::Parts {
            let split = located_with_words(quote!(#krate::entity::split::<#ty>(payload.decode()?)), first_span(ty));
            return quote!(..=#version => return ::core::result::Result::Err(#split),);
        }
        let later = earlier.get(at + 1..).unwrap_or_default().iter().filter(|later| later.becomes == Becomes::Next);
        let later = later.map(|later| later.ty.to_token_stream());
        let read = (quote!(payload.decode::<#ty>()?), ty.to_token_stream());
        // Each `From` names both types: what is missing is reported at the older one.
        let (made, _) = later.chain([quote!(Self)]).fold(read, |(old, from), to| {
            let made = quote!(<#to as ::core::convert::From<#from>>::from(#old));
            (located_with_words(made, first_span(&from)), to)
        });
        quote!(..=#version => #made,)
    });
    (!earlier.is_empty()).then(|| {
        quote! {
            fn upcast(
                version: ::core::primitive::u32,
                payload: &#krate::entity::Payload<'_>,
            ) -> ::core::result::Result<Self, #krate::entity::DecodeError> {
                ::core::result::Result::Ok(match version {
                    #(#arms)*
                    _ => payload.decode()?,
                })
            }
        }
    })
}

// A tag that cannot be looked for:
//
//     #[event(name = "order.paid", tags("of money"))]
//
fn check_tag(model: &Model, diag: &mut Diagnostics) {
    for tag in &model.tags {
        let value = tag.value();
        if value.is_empty() || value.chars().any(|letter| letter.is_whitespace() || letter.is_control()) {
            diag.error(tag, catalogue::bad_tag());
        }
    }
}

// What was before comes before:
//
//     #[event(name = "order.paid", version = 2, from(2 = PaidV2))]
//
fn check_earlier_version(model: &Model, diag: &mut Diagnostics) {
    let current = model.identity.version.as_ref().map_or(Some(1), number);
    let (mut before, mut list) = (0, Becomes::Next);
    for (at, Earlier { version, becomes, .. }) in model.earlier.iter().enumerate() {
        if *becomes != list {
            (before, list) = (0, *becomes);
        }
        let others = model.earlier.iter().take(at).filter(|other| other.becomes != *becomes);
        if let Some(first) = others.map(|other| &other.version).find(|other| number(other) == number(version)) {
            diag.error(version, catalogue::version_read_twice()).first(first);
            continue;
        }
        match (number(version), current) {
            (None, _) => {
                diag.error(version, catalogue::earlier_version_zero());
            }
            (Some(old), Some(current)) if old >= current => {
                diag.error(version, catalogue::version_not_earlier(&old, &current, &old.saturating_add(1)));
            }
            (Some(old), _) if old <= before => {
                diag.error(version, catalogue::unordered_versions());
            }
            (Some(old), _) => before = old,
        }
    }
}

// One name stands for one shape:
//
//     #[event(name = "item.added")]
//     struct Added<T>(T);
//
fn check_one_shape(model: &Model, diag: &mut Diagnostics) {
    let generics = &model.header.generics;
    if let Some(parameter) = generics.params.first() {
        diag.error(parameter, catalogue::generic_event());
    }
}

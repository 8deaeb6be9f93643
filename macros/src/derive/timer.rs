//! `#[derive(Timer)]`: the stored name of a timer, and what tells timers of one name apart.

use crate::diag::{Diagnostics, catalogue};
use crate::emit::keys::keys;
use crate::emit::krate::Krate;
use crate::emit::span::{first_span, located_with_words};
use crate::pipeline::Macro;
use crate::syntax::args::Args;
use crate::syntax::attrs::Attrs;
use crate::syntax::fields;
use crate::syntax::header::Header;
use crate::syntax::identity::{Identity, Kind};
use crate::syntax::stored;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Member;

const KIND: Kind = Kind { word: "timer", attribute: "timer", name: "remind", alias: "reminder" };

/// The derive's stages.
pub(crate) enum Timer {}

/// The header, its `#[timer(..)]`, and the whole item for what serde is told in it.
pub(crate) struct Input {
    header: Header,
    args: Args,
    item: TokenStream,
}

/// A timer's identity in the store.
pub(crate) struct Model {
    krate: Krate,
    header: Header,
    identity: Identity,
    /// The field by which timers are told apart; all of them if there is none.
    key: Option<Member>,
    item: TokenStream,
}

impl Macro for Timer {
    const NAME: &'static str = "Timer";

    type Input = Input;
    type Model = Model;

    fn parse(_args: TokenStream, item: TokenStream, diag: &mut Diagnostics) -> Option<Input> {
        let header = Header::parse(item.clone(), "#[derive(Timer)]", diag)?;
        let ours = Attrs::sort(&header.attrs, |name| name == "timer").ours;
        let args = Args::of_attributes(&ours, "#[timer]", &["name", "version", "alias", "key", "crate"], diag);
        Some(Input { header, args, item })
    }

    fn for_editors(input: &Input) -> TokenStream {
        keys("timer", &input.args)
    }

    fn model(input: Input, diag: &mut Diagnostics) -> Option<Model> {
        let Input { header, args, item } = input;
        let krate = Krate::parse(&args, diag);
        let identity = Identity::read(&KIND, &args, &header.name, diag);
        let key = args.get("key").and_then(|arg| arg.value("key = field", diag));
        Some(Model { krate, header, identity, key, item })
    }

    fn check(model: &Model, diag: &mut Diagnostics) {
        model.identity.check(diag);
        check_one_shape(model, diag);
        stored::check_shape(&model.item, diag);
    }

    fn expand(model: &Model) -> TokenStream {
        let Model { krate, header, key, item, .. } = model;
        let Identity { name, version, aliases, .. } = &model.identity;
        let message = header.impl_header(&quote!(#krate::call::Message));
        let timer = header.stored_header(&quote!(#krate::timer::Timer), krate);
        let name = name.as_ref().map_or_else(|| quote!(""), |name| quote!(#name));
        let version = version.as_ref().map(|version| quote!(const VERSION: ::core::primitive::u32 = #version;));
        let aliases = (!aliases.is_empty())
            .then(|| quote!(const ALIASES: &'static [&'static ::core::primitive::str] = &[#(#aliases),*];));
        let fields = fields::constant(krate, item);
        let key = key.as_ref().map(|key| {
            // A field that is not there is reported where it is named.
            let field = located_with_words(quote!(&self.#key), first_span(key));
            quote! {
                fn key(
                    &self,
                ) -> ::core::result::Result<::std::vec::Vec<::core::primitive::u8>, #krate::timer::TimerError> {
                    #krate::timer::key_of::<Self, _>(#field)
                }
            }
        });
        quote! {
            #[automatically_derived]
            #message {
                type Reply = ();
                type Error = ::core::convert::Infallible;
                type Decision<P> = P;

                fn decided<P>(decision: Self::Decision<P>) -> ::core::result::Result<P, Self::Error> {
                    ::core::result::Result::Ok(decision)
                }
            }

            #[automatically_derived]
            #timer {
                const NAME: &'static ::core::primitive::str = #name;
                #version
                #aliases
                #fields
                #key
            }
        }
    }
}

// One name stands for one shape:
//
//     #[timer(name = "remind")]
//     struct Remind<T>(T);
//
fn check_one_shape(model: &Model, diag: &mut Diagnostics) {
    if let Some(parameter) = model.header.generics.params.first() {
        diag.error(parameter, catalogue::generic_timer());
    }
}

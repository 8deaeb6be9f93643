//! `#[derive(Confirmable)]`: the stored name of a message, and the message on its way for receivers that confirm by hand.

use crate::diag::{Diagnostics, catalogue};
use crate::emit::keys::keys;
use crate::emit::krate::Krate;
use crate::pipeline::Macro;
use crate::syntax::args::Args;
use crate::syntax::attrs::Attrs;
use crate::syntax::fields;
use crate::syntax::header::{Header, Keyword};
use crate::syntax::identity::{Identity, Kind};
use crate::syntax::stored;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};

const KIND: Kind = Kind { word: "message", attribute: "confirmable", name: "mail", alias: "letter" };

/// The derive's stages.
pub(crate) enum Confirmable {}

/// The header, its `#[confirmable(..)]`, and the whole item for what serde is told in it.
pub(crate) struct Input {
    header: Header,
    args: Args,
    item: TokenStream,
}

/// A message's identity in the store.
pub(crate) struct Model {
    krate: Krate,
    header: Header,
    identity: Identity,
    item: TokenStream,
}

impl Macro for Confirmable {
    const NAME: &'static str = "Confirmable";

    type Input = Input;
    type Model = Model;

    fn parse(_args: TokenStream, item: TokenStream, diag: &mut Diagnostics) -> Option<Input> {
        let header = Header::parse(item.clone(), "#[derive(Confirmable)]", diag)?;
        let ours = Attrs::sort(&header.attrs, |name| name == "confirmable").ours;
        let args = Args::of_attributes(&ours, "#[confirmable]", &["name", "version", "crate"], diag);
        Some(Input { header, args, item })
    }

    fn for_editors(input: &Input) -> TokenStream {
        keys("confirmable", &input.args)
    }

    fn model(input: Input, diag: &mut Diagnostics) -> Option<Model> {
        let Input { header, args, item } = input;
        let krate = Krate::parse(&args, diag);
        if !check_union(&header, diag) {
            return None;
        }
        let identity = Identity::read(&KIND, &args, &header.name, diag);
        Some(Model { krate, header, identity, item })
    }

    fn check(model: &Model, diag: &mut Diagnostics) {
        model.identity.check(diag);
        check_one_shape(model, diag);
        stored::check_shape(&model.item, diag);
    }

    fn expand(model: &Model) -> TokenStream {
        let Model { krate, header, item, .. } = model;
        let Identity { name, version, .. } = &model.identity;
        let Header { name: message, visibility, .. } = header;
        // Of one that is generic, which has been reported, only the message is made.
        if !header.generics.params.is_empty() {
            return TokenStream::new();
        }
        let wrapper = format_ident!("{message}Delivery", span = Span::call_site().located_at(message.span()));
        let name = name.as_ref().map_or_else(|| quote!(""), |name| quote!(#name));
        let version = version.as_ref().map_or_else(|| quote!(1), |version| quote!(#version));
        let fields = fields::constant(krate, item);
        let delivery = quote!(#krate::delivery);
        let serde = format!("{}::__private::serde", quote!(#krate)).replace(' ', "");
        let docs = format!(" A `{message}` on its way: for a receiver that confirms by hand.");
        let result = quote!(::core::result::Result);
        let arrived = quote!(::core::option::Option<#result<Self, #krate::entity::DecodeError>>);
        quote! {
            #[doc = #docs]
            #[derive(::core::clone::Clone, #krate::__private::serde::Serialize, #krate::__private::serde::Deserialize)]
            #[serde(crate = #serde)]
            #visibility struct #wrapper {
                /// The version of the message's shape.
                pub version: ::core::primitive::u32,
                /// What is known besides the message.
                pub delivery: #delivery::DeliveryHeader,
                /// What was sent.
                pub message: #message,
            }

            #[automatically_derived]
            impl #delivery::Confirmable for #message {
                const NAME: &'static ::core::primitive::str = #name;
                const VERSION: ::core::primitive::u32 = #version;
                #fields
                type Wrapper = #wrapper;

                fn wrap(self, delivery: #delivery::DeliveryHeader) -> #wrapper {
                    #wrapper { version: #version, delivery, message: self }
                }
            }

            #[automatically_derived]
            impl #delivery::Arrives for #message {
                fn arrive(arrival: &#delivery::Arrival<'_>) -> #arrived {
                    arrival.message::<Self>()
                }

                fn port(arrival: &#delivery::Arrival<'_>) -> #krate::__private::PortOf<Self> {
                    arrival.confirming::<Self>()
                }
            }

            #[automatically_derived]
            impl #delivery::Arrives for #wrapper {
                const BY_HAND: ::core::primitive::bool = true;

                fn arrive(arrival: &#delivery::Arrival<'_>) -> #arrived {
                    arrival.wrapper::<#message>()
                }
            }

            #[automatically_derived]
            impl #krate::call::Message for #wrapper {
                type Reply = ();
                type Error = ::core::convert::Infallible;
                type Decision<P> = P;

                fn decided<P>(decision: P) -> #result<P, ::core::convert::Infallible> {
                    #result::Ok(decision)
                }
            }

            #[automatically_derived]
            impl #krate::supervise::ConfirmableMessage for #wrapper {
                fn confirmation_id(&self) -> &#krate::supervise::ConfirmationId {
                    self.delivery.confirmation_id()
                }
            }

            #[automatically_derived]
            impl ::core::fmt::Debug for #wrapper {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.debug_tuple(::core::stringify!(#wrapper)).field(&self.delivery).finish()
                }
            }
        }
    }
}

// One name stands for one shape:
//
//     #[confirmable(name = "mail")]
//     struct Mail<T>(T);
//
fn check_one_shape(model: &Model, diag: &mut Diagnostics) {
    if let Some(parameter) = model.header.generics.params.first() {
        diag.error(parameter, catalogue::confirmable_generic());
    }
}

// What serde does not know how to write:
//
//     #[confirmable(name = "mail")]
//     union Mail { .. }
//
fn check_union(header: &Header, diag: &mut Diagnostics) -> bool {
    let Keyword::Union(word) = &header.keyword else { return true };
    diag.error(word, catalogue::delivered_union());
    false
}

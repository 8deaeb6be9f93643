//! `#[derive(Message)]`: a type that is sent as a message of its own.

use crate::diag::{Diagnostics, catalogue};
use crate::emit::fresh::Fresh;
use crate::emit::keys::keys;
use crate::emit::krate::Krate;
use crate::pipeline::Macro;
use crate::syntax::args::Args;
use crate::syntax::attrs::Attrs;
use crate::syntax::header::Header;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Type;

/// The derive's stages.
pub(crate) enum Message {}

/// The header and its `#[message(..)]`.
pub(crate) struct Input {
    header: Header,
    args: Args,
}

/// A message and what comes back.
pub(crate) struct Model {
    krate: Krate,
    header: Header,
    reply: Option<Type>,
    error: Option<Type>,
}

impl Macro for Message {
    const NAME: &'static str = "Message";

    type Input = Input;
    type Model = Model;

    fn parse(_args: TokenStream, item: TokenStream, diag: &mut Diagnostics) -> Option<Input> {
        let header = Header::parse(item, "#[derive(Message)]", diag)?;
        let ours = Attrs::sort(&header.attrs, |name| name == "message").ours;
        let args = Args::of_attributes(&ours, "#[message]", &["reply", "error", "crate"], diag);
        Some(Input { header, args })
    }

    fn for_editors(input: &Input) -> TokenStream {
        keys("message", &input.args)
    }

    fn model(input: Input, diag: &mut Diagnostics) -> Option<Model> {
        let Input { header, args } = input;
        let krate = Krate::parse(&args, diag);
        let reply = args.get("reply").and_then(|arg| arg.value("reply = Receipt", diag));
        let error = args.get("error").and_then(|arg| arg.value("error = PayError", diag));
        Some(Model { krate, header, reply, error })
    }

    fn check(model: &Model, diag: &mut Diagnostics) {
        check_owned(model, diag);
    }

    fn expand(model: &Model) -> TokenStream {
        let Model { krate, header, reply, error } = model;
        let imp = header.impl_header(&quote!(#krate::call::Message));
        let mut fresh = Fresh::default();
        fresh.take(&header.generics);
        let decision = fresh.name("P", Span::call_site());
        let reply = reply.as_ref().map_or_else(|| quote!(()), |reply| quote!(#reply));
        let (error, returned, decided) = match error {
            None => {
                (quote!(::core::convert::Infallible), quote!(#decision), quote!(::core::result::Result::Ok(decision)))
            }
            Some(error) => (quote!(#error), quote!(::core::result::Result<#decision, Self::Error>), quote!(decision)),
        };
        quote! {
            #[automatically_derived]
            #imp {
                type Reply = #reply;
                type Error = #error;
                type Decision<#decision> = #returned;

                fn decided<#decision>(
                    decision: Self::Decision<#decision>,
                ) -> ::core::result::Result<#decision, Self::Error> {
                    #decided
                }
            }
        }
    }
}

// A message that lends what it carries:
//
//     struct Greet<'a>(&'a str);
//
fn check_owned(model: &Model, diag: &mut Diagnostics) {
    if let Some(lifetime) = model.header.generics.lifetimes().next() {
        diag.error(lifetime, catalogue::borrowing_message());
    }
}

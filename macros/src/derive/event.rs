//! `#[derive(Event)]`: the stored name of a change.

use crate::diag::Diagnostics;
use crate::emit::krate::Krate;
use crate::pipeline::Macro;
use crate::syntax::args::Args;
use crate::syntax::attrs::Attrs;
use crate::syntax::header::Header;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{LitInt, LitStr};

/// The derive's stages.
pub(crate) enum Event {}

/// The header and its `#[event(..)]`.
pub(crate) struct Input {
    header: Header,
    args: Args,
}

/// An event's identity in the store.
pub(crate) struct Model {
    krate: Krate,
    header: Header,
    /// `None` if it is missing, which has been reported.
    name: Option<LitStr>,
    version: Option<LitInt>,
}

impl Macro for Event {
    type Input = Input;
    type Model = Model;

    fn parse(_args: TokenStream, item: TokenStream, diag: &mut Diagnostics) -> Option<Input> {
        let header = Header::parse(item, "#[derive(Event)]", diag)?;
        let ours = Attrs::sort(&header.attrs, |name| name == "event").ours;
        let args = Args::of_attributes(&ours, "#[event]", &["name", "version", "crate"], diag);
        Some(Input { header, args })
    }

    fn model(input: Input, diag: &mut Diagnostics) -> Option<Model> {
        let Input { header, args } = input;
        let krate = Krate::parse(&args, diag);
        let name = match args.get("name") {
            Some(arg) => arg.value("name = \"order.paid\"", diag),
            None if !args.is_whole() => None,
            None => {
                let event = &header.name;
                diag.error(event, format_args!("the event `{event}` has no stored name"))
                    .help("write `#[event(name = \"order.paid\")]`: it stays when the type is renamed");
                None
            }
        };
        let version = args.get("version").and_then(|arg| arg.value("version = 2", diag));
        Some(Model { krate, header, name, version })
    }

    fn check(model: &Model, diag: &mut Diagnostics) {
        check_name(model, diag);
        check_version(model, diag);
        check_one_shape(model, diag);
    }

    fn expand(model: &Model) -> TokenStream {
        let Model { krate, header, name, version } = model;
        let imp = header.impl_header(&quote!(#krate::entity::Event));
        let name = name.as_ref().map_or_else(|| quote!(""), |name| quote!(#name));
        let version = version.as_ref().map_or_else(|| quote!(1), |version| quote!(#version));
        quote! {
            #[automatically_derived]
            #imp {
                const NAME: &'static str = #name;
                const VERSION: u32 = #version;
            }
        }
    }
}

// An event that cannot be told from others:
//
//     #[event(name = "")]
//
fn check_name(model: &Model, diag: &mut Diagnostics) {
    let Some(name) = &model.name else { return };
    let value = name.value();
    if value.is_empty() || value.chars().any(|letter| letter.is_whitespace() || letter.is_control()) {
        diag.error(name, "a stored name is one word").help("write a name such as `\"order.paid\"`");
    }
}

// Versions count from one:
//
//     #[event(name = "order.paid", version = 0)]
//
fn check_version(model: &Model, diag: &mut Diagnostics) {
    let Some(version) = &model.version else { return };
    if !matches!(version.base10_parse::<u32>(), Ok(1..)) {
        diag.error(version, "a version is a number from 1").help("leave it out for the first one");
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
        diag.error(parameter, "an event has one stored shape, so it cannot be generic")
            .help("write one event for each type that is stored");
    }
}

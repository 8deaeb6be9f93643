//! `#[actor]`: the options of an actor, on its struct.

use super::options::{KEYS, Options};
use crate::diag::Diagnostics;
use crate::emit::krate::Krate;
use crate::pipeline::Macro;
use crate::syntax::args::Args;
use crate::syntax::header::{Header, Keyword};
use proc_macro2::TokenStream;
use quote::quote;

/// The stages of `#[actor]`.
pub(crate) enum Declare {}

/// The struct and the options.
pub(crate) struct Input {
    header: Header,
    args: Args,
}

/// An actor's options.
pub(crate) struct Model {
    krate: Krate,
    header: Header,
    options: Options,
}

impl Macro for Declare {
    type Input = Input;
    type Model = Model;

    fn parse(args: TokenStream, item: TokenStream, diag: &mut Diagnostics) -> Option<Input> {
        let args = Args::parse(args, "#[actor]", &KEYS, diag);
        let header = Header::parse(item, "#[actor]", diag)?;
        Some(Input { header, args })
    }

    fn model(input: Input, diag: &mut Diagnostics) -> Option<Model> {
        let Input { header, args } = input;
        let krate = Krate::parse(&args, diag);
        let options = Options::parse(&args, diag);
        Some(Model { krate, header, options })
    }

    fn check(model: &Model, diag: &mut Diagnostics) {
        check_struct(model, diag);
        check_owned(model, diag);
    }

    fn expand(model: &Model) -> TokenStream {
        let Model { krate, header, options } = model;
        let imp = header.impl_header(&quote!(#krate::actor::Declared));
        let options = options.constants(krate);
        let name = &header.name;
        // Of a generic actor only `#[handlers]` knows for which parameters it is one.
        let has_handlers = header
            .generics
            .params
            .is_empty()
            .then(|| quote!(const _: () = #krate::__private::has_handlers::<#name>();));
        quote! {
            #[automatically_derived]
            #imp {
                #options
            }
            #has_handlers
        }
    }
}

// An actor that is one of several things:
//
//     #[actor] enum Account { Open, Closed }
//
fn check_struct(model: &Model, diag: &mut Diagnostics) {
    match &model.header.keyword {
        Keyword::Struct => {}
        Keyword::Enum(keyword) => {
            diag.error(keyword, "`#[actor]` stands on a struct")
                .help("put the enum into a field of one, or let it hold the states of a machine: `#[derive(States)]`");
        }
        Keyword::Union(keyword) => {
            diag.error(keyword, "`#[actor]` stands on a struct");
        }
    }
}

// An actor that borrows from who spawns it:
//
//     #[actor] struct Account<'a> { name: &'a str }
//
fn check_owned(model: &Model, diag: &mut Diagnostics) {
    if let Some(lifetime) = model.header.generics.lifetimes().next() {
        diag.error(lifetime, "an actor may outlive who spawns it, so it cannot borrow")
            .help("hold `String` for `&str`, `Vec<T>` for `&[T]`, `Arc<T>` for `&T`");
    }
}

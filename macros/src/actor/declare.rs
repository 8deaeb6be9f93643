//! `#[actor]`: the options of an actor, on its struct.

use super::deliveries;
use super::options::{self, Options};
use super::stored::{self, Field, Stored};
use crate::diag::{Diagnostics, catalogue};
use crate::emit::keys::keys;
use crate::emit::krate::Krate;
use crate::pipeline::Macro;
use crate::syntax::args::Args;
use crate::syntax::header::{Header, Keyword};
use proc_macro2::TokenStream;
use quote::quote;
use syn::GenericParam;

/// The stages of `#[actor]`.
pub(crate) enum Declare {}

/// The struct and the options.
pub(crate) struct Input {
    header: Header,
    args: Args,
    fields: Vec<Field>,
}

/// An actor's options.
pub(crate) struct Model {
    krate: Krate,
    header: Header,
    options: Options,
    /// `None` for an actor in memory.
    stored: Option<Stored>,
    fields: Vec<Field>,
}

impl Macro for Declare {
    const NAME: &'static str = "actor";

    type Input = Input;
    type Model = Model;

    fn is_helper(name: &str) -> bool {
        stored::is_helper(name)
    }

    fn parse(args: TokenStream, item: TokenStream, diag: &mut Diagnostics) -> Option<Input> {
        let keys: Vec<_> = options::KEYS.into_iter().chain(stored::KEYS).chain(deliveries::KEYS).collect();
        let args = Args::parse(args, "#[actor]", &keys, diag);
        let header = Header::parse(item.clone(), "#[actor]", diag)?;
        Some(Input { header, args, fields: stored::fields(item) })
    }

    fn for_editors(input: &Input) -> TokenStream {
        keys("actor", &input.args)
    }

    fn model(input: Input, diag: &mut Diagnostics) -> Option<Model> {
        let Input { header, args, fields } = input;
        let krate = Krate::parse(&args, diag);
        let options = Options::parse(&args, diag);
        let stored = Stored::parse(&args, diag);
        Some(Model { krate, header, options, stored, fields })
    }

    fn check(model: &Model, diag: &mut Diagnostics) {
        check_struct(model, diag);
        check_owned(model, diag);
        check_generic(model, diag);
        stored::check_volatile(&model.fields, model.stored.as_ref(), diag);
        if let Some(stored) = &model.stored {
            stored.check(diag);
        }
    }

    fn expand(model: &Model) -> TokenStream {
        let Model { krate, header, options, stored, fields } = model;
        let imp = header.impl_header(&quote!(#krate::actor::Declared));
        let options = options.constants(krate);
        let deliveries = stored.as_ref().and_then(|stored| stored.deliveries.constant(krate));
        let name = &header.name;
        let is_generic = !header.generics.params.is_empty();
        let stored = stored.as_ref().filter(|_| !is_generic).map(|stored| stored.expand(krate, name, fields));
        let half = if stored.is_some() { quote!(has_commands) } else { quote!(has_handlers) };
        // Of a generic actor only `#[handlers]` knows for which parameters it is one.
        let has_handlers = (!is_generic).then(|| quote!(const _: () = #krate::__private::#half::<#name>();));
        quote! {
            #[automatically_derived]
            #imp {
                #options
                #deliveries
            }
            #stored
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
            diag.error(keyword, catalogue::actor_on_enum());
        }
        Keyword::Union(keyword) => {
            diag.error(keyword, catalogue::actor_on_union());
        }
    }
}

// An actor that borrows from who spawns it:
//
//     #[actor] struct Account<'a> { name: &'a str }
//
fn check_owned(model: &Model, diag: &mut Diagnostics) {
    if let Some(lifetime) = model.header.generics.lifetimes().next() {
        diag.error(lifetime, catalogue::borrowing_actor());
    }
}

// One name stands for one shape:
//
//     #[actor(persistent = "ledger")] struct Ledger<T> { .. }
//
fn check_generic(model: &Model, diag: &mut Diagnostics) {
    if model.stored.is_none() {
        return;
    }
    if let Some(param) = model.header.generics.params.iter().find(|param| !matches!(param, GenericParam::Lifetime(_))) {
        diag.error(param, catalogue::generic_actor());
    }
}

//! The expansion of whole programs.

use super::{pretty, source};
use crate::actor::{Declare, Handlers};
use crate::derive::event::Event;
use crate::derive::message::Message;
use crate::fsm::{Fsm, States};
use crate::pipeline;
use expect_test::expect_file;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::path::Path;
use syn::punctuated::Punctuated;
use syn::{Attribute, Item, Meta, Token};

#[test]
fn the_account() {
    expect_file!["../../tests/snapshots/example_account.rs"].assert_eq(&pretty(expand("account.rs")));
}

#[test]
fn the_ledger() {
    expect_file!["../../tests/snapshots/ledger.rs"].assert_eq(&pretty(expand("ledger.rs")));
}

#[test]
fn the_order() {
    expect_file!["../../tests/snapshots/example_order.rs"].assert_eq(&pretty(expand("order.rs")));
}

/// What our macros make of a program: an attribute's item comes out whole, a derive's only with what is written beside it.
pub(super) fn expand(example: &str) -> TokenStream {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(example);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file: syn::File = syn::parse2(source(&text)).expect("the example compiles");
    file.items.into_iter().map(expand_item).collect()
}

fn expand_item(mut item: Item) -> TokenStream {
    let Some(attrs) = attributes(&mut item) else { return TokenStream::new() };
    let derived: Vec<String> = attrs.iter().filter(|attr| attr.path().is_ident("derive")).flat_map(names).collect();
    let ours = |attr: &Attribute| ["actor", "handlers", "fsm"].iter().any(|name| attr.path().is_ident(name));
    if let Some(at) = attrs.iter().position(ours) {
        let attr = attrs.remove(at);
        let args = match &attr.meta {
            Meta::List(list) => list.tokens.clone(),
            _ => TokenStream::new(),
        };
        let item = item.into_token_stream();
        return match attr.path().to_token_stream().to_string().as_str() {
            "actor" => pipeline::attribute::<Declare>(args, item),
            "handlers" => pipeline::attribute::<Handlers>(args, item),
            _ => pipeline::attribute::<Fsm>(args, item),
        };
    }
    let item = item.into_token_stream();
    let derive = |name: &String| match name.as_str() {
        "Message" => pipeline::derive::<Message>(item.clone()),
        "Event" => pipeline::derive::<Event>(item.clone()),
        "States" => pipeline::derive::<States>(item.clone()),
        _ => TokenStream::new(),
    };
    derived.iter().map(derive).collect()
}

fn attributes(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    match item {
        Item::Struct(item) => Some(&mut item.attrs),
        Item::Enum(item) => Some(&mut item.attrs),
        Item::Impl(item) => Some(&mut item.attrs),
        _ => None,
    }
}

fn names(attr: &Attribute) -> Vec<String> {
    let paths = attr.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated).expect("a derive has paths");
    paths.iter().map(|path| path.to_token_stream().to_string()).collect()
}

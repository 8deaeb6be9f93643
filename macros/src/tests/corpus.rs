//! Items that somebody has annotated, taken from programs: each with the macro that it asks for.

use crate::actor::{Declare, Handlers};
use crate::derive::confirmable::Confirmable;
use crate::derive::event::Event;
use crate::derive::message::Message;
use crate::derive::timer::Timer;
use crate::fsm::{Fsm, States};
use crate::pipeline;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::path::{Path, PathBuf};
use syn::punctuated::Punctuated;
use syn::{Attribute, Item, Meta, Token};

/// Every macro of ours that writes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Actor,
    Handlers,
    Fsm,
    Message,
    Event,
    Timer,
    Confirmable,
    States,
}

/// One use of a macro.
#[derive(Clone)]
pub(super) struct Annotated {
    pub(super) which: Which,
    /// What stands in the brackets of an attribute; nothing for a derive.
    pub(super) args: TokenStream,
    pub(super) item: TokenStream,
}

impl Which {
    fn of_attribute(name: &str) -> Option<Self> {
        match name {
            "actor" => Some(Self::Actor),
            "handlers" => Some(Self::Handlers),
            "fsm" => Some(Self::Fsm),
            _ => None,
        }
    }

    fn of_derive(name: &str) -> Option<Self> {
        match name {
            "Message" => Some(Self::Message),
            "Event" => Some(Self::Event),
            "Timer" => Some(Self::Timer),
            "Confirmable" => Some(Self::Confirmable),
            "States" => Some(Self::States),
            _ => None,
        }
    }

    /// Whether the item is part of what the macro writes.
    pub(super) fn keeps_item(self) -> bool {
        matches!(self, Self::Actor | Self::Handlers | Self::Fsm)
    }
}

impl Annotated {
    pub(super) fn expand(self) -> TokenStream {
        let Self { which, args, item } = self;
        match which {
            Which::Actor => pipeline::attribute::<Declare>(args, item),
            Which::Handlers => pipeline::attribute::<Handlers>(args, item),
            Which::Fsm => pipeline::attribute::<Fsm>(args, item),
            Which::Message => pipeline::derive::<Message>(item),
            Which::Event => pipeline::derive::<Event>(item),
            Which::Timer => pipeline::derive::<Timer>(item),
            Which::Confirmable => pipeline::derive::<Confirmable>(item),
            Which::States => pipeline::derive::<States>(item),
        }
    }
}

/// The annotated items of a program. One that is no file of Rust has none.
pub(super) fn annotated(text: &str) -> Vec<Annotated> {
    let Ok(file) = syn::parse_str::<syn::File>(text) else { return Vec::new() };
    file.items.into_iter().flat_map(of_item).collect()
}

/// The source at a path from the root of the repository.
pub(super) fn read(path: &str) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of Rust under a folder of the repository, in the order of their names.
pub(super) fn files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("a folder can be read to its end").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// An item with an attribute of ours and those that it contains; with a derive of ours, once for each.
fn of_item(mut item: Item) -> Vec<Annotated> {
    if let Item::Mod(module) = item {
        return module.content.into_iter().flat_map(|(_, items)| items).flat_map(of_item).collect();
    }
    let Some(attrs) = attributes(&mut item) else { return Vec::new() };
    let derived: Vec<Which> = attrs.iter().flat_map(derives).collect();
    let attribute = |attr: &Attribute| Which::of_attribute(&attr.path().segments.last()?.ident.to_string());
    let at = attrs.iter().enumerate().find_map(|(at, attr)| Some((at, attribute(attr)?)));
    if let Some((at, which)) = at {
        let args = match attrs.remove(at).meta {
            Meta::List(list) => list.tokens,
            Meta::Path(_) | Meta::NameValue(_) => TokenStream::new(),
        };
        return vec![Annotated { which, args, item: item.into_token_stream() }];
    }
    // A derive does not get to see itself.
    attrs.retain(|attr| !attr.path().is_ident("derive"));
    let item = item.into_token_stream();
    derived.into_iter().map(|which| Annotated { which, args: TokenStream::new(), item: item.clone() }).collect()
}

fn attributes(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    match item {
        Item::Struct(item) => Some(&mut item.attrs),
        Item::Enum(item) => Some(&mut item.attrs),
        Item::Impl(item) => Some(&mut item.attrs),
        _ => None,
    }
}

fn derives(attr: &Attribute) -> Vec<Which> {
    if !attr.path().is_ident("derive") {
        return Vec::new();
    }
    let paths = attr.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated).unwrap_or_default();
    paths.iter().filter_map(|path| Which::of_derive(&path.segments.last()?.ident.to_string())).collect()
}

#[test]
fn the_corpus_has_every_macro() {
    let found: Vec<Which> = super::fuzz::corpus().iter().map(|annotated| annotated.which).collect();
    for which in [
        Which::Actor,
        Which::Handlers,
        Which::Fsm,
        Which::Message,
        Which::Event,
        Which::Timer,
        Which::Confirmable,
        Which::States,
    ] {
        assert!(found.contains(&which), "{which:?} is used nowhere");
    }
}

//! Expands what a program writes for it, so often that its cost can be counted: `mainstay-bench-macros PROGRAM SIZE TIMES`.
//!
//! A macro crate exports nothing but macros, so its modules are read here once more, as they are.
// The tests in those modules belong to their own crate.
#![cfg(not(test))]
#![allow(dead_code, unused_imports, reason = "only some of the macros are expanded here")]

extern crate proc_macro;

#[path = "../../../macros/src/actor/mod.rs"]
mod actor;
#[path = "../../../macros/src/derive/mod.rs"]
mod derive;
#[path = "../../../macros/src/diag/mod.rs"]
mod diag;
#[path = "../../../macros/src/dump.rs"]
mod dump;
#[path = "../../../macros/src/emit/mod.rs"]
mod emit;
#[path = "../../../macros/src/fsm/mod.rs"]
mod fsm;
#[path = "../../../macros/src/pipeline.rs"]
mod pipeline;
mod program;
#[path = "../../../macros/src/syntax/mod.rs"]
mod syntax;

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use std::error::Error;
use std::process::ExitCode;

/// What is expanded, and how.
#[derive(Clone, Copy)]
enum Program {
    /// `#[handlers]`, which reads no body.
    Handlers,
    /// The same after the whole block was read into a syntax tree and written again, as a macro does that reads all of it.
    Parsed,
    /// `#[derive(States)]`, with five rows in each state.
    Machine,
}

fn main() -> ExitCode {
    match run() {
        Ok(bytes) => {
            println!("{bytes}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

/// How many bytes an expansion has.
fn run() -> Result<usize, Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [program, size, times] = arguments.as_slice() else { return Err("PROGRAM SIZE TIMES".into()) };
    let (program, size, times) = (Program::named(program)?, size.parse()?, times.parse::<u32>()?);
    let source = program.source(size).parse::<TokenStream>().map_err(|error| error.to_string())?;
    let mut expansion = TokenStream::new();
    for _ in 0..times {
        expansion = program.expand(source.clone())?;
    }
    let text = expansion.to_string();
    if text.contains("compile_error") { Err(format!("it is not expanded: {text}").into()) } else { Ok(text.len()) }
}

impl Program {
    fn named(name: &str) -> Result<Self, String> {
        match name {
            "handlers" => Ok(Self::Handlers),
            "parsed" => Ok(Self::Parsed),
            "machine" => Ok(Self::Machine),
            other => Err(format!("`{other}` is none of `handlers`, `parsed`, `machine`")),
        }
    }

    fn source(self, size: usize) -> String {
        match self {
            Self::Handlers | Self::Parsed => program::handlers(size),
            Self::Machine => program::machine(size),
        }
    }

    fn expand(self, source: TokenStream) -> syn::Result<TokenStream> {
        let none = TokenStream::new();
        Ok(match self {
            Self::Handlers => pipeline::attribute::<actor::Handlers>(none, source),
            Self::Parsed => {
                let block: syn::ItemImpl = syn::parse2(source)?;
                pipeline::attribute::<actor::Handlers>(none, block.into_token_stream())
            }
            Self::Machine => pipeline::derive::<fsm::States>(source),
        })
    }
}

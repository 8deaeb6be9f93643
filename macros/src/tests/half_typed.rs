//! A handler that is being typed takes nothing away from those around it.

use super::source;
use crate::actor::{Declare, Handlers};
use crate::pipeline;
use proc_macro2::TokenStream;

/// What stands in a body while it is being typed.
const BODIES: [&str; 15] = [
    "self.",
    "self.\n0",
    "let x = self.\nx",
    "self.history.push(self.); 0",
    "if self.\n0",
    "match n { 0 => self. }",
    "match n { 0 => 1, 1 => self.\n_ => 3 }",
    "Counter { count: self. }",
    "|x| self.",
    "println!(\"{}\", self.)",
    "1 + self.",
    "let y = 1 + ; self.",
    "let = 3; self.",
    "foo(,); self.",
    "\"1\".parse::<; self.",
];

/// What stands beside a handler while it is being typed.
const SIBLINGS: [&str; 5] = ["fn broken(a: ) {}", "pub fn", "pub", "const A: ;", "fn broken(&mut self) -> {}"];

fn expand(body: &str, sibling: &str) -> TokenStream {
    let block = format!(
        "impl Counter {{
            #[handle] pub fn before(&self) -> u64 {{ 0 }}
            #[handle] pub fn typed(&mut self, n: u64) -> u64 {{ {body} }}
            #[handle] pub fn after(&self) {{}}
            {sibling}
        }}"
    );
    pipeline::attribute::<Handlers>(TokenStream::new(), source(&block))
}

fn expand_persistent(body: &str, sibling: &str) -> TokenStream {
    let block = format!(
        "impl Counter {{
            #[query] pub fn before(&self) -> u64 {{ 0 }}
            #[command] pub fn typed(&self, n: u64) -> Persist<Self, Added> {{ {body} }}
            #[command] pub fn after(&self) -> Persist<Self, Added> {{ persist(Added) }}
            #[apply] fn added(&mut self, _: &Added) {{ {body} }}
            {sibling}
        }}"
    );
    pipeline::attribute::<Handlers>(TokenStream::new(), source(&block))
}

fn assert_whole(body: &str, sibling: &str) {
    for written in [expand(body, sibling), expand_persistent(body, sibling)] {
        assert_handle_is_whole(&written.to_string(), body);
    }
}

fn assert_handle_is_whole(written: &str, body: &str) {
    for method in ["before", "typed", "after"] {
        let on_handle = format!("pub fn {method} (& self");
        assert!(written.contains(&on_handle), "`{method}` is gone from the handle with body `{body}`: {written}");
    }
    assert!(!written.contains("compile_error"), "the editor reports what is being typed: {written}");
    // The user's block is what he wrote, so that the editor can complete in it.
    let body: TokenStream = source(body);
    assert!(written.contains(&body.to_string()), "the body is not what was typed: {written}");
}

#[test]
fn the_handle_stays_whole_while_a_body_is_typed() {
    for body in BODIES {
        assert_whole(body, "");
    }
}

#[test]
fn the_handle_stays_whole_while_a_sibling_is_typed() {
    for sibling in SIBLINGS {
        assert_whole("0", sibling);
    }
}

#[test]
fn a_persistent_struct_that_is_being_typed_stays_stored() {
    for fields in ["{ total: u64, seen: }", "{ total: u64 seen }", "{ #[volatile] }"] {
        let tokens = source(&format!("struct Sum {fields}"));
        let args = source("persistent = \"sum\", snapshot_every = 10");
        let written = pipeline::attribute::<Declare>(args, tokens).to_string();
        assert!(written.contains("entity :: Stored for Sum"), "{written}");
        assert!(!written.contains("compile_error"), "{written}");
    }
}

#[test]
fn a_sibling_in_the_middle_takes_nothing_after_it() {
    let block = "impl Counter {
        #[handle] pub fn before(&self) {}
        fn broken(a: ) {}
        #[handle] pub fn after(&self) {}
    }";
    let written = pipeline::attribute::<Handlers>(TokenStream::new(), source(block)).to_string();
    assert!(written.contains("Before") && written.contains("After"), "{written}");
}

#[test]
fn a_handler_that_cannot_be_read_is_reported() {
    let block = "impl Counter { #[handle] fn broken(a: ) {} }";
    let written = pipeline::attribute::<Handlers>(TokenStream::new(), source(block)).to_string();
    assert!(written.contains("compile_error"), "{written}");
}

//! Code that is being typed, the same for every library.

use crate::page::Page;

/// What stands in a body while it is typed.
const BODIES: [&str; 15] = [
    "self.$0",
    "self.$0\n        0",
    "let x = self.$0\n        x",
    "self.history.push(self.$0 ; 0",
    "if self.$0\n        0",
    "match n { 0 => self.$0 }",
    "match n { 0 => 1, 1 => self.$0\n        _ => 3 }",
    "Counter { count: self.$0 }",
    "|x| self.$0",
    "println!(\"{}\", self.$0)",
    "1 + self.$0",
    "let y = 1 + ; self.$0",
    "let = 3; self.$0",
    "foo(,); self.$0",
    "\"1\".parse::<; self.$0",
];

/// What stands beside it, in the same block, while that is typed.
const SIBLINGS: [&str; 3] = ["fn broken(a: ) {}", "pub fn", "#["];

/// Bodies that are being typed, with everything else still to be seen.
const VISIBLE: [&str; 6] =
    ["0", "self.", "self.\n        0", "self.history.push(self. ; 0", "let = 3; 0", "\"1\".parse::<; 0"];

/// A method in a block that a macro may stand on, and what is written in its place.
#[derive(Clone, Debug)]
pub struct Method {
    page: Page,
    body: &'static str,
}

impl Method {
    /// The method on `page` whose body is the line `body`.
    pub fn new(page: Page, body: &'static str) -> Self {
        Self { page, body }
    }

    /// The 18 half-typed bodies and siblings of the method, each with the cursor behind `self.`.
    pub fn half_typed(&self) -> Vec<(String, Page)> {
        let typed = BODIES.map(|text| (text.to_owned(), self.page.with(self.body, text)));
        let beside = SIBLINGS.map(|text| {
            let page = self.page.with("// A sibling is typed here.", text).with(self.body, "self.$0");
            (format!("beside {text}"), page)
        });
        typed.into_iter().chain(beside).collect()
    }

    /// The six bodies with which all that is generated should be seen elsewhere.
    pub fn visible(&self) -> Vec<(&'static str, Page)> {
        VISIBLE.map(|text| (text, self.page.with(self.body, text))).to_vec()
    }
}

//! Reading `impl` blocks without their bodies.

use super::source;
use crate::diag::Diagnostics;
use crate::syntax::lazy::{LazyImpl, LazyItem};

fn read(text: &str) -> Vec<String> {
    let mut diag = Diagnostics::new();
    let block = LazyImpl::parse(source(text), "#[handlers]", &mut diag).expect("it is an `impl` block");
    let names = block.items.iter().map(|item| match item {
        LazyItem::Fn(method) => method.sig.ident.to_string(),
        LazyItem::Other { .. } => "other".to_owned(),
        LazyItem::Broken { .. } => "broken".to_owned(),
    });
    names.collect()
}

#[test]
fn every_item_is_seen() {
    let items = read(
        "impl<T> A<T> where T: Copy {
            #![allow(unused)]
            const A: u8 = 1;
            type B = u8;
            some_macro! { anything at all }
            another!(fn x() {});
            pub(crate) const unsafe extern \"C\" fn f<const N: usize>() -> [u8; { 3 }] where T: Copy { .. }
            async fn g(self: Box<Self>) {}
        }",
    );
    assert_eq!(items, ["other", "other", "other", "other", "f", "g"]);
}

#[test]
fn after_a_broken_item_comes_the_next() {
    assert_eq!(read("impl A { fn a(b: ) {} fn c() {} }"), ["broken", "c"]);
    assert_eq!(read("impl A { fn a(; fn c() {} }".replace("(;", "();").as_str()), ["broken", "c"]);
    assert_eq!(read("impl A { fn c() {} pub fn }"), ["c", "broken"]);
    assert_eq!(read("impl A { fn c() {} # }"), ["c", "broken"]);
}

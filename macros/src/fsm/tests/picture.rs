//! The picture in the documentation.

use super::super::picture;
use super::{ORDER, source};

/// The documentation that the picture is.
fn documentation(item: &str) -> String {
    let literal: syn::LitStr = syn::parse2(picture(source(item))).unwrap();
    literal.value()
}

#[test]
fn the_picture_is_one_block_of_html_in_markdown() {
    let html = documentation(ORDER);
    assert!(html.starts_with("\n<div"), "{html}");
    assert!(html.ends_with("</div>\n\n"), "{html}");
    assert!(!html.trim().contains("\n\n"), "an empty line would end the block: {html}");
    assert!(html.contains("role=\"img\""));
}

#[test]
fn what_is_no_machine_has_no_picture() {
    assert_eq!(documentation("enum OrderState { Open }"), "");
    assert_eq!(documentation("struct Order;"), "");
}

#[test]
fn a_broken_row_leaves_the_others_in_the_picture() {
    let html = documentation(
        "#[states(Door, name = \"door\")] enum DoorState { #[on(Shut => WasShut => Closed)] #[on(Open =>)] Wide, Closed }",
    );
    assert!(html.contains("Shut / WasShut"), "{html}");
}

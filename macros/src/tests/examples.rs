//! The expansion of whole programs.

use super::corpus::{Annotated, annotated, read};
use super::pretty;
use expect_test::expect_file;
use proc_macro2::TokenStream;

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
fn expand(example: &str) -> TokenStream {
    annotated(&read(&format!("examples/{example}"))).into_iter().map(Annotated::expand).collect()
}

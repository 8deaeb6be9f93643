//! `#[timer]` stands on a timer, or on a method in `#[handlers]`.
use mainstay::prelude::*;

#[timer]
fn remind() {}

fn main() {}

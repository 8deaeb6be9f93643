use mainstay::prelude::*;

#[actor]
struct Account<'a> {
    name: &'a str,
}

fn main() {}

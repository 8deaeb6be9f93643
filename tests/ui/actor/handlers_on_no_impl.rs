use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
mod account {}

fn main() {}

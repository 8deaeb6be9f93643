use mainstay::prelude::*;

#[derive(Confirmable)]
#[confirmable(name = "bits")]
pub union Bits {
    whole: u32,
    half: u16,
}

fn main() {}
